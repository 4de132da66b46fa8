/** Copied orders that wait for many followers are orders of the trader's account before they trade, and where they never do. */
import { DoneReason, OrderType, Side, TimeInForce } from '@halcyon/domain';
import type { CopiedOrderRecord, CopyGatheredRecord } from '@halcyon/records';
import { beforeAll, expect, it } from 'vitest';
import type { RestContext } from '../../src/http/context.ts';
import { copiedOrderNamed, endedCopied, waitingOrders } from '../../src/routes/copy/own-orders.ts';
import { list, WatchedEngine } from '../estate.ts';
import { NO_HISTORY } from './harness.ts';

const TRADER = 40;
const PAGE = { before: undefined, instrument: undefined, startTime: undefined, endTime: undefined };

let engine: WatchedEngine;

beforeAll(() => {
  engine = new WatchedEngine();
  list(engine);
});

function waiting(batch: number, ended: boolean): CopyGatheredRecord {
  return {
    ...{ batch, instrument: 2, leg: 0, side: Side.buy, type: OrderType.limit, price: 500_000 },
    ...{ timeInForce: TimeInForce.postOnly, lots: 100, followers: 3_000, ended, time: 1_000 },
    ...{ reason: ended ? DoneReason.cancelled : DoneReason.filled, code: 0, limit: 0, value: 0 },
  };
}

function traded(id: number): CopiedOrderRecord {
  return {
    ...{ id, instrument: 2, side: Side.sell, leg: 0, type: OrderType.market, price: 0 },
    ...{
      timeInForce: TimeInForce.ioc,
      lots: 100,
      filled: 100,
      cost: 600_00000000,
      fee: 36_000_000,
    },
    ...{ over: true, reason: DoneReason.filled, took: true, createdAt: 900, updatedAt: 950 },
  };
}

/** What the records would say. */
function contextWith(gathered: CopyGatheredRecord[], copied: CopiedOrderRecord[]): RestContext {
  const history = {
    copyGathered: async ({ id }: { readonly id?: number }) =>
      gathered.filter(({ batch }) => id === undefined || batch === id),
    copiedOrders: async ({ id }: { readonly id?: number }) =>
      copied.filter((order) => id === undefined || order.id === id),
  };
  const all = new Proxy(NO_HISTORY, {
    get: (none, name) => history[name as keyof typeof history] ?? none[name as keyof typeof none],
  });
  return { views: engine.views, history: all } as never as RestContext;
}

it('are live while followers are asked, and cancelled where they have ended', async () => {
  const context = contextWith([waiting(9, false), waiting(7, true)], [traded(8)]);
  expect(await copiedOrderNamed(context, TRADER, 9)).toMatchObject({
    ...{ id: 9, status: 'live', quantity: 100, price: 500_000, filledLots: 0, doneReason: null },
    ...{ timeInForce: TimeInForce.postOnly, createdTime: 1_000 },
  });
  expect(await copiedOrderNamed(context, TRADER, 7)).toMatchObject({
    ...{ status: 'canceled', doneReason: DoneReason.cancelled },
  });
  expect(await copiedOrderNamed(context, TRADER, 6)).toBeNull();
  expect((await waitingOrders(context, TRADER)).map(({ id }) => id)).toEqual([9]);
});

it('stand in the history in their place, and only where they are asked for', async () => {
  const context = contextWith([waiting(9, false), waiting(7, true)], [traded(8)]);
  const ended = (more: object) => endedCopied(context, TRADER, { ...PAGE, limit: 10, ...more });
  expect((await ended({})).map(({ id, status }) => [id, status])).toEqual([
    [8, 'filled'],
    [7, 'canceled'],
  ]);
  expect(await ended({ limit: 1 })).toHaveLength(1);
  expect((await ended({ startTime: 1_001 })).map(({ id }) => id)).toEqual([8]);
  expect((await ended({ instrument: 3 })).map(({ id }) => id)).toEqual([8]);
});
