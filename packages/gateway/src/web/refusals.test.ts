/** Orders that were refused: one's own alone, by account, narrowed and page by page, each with its receipt. */
import {
  AccountKind,
  accountOf,
  EventKind,
  OrderType,
  parseWireUserId,
  RefusedForm,
  Reject,
  receiptLines,
  rowsOf,
  Side,
} from '@halcyon/domain';
import type { ReceiptAnswer, RefusalPage } from '@halcyon/domain/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BTCUSDT, ETHUSDT, type EventInput } from '../ws/testing/market.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const PATH = '/api/web/v1/orders/refused';
const { spot, crossMargin, isolatedMargin } = AccountKind;

let server: TestGateway;
let owner: Browser;
let stranger: Browser;

beforeAll(async () => {
  server = await startTestGateway();
  const { engine, records } = server;
  records.push(rowsOf({ firstSeq: 1, lastSeq: engine.seq, time: 1, events: [] }));
  engine.onCommit((batch) => records.push(rowsOf(batch)));
  engine.commit(
    [BTCUSDT, ETHUSDT].map((instrument) => ({ kind: EventKind.instrumentSet, instrument })),
  );
  owner = new Browser(server.url);
  stranger = new Browser(server.url);
  const uid = parseWireUserId(await owner.register('refused@example.com')) ?? 0;
  await stranger.register('refused-stranger@example.com');
  const refuse = (kind: AccountKind, more: object) => {
    const what = {
      ...{ kind: EventKind.orderRefused, account: accountOf(uid, kind), instrument: 0 },
      ...{ form: RefusedForm.order, side: Side.buy, type: OrderType.limit, trigger: 0 },
      ...{ price: 6_000_000, quantity: 1_000, quoteAmount: 0, clientId: '' },
    };
    engine.commit([{ ...what, ...more } as EventInput]);
  };
  const { insufficientBalance, postOnlyWouldTake, fokNotFillable, ocoPrices } = Reject;
  refuse(spot, { code: insufficientBalance, limit: 10_00000000, value: 60_00000000 });
  refuse(spot, { side: Side.sell, code: insufficientBalance, limit: 0, value: 100_000 });
  refuse(spot, { instrument: 1, code: postOnlyWouldTake, limit: 5_000_000, value: 6_000_000 });
  const oco = { form: RefusedForm.oco, trigger: 5_500_000, clientId: 'mine' };
  refuse(spot, { ...oco, code: ocoPrices, limit: 5_000_000, value: 5_500_000 });
  refuse(crossMargin, { code: fokNotFillable, limit: 400, value: 1_000 });
  refuse(isolatedMargin, { code: Reject.openOrdersInstrument, limit: 200, value: 200 });
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

async function asked(query = '', by = owner): Promise<RefusalPage> {
  const answer = await by.call<RefusalPage>('GET', `${PATH}?${query}`);
  expect([query, answer.status, answer.msg]).toEqual([query, 200, 'success']);
  return answer.data;
}

async function told(query = '', by = owner): Promise<string[]> {
  const { rows } = await asked(query, by);
  return rows.map(({ refusal: { account, form, side, symbol, refused, limit, value, unit } }) =>
    [account, form, side, symbol, refused, limit, value, unit].join(' '),
  );
}

it('each account has its own, newest first, with what was broken and by what', async () => {
  expect(await told()).toEqual([
    'spot oco buy BTCUSDT ocoPrices 50000 55000 USDT',
    'spot order buy ETHUSDT postOnlyWouldTake 50000 60000 USDT',
    'spot order sell BTCUSDT insufficientBalance 0 0.001 BTC',
    'spot order buy BTCUSDT insufficientBalance 10 60 USDT',
  ]);
  expect(await told('account=margin')).toEqual([
    'isolated order buy BTCUSDT openOrdersInstrument   ',
    'crossed order buy BTCUSDT fokNotFillable 0.04 0.1 BTC',
  ]);
  expect(await told('account=crossed')).toHaveLength(1);
  expect(await told('account=futures')).toEqual([]);
  expect(await told('', stranger)).toEqual([]);
});

it('they are narrowed, and come page by page', async () => {
  expect(await told('side=sell')).toHaveLength(1);
  expect(await told('symbol=ethusdt')).toHaveLength(1);
  expect(await told('startTime=1&endTime=2')).toEqual([]);
  const first = await asked('limit=3');
  expect([first.rows.length, first.next]).toEqual([3, first.rows[2]?.id]);
  const second = await asked(`limit=3&before=${first.next}`);
  expect([second.rows.length, second.next]).toEqual([1, null]);
  for (const [query, field] of [
    ['account=vault', 'account'],
    ['side=both', 'side'],
    ['limit=0', 'limit'],
    ['before=x', 'before'],
  ] as const) {
    const { status, msg } = await owner.call('GET', `${PATH}?${query}`);
    expect([query, status, msg]).toEqual([query, 400, expect.stringContaining(field)]);
  }
});

it('each opens its receipt, which says what the list says; nobody else has it', async () => {
  const { rows } = await asked();
  for (const { id, refusal } of rows) {
    const query = `of=refusal&account=spot&id=${id}`;
    const { data } = await owner.call<ReceiptAnswer>('GET', `/api/web/v1/receipt?${query}`);
    expect(data.receipt).toEqual(refusal);
    const foreign = await stranger.call('GET', `/api/web/v1/receipt?${query}`);
    expect(foreign.status).toBe(404);
  }
  const [line] = receiptLines(rows.at(-1)!.refusal);
  expect(line).toMatchObject({ name: 'beyond', sum: '60 − 10', result: '50', holds: true });
});
