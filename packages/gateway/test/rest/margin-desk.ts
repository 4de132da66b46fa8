/** Margin accounts for tests of the REST side: three coins are lent, BTCUSDT has isolated margin. */
import {
  type CommandInput,
  CommandKind,
  type LoanTerms,
  type LoanTier,
  NO_PAIR,
  SystemAccount,
} from '@halcyon/domain';
import { expect } from 'vitest';
import { ALICE_SPOT, BOB_SPOT, type Loose, TestRest } from './harness.ts';

const COIN = 100_000_000;
const BY = { actor: 'test', reason: 'test' };

const tiersOf = (coins: number): LoanTier[] => [
  { upTo: coins * COIN, leverageMax: 5, maintenancePpm: 50_000 },
  { upTo: 10 * coins * COIN, leverageMax: 3, maintenancePpm: 100_000 },
];

function termsOf(coins: number, valuePpm: number): LoanTerms {
  return {
    tiers: tiersOf(coins),
    collateral: [{ upTo: 100 * coins * COIN, valuePpm }],
    curve: { idlePpm: 36_500, kinkPpm: 365_000, fullPpm: 3_650_000, kinkAtPpm: 800_000 },
    lentMax: 100 * coins * COIN,
    levelMax: [5 * coins * COIN, 8 * coins * COIN],
    loanMin: COIN / 1_000,
    liquidationPpm: 20_000,
  };
}

/** A REST side that lends; indices are 60,000 and 3,000. */
export async function openMargin(
  prepare: (rest: TestRest) => void | Promise<void> = () => {},
): Promise<TestRest> {
  const rest = await TestRest.open(prepare);
  const done = (command: CommandInput) => expect(rest.engine.apply(command).code).toBe(0);
  done({ kind: CommandKind.setRules, version: 6 });
  const lent = [
    { asset: 1, market: NO_PAIR, terms: termsOf(100_000, 1_000_000) },
    { asset: 0, market: 0, terms: termsOf(2, 950_000) },
    { asset: 2, market: 1, terms: termsOf(40, 900_000) },
  ];
  for (const coin of lent) done({ kind: CommandKind.setLoanTerms, ...coin, ...BY });
  const terms = { base: tiersOf(2), quote: tiersOf(50_000), liquidationPpm: 20_000 };
  done({ kind: CommandKind.setPairTerms, instrument: 0, terms, ...BY });
  rest.fund(SystemAccount.loans, 1, 1_000_000n * BigInt(COIN));
  rest.fund(SystemAccount.loans, 0, 20n * BigInt(COIN));
  rest.fund(ALICE_SPOT, 2, 100n * BigInt(COIN));
  rest.fund(BOB_SPOT, 2, 100n * BigInt(COIN));
  prices(rest, 60_000, 3_000);
  return rest;
}

/** New index prices, in USDT. */
export function prices(rest: TestRest, btc: number, eth: number): void {
  rest.now += 250;
  rest.engine.apply({ kind: CommandKind.prices, entries: [0, btc * 100, 1, eth * 100] });
}

/** Requests of Alice. */
export class MarginDesk {
  readonly #rest: TestRest;

  constructor(rest: TestRest) {
    this.#rest = rest;
  }

  /** The answer's data, which must be a success. */
  async get(path: string, query: Record<string, string> = {}): Promise<Loose> {
    const { body } = await this.#rest.alice('GET', `/margin${path}`, query);
    expect(body.msg).toBe('success');
    return body.data;
  }

  async post(path: string, request: object): Promise<Loose> {
    const { body } = await this.#rest.alice('POST', `/margin${path}`, { ...request });
    expect(body.msg).toBe('success');
    return body.data;
  }

  /** Code and message of a refusal. */
  async refused(path: string, request: object, method: 'GET' | 'POST' = 'POST'): Promise<string> {
    const { body } = await this.#rest.alice(method, `/margin${path}`, { ...request });
    return `${body.code} ${body.msg}`;
  }

  /** Moves money from spot. */
  async bring(toType: string, coin: string, amount: string, more: object = {}): Promise<Loose> {
    const request = { fromType: 'spot', toType, coin, amount, ...more };
    const { body } = await this.#rest.alice('POST', '/spot/wallet/transfer', request);
    expect(body.msg).toBe('success');
    return body.data;
  }
}
