/** INV-38: no follower has reached an own exit that nobody carries out; asked of everybody, one by one. */
import type { State } from '@halcyon/core';
import { AccountKind, accountOf, type FollowerPortfolio } from '@halcyon/domain';
import { check } from './position-invariants.ts';

const MILLION = 1_000_000n;

interface Open {
  readonly lots: bigint;
  readonly cost: bigint;
  readonly mark: bigint;
  readonly factor: bigint;
}

/** To be asked between any two commands. Who is being looked at, or waits for the book, may have reached one. */
export function checkExits(state: State): void {
  const { copies } = state;
  if (!copies.active || copies.exits.pending || copies.pending) return;
  for (const { user, trader } of copies.portfolios.values()) {
    if (trader === null || copies.exits.watched(user).told !== 0) continue;
    const portfolio = copies.follower(user)!;
    checkPortfolio(state, portfolio);
    for (const open of openOf(state, portfolio)) checkPosition(portfolio, open);
  }
}

/** What a portfolio has by the mark prices, units. */
export function naiveEquity(state: State, portfolio: FollowerPortfolio): bigint {
  const { ledger } = state;
  const slot = ledger.slot(accountOf(portfolio.user, AccountKind.usdtFutures), portfolio.asset);
  let units = ledger.available(slot) + ledger.held(slot);
  for (const { lots, cost, mark, factor } of openOf(state, portfolio)) {
    units += (lots > 0n ? lots * mark - cost : lots * mark + cost) * factor;
  }
  return units;
}

function checkPortfolio(state: State, portfolio: FollowerPortfolio): void {
  const { user, settings } = portfolio;
  const { portfolioLossPpm, portfolioProfitPpm, drawdownPpm } = settings;
  const { base, peak } = state.copies.exits.watched(user);
  const scaled = naiveEquity(state, portfolio) * MILLION;
  const fallen = (from: bigint, ppm: number) =>
    ppm > 0 && scaled <= (from > 0n ? from : 0n) * (MILLION - BigInt(ppm));
  check(!fallen(base, portfolioLossPpm), 'INV-38', `${user} has lost more than it allows`);
  check(!fallen(peak, drawdownPpm), 'INV-38', `${user} has fallen further than it allows`);
  const risen = portfolioProfitPpm > 0 && scaled >= base * (MILLION + BigInt(portfolioProfitPpm));
  check(!risen, 'INV-38', `${user} has won what it wanted`);
}

function checkPosition({ user, settings }: FollowerPortfolio, { lots, cost, mark }: Open): void {
  const [profit, loss] = [BigInt(settings.takeProfitPpm), BigInt(settings.stopLossPpm)];
  const size = lots < 0n ? -lots : lots;
  const gained = (lots > 0n ? size * mark - cost : cost - size * mark) * MILLION;
  check(profit === 0n || gained < cost * profit, 'INV-38', `${user} takes no profit`);
  check(loss === 0n || -gained < cost * loss, 'INV-38', `${user} stops no loss`);
}

function openOf(state: State, { user }: FollowerPortfolio): Open[] {
  const { positions, markets } = state;
  const account = accountOf(user, AccountKind.usdtFutures);
  const open: Open[] = [];
  for (let slot = 0; slot < positions.count; slot++) {
    if (positions.account(slot) !== account || positions.lots(slot) === 0) continue;
    const { instrument, contract } = markets[positions.instrument(slot)]!;
    const [lots, cost] = [BigInt(positions.lots(slot)), BigInt(positions.cost(slot))];
    open.push({ lots, cost, mark: BigInt(contract!.mark), factor: BigInt(instrument.quoteFactor) });
  }
  return open;
}
