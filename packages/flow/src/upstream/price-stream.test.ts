import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type PriceExchange, PriceStream, type PriceTicker, RELIST_MS } from './price-stream.ts';

const POLL_MS = 1_000;

/** An exchange of two markets that a test lets speak, fall silent or fail. */
class Venue implements PriceExchange {
  readonly symbols = new Set(['BTC/USDT', 'ETH/USDT']);
  watch: PriceExchange['watch'] = (symbol) => this.next(symbol);
  fetched: (readonly string[])[] = [];
  failing = false;
  hanging = false;
  /** Markets that it lists and has no ticker of. */
  readonly gone = new Set<string>();
  closed = false;
  relisted = 0;
  readonly #waiting = new Map<string, PromiseWithResolvers<PriceTicker>>();

  next(symbol: string): Promise<PriceTicker> {
    const waiting = Promise.withResolvers<PriceTicker>();
    this.#waiting.set(symbol, waiting);
    return waiting.promise;
  }

  async sendNothing(symbol: string): Promise<void> {
    this.#waiting.get(symbol)?.resolve(undefined as unknown as PriceTicker);
    await vi.advanceTimersByTimeAsync(0);
  }

  async tell(symbol: string, last: number | undefined): Promise<void> {
    this.#waiting.get(symbol)?.resolve({ last });
    await vi.advanceTimersByTimeAsync(0);
  }

  async lose(symbol: string): Promise<void> {
    this.#waiting.get(symbol)?.reject(new Error('connection lost'));
    await vi.advanceTimersByTimeAsync(0);
  }

  async relist(): Promise<ReadonlySet<string>> {
    this.relisted += 1;
    if (this.failing) throw new Error('no route');
    return this.symbols;
  }

