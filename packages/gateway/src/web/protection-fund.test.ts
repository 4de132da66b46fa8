/** The protection fund as everybody may see it: its coins, and who paid or was paid for. */
import {
  AccountKind,
  accountOf,
  EventKind,
  LoanCause,
  type LoanTerms,
  MarginMode,
  NO_PAIR,
  PositionLeg,
  PostingReason,
  rowsOf,
  type SealAnswer,
  type SealPort,
  Side,
  SystemAccount,
  TradeOrigin,
} from '@halcyon/domain';
import type {
  Deleveragings,
  FundCurve,
  FundLimits,
  LoanPools,
  ProtectionFund,
  ReceiptAnswer,
} from '@halcyon/domain/web';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { BTCUSDT, CONTRACT, type EventInput } from '../ws/testing/market.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const [BTC, USDT] = [0, 1];
const HOUR_MS = 3_600_000;
const TERMS: LoanTerms = {
  tiers: [{ upTo: 100_000_000, leverageMax: 5, maintenancePpm: 50_000 }],
  collateral: [{ upTo: 100_000_000, valuePpm: 1_000_000 }],
  curve: { idlePpm: 0, kinkPpm: 100_000, fullPpm: 1_000_000, kinkAtPpm: 800_000 },
  lentMax: 100_000_000,
  levelMax: [100_000_000],
  loanMin: 1,
  liquidationPpm: 20_000,
};

const seal = (from: number, to: number) =>
  ({ from, to, link: `link of ${to}`, receipts: 0 }) as unknown as SealAnswer;
/** Commands up to the tenth are sealed. */
const seals: SealPort = {
  proof: () => null,
  list: () => [seal(1, 5), seal(6, 10)],
  want: () => undefined,
};

let server: TestGateway;

beforeAll(async () => {
  // Hours are those of the clock: it stands where the engine's begins.
  vi.useFakeTimers({ toFake: ['Date'] });
  server = await startTestGateway({ seals });
  const coin = (id: number, code: string) => {
    const asset = { id, code, name: code, scale: 8 };
    return { kind: EventKind.assetListed, asset, seq: 1, time: 1 } as const;
  };
  const pair = { kind: EventKind.instrumentSet, instrument: BTCUSDT, seq: 1, time: 1 } as const;
  const events = [coin(0, 'BTC'), coin(1, 'USDT'), coin(2, 'ETH'), pair];
  server.records.push(rowsOf({ firstSeq: 1, lastSeq: server.engine.seq, time: 1, events }));
  server.engine.onCommit((batch) => server.records.push(rowsOf(batch)));
  vi.setSystemTime(server.engine.views.time);
});

afterAll(async () => {
  vi.useRealTimers();
  await server.close();
  expect(server.problems).toEqual([]);
});

function read<T = ProtectionFund>(query = '') {
  return new Browser(server.url).call<T>('GET', `/api/web/v1/protection-fund${query}`);
}

const pools = () => new Browser(server.url).call<LoanPools>('GET', '/api/web/v1/loan-pools');

/** What is told of margin accounts as a whole, then what the records have of it. */
async function happen(...events: readonly EventInput[]): Promise<void> {
  server.engine.commit(events);
  await server.records.reached(server.engine.seq);
}

interface Payment {
  readonly asset: number;
  readonly reason: PostingReason;
  readonly amount: bigint;
  /** What the fund has of the coin then. */
  readonly has: bigint;
  readonly instrument?: number;
}

async function pay({ asset, reason, amount, has, instrument = NO_PAIR }: Payment): Promise<void> {
  const change = { availableDelta: amount, heldDelta: 0n, available: has, held: 0n, fee: 0 };
  const place = { account: SystemAccount.insurance, asset, instrument, reference: 1 };
  server.engine.commit([{ kind: EventKind.posting, ...place, reason, ...change }]);
  await server.records.reached(server.engine.seq);
}

