/**
 * What the web app is told of the proof of reserves. Routes lie below `/api/web/v1`, are public but the
 * own proof, and are of the live venue: paper money is nobody's.
 */
import type { ReservesProof } from '../reserves/reserves-proof.ts';
import type { ReservesHead, ReservesRoot } from '../reserves/reserves-root.ts';
import type { StatedAsset } from '../reserves/stated-assets.ts';

/** What the operator says to have elsewhere, and signed. Amounts are decimal texts. */
export interface StatedReserves {
  /** Unix ms. */
  readonly time: number;
  readonly assets: readonly StatedAsset[];
  /** SHA-256 of the public key that signed it, hexadecimal digits. */
  readonly key: string;
}

/** `GET /reserves`: the newest root. */
export interface ReservesNow {
  /** null = none was made yet, or it cannot be read. */
  readonly root: ReservesRoot | null;
  /** Whether a file of a root, or of its trees, is damaged or missing; the operator was told. */
  readonly isDamaged: boolean;
  /** Whether the ledger does not add up: nothing can be withdrawn until the operator has looked. */
  readonly isHalted: boolean;
  /** Shown as stated, not as proved; null = nothing is stated. */
  readonly stated: StatedReserves | null;
}

/** Roots that `GET /reserves/roots?after=` gives at once. */
export const ROOTS_PAGE = 500;

/** `GET /reserves/roots`: what roots say besides their assets, the oldest first. */
export interface ReservesChain {
  readonly roots: readonly ReservesHead[];
}

/**
 * `GET /reserves/proof`: of all that the person has, sub-accounts included, by the newest root. 'waiting' =
 * there is no root yet; 'none' = nothing was owed to the person, or by it; 'damaged' = the trees cannot be
 * read.
 */
export interface OwnReservesProof {
  readonly proof: ReservesProof | 'waiting' | 'none' | 'damaged';
}
