/** Margin accounts as the page reckons with them, and the lists of their orders. */
import {
  AccountKind,
  accountOf,
  EventKind,
  LoanCause,
  type LoanTerms,
  NO_PAIR,
  type PairTerms,
  PostingReason,
  parseWireUserId,
  Side,
  SystemAccount,
} from '@halcyon/domain';
import type { MarginAccountRead, OpenOrderPage } from '@halcyon/domain/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { opened } from '../ws/testing/market.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1';
const COIN = 100_000_000;
const TIERS = [{ upTo: 1_000 * COIN, leverageMax: 5, maintenancePpm: 50_000 }];
const TERMS: LoanTerms = {
  tiers: TIERS,
  collateral: [{ upTo: 100_000_000 * COIN, valuePpm: 1_000_000 }],
  curve: { idlePpm: 0, kinkPpm: 100_000, fullPpm: 1_000_000, kinkAtPpm: 800_000 },
  lentMax: 50 * COIN,
  levelMax: [30 * COIN],
  loanMin: COIN,
  liquidationPpm: 20_000,
};
const PAIR: PairTerms = { base: TIERS, quote: TIERS, liquidationPpm: 20_000 };
let server: TestGateway;
let browser: Browser;
let user: number;

beforeAll(async () => {
  server = await startTestGateway();
  browser = new Browser(server.url);
  user = parseWireUserId(await browser.register('margin@example.com')) ?? 0;
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

async function read(query: string): Promise<MarginAccountRead> {
  const answer = await browser.call<MarginAccountRead>('GET', `${API}/margin/account?${query}`);
  expect([answer.status, answer.msg]).toEqual([200, 'success']);
  return answer.data;
}

/** Terms of USDT and BTC, and an index of 60,000. */
function lend(): void {
  server.engine.commit([
    { kind: EventKind.loanTermsSet, asset: 1, market: NO_PAIR, terms: TERMS, rate: 500 },
    { kind: EventKind.loanTermsSet, asset: 0, market: 0, terms: TERMS, rate: 700 },
    { kind: EventKind.pairTermsSet, instrument: 0, terms: PAIR },
    { kind: EventKind.coinIndex, instrument: 0, index: 6_000_000 },
  ]);
}

/** What an account has of an asset now. */
function fund(account: number, asset: number, units: number, instrument = NO_PAIR): void {
  const [available, reason] = [BigInt(units), PostingReason.transferIn];
  const change = { availableDelta: available, heldDelta: 0n, available, held: 0n, fee: 0 };
  const place = { account, asset, instrument, reference: 1 };
  server.engine.commit([{ kind: EventKind.posting, ...place, reason, ...change }]);
}

describe('margin accounts', () => {
  it('say that nothing is lent', async () => {
    const answer = await read('kind=crossed');
    expect(answer).toMatchObject({ coin: '', coins: [], pairs: [] });
    expect((await read('kind=isolated')).pockets).toEqual([]);
  });

  it('need a kind, and a pair that has isolated margin', async () => {
    const refusal = async (query: string) => {
      const answer = await browser.call('GET', `${API}/margin/account?${query}`);
      return [answer.status, answer.msg];
    };
    expect((await refusal('kind=spot'))[0]).toBe(400);
    expect(await refusal('kind=isolated&symbol=ETHUSDT')).toEqual([
      400,
      expect.stringContaining('ETHUSDT'),
    ]);
  });

  it('have what the engine knows of them, of the asked pair also where nothing is', async () => {
    lend();
    const { crossMargin, isolatedMargin } = AccountKind;
    const [cross, isolated] = [accountOf(user, crossMargin), accountOf(user, isolatedMargin)];
    fund(SystemAccount.loans, 0, 100 * COIN);
    fund(cross, 1, 5_000 * COIN);
    const loan = { account: cross, instrument: NO_PAIR, asset: 0, cause: LoanCause.borrowed };
    const owed = { principal: COIN, interest: 7, principalDelta: COIN, interestDelta: 7 };
    server.engine.commit([{ kind: EventKind.loan, ...loan, ...owed, id: 1, rate: 700 }]);
    const found = await read('kind=crossed');
    expect(found).toMatchObject({ coin: 'USDT', scale: 4, level: 0, feePpm: 1_000 });
    expect(found.pockets).toEqual([
      {
        symbol: '',
        moves: [],
        balances: [
          { coin: 'BTC', available: 0, inOrders: 0, principal: COIN, interest: 7 },
          { coin: 'USDT', available: 5_000 * COIN, inOrders: 0, principal: 0, interest: 0 },
        ],
      },
    ]);
    expect(found.coins[0]).toMatchObject({ coin: 'BTC', market: 'BTCUSDT', priceScale: 2 });
    expect(found.coins[0]).toMatchObject({ index: 6_000_000, lent: COIN, unlent: 100 * COIN });
    expect(found.pairs).toEqual([{ symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', terms: PAIR }]);
    expect((await read('kind=isolated')).pockets).toEqual([]);
    const [empty] = (await read('kind=isolated&symbol=btcusdt')).pockets;
    expect(empty?.balances.map(({ coin }) => coin)).toEqual(['BTC', 'USDT']);
    fund(isolated, 1, COIN, 0);
    expect((await read('kind=isolated')).pockets.map(({ symbol }) => symbol)).toEqual(['BTCUSDT']);
  });
});

describe('lists of orders', () => {
  it('are those of each account alone', async () => {
    const account = accountOf(user, AccountKind.crossMargin);
    server.engine.commit([opened(1, account, Side.buy, 5_000_000, 10)]);
    const open = async (list: string) => {
      const path = `${API}/orders/open?list=${list}`;
      return (await browser.call<OpenOrderPage<unknown>>('GET', path)).data.rows;
    };
    expect(await open('crossedBook')).toMatchObject([{ symbol: 'BTCUSDT', loanType: 'normal' }]);
    expect([await open('isolatedBook'), await open('book')]).toEqual([[], []]);
    const unknown = await browser.call('GET', `${API}/orders/history?account=margin`);
    expect([unknown.status, unknown.msg]).toEqual([400, expect.stringContaining('account')]);
  });
});
