/** Copied orders of spot, asked of everybody one by one: what parts hold, and that nothing is left with the batches' account. */

import type { State } from '@halcyon/core';
import { AccountKind, accountOf, Side, SystemAccount } from '@halcyon/domain';
import { check } from './position-invariants.ts';

/** INV-37: adds what parts of copied orders hold to what orders hold, by balance. To be asked between any two commands. */
export function checkCopiedSpot(state: State, held: Map<number, bigint>): void {
  const { copies, markets, ledger } = state;
  if (!copies.active) return;
  let batches = 0;
  for (const batch of copies.allBatches()) {
    batches += 1;
    const { contract, instrument } = markets[batch.instrument]!;
    if (contract !== null) continue;
    const buys = batch.side === Side.buy;
    const asset = buys ? instrument.quote : instrument.base;
    const perLot = buys
      ? BigInt(batch.held) * BigInt(instrument.quoteFactor)
      : BigInt(instrument.lotUnits);
    for (const { user, out, base, open, filled, at } of batch.owners) {
      if (out || (batch.ended && at === batch.version)) continue;
      const slot = ledger.slot(accountOf(user, AccountKind.spot), asset);
      held.set(slot, (held.get(slot) ?? 0n) + BigInt(base + open - filled) * perLot);
    }
  }
  if (batches === 0) checkNothingLeft(state);
  checkCosts(state);
}

/** INV-28, INV-29: all that batches traded is given, and what prices left over is with the rounding account. */
function checkNothingLeft({ ledger, assets }: State): void {
  for (const { id } of assets) {
    const slot = ledger.slot(SystemAccount.copying, id);
    const left = ledger.available(slot) + ledger.held(slot);
    check(left === 0n, 'INV-28', `batches are over, and ${left} units of asset ${id} are left`);
  }
}

/** What coins have cost is no less than nothing, and of coins that are gone nothing. */
function checkCosts({ copies, markets, ledger }: State): void {
  for (const { user } of copies.portfolios.values()) {
    for (const [instrument, cost] of copies.holdings.of(user)) {
      const account = accountOf(user, AccountKind.spot);
      const slot = ledger.slot(account, markets[instrument]!.instrument.base);
      const coins = ledger.available(slot) + ledger.held(slot);
      const sound = coins > 0n ? cost >= 0n : cost === 0n;
      check(sound, 'INV-29', `${user} has ${coins} units of a coin that cost ${cost}`);
    }
  }
}
