/** INV-16 for contracts: random futures commands, compared with the core's own state and numbers. */
import { createHash } from 'node:crypto';
import { PositionLane, restingOrders } from '@halcyon/core';
import {
  crossExcess,
  EventKind,
  isIsolated,
  isolatedExcess,
  legOf,
  type MarginAccount,
  type MarginPosition,
  OrderOption,
  PositionLeg,
  Product,
  positionNeeds,
  scoreOf,
  TradeOrigin,
} from '@halcyon/domain';
import { describe, expect, it, vi } from 'vitest';
import { movedBuffers, type RankedPosition, Views } from '../src/index.ts';
import { CONTRACTS, ContractTrial, SETTLE } from './contract-trial.ts';

const COMMANDS = Number(process.env['HALCYON_AGREEMENTS'] ?? 2_000);

/** Whether `at` has the minutes of the named prices, and none of its volume. */
function compareCandles({ marks, fundings }: ContractTrial, views: Views): void {
  const { contracts } = views;
  for (const id of CONTRACTS) {
    const own = marks.filter(({ instrument }) => instrument === id);
    for (const price of ['index', 'mark'] as const) {
      const ask = price === 'index' ? contracts.indexCandles : contracts.markCandles;
      const candles = ask.call(contracts, id, '1m', { limit: 50_000 });
      const byMinute = new Map(candles.map((candle) => [candle.openTime, candle]));
      const minutes = Map.groupBy(own, ({ time }) => Math.floor(time / 60_000) * 60_000);
      for (const [minute, prices] of minutes) {
        const values = prices.map((event) => event[price]);
        expect(byMinute.get(minute)).toEqual({
          openTime: minute,
          open: values[0],
          high: Math.max(...values),
          low: Math.min(...values),
          close: values.at(-1),
          baseVolume: 0n,
          quoteVolume: 0n,
        });
      }
      expect(candles.at(-1)!.openTime).toBe(Math.floor(views.time / 60_000) * 60_000);
    }
    const past = fundings.filter(({ instrument }) => instrument === id).reverse();
    const known = past.map(({ kind: _k, seq: _s, time: _t, ...funding }) => funding);
    expect(contracts.fundings(id, 10_000)).toEqual(known);
    const endTime = past[0]!.due - 1;
    expect(contracts.fundings(id, 2, { endTime })).toEqual(known.slice(1, 3));
  }
}

function compareMarkets({ core, fills }: ContractTrial, views: Views): void {
  const { state } = core;
  expect(views.allInstruments()).toEqual(state.markets.map(({ instrument }) => instrument));
  expect(views.instruments().map(({ id }) => id)).toEqual([0]);
  expect(views.tickers().map(({ instrument }) => instrument)).toEqual([0]);
  expect(views.instruments(Product.usdtFutures).map(({ id }) => id)).toEqual(CONTRACTS);
  expect(views.tickers(Product.usdtFutures)).toEqual(CONTRACTS.map((id) => views.ticker(id)));
  for (const id of CONTRACTS) {
    const { instrument, contract, lastPrice } = state.markets[id]!;
    const { index, mark, fundingRate, fundingTime, openInterest, round } = contract!;
    const view = views.contracts.contract(id);
    expect(view).toMatchObject({ index, mark, fundingRate, fundingTime, openInterest });
    expect(view.lastFunding?.round ?? 0).toBe(round);
    expect(views.instrumentBySymbol(instrument.symbol, Product.usdtFutures)).toEqual(instrument);
    const public_ = fills.filter(
      ({ instrument: of, origin }) => of === id && origin === TradeOrigin.book,
    );
    const ticker = views.ticker(id);
    expect(ticker).toMatchObject({ mark, last: lastPrice });
    expect(views.trades(id, 20).map(({ trade }) => trade)).toEqual(
      public_
        .slice(-20)
        .reverse()
        .map(({ trade }) => trade),
    );
    const day = public_.filter(
      ({ time, own }) => !own && time >= Math.floor(views.time / 60_000 - 1_439) * 60_000,
    );
    expect(ticker.baseVolume).toBe(day.reduce((sum, fill) => sum + BigInt(fill.quantity), 0n));
    expect(ticker.quoteVolume).toBe(day.reduce((sum, fill) => sum + BigInt(fill.quote), 0n));
  }
}

/** Records of the core by contract and leg. */
function slotsOf({ core }: ContractTrial, risk: number): Map<string, number> {
  const { positions, riskAccounts } = core.state;
  const slots: number[] = [];
  for (let at = riskAccounts.first(risk); at !== -1; at = positions.after(at)) slots.push(at);
  return new Map(
    slots.map((slot) => [`${positions.instrument(slot)}:${positions.leg(slot)}`, slot]),
  );
}

