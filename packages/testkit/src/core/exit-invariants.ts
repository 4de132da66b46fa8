/** INV-38: no follower has reached an own exit that nobody carries out; asked of everybody, one by one. */
import type { State } from '@halcyon/core';
import { AccountKind, accountOf, CopyProduct, type FollowerPortfolio, Side } from '@halcyon/domain';
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
    const spot = portfolio.product === CopyProduct.spot;
    const open = spot ? soldOf(state, portfolio) : openOf(state, portfolio);
    for (const each of open) checkPosition(portfolio, each);
  }
}

/** What a portfolio has by the mark prices, units. */
export function naiveEquity(state: State, portfolio: FollowerPortfolio): bigint {
  if (portfolio.product === CopyProduct.spot) return naiveWorth(state, portfolio);
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

/** Money of a spot portfolio, what its parts of orders are yet to be paid, and its coins by the mark prices. */
function naiveWorth(state: State, { user, asset, trader }: FollowerPortfolio): bigint {
  const { ledger, copies, markets } = state;
  const owned = (coin: number): bigint => {
    const slot = ledger.slot(accountOf(user, AccountKind.spot), coin);
    return ledger.available(slot) + ledger.held(slot);
  };
  let units = owned(asset);
  for (const batch of copies.batchesOf(trader)) {
    const own = batch.owners.find((owner) => owner.user === user);
    if (own === undefined || own.out || (batch.ended && own.at === batch.version)) continue;
    const { quoteFactor } = markets[batch.instrument]!.instrument;
    const counted = BigInt(own.filled) * BigInt(batch.held) * BigInt(quoteFactor);
    const cost = BigInt(own.cost);
    units += batch.side === Side.buy ? counted - cost : cost - counted;
  }
  for (const { instrument, mark: ticks } of pairsOf(state, asset)) {
    const mark = BigInt(ticks) * BigInt(instrument.quoteFactor);
    units += (owned(instrument.base) * mark) / BigInt(instrument.lotUnits);
  }
  return units;
}

/** Coins of which an order could sell something: whole lots, at what those have cost. */
function soldOf(state: State, { user, asset }: FollowerPortfolio): Open[] {
  const { ledger, copies } = state;
  const costs = new Map(copies.holdings.of(user));
  return pairsOf(state, asset).flatMap(({ instrument, mark }): Open[] => {
    const slot = ledger.slot(accountOf(user, AccountKind.spot), instrument.base);
    const units = ledger.available(slot) + ledger.held(slot);
    const lots = units / BigInt(instrument.lotUnits);
    const factor = BigInt(instrument.quoteFactor);
    const spent = costs.get(instrument.id) ?? 0n;
    if (lots < BigInt(instrument.quantityMin) || spent === 0n) return [];
    if (lots * BigInt(mark) * factor < BigInt(instrument.notionalMin)) return [];
    const cost = (spent * lots * BigInt(instrument.lotUnits)) / (units * factor);
    return cost === 0n ? [] : [{ lots, cost, mark: BigInt(mark), factor }];
  });
}

function pairsOf({ markets }: State, asset: number) {
  return markets.flatMap((market) => {
    const { contract, instrument } = market;
    if (contract !== null || instrument.quote !== asset) return [];
    return [{ instrument, mark: market.markPrice() }];
  });
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
