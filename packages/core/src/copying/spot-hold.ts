/** INV-37: what parts of a copied order of spot need is held in each owner's own account, as for an order of its own. */
import { AccountKind, accountOf, NO_PAIR, PostingReason, Side } from '@halcyon/domain';
import type { State } from '../state/state.ts';
import type { CopyBatch } from './copy-batch.ts';

/** The one account of a spot portfolio that has money and coins. */
export function spotOf(user: number): number {
  return accountOf(user, AccountKind.spot);
}

/** Holds what so many lots need, or gives it back where they are below zero. */
export function holdSpot(
  state: State,
  part: Pick<CopyBatch, 'instrument' | 'side' | 'held'> & { readonly user: number },
  lots: number,
): void {
  const { ledger, markets, seq } = state;
  const { base, quote, lotUnits, quoteFactor } = markets[part.instrument]!.instrument;
  const account = spotOf(part.user);
  const [asset, perLot] =
    part.side === Side.buy ? [quote, part.held * quoteFactor] : [base, lotUnits];
  const { hold, release } = PostingReason;
  const units = lots * perLot;
  const reason = units > 0 ? hold : release;
  ledger.post(ledger.slot(account, asset), account, asset, reason, seq, -units, units, NO_PAIR);
}