function compareAccounts(trial: ContractTrial, views: Views): void {
  const { core } = trial;
  const { positions, riskAccounts } = core.state;
  const { margin } = core.trading.contracts;
  const { contracts } = views;
  for (const { risk, account } of trial.accounts()) {
    const own = contracts.marginAccount(account);
    expect(contracts.positionMode(account)).toBe(riskAccounts.mode(risk));
    const figures = contracts.accountFigures(account)!;
    expect(figures.withdrawable).toBe(margin.withdrawable(risk));
    // Who has only set a mode touches no contract: the core has nothing to ask margin for.
    if (riskAccounts.first(risk) === -1) {
      expect([own.positions, figures.free]).toEqual([[], crossExcess(own)]);
      continue;
    }
    expect(figures.free).toBe(margin.free(risk));
    expect(crossExcess(own)).toBe(margin.crossExcess(risk));
    expect(figures.marginRatioPpm > 1_000_000).toBe(margin.crossExcess(risk) < 0);
    for (const [key, slot] of slotsOf(trial, risk)) {
      const [instrument, leg] = key.split(':').map(Number) as [number, PositionLeg];
      const lots = positions.lots(slot);
      expect(contracts.settings(account, instrument, leg)).toEqual({
        marginMode: positions.mode(slot),
        leverage: positions.leverage(slot),
        autoMargin: (positions.flags(slot) & 8) !== 0,
      });
      const seen = own.positions.find((each) => each.instrument === instrument && each.leg === leg);
      if (seen === undefined) {
        expect([lots, positions.idle(slot)]).toEqual([0, true]);
        continue;
      }
      expect(positionNeeds(seen)).toBe(margin.needed(slot));
      expect(seen.buys).toBe(positions.lane(slot, PositionLane.buyValue));
      expect(seen.sells).toBe(positions.lane(slot, PositionLane.sellValue));
      const view = contracts.position(account, instrument, leg);
      expect(view === undefined).toBe(lots === 0);
      if (view === undefined) continue;
      comparePosition(trial, { risk, slot, seen, own }, views);
    }
  }
}

function comparePosition(
  { core }: ContractTrial,
  at: { risk: number; slot: number; seen: MarginPosition; own: MarginAccount },
  views: Views,
): void {
  const { risk, slot, seen, own } = at;
  const { positions } = core.state;
  const { margin } = core.trading.contracts;
  const { instrument, leg } = seen;
  const account = positions.account(slot);
  expect(views.contracts.position(account, instrument, leg)).toMatchObject({
    lots: positions.lots(slot),
    cost: positions.cost(slot),
    margin: positions.margin(slot),
    opened: positions.lane(slot, PositionLane.opened),
    profit: positions.lane(slot, PositionLane.profit),
    fees: positions.lane(slot, PositionLane.fees),
    funding: positions.lane(slot, PositionLane.funding),
  });
  const isolated = positions.isolated(slot);
  const figures = views.contracts.positionFigures({ account, instrument, leg })!;
  expect(figures).toMatchObject({
    value: margin.value(slot),
    unrealised: margin.profit(slot),
    initial: margin.initial(slot),
    equity: margin.equity(risk, slot),
    removable: isolated ? margin.removable(slot) : 0,
  });
  const excess = isolated ? margin.isolatedExcess(slot) : margin.crossExcess(risk);
  expect(figures.marginRatioPpm > 1_000_000).toBe(excess < 0);
  checkLiquidationPrice(own, seen, figures.liquidationPrice, excess);
}

/** What is left of what backs a position when its contract has another mark. */
function excessAt(own: MarginAccount, position: MarginPosition, mark: number): number {
  if (isIsolated(position)) return isolatedExcess({ ...position, mark });
  const positions = own.positions.map((each) =>
    each.instrument === position.instrument ? { ...each, mark } : each,
  );
  return crossExcess({ ...own, positions });
}

function checkLiquidationPrice(
  own: MarginAccount,
  position: MarginPosition,
  price: number | null,
  excess: number,
): void {
  if (excess < 0) return;
  const { lots, mark } = position;
  const far = lots > 0 ? 0 : Math.floor(2 ** 53 / 10 / Math.abs(lots) / 100);
  if (price === null) {
    expect(excessAt(own, position, far)).toBeGreaterThanOrEqual(0);
    return;
  }
  expect(lots > 0 ? price <= mark : price >= mark).toBe(true);
  expect(excessAt(own, position, price)).toBeGreaterThanOrEqual(0);
  expect(excessAt(own, position, lots > 0 ? price - 1 : price + 1)).toBeLessThan(0);
}