it('has nothing while no coin can come to it', async () => {
  const { data } = await read();
  expect(data).toMatchObject({ coins: [], coin: '', balance: '0', rows: [], next: null });
  expect((await read<FundCurve>('/curve?range=7D')).data).toEqual({ coin: '', rows: [] });
  const limits = await read<FundLimits>('/limits');
  expect(limits.data).toMatchObject({ coin: '', contracts: [], margin: null });
  const answer = await read('?coin=BTC');
  expect([answer.status, answer.msg]).toEqual([400, 'the fund has no coin yet']);
});

it('offers the coin of contracts first, and those that are lent', async () => {
  server.engine.commit([
    { kind: EventKind.loanTermsSet, asset: BTC, market: 0, terms: TERMS, rate: 0 },
    { kind: EventKind.loanTermsSet, asset: USDT, market: NO_PAIR, terms: TERMS, rate: 0 },
    { kind: EventKind.instrumentSet, instrument: CONTRACT },
  ]);
  const { data } = await read();
  expect([data.coins, data.coin]).toEqual([['USDT', 'BTC'], 'USDT']);
  const answer = await read('?coin=ETH');
  expect([answer.status, answer.msg]).toEqual([400, 'coin must be USDT/BTC, not ETH']);
});

it('tells of each coin what came and went, and of whose liquidation', async () => {
  const { deposit, liquidationFee, protection } = PostingReason;
  const [usdt, btc] = [{ asset: USDT }, { asset: BTC }];
  await pay({ ...usdt, reason: deposit, amount: 500_000_000n, has: 500_000_000n });
  const future = { reason: liquidationFee, instrument: CONTRACT.id };
  await pay({ ...usdt, ...future, amount: 100_000_000n, has: 600_000_000n });
  const pair = { reason: liquidationFee, instrument: BTCUSDT.id };
  await pay({ ...btc, ...pair, amount: 3n, has: 3n });
  await pay({ ...btc, reason: protection, amount: -2n, has: 1n });
  const inShort = ({ data }: { data: ProtectionFund }) => [
    data.balance,
    ...data.rows.map(({ id, time, command, seal, ...row }) => Object.values(row).join(' ')),
  ];
  expect(inShort(await read())).toEqual([
    '6',
    'liquidationFee futures BTCUSDT 1 6',
    'operator none  5 5',
  ]);
  expect(inShort(await read('?coin=BTC'))).toEqual([
    '0.00000001',
    'loss crossed  -0.00000002 0.00000001',
    'liquidationFee isolated BTCUSDT 0.00000003 0.00000003',
  ]);
  const first = await read('?coin=BTC&limit=1');
  expect(first.data.rows).toHaveLength(1);
  const rest = await read(`?coin=BTC&limit=1&before=${first.data.next}`);
  expect([rest.data.rows[0]?.source, rest.data.next]).toEqual(['isolated', null]);
});

it('goes on offering a coin that it has', async () => {
  await pay({ asset: 2, reason: PostingReason.deposit, amount: 1n, has: 1n });
  const { data } = await read('?coin=ETH');
  expect([data.coins, data.balance]).toEqual([['USDT', 'BTC', 'ETH'], '0.00000001']);
});

it('names the command of an entry, and the seal that covers it', async () => {
  const { rows } = (await read('?coin=BTC')).data;
  const [loss, fee] = rows;
  expect(Number(loss?.command)).toBe(Number(fee?.command) + 1);
  for (const { command, seal: link } of (await read()).data.rows) {
    const number = Number(command);
    expect(link).toBe(number > 10 ? '' : `link of ${number > 5 ? 10 : 5}`);
  }
});

it('gives everybody the receipt of an entry, which names no account', async () => {
  for (const row of (await read('?coin=BTC')).data.rows) {
    const { data } = await read<ReceiptAnswer>(`/receipt?entry=${row.id}`);
    expect(data.receipt).toMatchObject({
      ...{ kind: 'entry', venue: 'live', user: '1000000000', account: 'fund', coin: 'BTC' },
      ...{ change: row.amount, after: row.balance, seq: Number(row.command), time: row.time },
      symbol: row.symbol,
    });
    expect(data.proof).toBe('none');
  }
  const [{ id } = { id: '' }] = (await read()).data.rows;
  const missing = await read<ReceiptAnswer>(`/receipt?entry=${BigInt(id) + 1_000n}`);
  expect([missing.status, missing.msg]).toEqual([404, 'There is no such entry.']);
  const wrong = await read<ReceiptAnswer>('/receipt?entry=7');
  expect([wrong.status, wrong.msg]).toEqual([400, expect.stringContaining('entry')]);
});

