/** Receipts as pages ask for them: of one's own entries alone. */
import {
  DoneReason,
  EventKind,
  FIRST_LINK,
  parseWireUserId,
  type ReceiptProof,
  type ReceiptStanding,
  rowsOf,
  type SealAnswer,
  type SealPort,
  Side,
  SystemAccount,
  wireId,
  wireUserId,
} from '@halcyon/domain';
import type { ReceiptAnswer, SealsAnswer } from '@halcyon/domain/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BTCUSDT, done, meeting, opened, posting, SELLER } from '../ws/testing/market.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const PATH = '/api/web/v1/receipt';
const TRADE = 7;
const EXCHANGE = 'of this test';

const SEAL: SealAnswer = {
  ...{ exchange: EXCHANGE, venue: 'live', from: 1, to: 9, receipts: 1 },
  ...{ previous: FIRST_LINK, journal: FIRST_LINK, root: FIRST_LINK, link: FIRST_LINK },
};
const { from, to, receipts, previous, journal } = SEAL;
const PROOF: ReceiptProof = {
  salt: '0'.repeat(32),
  path: [],
  seal: { from, to, receipts, previous, journal },
};
let proven: ReceiptProof | ReceiptStanding | null = null;
let wanted = 0;
const seals: SealPort = {
  proof: () => proven,
  list: () => [SEAL, { ...SEAL, from: 10, to: 20 }],
  want: () => {
    wanted += 1;
  },
};

let server: TestGateway;
let owner: Browser;
let user: number;

beforeAll(async () => {
  server = await startTestGateway({ exchange: EXCHANGE, seals });
  const { engine, records } = server;
  records.push(rowsOf({ firstSeq: 1, lastSeq: engine.seq, time: 1, events: [] }));
  engine.onCommit((batch) => records.push(rowsOf(batch)));
  engine.commit([
    { kind: EventKind.instrumentSet, instrument: BTCUSDT },
    { kind: EventKind.feeScheduleSet, tiers: [{ makerPpm: 100, takerPpm: 2_000 }] },
  ]);
  owner = new Browser(server.url);
  user = parseWireUserId(await owner.register('receipts@example.com')) ?? 0;
  const account = user * 8;
  const [price, quantity] = [6_000_050, 1_000];
  engine.commit([
    opened(1, SELLER, Side.sell, price, quantity),
    opened(2, account, Side.buy, price, quantity),
    meeting({ trade: TRADE, price, quantity, takerAccount: account, takerFee: 20_000 }),
    done(1, SELLER, DoneReason.filled),
    done(2, account, DoneReason.filled),
  ]);
  engine.commit([5, 6].flatMap((id) => deposited(account, id, BigInt(id) * 100_000_000n)));
  await records.reached(engine.seq);
});

/** A deposit of USDT and what it changes. */
function deposited(account: number, id: number, amount: bigint) {
  const said = { clientId: '', address: '', actor: 'test', reason: 'test' };
  const moved = { id, from: SystemAccount.external, to: account, asset: 1, amount, fee: 0n };
  return [
    { kind: EventKind.moved, movement: 'deposit', ...moved, ...said } as const,
    { ...posting(account, 1, amount), reference: id } as ReturnType<typeof posting>,
  ];
}

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

function ask(query: string, who = owner) {
  return who.call<ReceiptAnswer>('GET', `${PATH}?${query}`);
}

it('tells of a fill where it is in the journal, its inputs, its rate and what came of it', async () => {
  const { status, data } = await ask(`of=fill&id=${wireId(TRADE)}&role=taker`);
  expect([status, data]).toEqual([
    200,
    {
      proof: 'none',
      receipt: {
        ...{ version: 1, exchange: EXCHANGE, venue: 'live', user: wireUserId(user) },
        ...{ account: 'spot', seq: server.engine.seq - 1, time: expect.any(Number), kind: 'fill' },
        ...{ trade: wireId(TRADE), product: 'spot', symbol: 'BTCUSDT', base: 'BTC', coin: 'USDT' },
        ...{ side: 'buy', role: 'taker', price: '60000.5', size: '0.1', value: '6000.05' },
        ...{ rate: '0.002', fee: '0.0002', feeCoin: 'BTC', digits: 8, profit: null, net: '0.0998' },
      },
    },
  ]);
});

it('tells of an order as the sum of its fills, and of none that is open', async () => {
  const { data } = await ask(`of=order&id=${wireId(2)}`);
  const fill = [server.engine.seq - 1, wireId(TRADE), 'taker', '60000.5', '0.1', '6000.05'];
  expect(data?.receipt).toMatchObject({
    ...{ kind: 'order', order: wireId(2), ended: 'filled', fills: [[...fill, '0.0002', '0']] },
    ...{ filled: '0.1', value: '6000.05', fee: '0.0002', feeCoin: 'BTC', net: '0.0998' },
  });
});

