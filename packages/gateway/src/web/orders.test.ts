/** The web app's lists of open orders, and cancelling what was listed. */
import {
  AccountKind,
  accountOf,
  CommandKind,
  EventKind,
  ownerOf,
  PlanType,
  parseWireUserId,
  Side,
  TriggerBy,
  wireId,
} from '@halcyon/domain';
import type { Cancellable, CancelledOrders, OpenOrderPage } from '@halcyon/domain/web';
import { type PlanRecord, StoredPlanStatus } from '@halcyon/records';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HistoryReads } from '../http/ports.ts';
import { orderHistory } from '../translate/order-history.ts';
import { CONTRACT, ETHUSDT, opened } from '../ws/testing/market.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1/orders';
const COUNT = 230;

let server: TestGateway;
let browser: Browser;
let account: number;

beforeAll(async () => {
  server = await startTestGateway();
  browser = new Browser(server.url);
  const uid = parseWireUserId(await browser.register('orders@example.com'));
  account = accountOf(uid ?? 0, AccountKind.spot);
  for (let order = 1; order <= COUNT; order++) open(order, order % 3 === 0 ? Side.sell : Side.buy);
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

function open(order: number, side: Side, instrument = 0): void {
  const event = opened(order, account, side, 5_000_000, 10);
  server.engine.commit([{ ...event, instrument } as typeof event]);
}

async function list(query: string): Promise<OpenOrderPage<{ orderId: string }>> {
  const answer = await browser.call<OpenOrderPage<{ orderId: string }>>(
    'GET',
    `${API}/open?list=book${query}`,
  );
  expect([answer.status, answer.msg]).toEqual([200, 'success']);
  return answer.data;
}

describe('open orders', () => {
  it('are all there in one page of 500, with their number', async () => {
    const page = await list('');
    expect([page.total, page.rows.length, page.next]).toEqual([COUNT, COUNT, null]);
  });

  it('come page by page, each once, newest first', async () => {
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page: OpenOrderPage<{ orderId: string }> = await list(`&limit=100&before=${next}`);
      expect(page.total).toBe(COUNT);
      seen.push(...page.rows.map((row) => row.orderId));
      next = page.next;
    }
    expect(seen).toEqual(Array.from({ length: COUNT }, (_, i) => wireId(COUNT - i)));
  });

  it.each([
    ['list', 'list=all'],
    ['limit', 'list=book&limit=501'],
    ['limit', 'list=book&limit=0'],
    ['before', 'list=book&before=x'],
    ['list', ''],
  ])('a %s that does not fit is refused by name: %s', async (field, query) => {
    const answer = await browser.call('GET', `${API}/open?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.msg).toContain(field);
  });

  it('of another pair are none, and an unknown pair is refused', async () => {
    expect((await list('&symbol=ETHUSDT')).rows).toEqual([]);
    const answer = await browser.call('GET', `${API}/open?list=book&symbol=NONE`);
    expect(answer).toMatchObject({ status: 400, reason: 'symbolUnknown' });
  });
});

describe('cancelling all', () => {
  const cancels = () =>
    server.engine.commands.flatMap((one) => (one.kind === CommandKind.cancel ? one.order : []));

  it('names how many of which pair, kind and side, and cancels those and none that came later', async () => {
    open(COUNT + 1, Side.buy, ETHUSDT.id);
    const asked = await browser.call<Cancellable>('GET', `${API}/cancellable?list=book`);
    expect(asked.data).toEqual({
      groups: [
        { symbol: 'BTCUSDT', kind: 'limit', side: 'buy', count: 154 },
        { symbol: 'BTCUSDT', kind: 'limit', side: 'sell', count: 76 },
        { symbol: 'ETHUSDT', kind: 'limit', side: 'buy', count: 1 },
      ],
      upTo: wireId(COUNT + 1),
    });
    open(COUNT + 2, Side.buy);
    const body = { list: 'book', upTo: asked.data.upTo };
    const before = cancels().length;
    const ofPair = await browser.call<CancelledOrders>('POST', `${API}/cancel`, {
      ...body,
      symbol: 'ETHUSDT',
    });
    expect(ofPair.data).toEqual({ cancelled: 1, refused: 0 });
    expect(cancels().slice(before)).toEqual([COUNT + 1]);
    const all = await browser.call<CancelledOrders>('POST', `${API}/cancel`, body);
    expect(all.data).toEqual({ cancelled: COUNT + 1, refused: 0 });
    expect(cancels()).not.toContain(COUNT + 2);
    expect(cancels().every((order) => order <= COUNT + 1)).toBe(true);
  });

  it('counts what had ended as neither, and what was refused', async () => {
    const { answer } = server.engine;
    server.engine.answer = (command) => {
      if (command.kind !== CommandKind.cancel) return answer(command);
      return { code: command.order === 1 ? 601 : command.order === 2 ? 201 : 0 };
    };
    const body = { list: 'book', upTo: wireId(3) };
    const all = await browser.call<CancelledOrders>('POST', `${API}/cancel`, body);
    server.engine.answer = answer;
    expect(all.data).toEqual({ cancelled: 1, refused: 1 });
  });

  it.each([
    [{ list: 'book' }, 'upTo'],
    [{ upTo: wireId(1) }, 'list'],
    [{ list: 'book', upTo: 'all' }, 'upTo'],
  ])('%j is refused by name and cancels nothing', async (body, field) => {
    const before = cancels().length;
    const answer = await browser.call('POST', `${API}/cancel`, body);
    expect([answer.status, answer.msg.includes(field)]).toEqual([400, true]);
    expect(cancels().length).toBe(before);
  });
});

describe('of contracts', () => {
  /** Ids behind those of the pairs. */
  const FIRST = 1_000;
  let futures: number;

  beforeAll(() => {
    futures = accountOf(ownerOf(account), AccountKind.usdtFutures);
    server.engine.commit([{ kind: EventKind.instrumentSet, instrument: CONTRACT }]);
    for (let id = FIRST; id < FIRST + 5; id++) {
      const event = opened(id, futures, Side.sell, 6_100_000, 10);
      server.engine.commit([{ ...event, instrument: CONTRACT.id } as typeof event]);
    }
    for (let id = FIRST + 5; id < FIRST + 8; id++) plan(id);
  });

  function plan(id: number): void {
    const prices = { triggerPrice: 5_900_000, price: 0, quantity: 12, quoteAmount: 0 };
    server.engine.commit([
      {
        kind: EventKind.planOpened,
        plan: id,
        account: futures,
        instrument: CONTRACT.id,
        side: Side.sell,
        planType: PlanType.positionLoss,
        triggerBy: TriggerBy.mark,
        callbackPpm: 0,
        clientId: '',
        parent: 0,
        ...prices,
      },
    ]);
  }

  async function read(query: string) {
    type Page = OpenOrderPage<{ orderId: string; posMode: string; planType?: string }>;
    return (await browser.call<Page>('GET', `${API}/open?${query}`)).data;
  }

  it('orders and plans are lists of their own, with their number, page by page', async () => {
    const first = await read('list=contractBook&limit=3');
    expect([first.total, first.next]).toEqual([5, wireId(FIRST + 2)]);
    expect(first.rows[0]).toMatchObject({ orderId: wireId(FIRST + 4), posMode: 'one_way_mode' });
    const rest = await read(`list=contractBook&limit=3&before=${first.next}`);
    expect(rest.rows.map((row) => row.orderId)).toEqual([wireId(FIRST + 1), wireId(FIRST)]);
    const plans = await read('list=contractPlans&symbol=BTCUSDT');
    expect([plans.total, plans.rows.length, plans.next]).toEqual([3, 3, null]);
    expect(plans.rows[0]).toMatchObject({ orderId: wireId(FIRST + 7), planType: 'loss_plan' });
  });

  it('plans that ended are a history of their own, without orders', async () => {
    const ended: PlanRecord = {
      ...{ id: FIRST + 5, account: futures, instrument: CONTRACT.id, side: Side.sell, seq: 1 },
      ...{ planType: PlanType.positionLoss, triggerBy: TriggerBy.mark, triggerPrice: 5_900_000 },
      ...{ price: 0, quantity: 0, quoteAmount: 0, callbackPpm: 0, clientId: '', parent: 0 },
      ...{ status: StoredPlanStatus.executed, order: 77, code: 0, createdAt: 5, updatedAt: 9 },
      ...{ options: 0, takeProfitTrigger: 0, takeProfitPrice: 0, takeProfitBy: TriggerBy.last },
      ...{ stopLossTrigger: 0, stopLossPrice: 0, stopLossBy: TriggerBy.last },
    };
    const planHistory = vi.fn(async (_query: object) => [ended]);
    const ordersAsked = vi.fn(async (_query: object) => []);
    const history = { planHistory, orderHistory: ordersAsked } as unknown as HistoryReads;
    const filter = {
      ...{ instrument: CONTRACT.id, side: Side.sell, kind: undefined, status: undefined },
      ...{ startTime: undefined, endTime: undefined, before: undefined, limit: 10 },
    };
    const read = async (only?: 'plans') => {
      const { views } = server.engine;
      return (await orderHistory({ views, history }, futures, { ...filter, only })).rows;
    };
    expect(await read('plans')).toMatchObject([
      {
        ...{ id: wireId(FIRST + 5), symbol: 'BTCUSDT', kind: 'stopLoss', side: 'sell' },
        ...{ size: '0.0000', price: '', status: 'executed', linked: wireId(77), createdAt: 5 },
      },
    ]);
    const asked = { account: futures, instrument: CONTRACT.id, side: Side.sell, limit: 11 };
    expect(planHistory.mock.calls[0]?.[0]).toMatchObject(asked);
    expect(ordersAsked).not.toHaveBeenCalled();
    await read();
    expect(ordersAsked).toHaveBeenCalledOnce();
  });

  it('a part or contract that there is not is refused by name', async () => {
    const path = `${API}/history?account=futures`;
    const wrong = await browser.call('GET', `${path}&only=book`);
    expect([wrong.status, wrong.msg]).toEqual([400, expect.stringContaining('only must be')]);
    const none = await browser.call('GET', `${path}&symbol=ETHUSDT`);
    expect(none).toMatchObject({ status: 400, reason: 'symbolUnknown' });
  });

  it('a pair without a contract is refused', async () => {
    const answer = await browser.call('GET', `${API}/open?list=contractBook&symbol=ETHUSDT`);
    expect(answer).toMatchObject({ status: 400, reason: 'symbolUnknown' });
  });

  it('what is named is cancelled, of the futures account alone, and nothing that came later', async () => {
    const asked = await browser.call<Cancellable>('GET', `${API}/cancellable?list=contractPlans`);
    expect(asked.data).toEqual({
      groups: [{ symbol: 'BTCUSDT', kind: 'stopLoss', side: 'sell', count: 3 }],
      upTo: wireId(FIRST + 7),
    });
    plan(FIRST + 8);
    const before = server.engine.commands.length;
    const body = { list: 'contractPlans', symbol: 'BTCUSDT', upTo: asked.data.upTo };
    const answer = await browser.call<CancelledOrders>('POST', `${API}/cancel`, body);
    expect(answer.data).toEqual({ cancelled: 3, refused: 0 });
    const kind = CommandKind.cancelPlan;
    expect(server.engine.commands.slice(before)).toEqual(
      [7, 6, 5].map((id) => ({ kind, account: futures, order: FIRST + id, clientId: '' })),
    );
  });
});
