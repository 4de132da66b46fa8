/**
 * INV-22 the same depth is not taken twice before new live orders come; INV-23 a resting paper order
 * fills only after the live quantity that was ahead of it at its price has traded or gone.
 */
import { ORDER_LANES, OrderLane } from '@halcyon/core';
import {
  type CommandInput,
  CommandKind,
  DoneReason,
  type Event,
  EventKind,
  isGhostOrder,
  liveOrderId,
  Side,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import { CommandGenerator } from '../core/generator.ts';
import { BOOK_WEIGHTS } from '../core/generator-weights.ts';
import { PaperPair } from './paper-pair.ts';

const SEED = 20_261_123;
const ROUNDS = 400;

/** A pair with a lively live book and two rich paper users (accounts 128 and 136). */
function open(seed: number): { pair: PaperPair; flow: CommandGenerator } {
  const flow = new CommandGenerator(seed, { ...BOOK_WEIGHTS, operator: 0 });
  const pair = new PaperPair(2);
  for (const { seq: _s, time, ...input } of flow.opening()) {
    pair.live.apply({ ...input, seq: pair.live.core.state.seq + 1, time } as never);
    const isListing = input.kind === CommandKind.listAsset || input.kind === 39;
    if (isListing) pair.onPaper(input, time);
  }
  const by = { actor: 'test', reason: 'funds', reference: '' };
  for (const account of [128, 136]) {
    pair.onPaper({ kind: CommandKind.openUser, simulated: false }, 0);
    for (const asset of [0, 1, 2]) {
      const amount = 9n * 10n ** 15n;
      pair.onPaper({ kind: CommandKind.deposit, account, from: 0, asset, amount, ...by }, 0);
    }
  }
  return { pair, flow };
}

function advance(pair: PaperPair, flow: CommandGenerator, count: number): Event[] {
  const onPaper: Event[] = [];
  for (let i = 0; i < count; i++) {
    const { events, paper } = pair.followed(flow.next());
    flow.learn(events);
    for (const done of paper) onPaper.push(...done.events);
  }
  return onPaper;
}

function order(
  account: number,
  side: Side,
  price: number,
  quantity: number,
  ioc: boolean,
): CommandInput {
  return {
    kind: CommandKind.place,
    account,
    instrument: 0,
    side,
    type: 0,
    timeInForce: ioc ? 1 : 0,
    selfTrade: 0,
    price,
    quantity,
    quoteAmount: 0,
    clientId: '',
    takeProfitTrigger: 0,
    takeProfitPrice: 0,
    stopLossTrigger: 0,
    stopLossPrice: 0,
  };
}

function tradedLots(events: readonly Event[]): number {
  let lots = 0;
  for (const event of events) if (event.kind === EventKind.trade) lots += event.quantity;
  return lots;
}

test('INV-22 takers of two accounts take no more than what live shows, once', () => {
  const { pair, flow } = open(SEED);
  advance(pair, flow, 1_000);
  let taken = 0;
  for (let round = 0; round < ROUNDS; round++) {
    advance(pair, flow, 3);
    const market = pair.paper.state.markets[0]!;
    if (market.pause !== 0) continue;
    const side = (round % 2) as Side;
    const best = market.book.best(side === Side.buy ? Side.sell : Side.buy);
    if (best === 0) continue;
    const live = pair.live.core.state.markets[0]!.book.reach(side, best, 1e6, 1).lots;
    let lots = 0;
    for (let k = 0; k < 6; k++) {
      const { events } = pair.onPaper(order(128 + 8 * (k % 2), side, best, 60, true), 0);
      lots += tradedLots(events);
    }
    expect(lots).toBeLessThanOrEqual(live);
    taken += lots;
    const again = pair.onPaper(order(128, side, best, 60, true), 0);
    if (lots < 360) expect(tradedLots(again.events)).toBe(0);
  }
  expect(taken).toBeGreaterThan(1_000);
});

interface Waiting {
  readonly order: number;
  readonly price: number;
  /** Live orders that were in the queue first. */
  readonly ahead: readonly number[];
}

/** Rests one paper order behind the best level of a side; null where there is none. */
function joinQueue(pair: PaperPair, side: Side): Waiting | null {
  const { state } = pair.paper;
  const { book } = state.markets[0]!;
  const price = book.best(side);
  if (price === 0) return null;
  const ahead: number[] = [];
  for (const slot of book.queue(side)) {
    const at = slot * ORDER_LANES;
    if (state.orders.f64[at + OrderLane.price] !== price) break;
    const id = state.orders.f64[at]!;
    if (isGhostOrder(id)) ahead.push(liveOrderId(id));
  }
  const { outcome } = pair.onPaper(order(128, side, price, 20, false), 0);
  return outcome.code === 0 ? { order: outcome.id, price, ahead } : null;
}

test('INV-23 a paper order fills only after what was ahead of it in its queue', () => {
  let fills = 0;
  for (let round = 0; round < 60; round++) {
    const { pair, flow } = open(SEED + round);
    advance(pair, flow, 300);
    const waiting = joinQueue(pair, (round % 2) as Side);
    if (waiting === null) continue;
    // An order that is amended to another place gives up the one it had.
    const moved = new Set<number>();
    for (let k = 0; k < 60; k++) {
      const events = advance(pair, flow, 1);
      for (const e of events) {
        if (e.kind === EventKind.orderDone && e.reason === DoneReason.replaced) {
          moved.add(liveOrderId(e.order));
        }
      }
      const filled = events.some(
        (e) => e.kind === EventKind.trade && e.makerOrder === waiting.order,
      );
      if (!filled) continue;
      fills += 1;
      const { orders } = pair.live.core.state;
      const still = waiting.ahead.filter((id) => {
        if (moved.has(id)) return false;
        const slot = orders.find(id);
        return slot >= 0 && orders.f64[slot * ORDER_LANES + OrderLane.price] === waiting.price;
      });
      expect(still).toEqual([]);
      break;
    }
  }
  expect(fills).toBeGreaterThan(10);
});
