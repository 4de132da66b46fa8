/** The ledgers of the spot and the funding account: each its own entries, with the balance after each. */
import {
  AccountKind,
  accountOf,
  EventKind,
  PostingReason,
  parseWireUserId,
  rowsOf,
} from '@halcyon/domain';
import type { OrderPage } from '@halcyon/domain/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EventInput, posting } from '../ws/testing/market.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const PATH = '/api/web/v1/ledger';
const { deposit, transferIn, transferOut, withdraw, withdrawFee } = PostingReason;

interface Row {
  readonly businessType: string;
  readonly coin: string;
  readonly size: string;
  readonly balance: string;
  readonly billId: string;
}

let server: TestGateway;
let browser: Browser;
let stranger: Browser;

beforeAll(async () => {
  server = await startTestGateway();
  const coin = (id: number, code: string) =>
    ({
      kind: EventKind.assetListed,
      asset: { id, code, name: code, scale: 8 },
      seq: 1,
      time: 1,
    }) as const;
  const events = [coin(0, 'BTC'), coin(1, 'USDT')];
  server.records.push(rowsOf({ firstSeq: 1, lastSeq: server.engine.seq, time: 1, events }));
  server.engine.onCommit((batch) => server.records.push(rowsOf(batch)));
  browser = new Browser(server.url);
  stranger = new Browser(server.url);
  const uid = parseWireUserId(await browser.register('ledger@example.com')) ?? 0;
  await stranger.register('ledger-stranger@example.com');
  const held = new Map<string, bigint>();
  const entry = (kind: AccountKind, asset: number, reason: PostingReason, units: bigint) => {
    const available = (held.get(`${kind} ${asset}`) ?? 0n) + units;
    held.set(`${kind} ${asset}`, available);
    const event = { ...posting(accountOf(uid, kind), asset, units), reason, available };
    server.engine.commit([event as EventInput]);
  };
  entry(AccountKind.spot, 1, deposit, 9_00000000n);
  entry(AccountKind.spot, 1, transferOut, -5_00000000n);
  entry(AccountKind.funding, 1, transferIn, 5_00000000n);
  entry(AccountKind.funding, 0, transferIn, 1_00000000n);
  entry(AccountKind.funding, 1, transferOut, -2_00000000n);
  entry(AccountKind.spot, 0, deposit, 9_00000000n);
  entry(AccountKind.spot, 0, withdraw, -4_00000000n);
  entry(AccountKind.spot, 0, withdrawFee, -1_00000000n);
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

async function asked(query: string, by = browser): Promise<OrderPage<Row>> {
  const answer = await by.call<OrderPage<Row>>('GET', `${PATH}?${query}`);
  expect([query, answer.status, answer.msg]).toEqual([query, 200, 'success']);
  return answer.data;
}

async function told(query: string, by = browser): Promise<string[]> {
  const { rows } = await asked(query, by);
  return rows.map((row) => `${row.businessType} ${row.size} ${row.coin}, ${row.balance}`);
}

it('each account has its own entries, newest first, and the balance of their coin after each', async () => {
  expect(await told('account=funding')).toEqual([
    'transfer_out -2 USDT, 3',
    'transfer_in 1 BTC, 1',
    'transfer_in 5 USDT, 5',
  ]);
  const spot = ['transfer_out -5 USDT, 4', 'deposit 9 USDT, 9'];
  expect(await told('account=spot&coin=usdt')).toEqual(spot);
  expect(await told('account=funding', stranger)).toEqual([]);
});

it('what leaves and the fee of it are told apart', async () => {
  const [out, fee] = ['withdraw -4 BTC, 5', 'withdraw_fee -1 BTC, 4'];
  expect(await told('account=spot&coin=btc')).toEqual([fee, out, 'deposit 9 BTC, 9']);
  expect(await told('account=spot&businessType=WITHDRAW')).toEqual([out]);
  expect(await told('account=spot&businessType=WITHDRAW_FEE')).toEqual([fee]);
});

it('they are narrowed, and come page by page', async () => {
  expect(await told('account=funding&coin=btc')).toHaveLength(1);
  expect(await told('account=funding&businessType=TRANSFER_OUT')).toHaveLength(1);
  expect(await told('account=funding&businessType=airdrop_rewards')).toEqual([]);
  // More days than the trading API takes at once.
  expect(await told(`account=funding&startTime=1&endTime=${Date.now() + 9e11}`)).toHaveLength(3);
  expect(await told('account=funding&startTime=1&endTime=2')).toEqual([]);
  const first = await asked('account=funding&limit=2');
  expect([first.rows.length, first.next]).toEqual([2, first.rows[1]?.billId]);
  const second = await asked(`account=funding&limit=2&before=${first.next}`);
  expect([second.rows.length, second.next]).toEqual([1, null]);
});

it('what does not fit is refused by name', async () => {
  const wrong = {
    '': 'account is required',
    'account=crossed': 'account must be spot/funding',
    'account=spot&coin=NONE': 'NONE',
    'account=spot&businessType=x': 'businessType must be',
    'account=spot&limit=101': 'limit must be a whole number from 1 to 100',
    'account=spot&before=x': 'before must be an id of at most 19 digits, not x',
    'account=spot&startTime=x': 'startTime',
  };
  for (const [query, message] of Object.entries(wrong)) {
    const answer = await browser.call('GET', `${PATH}?${query}`);
    expect([query, answer.status]).toEqual([query, 400]);
    expect(answer.msg).toContain(message);
  }
  const { status } = await new Browser(server.url).call('GET', `${PATH}?account=spot`);
  expect(status).toBe(401);
});