it('adds up what came and went', async () => {
  const usdt = (await read()).data;
  expect([usdt.fees, usdt.losses, usdt.moved]).toEqual(['1', '0', '5']);
  const { fees, losses, moved, target, openInterest } = (await read('?coin=BTC')).data;
  expect([fees, losses, moved]).toEqual(['0.00000003', '0.00000002', '0']);
  expect([openInterest, target]).toEqual(['', '']);
});

it('tells what it had at full hours and now', async () => {
  const now = server.engine.views.time;
  const curve = () => read<FundCurve>('/curve?range=1D&coin=USDT');
  expect((await curve()).data).toEqual({
    coin: 'USDT',
    rows: [{ time: Date.now(), balance: '6' }],
  });
  vi.setSystemTime(now + 2 * HOUR_MS);
  const full = Math.ceil(now / HOUR_MS) * HOUR_MS;
  const times = [full, full + HOUR_MS, now + 2 * HOUR_MS];
  expect((await curve()).data.rows).toEqual(
    [...new Set(times)].map((time) => ({ time, balance: '6' })),
  );
  vi.setSystemTime(now);
  const answer = await read('/curve?range=2D');
  expect([answer.status, answer.msg]).toEqual([400, expect.stringContaining('range')]);
});

/** A simulated user's long position. */
const OWNER = accountOf(40, AccountKind.usdtFutures);
const POSITION = {
  ...{ account: OWNER, instrument: CONTRACT.id, leg: PositionLeg.net, leverage: 10 },
  ...{ marginMode: MarginMode.cross, autoMargin: false, cost: 0, margin: 0, opened: 1 },
  ...{ profit: 0, fees: 0, funding: 0 },
};

it('tells the limits of the hour by what is open, and the target', async () => {
  const { kind } = { kind: EventKind.marks } as const;
  const price = { index: 6_000_000, mark: 6_000_000, fundingRate: 0, fundingTime: 0 };
  await happen(
    { kind: EventKind.userOpened, user: 40, simulated: true },
    { kind, instrument: CONTRACT.id, ...price },
    { kind: EventKind.position, ...POSITION, lots: 1_000_000 },
  );
  const interest = 1_000_000n * 6_000_000n * BigInt(CONTRACT.quoteFactor);
  const fund = (await read()).data;
  const digits = (units: bigint) => Number(units) / 1e8;
  expect(Number(fund.openInterest)).toBe(digits(interest));
  expect(Number(fund.target)).toBe(digits(interest / 50n));
  const before = (await read<FundLimits>('/limits')).data;
  expect(before.contracts).toMatchObject([
    { symbol: 'BTCUSDT', exposure: fund.openInterest, limit: '100', paid: '0', left: '6' },
  ]);
  const step = { account: OWNER, instrument: CONTRACT.id, leg: PositionLeg.net };
  const money = { closed: 0, deleveraged: 0, mark: 1, excess: -1, limit: 1, fee: 0 };
  const { marginMode } = POSITION;
  const liquidation = { kind: EventKind.liquidation, ...step, ...money, marginMode } as const;
  await happen({ ...liquidation, paidByFund: 9_700_000_000 });
  const { contracts, coin } = (await read<FundLimits>('/limits')).data;
  expect([coin, contracts[0]?.paid, contracts[0]?.left]).toEqual(['USDT', '97', '3']);
  vi.setSystemTime(Date.now() + HOUR_MS);
  const next = (await read<FundLimits>('/limits')).data.contracts[0];
  expect([next?.paid, next?.left]).toEqual(['0', '6']);
});

