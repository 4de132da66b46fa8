/** What the proof of a receipt comes to, for whoever checks one. */
import type { Sha256 } from '../sha256.ts';
import type { ReceiptFile } from './read-receipt.ts';
import { brokenSeal, provenSeal, type SealAnswer, sealLink } from './receipt-proof.ts';

/**
 * `proved`: by a seal of the list. `noProof`: the file has none. `broken`: the list does not hold together
 * at a seal. `unproved`: what the proof comes to is none of the list.
 */
export type ProofVerdict =
  | { readonly is: 'proved'; readonly seal: SealAnswer }
  | { readonly is: 'broken'; readonly seal: SealAnswer }
  | { readonly is: 'noProof' }
  | { readonly is: 'unproved' };

/** @param seals of the exchange, the oldest first */
export function judgeProof(
  hash: Sha256,
  { receipt, proof }: ReceiptFile,
  seals: readonly SealAnswer[],
): ProofVerdict {
  if (proof === null) return { is: 'noProof' };
  const broken = brokenSeal(hash, seals);
  if (broken !== null) return { is: 'broken', seal: broken };
  const proven = provenSeal(hash, receipt, proof);
  const link = proven === null ? null : sealLink(hash, proven);
  const seal = seals.find((one) => one.link === link);
  return seal === undefined ? { is: 'unproved' } : { is: 'proved', seal };
}