function compareOrders({ core }: ContractTrial, views: Views): void {
  const { state } = core;
  for (const { id, account, instrument, remaining, quantity } of restingOrders(state)) {
    const seen = views.order(id)!;
    expect(seen).toMatchObject({ account, instrument, remaining, quantity, feeAsset: SETTLE });
    expect(seen.filledBase).toBe(quantity - remaining);
    const hedge = views.contracts.positionMode(account) === 1;
    expect(legOf(seen.options) !== PositionLeg.net).toBe(hedge);
  }
  for (const plan of state.plans.values()) {
    expect(views.plan(plan.id)!.options & OrderOption.reduceOnly).toBe(
      (plan.options ?? 0) & OrderOption.reduceOnly,
    );
  }
}

/** The rank by sorting all positions, scores from the core's own margins. */
function compareRanks(trial: ContractTrial, views: Views): void {
  const { positions } = trial.core.state;
  const ranks = new Map<string, number>();
  const open = trial
    .accounts()
    .flatMap(({ risk }) => [...slotsOf(trial, risk).values()])
    .filter((slot) => positions.lots(slot) !== 0);
  for (const instrument of CONTRACTS) {
    for (const long of [true, false]) {
      const same = open.filter(
        (slot) => positions.instrument(slot) === instrument && positions.lots(slot) > 0 === long,
      );
      const scored = same.map((slot) => {
        const account = positions.account(slot);
        const own = views.contracts.marginAccount(account);
        const leg = positions.leg(slot);
        const seen = own.positions.find(
          (each) => each.instrument === instrument && each.leg === leg,
        )!;
        return { account, leg, score: scoreOf(own, seen) };
      });
      scored.sort((a, b) => b.score - a.score || a.account - b.account || a.leg - b.leg);
      scored.forEach(({ account, leg }, i) => {
        const rank = 5 - Math.floor((i * 5) / scored.length);
        ranks.set(`${account} ${instrument} ${leg}`, rank);
      });
    }
  }
  for (const { account } of trial.accounts()) {
    const seen = ranksSeen(views, account, open.length);
    const own = open.filter((slot) => positions.account(slot) === account);
    expect(seen).toHaveLength(own.length);
    for (const { instrument, leg, rank } of seen) {
      expect(rank).toBe(ranks.get(`${account} ${instrument} ${leg}`));
    }
  }
}

/** The ranks of an account: every open position is reckoned once for all of them, its own once more. */
function ranksSeen({ contracts }: Views, account: number, open: number): RankedPosition[] {
  const reckoned = vi.spyOn(contracts, 'settings');
  const ranks = contracts.deleveragingRanks(account);
  expect(reckoned.mock.calls.length).toBeLessThanOrEqual(open + ranks.length);
  reckoned.mockRestore();
  return ranks;
}

/** A digest of each part: a difference is named, not printed. */
function digests(views: Views): [string, string][] {
  return [...views.serialize()].map(([name, bytes]) => [
    name,
    createHash('sha256').update(bytes).digest('hex'),
  ]);
}

function restored(views: Views): Views {
  const fresh = new Views();
  fresh.restore(views.serialize());
  return fresh;
}

function takenOver(views: Views): Views {
  const image = views.handOver();
  const fresh = new Views();
  fresh.takeOver(structuredClone(image, { transfer: movedBuffers(image) }));
  return fresh;
}

describe('Views of contracts and the core', () => {
  it.each([1, 2, 3])(
    'INV-16 the views at sequence n are the core at sequence n (seed %i)',
    (seed) => {
      const trial = new ContractTrial(seed);
      const rounds = Math.ceil(COMMANDS / 20);
      for (let round = 1; round <= rounds; round++) {
        trial.step(20);
        compareMarkets(trial, trial.views);
        compareAccounts(trial, trial.views);
        if (round % 10 === 0) compareOrders(trial, trial.views);
        if (round % 25 === 0) compareRanks(trial, trial.views);
        if (round % 100 !== 0) continue;
        compareMarkets(trial, trial.rows);
        expect(digests(trial.rows)).toEqual(digests(trial.views));
        trial.rows = takenOver(trial.rows);
        trial.views = restored(trial.views);
        expect(digests(trial.rows)).toEqual(digests(trial.views));
        compareAccounts(trial, trial.rows);
        compareAccounts(trial, trial.views);
        compareOrders(trial, trial.views);
        compareCandles(trial, trial.rows);
        compareCandles(trial, trial.views);
      }
      const { contractTrade, position, marks, fundingSet, liquidation } = EventKind;
      for (const kind of [contractTrade, position, marks, fundingSet, liquidation]) {
        expect([...trial.kinds]).toContain(kind);
      }
      expect(trial.fills.some(({ origin }) => origin !== TradeOrigin.book)).toBe(true);
    },
  );
});