it('finds what a deposit changed, of two in one command too', async () => {
  for (const id of [5, 6]) {
    const { data } = await ask(`of=movement&id=${wireId(id)}`);
    const told = { kind: 'entry', reason: 'deposit', reference: wireId(id), change: String(id) };
    expect(data?.receipt).toMatchObject({ ...told, account: 'spot', coin: 'USDT' });
  }
});

it('is not given to others, nor of another account, nor to who is not signed in', async () => {
  const stranger = new Browser(server.url);
  await stranger.register('curious@example.com');
  const fill = `of=fill&id=${wireId(TRADE)}`;
  for (const [who, query] of [
    [stranger, fill],
    [owner, `${fill}&account=futures`],
    // The other side of the trade is somebody else's.
    [owner, `${fill}&role=maker`],
    [owner, `of=fill&id=${wireId(TRADE + 1)}`],
    [owner, `of=entry&id=${wireId(1_000)}`],
    [stranger, `of=order&id=${wireId(2)}`],
    [owner, `of=order&id=${wireId(1)}`],
    [owner, `of=position&account=futures&id=${wireId(TRADE * 4)}`],
    [owner, `of=interest&account=crossed&id=${wireId(1)}`],
    [owner, `of=liquidation&account=futures&id=${wireId(1)}`],
    [owner, `of=liquidation&account=isolated&id=${wireId(1)}`],
    [stranger, `of=movement&id=${wireId(5)}`],
    [owner, `of=debt&account=crossed&id=${wireId(1)}`],
    [owner, `of=level&id=${wireId(1)}`],
    [owner, `of=rejection&id=${wireId(2)}`],
  ] as const) {
    const { status, msg } = await ask(query, who);
    expect([query, status, msg]).toEqual([query, 404, 'There is no such entry.']);
  }
  expect((await ask(fill, new Browser(server.url))).status).toBe(401);
});

it('refuses a question by the name of its field', async () => {
  for (const [query, told] of [
    ['of=trade&id=1', 'of must be fill/order/position/entry'],
    ['of=fill', 'id is required'],
    ['of=fill&id=7', 'id must be an id of this exchange, not 7'],
    [`of=fill&id=${wireId(TRADE)}&role=both`, 'role must be maker/taker'],
    [`of=fill&id=${wireId(TRADE)}&account=all`, 'account must be spot'],
  ] as const) {
    const { status, msg } = await ask(query);
    expect([query, status, msg]).toEqual([query, 400, expect.stringContaining(told)]);
  }
});

it('comes with its proof once it is sealed, which its person may have done sooner', async () => {
  const fill = `of=fill&id=${wireId(TRADE)}`;
  proven = 'waiting';
  expect((await ask(fill)).data?.proof).toBe('waiting');
  expect((await owner.call('POST', `${PATH}/seal`, { venue: 'live' })).status).toBe(200);
  expect(wanted).toBe(1);
  proven = PROOF;
  expect((await ask(fill)).data?.proof).toEqual(PROOF);
  // A sum over many commands.
  expect((await ask(`of=order&id=${wireId(2)}`)).data?.proof).toBe('parts');
  expect(
    (await new Browser(server.url).call('POST', `${PATH}/seal`, { venue: 'live' })).status,
  ).toBe(401);
  expect((await owner.call('POST', `${PATH}/seal`, {})).status).toBe(400);
});

it('comes without a proof where its seal is damaged or of an older form, and says which', async () => {
  for (const standing of ['damaged', 'older'] as const) {
    proven = standing;
    const { status, data } = await ask(`of=fill&id=${wireId(TRADE)}`);
    expect([status, data?.proof, data?.receipt.kind]).toEqual([200, standing, 'fill']);
  }
});

it('tells everyone the seals of a venue, from a place on', async () => {
  const stranger = new Browser(server.url);
  const list = (query: string) => stranger.call<SealsAnswer>('GET', `/api/web/v1/seals?${query}`);
  expect((await list('')).data?.seals.map((seal) => seal.from)).toEqual([1, 10]);
  expect((await list('venue=live&after=9')).data?.seals.map((seal) => seal.from)).toEqual([10]);
  expect((await list('venue=paper')).data?.seals).toEqual([]);
  for (const [query, told] of [
    ['after=-1', 'after must be'],
    ['after=soon', 'after must be'],
    ['venue=both', 'venue must be live/paper'],
  ] as const) {
    const { status, msg } = await list(query);
    expect([query, status, msg]).toEqual([query, 400, expect.stringContaining(told)]);
  }
});
