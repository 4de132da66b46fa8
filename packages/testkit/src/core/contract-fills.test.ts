/** Fills of contracts, and what is told of the positions that they open and close. */
import { Core } from '@halcyon/core';
import {
  type CommandInput,
  CommandKind,
  type Event,
  EventKind,
  MarginMode,
  OrderType,
  Reject,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import { ALL_FUTURES, FuturesGenerator } from './futures-generator.ts';

const [ONE, OTHER, THIRD] = [16 * 8 + 4, 17 * 8 + 4, 18 * 8 + 4];
const CONTRACT = 1;
const PRICE = 5_000;
/** Accounts as they are made, one-way with cross margin: a setting tells of a position, too. */
const PLAIN = { ...ALL_FUTURES, settings: false };

/** An exchange that tells of one account's positions. */
class Told {
  readonly core = new Core();
  #seq = 0;
  #time = 0;
  readonly #events: Event[] = [];

  constructor() {
    for (const command of new FuturesGenerator(1, PLAIN).opening(1n)) this.apply(command);
    this.apply({ kind: CommandKind.prices, entries: [CONTRACT, PRICE] });
    for (const account of [ONE, OTHER]) {
      const [from, amount] = [account - 4, 100_000_000_000n];
      const input = { from, to: account, asset: 1, amount, clientId: '' };
      this.apply({ kind: CommandKind.transfer, ...input });
    }
  }

  /** The code of the outcome. */
  apply(input: CommandInput & { readonly time?: number }): number {
    this.#time = input.time ?? this.#time;
    this.#seq += 1;
    this.core.apply({ ...input, seq: this.#seq, time: this.#time } as never);
    this.#events.push(...this.core.state.log.decode());
    this.core.state.log.reset();
    return this.core.outcome.code;
  }

  /** An order; negative lots sell. */
  order(account: number, lots: number, type: OrderType = OrderType.limit, quoteAmount = 0): number {
    const none = { takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 };
    const [side, quantity] = [lots < 0 ? 1 : 0, Math.abs(lots)] as const;
    const kinds = { kind: CommandKind.place, type, timeInForce: 0, selfTrade: 0 } as const;
    const price = type === OrderType.limit ? PRICE : 0;
    const where = { account, instrument: CONTRACT, side, price, quantity };
    return this.apply({ ...kinds, ...where, ...none, quoteAmount, clientId: '', options: 0 });
  }

  /** Of each position of ONE that was told since the last call: the trade that opened it, its lots. */
  take(): [opened: number, lots: number][] {
    return this.#events.splice(0).flatMap((event): [number, number][] => {
      if (event.kind !== EventKind.position || event.account !== ONE) return [];
      return [[event.opened, event.lots]];
    });
  }
}

test.each([
  // It opens and closes what was not there.
  [0, 4, [[2, 0]]],
  [5, 3, [[1, 5]]],
  // All of it is closed, and as much is opened: another position.
  [
    5,
    5,
    [
      [1, 0],
      [2, 5],
    ],
  ],
  // It is turned around and back.
  [
    5,
    8,
    [
      [1, 0],
      [2, 5],
    ],
  ],
  [-5, 5, [[1, -5]]],
])('of %i lots, %i are sold to oneself', (lots, own, wanted) => {
  const told = new Told();
  // The first trade opens it; where there is none, two others meet.
  const first = lots === 0 ? { account: THIRD, lots: -1 } : { account: ONE, lots };
  expect(told.order(OTHER, -first.lots)).toBe(0);
  expect(told.order(first.account, first.lots)).toBe(0);
  told.take();
  expect(told.order(ONE, own)).toBe(0);
  expect(told.order(ONE, -own)).toBe(0);
  const rows = told.take();
  // Maker and taker tell of the same position: the second time of nothing new.
  expect(rows.at(-1)).toEqual(rows.at(-2));
  expect(rows.slice(0, -1)).toEqual(wanted);
});

test('a market buy is not limited by what some balance has', () => {
  const told = new Told();
  // Two positions, numbered like the balances of the protection fund, which has next to nothing.
  told.order(OTHER, -5);
  told.order(ONE, 5, OrderType.market);
  expect(told.take()).toEqual([[1, 5]]);
  told.order(ONE, -5);
  told.order(OTHER, 5, OrderType.market);
  expect(told.take()).toEqual([[1, 0]]);
});

test('an amount to spend is refused, beside lots too', () => {
  const told = new Told();
  told.order(OTHER, -5);
  expect(told.order(ONE, 0, OrderType.market, 1_000_000)).toBe(Reject.amountRange);
  expect(told.order(ONE, 3, OrderType.market, 1)).toBe(Reject.amountRange);
  expect(told.order(ONE, 3, OrderType.market)).toBe(0);
  expect(told.take()).toEqual([[1, 3]]);
});

test('a setting names no position before the first, and the last one after it', () => {
  const told = new Told();
  const set = { kind: CommandKind.setMarginMode, account: ONE, instrument: CONTRACT } as const;
  expect(told.apply({ ...set, mode: MarginMode.isolated })).toBe(0);
  expect(told.take()).toEqual([[0, 0]]);
  told.order(OTHER, -5);
  told.order(ONE, 5);
  told.order(OTHER, 5);
  told.order(ONE, -5);
  expect(told.take()).toEqual([
    [1, 5],
    [1, 0],
  ]);
  expect(told.apply({ ...set, mode: MarginMode.cross })).toBe(0);
  expect(told.take()).toEqual([[1, 0]]);
  expect(told.apply({ ...set, mode: MarginMode.cross })).toBe(Reject.settingUnchanged);
  expect(told.take()).toEqual([]);
});
