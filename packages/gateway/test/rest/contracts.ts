/** Contracts for tests of the REST side: BTCUSDT and ETHUSDT, prices, and two accounts with money. */
import {
  AccountKind,
  accountOf,
  CommandKind,
  type ContractTerms,
  type InstrumentLimits,
  InstrumentState,
} from '@halcyon/domain';
import { ALICE, BOB, type RestAnswer, TestRest } from './harness.ts';

export const ALICE_FUTURES = accountOf(ALICE, AccountKind.usdtFutures);
export const BOB_FUTURES = accountOf(BOB, AccountKind.usdtFutures);
/** Numbers of the contracts. */
export const BTC_CONTRACT = 2;
export const ETH_CONTRACT = 3;

const TERMS: ContractTerms = {
  tiers: [
    { upTo: 1_000_000, leverageMax: 100, maintenancePpm: 4_000 },
    { upTo: 10_000_000, leverageMax: 20, maintenancePpm: 25_000 },
  ],
  makerPpm: 200,
  takerPpm: 600,
  liquidationPpm: 1_000,
  liquidationBandPpm: 20_000,
  openInterestMax: 1_000_0000,
  fundingIntervalMs: 8 * 3_600_000,
  interestRate: 10_000,
  premiumClamp: 50_000,
  fundingCap: 300_000,
};

const LIMITS: InstrumentLimits = {
  state: InstrumentState.open,
  priceStep: 1,
  quantityStep: 1,
  quantityMin: 1,
  quantityMax: 10_000_000,
  notionalMin: 5_00000000,
  bandPpm: 100_000,
  openOrdersMax: 200,
};

/** A REST side with contracts; indices are 60,000 and 3,000, both accounts have 100,000 USDT. */
export async function openContracts(
  prepare: (rest: TestRest) => void | Promise<void> = () => {},
): Promise<TestRest> {
  const rest = await TestRest.open(prepare);
  const { engine } = rest;
  engine.apply({ kind: CommandKind.setRules, version: 5 });
  const listed = { quote: 1, contract: TERMS, ...LIMITS };
  engine.apply({
    kind: CommandKind.listContract,
    symbol: 'BTCUSDT',
    base: 0,
    priceScale: 1,
    quantityScale: 4,
    ...listed,
  });
  engine.apply({
    kind: CommandKind.listContract,
    symbol: 'ETHUSDT',
    base: 2,
    priceScale: 2,
    quantityScale: 3,
    ...listed,
  });
  rest.fund(ALICE_FUTURES, 1, 100_000_00000000n);
  rest.fund(BOB_FUTURES, 1, 100_000_00000000n);
  index(rest, 60_000, 3_000);
  return rest;
}

/** New index prices, in USDT. */
export function index(rest: TestRest, btc: number, eth: number): void {
  rest.now += 250;
  const entries = [BTC_CONTRACT, Math.round(btc * 10), ETH_CONTRACT, Math.round(eth * 100)];
  rest.engine.apply({ kind: CommandKind.prices, entries });
}

/** Who asks. */
export type Who = 'alice' | 'bob';

/** Requests about contracts of one person. */
export function mixOf(rest: TestRest, who: Who = 'alice') {
  const common = { productType: 'USDT-FUTURES' };
  return {
    post: (path: string, body: Record<string, unknown> = {}): Promise<RestAnswer> =>
      rest[who]('POST', `/mix/order${path}`, { ...common, ...body }),
    get: (path: string, query: Record<string, string> = {}): Promise<RestAnswer> =>
      rest[who]('GET', `/mix/order${path}`, { ...common, ...query }),
  };
}
