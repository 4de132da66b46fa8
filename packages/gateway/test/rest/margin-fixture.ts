/** Margin accounts for tests of the REST side: three coins are lent, BTCUSDT has isolated margin. */
import { type CommandInput, CommandKind } from '@halcyon/domain';
import { lendingCommands } from '@halcyon/testkit';
import { expect } from 'vitest';
import { ALICE_SPOT, BOB_SPOT, type Loose, TestRest } from './harness.ts';

const COIN = 100_000_000n;

/** A REST side that lends; indices are 60,000 and 3,000. */
export async function openMargin(
  prepare: (rest: TestRest) => void | Promise<void> = () => {},
): Promise<TestRest> {
  const rest = await TestRest.open(prepare);
  const done = (command: CommandInput) => expect(rest.engine.apply(command).code).toBe(0);
  done({ kind: CommandKind.setRules, version: 6 });
  for (const command of lendingCommands(rest.views)) done(command);
  rest.fund(ALICE_SPOT, 2, 100n * COIN);
  rest.fund(BOB_SPOT, 2, 100n * COIN);
  prices(rest, 60_000, 3_000);
  return rest;
}

/** New index prices, in USDT. */
export function prices(rest: TestRest, btc: number, eth: number): void {
  rest.now += 250;
  rest.engine.apply({ kind: CommandKind.prices, entries: [0, btc * 100, 1, eth * 100] });
}

/** Requests of Alice. */
export class MarginFixture {
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
