/**
 * What an owner keeps of a root: the root, and the way to it from what the owner is owed of each asset.
 * Page, command line and the verifier in one file all read it here.
 */
import { repeatedField } from '../repeated-field.ts';
import { checkLiability, type LiabilityFault, type LiabilityProof } from './liability-proof.ts';
import type { HashText, SumNode } from './liability-tree.ts';
import {
  type AssetReserves,
  brokenRoot,
  OWN_NAMES,
  type ReservesFault,
  type ReservesRoot,
  reservesFault,
} from './reserves-root.ts';

/** What a proof of an owner is made of; also the contents of a downloaded file. */
export interface ReservesProof {
  readonly halcyon: 'proof of reserves 1';
  readonly root: ReservesRoot;
  /** By code of the asset; without those of which the owner has and owes nothing. */
  readonly proofs: Readonly<Record<string, LiabilityProof>>;
}

/** Why an owner has no proof. 'none' = nothing is owed to it or by it; 'damaged' = trees cannot be read. */
export type ReservesStanding = 'none' | 'damaged';

/** What is proved of an asset. */
export interface ProvedAsset {
  readonly asset: AssetReserves;
  readonly proof: LiabilityProof;
  /** From the leaf up to the root. */
  readonly way: readonly SumNode[];
}

/** 'asset' = the root has none of that code; 'owner' = the leaf is of somebody else. */
export type LeafFault = 'asset' | 'owner';

/** How a proof stands. */
export type ReservesVerdict =
  /** The text is no proof of reserves; `field` = what of it. */
  | { readonly name: 'unreadable'; readonly field: string }
  /** The root is not what its link says. */
  | { readonly name: 'link' }
  /** What the root says of its assets is not what its link covers, or does not add up. */
  | { readonly name: 'root'; readonly fault: ReservesFault }
  /** The way from the leaf of an asset leads elsewhere. */
  | { readonly name: 'leaf'; readonly asset: string; readonly fault: LiabilityFault | LeafFault }
  /** All proofs are of one owner each and lead to the root. */
  | { readonly name: 'proved'; readonly assets: readonly ProvedAsset[] };

/** Most characters of a file: a proof of every asset that there may be. */
export const RESERVES_PROOF_MAX = 4 * 1024 * 1024;

/** Reads what a file has. @throws nothing: what is no proof has a verdict */
export function readReservesProof(text: string): ReservesProof | ReservesVerdict {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return { name: 'unreadable', field: '' };
  }
  const repeated = repeatedField(text);
  if (repeated !== null) return { name: 'unreadable', field: repeated };
  const { halcyon, root, proofs } = (read ?? {}) as Partial<ReservesProof>;
  if (halcyon !== 'proof of reserves 1') return { name: 'unreadable', field: 'halcyon' };
  if (typeof root !== 'object' || root === null) return { name: 'unreadable', field: 'root' };
  const isRecord = typeof proofs === 'object' && proofs !== null && !Array.isArray(proofs);
  if (!isRecord) return { name: 'unreadable', field: 'proofs' };
  const foreign = foreignField(read as object, DOCUMENT);
  return foreign === null ? { halcyon, root, proofs } : { name: 'unreadable', field: foreign };
}

/** Names that a part of a document may have, and what is in them; null = nothing that has names. */
interface Named {
  readonly [name: string]: Named | null;
}

/** Stands for the code of any asset. */
const ANY = '';

function named(...names: readonly string[]): Named {
  return Object.fromEntries(names.map((name) => [name, null]));
}

const FIGURES = named('asset', 'scale', 'height', 'hash', 'owed', 'owing', 'lent', 'reserves');
const HEAD = named('exchange', 'seq', 'time', 'rules', 'journal', 'seal', 'previous', 'contents');
const ASSET: Named = { ...FIGURES, own: named(...OWN_NAMES) };
const LEAF = named('owner', 'owed', 'owing', 'index', 'salt', 'path');
const DOCUMENT: Named = {
  halcyon: null,
  root: { ...HEAD, link: null, assets: ASSET },
  proofs: { [ANY]: LEAF },
};

/** A name that a document must not have: no hash covers it, and somebody may read it; null = none. */
function foreignField(part: unknown, known: Named | null): string | null {
  if (known === null || typeof part !== 'object' || part === null) return null;
  for (const [name, inside] of Object.entries(part)) {
    const place = Object.hasOwn(known, ANY) ? ANY : name;
    if (!Array.isArray(part) && !Object.hasOwn(known, place)) return name;
    const found = foreignField(inside, Array.isArray(part) ? known : known[place]!);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Holds the proof of an owner against the root that it comes with. One of nothing proves nothing.
 * @param of number of the owner on the wire; absent: whoever the leaves name
 */
export function checkReserves(
  hash: HashText,
  { root, proofs }: ReservesProof,
  of?: string,
): ReservesVerdict {
  if (Object.keys(proofs).length === 0) return { name: 'unreadable', field: 'proofs' };
  if (brokenRoot(hash, [root]) !== null) return { name: 'link' };
  const fault = reservesFault(hash, root);
  if (fault !== null) return { name: 'root', fault };
  const proved: ProvedAsset[] = [];
  let owner = of;
  for (const [code, proof] of Object.entries(proofs)) {
    const asset = root.assets.find((one) => one.asset === code);
    if (asset === undefined || typeof proof !== 'object' || proof === null) {
      return { name: 'leaf', asset: code, fault: 'asset' };
    }
    const place = { exchange: root.exchange, seq: root.seq, asset: code };
    const check = checkLiability(hash, place, asset, proof);
    if ('fault' in check) return { name: 'leaf', asset: code, fault: check.fault };
    // One leaf that is shown to two owners would be owed once: each looks for its own number.
    owner ??= proof.owner;
    if (proof.owner !== owner) return { name: 'leaf', asset: code, fault: 'owner' };
    proved.push({ asset, proof, way: check.way });
  }
  return { name: 'proved', assets: proved };
}
