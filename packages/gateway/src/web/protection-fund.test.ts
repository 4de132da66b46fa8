/** The protection fund as everybody may see it: its coins, and who paid or was paid for. */
import { EventKind, type LoanTerms, NO_PAIR, PostingReason, SystemAccount } from '@halcyon/domain';
import type { ProtectionFund } from '@halcyon/domain/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BTCUSDT, CONTRACT } from '../ws/testing/market.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const [BTC, USDT] = [0, 1];
const TERMS: LoanTerms = {
  tiers: [{ upTo: 100_000_000, leverageMax: 5, maintenancePpm: 50_000 }],
  collateral: [{ upTo: 100_000_000, valuePpm: 1_000_000 }],
  curve: { idlePpm: 0, kinkPpm: 100_000, fullPpm: 1_000_000, kinkAtPpm: 800_000 },
  lentMax: 100_000_000,
  levelMax: [100_000_000],
  loanMin: 1,
  liquidationPpm: 20_000,
};

let server: TestGateway;

beforeAll(async () => {
  server = await startTestGateway();
  const coin = (id: number, code: string) => {
    const asset = { id, code, name: code, scale: 8 };
    return { kind: EventKind.assetListed, asset, seq: 1, time: 1 } as const;
  };
  const pair = { kind: EventKind.instrumentSet, instrument: BTCUSDT, seq: 1, time: 1 } as const;
  const events = [coin(0, 'BTC'), coin(1, 'USDT'), coin(2, 'ETH'), pair];
  server.records.push({ firstSeq: 1, lastSeq: server.engine.seq, time: 1, events });
  server.engine.onCommit((batch) => server.records.push(batch));
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

function read(query = '') {
  return new Browser(server.url).call<ProtectionFund>('GET', `/api/web/v1/protection-fund${query}`);
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
  expect(data).toEqual({ coins: [], coin: '', balance: '0', rows: [], next: null });
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
    ...data.rows.map(({ id, time, ...row }) => Object.values(row).join(' ')),
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
