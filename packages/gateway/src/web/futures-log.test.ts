/** The past of futures accounts: what it is narrowed to, who may ask, and how it may be asked for. */
import {
  AccountKind,
  accountOf,
  EventKind,
  MarginMode,
  PositionLeg,
  PostingReason,
  Product,
  parseWireUserId,
  rowsOf,
  Side,
  wireId,
} from '@halcyon/domain';
import { FUTURES_LOGS, type OrderPage } from '@halcyon/domain/web';
import type { PositionRecord } from '@halcyon/records';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RestContext } from '../http/context.ts';
import { futuresLog } from '../translate/futures-log.ts';
import { BTCUSDT, type EventInput, posting } from '../ws/testing/market.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const PATH = '/api/web/v1/futures/log';

let server: TestGateway;
let browser: Browser;
let account: number;

beforeAll(async () => {
  server = await startTestGateway();
  const coin = { id: 1, code: 'USDT', name: 'USDT', scale: 8 };
  const contract = { ...BTCUSDT, id: 2, symbol: 'XBTUSDT', product: Product.usdtFutures };
  const events = [
    { kind: EventKind.assetListed, asset: coin, seq: 1, time: 1 },
    { kind: EventKind.instrumentSet, instrument: contract, seq: 1, time: 1 },
  ] as const;
  server.engine.commit([{ kind: EventKind.instrumentSet, instrument: contract }]);
  server.records.push(rowsOf({ firstSeq: 1, lastSeq: server.engine.seq, time: 1, events }));
  server.engine.onCommit((batch) => server.records.push(rowsOf(batch)));
  browser = new Browser(server.url);
  const uid = parseWireUserId(await browser.register('futures-log@example.com')) ?? 0;
  account = accountOf(uid, AccountKind.usdtFutures);
  const { transferIn, liquidationFee } = PostingReason;
  const entry = (reason: PostingReason, units: bigint) =>
    server.engine.commit([{ ...posting(account, 1, units), reason } as EventInput]);
  entry(transferIn, 5_00000000n);
  entry(liquidationFee, -1_00000000n);
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

async function asked(query: string): Promise<OrderPage<{ businessType: string; endId: string }>> {
  const answer = await browser.call<OrderPage<never>>('GET', `${PATH}?${query}`);
  expect([query, answer.status, answer.msg]).toEqual([query, 200, 'success']);
  return answer.data;
}

it('the ledger is narrowed to what its entries come from, page by page', async () => {
  const words = async (query: string) =>
    (await asked(`list=ledger&${query}`)).rows.map(
      (row) => 'businessType' in row && row.businessType,
    );
  expect(await words('')).toEqual(['liquidation_fee', 'trans_from_exchange']);
  expect(await words('businessType=liquidation_fee')).toEqual(['liquidation_fee']);
  expect(await words('businessType=buy')).toEqual([]);
  const first = await asked('list=ledger&limit=1');
  expect([first.rows.length, first.next]).toEqual([1, (first.rows[0] as { endId: string }).endId]);
  expect(await words(`limit=1&before=${first.next}`)).toEqual(['trans_from_exchange']);
  for (const list of FUTURES_LOGS.filter((name) => name !== 'ledger')) {
    expect([list, await asked(`list=${list}`)]).toEqual([list, { rows: [], next: null }]);
  }
});

const CLOSED: PositionRecord = {
  ...{ account: 1, instrument: 2, leg: PositionLeg.net, opened: 5, side: Side.sell },
  ...{ marginMode: MarginMode.isolated, leverage: 10, lots: 0, cost: 0, margin: 0 },
  ...{ openedLots: 10n, openedValue: 100n, closedLots: 10n, closedValue: 90n },
  ...{ profit: 10, fees: 1, openingFees: 1, funding: 0, closedId: 9 },
  ...{ openedAt: 1, closedAt: 2, updatedAt: 2, seq: 3 },
};

it('every narrowing reaches the records, and a page is behind the row before it', async () => {
  const queries: object[] = [];
  const history = {
    positionHistory: async (query: object) => {
      queries.push(query);
      return [CLOSED, { ...CLOSED, closedId: 8 }];
    },
  };
  const venueContext = { views: server.engine.views, history } as unknown as RestContext;
  const filter = { side: Side.sell, marginMode: MarginMode.isolated, before: 10, limit: 1 };
  const page = await futuresLog(venueContext, account as never, 'positions', filter);
  expect(page).toMatchObject({ rows: [{ holdSide: 'short', endId: wireId(9) }], next: wireId(9) });
  expect(queries).toMatchObject([
    { account, side: Side.sell, marginMode: MarginMode.isolated, idLessThan: 10, limit: 3 },
  ]);
});

it('what does not fit is refused by name, and those who are not signed in', async () => {
  const wrong = {
    '': 'list is required',
    'list=nothing': 'list must be fills/ledger',
    'list=fills&side=long': 'side must be buy/sell',
    'list=fills&order=x': 'order must be an id of at most 19 digits, not x',
    [`list=ledger&order=${wireId(7)}`]: 'order is of fills only',
    'list=ledger&businessType=x': 'businessType must be',
    'list=fills&businessType=buy': 'businessType is of ledger only',
    'list=positions&holdSide=net': 'holdSide must be long/short',
    'list=fills&mode=crossed': 'mode is of positions and liquidations only',
    'list=liquidations&mode=all': 'mode must be crossed/isolated',
    'list=funding&way=up': 'way must be received/paid',
    'list=funding&limit=101': 'limit must be a whole number from 1 to 100',
    'list=funding&before=x': 'before must be an id of at most 19 digits, not x',
    'list=positions&symbol=BTCUSDT': 'BTCUSDT does not exist',
  };
  for (const [query, message] of Object.entries(wrong)) {
    const answer = await browser.call('GET', `${PATH}?${query}`);
    expect([query, answer.status]).toEqual([query, 400]);
    expect(answer.msg).toContain(message);
  }
  const { status } = await new Browser(server.url).call('GET', `${PATH}?list=fills`);
  expect(status).toBe(401);
});
