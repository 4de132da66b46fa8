/**
 * What accounts of one coalition do to an exchange: each attack goes on for ever and stops after each thing that it
 * does, so that others act in between. An attack has accounts of its own; they may trade with those of others.
 */
import { CommandKind, MarginMode, OrderOption, PositionMode, Side } from '@halcyon/domain';
import type { TestRandom } from './random.ts';
import { START, type ThinMarket, UNITS } from './thin-market.ts';

export type Attack = (market: ThinMarket) => Generator<void>;

/** Coins of an account that is to win, and of one that is to lose all it has. */
const RICH = 400_000;
const POOR: readonly number[] = [50, 200, 1_000, 5_000];
const CONTRACT = 0;

const other = (side: Side): Side => (side === Side.buy ? Side.sell : Side.buy);
const aSide = (random: TestRandom): Side => random.pick([Side.buy, Side.sell]);

/** Two accounts trade with each other. Whether the first one's order was taken. */
function meet(
  market: ThinMarket,
  [maker, taker]: readonly [number, number],
  side: Side,
  price: number,
  lots: number,
): boolean {
  if (!market.place(maker, other(side), price, lots)) return false;
  market.place(taker, side, price, lots, { ioc: true });
  market.cancelAll(maker);
  return true;
}

/** Trades at the edge of the band, to and fro: the last price goes there. */
export function* washTrades(market: ThinMarket): Generator<void> {
  const { random } = market;
  const first = market.open(RICH, true);
  const second = market.open(RICH, true, random.chance(0.3) ? first : undefined);
  const end = aSide(random);
  for (;;) {
    const lots = random.pick([1, 100, 1_500, 10_000]);
    const price = random.chance(0.7) ? market.edge(end) : market.away(random.int(-3_000, 3_000));
    meet(market, [first, second], Side.buy, price, lots);
    yield;
    meet(market, [second, first], Side.buy, price, lots);
    yield;
  }
}

/** A book with two sides and next to nothing in them, or of a size that counts, away from the index. */
function bookOf(sizes: readonly number[]): Attack {
  return function* book(market: ThinMarket): Generator<void> {
    const { random } = market;
    const account = market.open(RICH, true);
    const end = aSide(random) === Side.buy ? 1 : -1;
    for (;;) {
      const lots = random.pick(sizes);
      const ppm = end * random.pick([1_500, 1_990, 4_990, 20_000, 50_000, 95_000]);
      market.cancelAll(account);
      market.place(account, Side.buy, market.away(ppm) - 1, lots);
      market.place(account, Side.sell, market.away(ppm) + 1, lots);
      yield;
      yield;
    }
  };
}

export const dustBook = bookOf([1, 5]);
export const impactBook = bookOf([500, 2_500, 10_000, 40_000]);

/** Accounts that have a market to move, by market. */
const PRESSERS = new WeakMap<ThinMarket, readonly [number, number]>();

/** Takes the mark as far from the index as it goes: a book that counts, trades that count, and a few seconds. */
export function press(market: ThinMarket, end: Side): void {
  const pair = PRESSERS.get(market) ?? [market.open(RICH, true), market.open(RICH, true)];
  PRESSERS.set(market, pair);
  const [first, second] = pair;
  const ppm = (end === Side.buy ? 1 : -1) * market.random.pick([1_900, 1_990, 2_100, 4_900, 5_100]);
  for (let k = 0; k < 3; k++) {
    const price = market.away(ppm);
    for (const account of pair) market.cancelAll(account);
    market.place(first, Side.buy, price - 2, 30_000);
    market.place(first, Side.sell, price + 2, 30_000);
    market.place(second, end, price + (end === Side.buy ? 2 : -2), 6_000, { ioc: true });
    market.wait(1_000);
    market.say();
    if (market.random.chance(0.8)) market.settle();
    meet(market, [second, first], other(end), price, 6_000);
  }
}

/** The side that loses, and the prices at which it gives away what it has. */
function losingPrice(market: ThinMarket, selling: Side): number {
  const { random } = market;
  const edges = [market.edge(selling), market.liquidationEdge(selling)];
  const sign = selling === Side.sell ? -1 : 1;
  return random.chance(0.5)
    ? random.pick(edges)
    : market.away(sign * random.pick([500, 2_000, 4_000, 7_000, 12_000, 25_000, 60_000]));
}

/** Opens as much as an account can, against another. @param side of the first one */
function openLarge(
  market: ThinMarket,
  loser: number,
  winner: number,
  side: Side,
  price: number,
  options = 0,
): number {
  const wanted = Math.floor(
    market.wallet(loser) * market.leverageMax * market.random.pick([0.3, 1]),
  );
  if (!market.place(winner, other(side), price, Math.max(5, wanted))) return 0;
  const lots = market.most(loser, side, price, Math.max(5, wanted), { ioc: true, options });
  market.cancelAll(winner);
  return lots;
}

