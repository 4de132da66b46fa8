/** The web app's lists of open orders, and cancelling what was listed. */
import {
  AccountKind,
  accountOf,
  CommandKind,
  parseWireUserId,
  Side,
  wireId,
} from '@halcyon/domain';
import type { Cancellable, CancelledOrders, OpenOrderPage } from '@halcyon/domain/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ETHUSDT, opened } from '../ws/testing/market.ts';
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
