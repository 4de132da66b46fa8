/** Copy trading: a trader who has little in an order cannot sell followers' lots to the own account far from the mark. */
import {
  CommandKind,
  CopyLeftOut,
  type Event,
  EventKind,
  Reject,
  TimeInForce,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { BTC, COIN, CopyExchange, futuresOf } from './copy-exchange.ts';

const [ANN, BOB, DAN] = [16, 17, 18];
let exchange: CopyExchange;
let trader: number;
let bobs: number;

beforeEach(() => {
  exchange = new CopyExchange(3);
  const { terms } = exchange.core.state.markets[BTC]!.contract!;
  // Liquidations trade at 2 % from the mark at most.
  const contract = { ...terms, liquidationBandPpm: 20_000 };
  const by = { actor: 'test', reason: 'test' };
  exchange.send({ kind: CommandKind.setContract, instrument: BTC, contract, ...by });
  trader = exchange.open(ANN, 100n * COIN).id;
  bobs = exchange.follow(BOB, trader).id;
  exchange.fund(DAN, 50_000n);
  exchange.fund(ANN, 20_000n);
  exchange.index(100);
});

const lotsOf = (...users: number[]) => users.map((user) => exchange.position(futuresOf(user)).lots);

/** The trader and the follower are long, 10 and 100 lots; the trader's own account bids for them. */
function bait(): void {
  exchange.rest(DAN, -110, 100);
  expect(exchange.order(ANN, trader, 10).code).toBe(0);
  expect(lotsOf(trader, bobs)).toEqual([10, 100]);
  exchange.rest(DAN, 11, 99);
  exchange.rest(ANN, 50, 97);
  exchange.rest(ANN, 500, 95);
}

describe('copied orders trade no further from the mark than liquidations', () => {
  test('those that open, whatever limit of slippage is set', () => {
    exchange.rest(ANN, -55, 102);
    exchange.rest(ANN, -500, 103);
    expect(exchange.order(ANN, trader, 10).code).toBe(0);
    expect(lotsOf(trader, bobs)).toEqual([5, 50]);
  });

  test('those that close, half as far', () => {
    bait();
    exchange.rest(DAN, 200, 98);
    expect(exchange.close(ANN, trader).code).toBe(0);
    expect(lotsOf(trader, bobs)).toEqual([9, 90]);
    // What the book did not give is closed when it does.
    exchange.rest(DAN, 200, 99);
    expect(exchange.close(ANN, trader).code).toBe(0);
    expect(lotsOf(trader, bobs)).toEqual([0, 0]);
  });

  test('those that close, but of who closes the own position as far as liquidations', () => {
    bait();
    exchange.rest(DAN, 50, 98);
    const own = { user: BOB, instrument: BTC, reverses: 0, leg: exchange.leg } as const;
    const kind = CommandKind.closeCopyPosition;
    expect(exchange.send({ kind, ...own, portfolio: bobs }).code).toBe(0);
    expect(lotsOf(trader, bobs)).toEqual([10, 39]);
  });

  test('those that close without saying so', () => {
    bait();
    exchange.rest(DAN, 200, 98);
    expect(exchange.order(ANN, trader, -10).code).toBe(0);
    expect(lotsOf(trader, bobs)).toEqual([9, 90]);
  });

  test('those with a limit are refused by it', () => {
    bait();
    const low = { code: Reject.priceBandLow, limit: 99, value: 97 };
    for (const force of [TimeInForce.ioc, TimeInForce.gtc]) {
      expect(exchange.order(ANN, trader, -1, 97, 1, force)).toMatchObject(low);
    }
    const high = { code: Reject.priceBandHigh, limit: 102, value: 103 };
    expect(exchange.order(ANN, trader, 1, 103)).toMatchObject(high);
    const { id } = exchange.wait(ANN, trader, -1, 110, 1);
    expect(exchange.amend(ANN, trader, id, 97, 0)).toMatchObject(low);
  });

  test('those of followers who leave, by themselves, let go or left', () => {
    bait();
    exchange.send({
      ...{ kind: CommandKind.removeCopyFollower, user: ANN, portfolio: trader, follower: bobs },
    });
    expect(lotsOf(bobs)).toEqual([89]);
    // Whom the trader has let go trades as far as a liquidation by an own command alone.
    exchange.rest(DAN, 20, 98);
    exchange.end(ANN, trader);
    exchange.finish();
    expect(lotsOf(bobs)).toEqual([89]);
    expect(exchange.stop(BOB, bobs).code).toBe(0);
    expect(lotsOf(bobs)).toEqual([69]);
    exchange.send({
      ...{ kind: CommandKind.removeCopyFollower, user: ANN, portfolio: trader, follower: bobs },
    });
    expect(lotsOf(bobs)).toEqual([69]);
    exchange.end(ANN, trader);
    const events = exchange.finish();
    expect(lotsOf(bobs)).toEqual([69]);
    expect(events.filter(({ kind }) => kind === EventKind.contractTrade)).toEqual([]);
    exchange.restore();
  });
});

test('a follower with a limit of slippage is left out of what is beyond it', () => {
  exchange.set(BOB, bobs, { slippagePpm: 10_000 });
  exchange.rest(ANN, -500, 102);
  exchange.order(ANN, trader, 3);
  expect(lotsOf(trader, bobs)).toEqual([3, 0]);
  exchange.set(BOB, bobs, { slippagePpm: 20_000 });
  const said = exchange.order(ANN, trader, 3);
  expect(said.events.flatMap((e) => (e.kind === EventKind.copyFilled ? [e.leftOut] : []))).toEqual([
    CopyLeftOut.none,
    CopyLeftOut.none,
  ]);
});

describe('trades of a batch with its trader’s own account count in no volume', () => {
  const owns = (events: readonly Event[]) =>
    events.flatMap((event) => (event.kind === EventKind.contractTrade ? [event.own] : []));

  test('as the one that takes', () => {
    exchange.rest(ANN, -5, 100);
    exchange.rest(DAN, -500, 101);
    expect(owns(exchange.order(ANN, trader, 1).events)).toEqual([true, false]);
    expect(lotsOf(trader, bobs)).toEqual([1, 10]);
  });

  test('as the one that waits, also where it was amended', () => {
    const { id } = exchange.wait(ANN, trader, 1, 99);
    expect(owns(exchange.rest(ANN, -1, 99).events)).toEqual([true]);
    expect(owns(exchange.rest(DAN, -1, 99).events)).toEqual([false]);
    exchange.finish();
    exchange.rest(ANN, -1, 101);
    expect(owns(exchange.amend(ANN, trader, id, 101, 0).events)).toEqual([true]);
  });
});
