/** What must sum up in the slow futures exchange after every command, from its own state alone. */
import { SystemAccount } from '@halcyon/domain';
import { check } from '../position-invariants.ts';
import type { FuturesState, NaiveContract } from './state.ts';

/** @throws BrokenInvariant when one does not hold */
export function checkSums(exchange: FuturesState): void {
  const totals = new Map<string, bigint>();
  for (const [key, { available, held }] of exchange.balances) {
    const asset = key.slice(key.indexOf(':') + 1);
    totals.set(asset, (totals.get(asset) ?? 0n) + available + held);
  }
  for (const [asset, sum] of totals) check(sum === 0n, 'INV-01', `asset ${asset} sums to ${sum}`);
  const advanced = new Map<number, bigint>();
  for (const contract of exchange.contracts()) {
    const { quote } = contract.instrument;
    advanced.set(quote, (advanced.get(quote) ?? 0n) + checkContract(exchange, contract));
  }
  for (const [asset, units] of advanced) {
    const { available } = exchange.balance(SystemAccount.clearing, asset);
    check(available === -units, 'INV-09', `clearing has ${available}, the costs are ${units}`);
    const fund = exchange.balance(SystemAccount.insurance, asset).available;
    check(fund >= 0n, 'INV-12', `the protection fund has ${fund}`);
  }
}

/** @returns settle units that all open positions have cost */
function checkContract(exchange: FuturesState, contract: NaiveContract): bigint {
  let lots = 0n;
  let cost = 0n;
  for (const position of exchange.positions.values()) {
    if (position.contract !== contract) continue;
    lots += position.lots;
    cost += position.lots > 0n ? position.cost : -position.cost;
    check(position.margin >= 0n, 'INV-11', 'an isolated margin is below zero');
    const empty = position.cost === 0n && position.margin === 0n;
    check(position.lots !== 0n || empty, 'INV-09', 'a closed position has a cost or a margin');
  }
  check(lots === 0n, 'INV-04', `the positions of ${contract.instrument.symbol} sum to ${lots}`);
  check(contract.paid === 0n, 'INV-10', 'a funding has paid more than it has brought');
  return cost * contract.terms.factor;
}
