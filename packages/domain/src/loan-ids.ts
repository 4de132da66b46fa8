/**
 * Ids of loans and repayments on the wire. What made them counts in series of its own: a person's by hand, the
 * orders that borrow and pay back, the commands that liquidate. In one list their ids must differ.
 */
import { parseWireId, wireId } from './ids.ts';
import { LoanCause } from './loan-events.ts';

/** What lies between two series: more than any of them counts. */
const APART = 100_000_000_000_000_000n;

const { borrowed, repaid, interest, orderBorrowed, orderRepaid } = LoanCause;
const { liquidated, writtenOff, takenOver } = LoanCause;
/** Causes by series; what an order made has that order's id. */
const SERIES: readonly (readonly LoanCause[])[] = [
  [orderBorrowed, orderRepaid],
  [borrowed, repaid, interest],
  [liquidated, writtenOff, takenOver],
];

/** Causes of what orders made. */
export const ORDER_CAUSES: readonly LoanCause[] = SERIES[0]!;

/** Id on the wire of a change of a debt: 19 digits. */
export function wireLoanId(cause: LoanCause, reference: number): string {
  const series = SERIES.findIndex((causes) => causes.includes(cause));
  return String(BigInt(wireId(reference)) + APART * BigInt(series));
}

/** What a wire id can be the reference of, or null when the text is not one. */
export function parseWireLoanId(
  text: string,
): { readonly causes: readonly LoanCause[]; readonly reference: number } | null {
  if (!/^[1-9][0-9]{18}$/.test(text)) return null;
  for (const [series, causes] of SERIES.entries()) {
    const reference = parseWireId(String(BigInt(text) - APART * BigInt(series)));
    if (reference !== null) return { causes, reference };
  }
  return null;
}
