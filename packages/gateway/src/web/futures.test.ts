/** The futures account as the page reckons with it. */
import {
  AccountKind,
  accountOf,
  EventKind,
  LEVERAGE_DEFAULT,
  MarginMode,
  PositionLeg,
  PositionMode,
  parseWireUserId,
} from '@halcyon/domain';
import type { FuturesAccount } from '@halcyon/domain/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACT } from '../ws/testing/market.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1/futures/account';
let server: TestGateway;
let browser: Browser;
let account: number;

beforeAll(async () => {
  server = await startTestGateway();
  server.engine.commit([{ kind: EventKind.instrumentSet, instrument: CONTRACT }]);
  browser = new Browser(server.url);
  const uid = parseWireUserId(await browser.register('futures@example.com'));
  account = accountOf(uid ?? 0, AccountKind.usdtFutures);
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

async function read(query = '?symbol=BTCUSDT'): Promise<FuturesAccount> {
  const answer = await browser.call<FuturesAccount>('GET', API + query);
  expect([answer.status, answer.msg]).toEqual([200, 'success']);
  return answer.data;
}

describe('the futures account', () => {
  it('that was never used has the settings of its contract, and nothing open', async () => {
    const { contracts, ...rest } = await read();
    expect(rest).toMatchObject({
      coin: 'USDT',
      scale: 8,
      wallet: '0',
      hedge: false,
      positions: [],
    });
    expect(contracts).toHaveLength(1);
    expect(contracts[0]).toMatchObject({
      symbol: 'BTCUSDT',
      quoteFactor: CONTRACT.quoteFactor,
      terms: CONTRACT.contract,
      takerPpm: 600,
      mark: 0,
    });
    const settings = {
      marginMode: MarginMode.cross,
      leverage: LEVERAGE_DEFAULT,
      autoMargin: false,
    };
    expect(contracts[0]?.settings).toEqual([settings, settings, settings]);
  });

  it('without a contract has those of its positions', async () => {
    expect((await read('')).contracts).toEqual([]);
  });

  it('has positions and prices as the engine has them', async () => {
    const place = { account, instrument: CONTRACT.id, leg: PositionLeg.long };
    const chosen = { marginMode: MarginMode.isolated, leverage: 7, autoMargin: true };
    const sums = { lots: 30, cost: 180_000_000, margin: 500, profit: 7, fees: 3, funding: -2 };
    const marks = { index: 6_000_100, mark: 6_000_200, fundingRate: 0, fundingTime: 0 };
    server.engine.commit([
      { kind: EventKind.contractAccountSet, account, positionMode: PositionMode.hedge },
      { kind: EventKind.marks, instrument: CONTRACT.id, ...marks },
      { kind: EventKind.position, ...place, ...chosen, ...sums, opened: 1 },
    ]);
    const { hedge, contracts, positions, time } = await read('');
    expect([hedge, contracts[0]?.mark]).toEqual([true, 6_000_200]);
    expect(contracts[0]?.settings[PositionLeg.long]).toEqual(chosen);
    expect(time).toBeGreaterThan(0);
    expect(positions).toEqual([
      {
        symbol: 'BTCUSDT',
        leg: PositionLeg.long,
        ...chosen,
        lots: 30,
        cost: 180_000_000,
        margin: 500,
        buys: 0,
        sells: 0,
        closing: 0,
        profit: 7,
        fees: 3,
        funding: -2,
      },
    ]);
  });

  it('of a contract that there is not is refused, and of nobody too', async () => {
    const answer = await browser.call('GET', `${API}?symbol=NONE`);
    expect(answer).toMatchObject({ status: 400, reason: 'symbolUnknown' });
    expect((await new Browser(server.url).call('GET', API)).status).toBe(401);
  });
});

it('an exchange without contracts says that there are none', async () => {
  const bare = await startTestGateway();
  const person = new Browser(bare.url);
  await person.register('futures-none@example.com');
  const { status, msg } = await person.call('GET', API);
  expect([status, msg]).toEqual([400, `contracts do not exist on this exchange: ${API.slice(11)}`]);
  await bare.close();
  expect(bare.problems).toEqual([]);
});
