/** What somebody who has a receipt's file and an exchange's list of seals, and nothing else, can say. */
import type { Sha256 } from '../sha256.ts';
import type { ReceiptFile } from './read-receipt.ts';
import { brokenSeal, provenSeal, type SealAnswer, sealLink } from './receipt-proof.ts';

/** How a receipt stands against a list of seals. */
export type ReceiptVerdict =
  /** It is as it was sealed; `last` = the newest of the list, which holds together up to it. */
  | { readonly name: 'proved'; readonly seal: SealAnswer; readonly last: SealAnswer }
  /** The list does not hold together at this seal. */
  | { readonly name: 'broken'; readonly seal: SealAnswer }
  /** Receipt and seals are of two exchanges. */
  | { readonly name: 'foreign'; readonly exchange: string }
  /** The proof leads to none of the seals: receipt or proof were changed, or the list lacks its seal. */
  | { readonly name: 'differs' }
  /** The file has no proof. */
  | { readonly name: 'unproved' };

/** Holds a receipt against a list of seals of its venue. @param seals the oldest first */
export function receiptVerdict(
  hash: Sha256,
  { receipt, proof }: ReceiptFile,
  seals: readonly SealAnswer[],
): ReceiptVerdict {
  if (proof === null) return { name: 'unproved' };
  const exchange = seals[0]?.exchange ?? receipt.exchange;
  if (receipt.exchange !== exchange) return { name: 'foreign', exchange };
  const broken = brokenSeal(hash, seals);
  if (broken !== null) return { name: 'broken', seal: broken };
  const proven = provenSeal(hash, receipt, proof);
  const link = proven === null ? null : sealLink(hash, proven);
  const seal = seals.find((one) => one.link === link);
  const last = seals.at(-1);
  return seal === undefined || last === undefined
    ? { name: 'differs' }
    : { name: 'proved', seal, last };
}