  async fetch(symbols: readonly string[]): Promise<ReadonlyMap<string, PriceTicker>> {
    this.fetched.push(symbols);
    if (this.failing) throw new Error('no route');
    if (this.hanging) await new Promise(() => {});
    const there = symbols.filter((symbol) => !this.gone.has(symbol));
    return new Map(there.map((symbol) => [symbol, { last: 7 }]));
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

let venue: Venue;
let told: [string, PriceTicker['last']][];
let troubles: string[];
let stream: PriceStream;

function listen(open: () => Promise<PriceExchange> = async () => venue): void {
  stream = new PriceStream({
    open,
    symbols: ['BTC/USDT', 'ETH/USDT', 'NONE/USDT'],
    pollMs: POLL_MS,
    now: Date.now,
    onTicker: (symbol, { last }) => told.push([symbol, last]),
    onTrouble: (problem) => troubles.push(problem),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  venue = new Venue();
  told = [];
  troubles = [];
});

afterEach(async () => {
  void stream.close();
  await vi.advanceTimersByTimeAsync(100);
  vi.useRealTimers();
});

describe('a stream of prices', () => {
  test('tells what comes, and asks for what nothing was heard of', async () => {
    listen();
    await vi.advanceTimersByTimeAsync(900);
    await venue.tell('BTC/USDT', 5);
    expect(told).toEqual([['BTC/USDT', 5]]);
    await vi.advanceTimersByTimeAsync(100);
    expect(venue.fetched).toEqual([['ETH/USDT']]);
    expect(told.at(-1)).toEqual(['ETH/USDT', 7]);
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(venue.fetched.at(-1)).toEqual(['BTC/USDT', 'ETH/USDT']);
  });

  test('an exchange without streams is asked', async () => {
    venue.watch = null;
    listen();
    await vi.advanceTimersByTimeAsync(3 * POLL_MS);
    expect(venue.fetched).toHaveLength(3);
    expect(told).toHaveLength(6);
  });

  test('each trouble is told once, and that it is over', async () => {
    listen();
    await vi.advanceTimersByTimeAsync(10);
    venue.failing = true;
    await venue.lose('BTC/USDT');
    await venue.lose('ETH/USDT');
    await vi.advanceTimersByTimeAsync(3 * POLL_MS);
    expect(troubles).toEqual(['connection lost', 'no route']);
    venue.failing = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(troubles).toEqual(['connection lost', 'no route', '']);
  });

  test('a market that is refused costs the others nothing, and is told of once', async () => {
    venue.watch = null;
    venue.gone.add('ETH/USDT');
    listen();
    await vi.advanceTimersByTimeAsync(60 * POLL_MS);
    expect(told.filter(([symbol]) => symbol === 'BTC/USDT')).toHaveLength(60);
    expect(troubles).toEqual(['ETH/USDT is not told']);
    // It is asked for less and less often, and heard when it is back.
    expect(venue.fetched.filter((asked) => asked.includes('ETH/USDT')).length).toBeLessThan(10);
    venue.gone.clear();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(troubles).toEqual(['ETH/USDT is not told', '']);
    expect(told.at(-1)).toEqual(['ETH/USDT', 7]);
  });

  test('a request that hangs is given up, and the next one is made', async () => {
    venue.watch = null;
    venue.hanging = true;
    listen();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(troubles).toEqual([expect.stringContaining('no answer for')]);
    venue.hanging = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(told.length).toBeGreaterThan(10);
    expect(troubles.at(-1)).toBe('');
  });

  test.each(['streams', 'polls'])('what is listed later is taken up, by %s', async (way) => {
    if (way === 'polls') venue.watch = null;
    listen();
    await vi.advanceTimersByTimeAsync(RELIST_MS + POLL_MS);
    expect(venue.relisted).toBe(1);
    expect(told.some(([symbol]) => symbol === 'NONE/USDT')).toBe(false);
    venue.failing = true;
    await vi.advanceTimersByTimeAsync(RELIST_MS);
    venue.failing = false;
    venue.symbols.add('NONE/USDT');
    await vi.advanceTimersByTimeAsync(RELIST_MS);
    if (way === 'streams') await venue.tell('NONE/USDT', 9);
    else await vi.advanceTimersByTimeAsync(2 * POLL_MS);
    const last = told.filter(([symbol]) => symbol === 'NONE/USDT').at(-1);
    expect(last).toEqual(['NONE/USDT', way === 'streams' ? 9 : 7]);
    expect(troubles).toEqual(['no route', '']);
    // All are there: it is not asked any more.
    await vi.advanceTimersByTimeAsync(3 * RELIST_MS);
    expect(venue.relisted).toBe(3);
  });

  test('one that opens when nobody waits for it any more is closed', async () => {
    const late = Promise.withResolvers<PriceExchange>();
    const opened = [late.promise, Promise.resolve(venue)];
    listen(() => opened.shift()!);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(troubles).toEqual([expect.stringContaining('no answer for'), '']);
    const other = new Venue();
    late.resolve(other);
    await vi.advanceTimersByTimeAsync(0);
    expect([other.closed, venue.closed]).toEqual([true, false]);
  });

  test('a stream that quotes no price is asked for one', async () => {
    listen();
    await vi.advanceTimersByTimeAsync(900);
    await venue.tell('BTC/USDT', undefined);
    await venue.tell('ETH/USDT', null as unknown as undefined);
    await vi.advanceTimersByTimeAsync(100);
    expect(venue.fetched).toEqual([['BTC/USDT', 'ETH/USDT']]);
  });

  test('a stream that tells nothing at all is trouble, and the next one is awaited', async () => {
    listen();
    await vi.advanceTimersByTimeAsync(10);
    await venue.sendNothing('BTC/USDT');
    expect(troubles).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(600);
    await venue.tell('BTC/USDT', 8);
    expect(told.at(-1)).toEqual(['BTC/USDT', 8]);
  });

  test('its end does not wait for a request that hangs', async () => {
    venue.hanging = true;
    listen();
    await vi.advanceTimersByTimeAsync(1_500);
    let ended = false;
    void stream.close().then(() => {
      ended = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toBe(true);
  });

  test('an exchange that cannot be opened is tried again, less and less often', async () => {
    let tries = 0;
    listen(async () => {
      tries += 1;
      if (tries < 4) throw new Error('no markets');
      return venue;
    });
    await vi.advanceTimersByTimeAsync(500 + 1_000 + 1_999);
    expect(tries).toBe(3);
    await vi.advanceTimersByTimeAsync(1 + POLL_MS);
    expect(tries).toBe(4);
    expect(told).toHaveLength(2);
  });

  test('its end closes the exchange and nothing is told after it', async () => {
    listen();
    await vi.advanceTimersByTimeAsync(10);
    void stream.close();
    await venue.tell('BTC/USDT', 5);
    expect(venue.closed).toBe(true);
    expect(told).toEqual([]);
  });
});
