/**
 * `GET /receipt?of=&account=&id=&role=`: the receipt of an entry of one's own, as domain/receipts has
 * it. `id` is the entry's on the wire: of a trade, an order that has ended or a conversion, a position that
 * was closed, an entry of the ledger, a deposit, withdrawal or transfer, a charge of interest, a loan or repayment, a step of a
 * liquidation, a trigger order, a refused order, or the change of a level. `role` chooses where both sides of a trade are
 * one's own.
 */
import type { Receipt } from '../receipts/receipt.ts';
import type { ReceiptProof, ReceiptStanding, SealAnswer } from '../receipts/receipt-proof.ts';

/** What receipts may be asked of. */
export const RECEIPT_SUBJECTS = [
  'fill',
  'order',
  'position',
  'entry',
  'movement',
  'interest',
  'debt',
  'liquidation',
  'level',
  'rejection',
  'refusal',
] as const;
export type ReceiptSubject = (typeof RECEIPT_SUBJECTS)[number];

/** What the route gives. */
export interface ReceiptAnswer {
  readonly receipt: Receipt;
  /**
   * How it proves itself to others (receipts/receipt-proof.ts). 'waiting' = it is sealed within the hour,
   * or within minutes of `POST /receipt/seal`; 'none' = it is from before receipts were sealed; 'parts' =
   * it is a sum, and what it is the sum of has proofs; 'damaged' = the file of its seal is, and the operator
   * was told; 'older' = it was sealed in an older form than this one, which has no proof.
   */
  readonly proof: ReceiptProof | ReceiptStanding | 'none' | 'parts';
}

/** Seals that `GET /seals?venue=&after=` gives at once. */
export const SEALS_PAGE = 1_000;

/** What `GET /seals` gives: to everyone, from the first command after `after` on, the oldest first. */
export interface SealsAnswer {
  readonly seals: readonly SealAnswer[];
}