/** Sets an account up to lose: leverage, margin of its own, what it does not need taken out. */
function prepare(market: ThinMarket, account: number): void {
  const { random } = market;
  if (random.chance(0.4)) isolate(market, account);
  market.leverage(account, random.chance(0.8) ? market.leverageMax : random.int(1, 10));
}

function isolate(market: ThinMarket, account: number): void {
  const mode = MarginMode.isolated;
  market.send({ kind: CommandKind.setMarginMode, account, instrument: CONTRACT, mode });
}

/** Takes out of an isolated position what it does not need, and out of the wallet. */
function strip(market: ThinMarket, account: number, leg: 0 | 1 | 2 = 0): void {
  for (let coins = 1_000; coins >= 0.01; coins /= 4) {
    const amount = -Math.floor(coins * UNITS);
    market.send({ kind: CommandKind.changeMargin, account, instrument: CONTRACT, leg, amount });
  }
  market.takeOut(account);
}

/** An account that loses what it has to an accomplice, who waits at the edges where it is liquidated. */
export function* sacrifice(market: ThinMarket): Generator<void> {
  const { random } = market;
  const winner = market.open(RICH, true);
  for (;;) {
    const loser = market.open(random.pick(POOR), true, random.chance(0.2) ? winner : undefined);
    prepare(market, loser);
    const side = aSide(random);
    if (random.chance(0.3)) press(market, aSide(random));
    const lots = openLarge(market, loser, winner, side, market.away(random.int(-2_000, 2_000)));
    yield;
    if (random.chance(0.4)) press(market, aSide(random));
    if (random.chance(0.7)) strip(market, loser);
    yield;
    const closing = other(side);
    for (let k = 0; k < 6 && market.lots(loser) !== 0; k++) {
      if (random.chance(0.2)) press(market, aSide(random));
      market.place(winner, side, losingPrice(market, closing), lots);
      if (random.chance(0.7)) yield;
      const price = market.best(side);
      if (price !== 0) market.most(loser, closing, price, lots, { ioc: true, reduce: true });
      yield;
      if (random.chance(0.5)) strip(market, loser);
    }
    market.cancelAll(winner);
    if (random.chance(0.5)) market.takeOut(winner);
    yield;
  }
}

/** Orders that rest and would each lose all that an account has; an accomplice takes all of them at once. */
export function* restingLosses(market: ThinMarket): Generator<void> {
  const { random } = market;
  const winner = market.open(RICH, true);
  for (;;) {
    const loser = market.open(random.pick(POOR), true);
    prepare(market, loser);
    const side = aSide(random);
    const lots = openLarge(market, loser, winner, side, market.mark);
    if (random.chance(0.3)) press(market, side);
    strip(market, loser);
    yield;
    const closing = other(side);
    const price = losingPrice(market, closing);
    const parts = random.int(2, 5);
    for (let k = 0; k < parts; k++) {
      market.most(loser, closing, price, Math.ceil(lots / parts), { reduce: random.chance(0.8) });
    }
    if (random.chance(0.4)) press(market, closing);
    yield;
    market.place(winner, side, price, lots * 2, { ioc: true });
    yield;
    market.cancelAll(loser);
  }
}

/** Orders that open at a loss with the margin for it, which is then taken away by a higher leverage. */
export function* higherLeverage(market: ThinMarket): Generator<void> {
  const { random } = market;
  const winner = market.open(RICH, true);
  for (;;) {
    const loser = market.open(random.pick(POOR), true);
    if (random.chance(0.3)) isolate(market, loser);
    market.leverage(loser, random.int(1, 20));
    const side = aSide(random);
    const price = losingPrice(market, side);
    const wanted = Math.floor(market.wallet(loser) * 10);
    const lots = market.most(loser, side, price, Math.max(5, wanted));
    yield;
    market.leverage(loser, random.chance(0.8) ? market.leverageMax : 25);
    market.takeOut(loser);
    yield;
    market.place(winner, other(side), price, Math.max(5, lots), { ioc: true });
    yield;
    market.cancelAll(loser);
    market.takeOut(winner);
  }
}

