/** A paper venue in this process that follows a started exchange through the unmodified ccxt.pro. */
import { EventKind, InstrumentState } from '@halcyon/domain';
import { openUpstream, UpstreamSource } from '@halcyon/flow';
import { expect } from 'vitest';
import { BTCUSDT, TestPaperHost } from '../../packages/testkit/src/paper/flow-host.ts';
import type { FrameProxy } from '../network/frame-proxy.ts';
import type { ccxtClient } from './ccxt.ts';

export const SYMBOL = 'BTC/USDT';
/** A pause of the machine that is shorter than two thirds of it is not taken for a silent upstream. */
export const STALE_MS = 2_000;

type Client = Awaited<ReturnType<typeof ccxtClient>>;

export class UpstreamFollower {
  readonly host = new TestPaperHost();
  private readonly proxy: FrameProxy;
  private readonly client: Client;
  private source: UpstreamSource | null = null;

  /** @param client asks the exchange itself what its book is */
  constructor(proxy: FrameProxy, client: Client) {
    this.proxy = proxy;
    this.client = client;
  }

  /** Begins, or goes on with what stands. */
  async follow(): Promise<void> {
    const upstream = await openUpstream(this.proxy.url, STALE_MS / 3);
    expect(upstream.symbols).toContain(SYMBOL);
    const { host } = this;
    this.source = new UpstreamSource({
      exchange: upstream,
      instruments: [{ ...BTCUSDT, unified: SYMBOL }],
      position: host.position,
      standing: host.standing,
      host,
      staleMs: STALE_MS,
      now: Date.now,
    });
  }

  async close(): Promise<void> {
    await this.source?.close();
  }

  get state(): number {
    return this.host.core.state.markets[0]!.instrument.state;
  }

  /** Quantities that have traded, lots. */
  get traded(): number[] {
    return this.host.events.flatMap((event) =>
      event.kind === EventKind.trade ? [event.quantity] : [],
    );
  }

  /** Waits for a state. */
  async is(state: number): Promise<void> {
    await expect.poll(() => this.state).toBe(state);
  }

  /** Waits until the paper book is the upstream's, and takes orders. */
  async meets(): Promise<void> {
    const { bids, asks } = await this.client.fetchOrderBook(SYMBOL);
    const levels = [bids, asks].map((side) =>
      side.map(([price = 0, quantity = 0]) => [
        Math.round(price * 10 ** BTCUSDT.priceScale),
        Math.round(quantity * 10 ** BTCUSDT.quantityScale),
      ]),
    );
    const { host } = this;
    await expect.poll(() => [host.levels(0), host.levels(1)]).toEqual(levels);
    await this.is(InstrumentState.open);
  }
}