it('tells deleveragings of simulated users, without size, price or owner', async () => {
  const sizes = { quantity: 7, price: 5, quote: 35, makerRemaining: 0, takerRemaining: 0 };
  const sides = { makerOrder: 0, takerOrder: 0, takerAccount: accountOf(41, 4) };
  const money = { makerFee: 0, takerFee: 0, makerProfit: 0, takerProfit: 0, own: false };
  const { kind } = { kind: EventKind.contractTrade } as const;
  const trade = (id: number, takerSide: Side) =>
    ({
      ...{ kind, instrument: CONTRACT.id, trade: id, takerSide, makerAccount: OWNER },
      ...{ ...sizes, ...sides, ...money, origin: TradeOrigin.deleveraging },
    }) as const;
  await happen({ kind: EventKind.userOpened, user: 41, simulated: true });
  await happen(trade(901, Side.buy), trade(902, Side.buy), trade(903, Side.sell));
  const { data } = await read<Deleveragings>('/deleveragings');
  const [short, long] = data.rows;
  expect(long).toEqual({
    ...{ id: expect.any(String), symbol: 'BTCUSDT', side: 'long', positions: 2 },
    time: expect.any(Number),
  });
  expect([short?.side, short?.positions, data.next]).toEqual(['short', 1, null]);
  const first = (await read<Deleveragings>('/deleveragings?limit=1')).data;
  expect(first.rows).toHaveLength(1);
  const rest = await read<Deleveragings>(`/deleveragings?before=${first.next}`);
  expect(rest.data.rows).toEqual([long]);
});

it('tells of pools what is lent, paid and lost', async () => {
  expect((await pools()).data).toMatchObject({ coin: 'USDT', lost: '0', since: null });
  const account = accountOf(40, AccountKind.crossMargin);
  const loan = { kind: EventKind.loan, account, instrument: NO_PAIR, asset: USDT } as const;
  const owed = (principal: number, interest: number) => ({ principal, interest });
  const change = (principalDelta: number, interestDelta: number) => ({
    ...{ principalDelta, interestDelta, id: 1, rate: 0 },
  });
  const posting = (reason: PostingReason, delta: bigint, available: bigint) => ({
    ...{ kind: EventKind.posting, account: SystemAccount.loans, asset: USDT, reason },
    ...{ reference: 1, instrument: NO_PAIR, availableDelta: delta, heldDelta: 0n, fee: 0 },
    ...{ available, held: 0n },
  });
  await happen(
    posting(PostingReason.deposit, 500_000_000n, 500_000_000n),
    { ...loan, cause: LoanCause.borrowed, ...owed(300_000_000, 5), ...change(300_000_000, 5) },
    posting(PostingReason.loan, -300_000_000n, 200_000_000n),
    { ...loan, cause: LoanCause.repaid, ...owed(200_000_000, 0), ...change(-100_000_000, -5) },
    posting(PostingReason.interest, 5n, 200_000_005n),
    posting(PostingReason.loan, 100_000_000n, 300_000_005n),
    { ...loan, cause: LoanCause.writtenOff, ...owed(0, 0), ...change(-200_000_000, 0) },
    {
      ...{ kind: EventKind.marginLiquidation, account, instrument: NO_PAIR, equity: 0, keeps: 0 },
      ...{ assets: 0, debts: 0, fee: 0, paidByFund: 0, lostByPools: 20_000, ended: true },
    },
  );
  const { data } = await pools();
  expect(data.pools.find(({ coin }) => coin === 'USDT')).toEqual({
    ...{ coin: 'USDT', lent: '0', free: '3.00000005', used: '0', rate: '0' },
    ...{ interest: '0.00000005', paidByFund: '0', writtenOff: '2' },
  });
  expect(data.pools.find(({ coin }) => coin === 'BTC')?.paidByFund).toBe('0.00000002');
  expect([data.lost, data.since]).toEqual(['2', expect.any(Number)]);
  const { margin } = (await read<FundLimits>('/limits')).data;
  expect(margin).toMatchObject({ exposure: '0', limit: '100', paid: '0' });
});