/** Both legs of hedge mode, opened at the far ends of the band. */
export function* hedged(market: ThinMarket): Generator<void> {
  const { random } = market;
  const winner = market.open(RICH, true);
  for (;;) {
    const loser = market.open(random.pick(POOR), true);
    const mode = PositionMode.hedge;
    market.send({ kind: CommandKind.setPositionMode, account: loser, mode });
    prepare(market, loser);
    const [long, short] = [OrderOption.longLeg, OrderOption.shortLeg];
    openLarge(market, loser, winner, Side.buy, market.away(random.int(0, 6_000)), long);
    yield;
    openLarge(market, loser, winner, Side.sell, market.away(random.int(-6_000, 0)), short);
    strip(market, loser, random.pick([1, 2]));
    yield;
    for (let k = 0; k < 4; k++) {
      const closing = aSide(random);
      const options = closing === Side.sell ? long : short;
      const lots = Math.abs(market.lots(loser, closing === Side.sell ? 1 : 2));
      if (lots === 0) continue;
      if (random.chance(0.3)) press(market, closing);
      const price = losingPrice(market, closing);
      market.place(winner, other(closing), price, lots);
      market.most(loser, closing, price, lots, { ioc: true, options });
      yield;
    }
    market.cancelAll(winner);
  }
}

/** Many small accounts on one side, as near to their liquidation as they may be, and an accomplice who waits. */
export function* swarm(market: ThinMarket): Generator<void> {
  const { random } = market;
  const winner = market.open(RICH, true);
  market.leverage(winner, 5);
  for (;;) {
    const side = aSide(random);
    const losers: number[] = [];
    for (let k = random.pick([5, 12, 30, 230]); k > 0; k--) {
      const loser = market.open(random.int(20, 60), true);
      if (k % 8 === 0) yield;
      prepare(market, loser);
      if (openLarge(market, loser, winner, side, market.mark) > 0) losers.push(loser);
      if (random.chance(0.8)) strip(market, loser);
    }
    yield;
    if (random.chance(0.5)) press(market, other(side));
    for (let k = 0; k < 8; k++) {
      const price = losingPrice(market, other(side));
      market.place(winner, side, price, random.pick([100, 2_000, 20_000]));
      for (const loser of losers) {
        if (random.chance(0.3))
          market.most(loser, other(side), price, 5_000, { ioc: true, reduce: true });
        if (random.chance(0.1)) market.takeOut(loser);
      }
      yield;
      if (random.chance(0.3)) market.cancelAll(winner);
    }
    market.cancelAll(winner);
    market.takeOut(winner);
  }
}

/** An order that nobody took rests while the price goes away; an accomplice takes it then. */
export function* oldQuotes(market: ThinMarket): Generator<void> {
  const { random } = market;
  const winner = market.open(RICH, true);
  for (;;) {
    const losers = [Side.buy, Side.sell].map((side) => {
      const account = market.open(random.pick(POOR), true);
      market.leverage(account, market.leverageMax);
      const sign = side === Side.buy ? -1 : 1;
      const price = market.away(sign * random.pick([300, 2_000, 9_000]));
      const lots = market.most(account, side, price, Math.floor(market.wallet(account) * 100));
      market.takeOut(account);
      return { side, account, price, lots };
    });
    for (let k = 0; k < 8; k++) yield;
    for (const { side, account, price, lots } of losers) {
      const lost = side === Side.buy ? price > market.mark : price < market.mark;
      if (lost) market.place(winner, other(side), price, Math.max(5, lots), { ioc: true });
      market.cancelAll(account);
    }
    market.takeOut(winner);
    yield;
  }
}

/** Presses the premium just before a funding, with positions that receive it from accounts that cannot pay. */
export function* premium(market: ThinMarket): Generator<void> {
  const { random } = market;
  const winner = market.open(RICH, true);
  market.leverage(winner, 5);
  const book = market.open(RICH, true);
  for (;;) {
    const side = aSide(random);
    const losers = [0, 1, 2].map(() => {
      const loser = market.open(random.pick(POOR), true);
      prepare(market, loser);
      openLarge(market, loser, winner, side, market.mark);
      strip(market, loser);
      return loser;
    });
    yield;
    const ppm = side === Side.buy ? 1_900 : -1_900;
    for (let k = 0; k < 6; k++) {
      market.cancelAll(book);
      market.place(book, Side.buy, market.away(ppm) - 1, 20_000);
      market.place(book, Side.sell, market.away(ppm) + 1, 20_000);
      yield;
    }
    const { fundingIntervalMs } = market.terms;
    const left = fundingIntervalMs - ((market.time - START) % fundingIntervalMs);
    if (random.chance(0.5)) market.wait(left);
    if (random.chance(0.5)) press(market, other(side));
    for (const loser of losers) if (random.chance(0.5)) market.takeOut(loser);
    market.takeOut(winner);
    market.cancelAll(book);
    yield;
  }
}
