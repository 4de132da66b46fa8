/** Trades within one owner in the records: they have fills, and are no price of an hour. */
import {
  AccountKind,
  accountOf,
  type Event,
  EventKind,
  OrderType,
  SelfTrade,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import { EventFilter } from '../src/feed/event-filter.ts';
import { historyMethods } from '../src/history-methods.ts';
import { RecordsProjection } from '../src/projection/projection.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { onBothDatabases } from './databases.ts';
import { RecordsEventStream } from './event-stream.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = 20_000 * DAY_MS;
const [ANN, BOB] = [16, 18];
const ORDER = {
  ...{ kind: EventKind.orderOpened, instrument: 0, type: OrderType.limit, price: 10 },
  ...{ timeInForce: TimeInForce.gtc, selfTrade: SelfTrade.none, quantity: 1_000 },
  ...{ quoteAmount: 0, options: 0, clientId: '', plan: 0 },
  ...{ takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 },
};
const TRADE = {
  ...{ kind: EventKind.trade, instrument: 0, quantity: 1, quote: 100, takerSide: Side.buy },
  ...{ makerFee: 0, takerFee: 0, makerRemaining: 1, takerRemaining: 1 },
};

test('a price within one owner does not take the place of the first one of an hour', () => {
  const filter = new EventFilter();
  const bots = { makerAccount: accountOf(900, 0), takerAccount: accountOf(900, 0) };
  const sides = { ...bots, makerOrder: 1, takerOrder: 2, seq: 1 };
  const trade = { ...TRADE, ...sides, time: NOW, trade: 1, price: 5_000 };
  filter.people.learn(900, true);
  expect(filter.wants({ ...trade, own: true })).toBe(false);
  expect(filter.wants({ ...trade, own: false })).toBe(true);
});

onBothDatabases('trades within one owner in the records', (databases) => {
  test('have fills that say so, no price of an hour and no volume', async () => {
    const database = await openDatabase<RecordsTables>(await databases.fresh());
    const projection = await RecordsProjection.open(database, NOW);
    const listing = new RecordsEventStream(15).next();
    await projection.apply(listing);
    const seq = listing.lastSeq + 1;
    const filter = new EventFilter();
    for (const event of listing.events) filter.wants(event);
    const at = (more: object, n: number) => ({ seq, time: NOW + n, ...more }) as Event;
    const order = (id: number, user: number, side: Side): Event =>
      at({ ...ORDER, order: id, account: accountOf(user, AccountKind.spot), side }, 0);
    const trade = (n: number, maker: number, taker: number, price: number): Event => {
      const [makerAccount, takerAccount] = [maker, taker].map((user) => accountOf(user, 0));
      const orders = { makerOrder: maker * 10, takerOrder: taker * 10 + 1 };
      const own = maker === taker;
      return at({ ...TRADE, ...orders, makerAccount, takerAccount, trade: n, price, own }, n);
    };
    const events = [
      ...[order(160, ANN, Side.sell), order(161, ANN, Side.buy), order(181, BOB, Side.buy)],
      ...[trade(1, ANN, ANN, 5_000), trade(2, ANN, BOB, 12), trade(3, ANN, ANN, 5_000)],
    ];
    const sent = events.filter((event) => filter.wants(event));
    expect(sent).toEqual(events);
    await projection.apply({ firstSeq: seq, lastSeq: seq, events: sent });
    const { db } = database;
    const hour = NOW / HOUR_MS;
    const prices = await db
      .selectFrom('price_hours')
      .select('price')
      .where('hour', '=', hour)
      .where('instrument', '=', 0)
      .execute();
    expect(prices.map(({ price }) => Number(price))).toEqual([12]);
    const fills = await db.selectFrom('fills').select(['trade', 'own']).orderBy('trade').execute();
    expect(fills.map(({ trade: n, own }) => `${n}:${own}`)).toEqual([
      ...['1:1', '1:1', '2:0', '2:0', '3:1', '3:1'],
    ]);
    const asked = { users: [ANN, BOB], fromDay: 20_000, toDay: 20_000 };
    expect((await historyMethods.volumes(db, asked)).map(({ value }) => value)).toEqual([
      100n,
      100n,
    ]);
    await database.close();
  });
});
