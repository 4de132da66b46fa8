/** Requests about the futures accounts of a test's two people. */
import { expect } from 'vitest';
import { mixOf, type Who } from './contracts.ts';
import { type Loose, type RestAnswer, type TestRest, textOf } from './harness.ts';

export const CONTRACT = { productType: 'USDT-FUTURES', symbol: 'BTCUSDT', marginCoin: 'USDT' };

/** See the head of the file. */
export class MixTrader {
  readonly #rest: TestRest;

  constructor(rest: TestRest) {
    this.#rest = rest;
  }

  /** A choice of an account, for BTCUSDT where nothing else is said. */
  post(path: string, body: object = {}, who: Who = 'alice'): Promise<RestAnswer> {
    return this.#rest[who]('POST', `/mix/account/${path}`, { ...CONTRACT, ...body });
  }

  /** The same, which succeeds. */
  async done(path: string, body: object = {}): Promise<Loose> {
    const { body: answer } = await this.post(path, body);
    expect(answer.msg).toBe('success');
    return answer.data;
  }

  /** What Alice reads. */
  async get(area: 'account' | 'position', path: string, query: object = CONTRACT): Promise<Loose> {
    const { body } = await this.#rest.alice('GET', `/mix/${area}/${path}`, { ...query });
    expect(body.msg).toBe('success');
    return body.data;
  }

  /** An order for 0.5 at 60,000 where nothing else is said; its id. */
  async place(change: object, who: Who = 'alice'): Promise<string> {
    const order = {
      symbol: 'BTCUSDT',
      marginCoin: 'USDT',
      orderType: 'limit',
      side: 'buy',
      price: '60000',
      size: '0.5',
    };
    const { body } = await mixOf(this.#rest, who).post('/place-order', { ...order, ...change });
    expect(body.msg).toBe('success');
    return textOf(body.data['orderId']);
  }

  /** Alice is long, Bob short. */
  async trade(change: object = {}): Promise<void> {
    await this.place({ ...change, side: 'sell', tradeSide: undefined }, 'bob');
    await this.place(change);
  }
}
