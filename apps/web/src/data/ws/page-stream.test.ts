import type { ChannelArg, Push } from '@halcyon/client/streams';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveBook } from '../state/book-feed.ts';
import type { InstrumentInfo } from '../state/instruments.ts';
import { publicLink } from './links.ts';
import { PageStream } from './page-stream.ts';

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readonly sent: string[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.({ code: 1006 });
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  push(value: unknown): void {
    this.onmessage?.({ data: typeof value === 'string' ? value : JSON.stringify(value) });
  }

  /** Operations sent so far, as "op channel:id". */
  get ops(): string[] {
    return this.sent
      .filter((text) => text.startsWith('{'))
      .flatMap((text) => {
        const message = JSON.parse(text) as { op: string; args: ChannelArg[] };
        return message.args.map((arg) => `${message.op} ${arg.channel}:${arg.instId ?? arg.coin}`);
      });
  }
}

function newest(): FakeSocket {
  const socket = FakeSocket.all.at(-1);
  if (socket === undefined) throw new Error('no socket was opened');
  return socket;
}

const BTC: ChannelArg = { instType: 'SPOT', channel: 'books', instId: 'BTCUSDT' };

beforeEach(() => {
  FakeSocket.all = [];
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('location', { origin: 'http://here' });
  vi.stubGlobal('WebSocket', FakeSocket);
});

afterEach(() => {
  publicLink.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('PageStream', () => {
  it('connects for the first listener and subscribes in one message', async () => {
    const client = new PageStream({ path: '/v2/ws/public' });
    client.subscribe(BTC, { onPush: () => undefined });
    client.subscribe({ ...BTC, channel: 'trade' }, { onPush: () => undefined });
    expect(FakeSocket.all).toHaveLength(1);
    expect(newest().url).toBe('ws://here/v2/ws/public');
    newest().open();
    expect(newest().sent).toHaveLength(1);
    expect(newest().ops).toEqual(['subscribe books:BTCUSDT', 'subscribe trade:BTCUSDT']);
    expect(client.state.getState()).toBe('live');
    client.close();
  });

  it('hands pushes to the listeners of their stream only', () => {
    const client = new PageStream({ path: '/x' });
    const seen: Push[] = [];
    client.subscribe(BTC, { onPush: (push) => seen.push(push) });
    newest().open();
    newest().push({ action: 'snapshot', arg: BTC, data: [1], ts: 1 });
    newest().push({ action: 'snapshot', arg: { ...BTC, instId: 'ETHUSDT' }, data: [2], ts: 1 });
    newest().push('garbage');
    expect(seen.map((push) => push.data)).toEqual([[1]]);
    client.close();
  });

  it('tells each listener once a connection that its stream has begun', async () => {
    const client = new PageStream({ path: '/x' });
    const began = [vi.fn(), vi.fn()] as const;
    const begin = () => newest().push({ event: 'subscribe', arg: BTC });
    client.subscribe(BTC, { onPush: () => undefined, onBegun: began[0] });
    newest().open();
    expect(began[0]).not.toHaveBeenCalled();
    begin();
    client.subscribe(BTC, { onPush: () => undefined, onBegun: began[1] });
    begin();
    expect(began.map((each) => each.mock.calls.length)).toEqual([1, 1]);
    newest().close();
    await vi.advanceTimersByTimeAsync(600);
    newest().open();
    begin();
    expect(began.map((each) => each.mock.calls.length)).toEqual([2, 2]);
    client.close();
  });

  it('comes back after a loss, tells of the gap and subscribes again', async () => {
    const client = new PageStream({ path: '/x' });
    const gaps = vi.fn();
    client.subscribe(BTC, { onPush: () => undefined, onGap: gaps });
    newest().open();
    newest().close();
    expect(client.state.getState()).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(600);
    expect(FakeSocket.all).toHaveLength(2);
    newest().open();
    expect(newest().ops).toEqual(['subscribe books:BTCUSDT']);
    expect(gaps).toHaveBeenCalledTimes(1);
    expect(client.state.getState()).toBe('live');
    client.close();
  });

  it.each([
    ['in half a second', 1006, 600],
    ['half a minute after the rules of the server ended it', 1008, 30_000],
  ])('comes back %s', async (_when, code, ms) => {
    const client = new PageStream({ path: '/x' });
    client.subscribe(BTC, { onPush: () => undefined });
    newest().open();
    newest().onclose?.({ code });
    await vi.advanceTimersByTimeAsync(ms / 3);
    expect(FakeSocket.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(ms);
    expect(FakeSocket.all).toHaveLength(2);
    client.close();
  });

  it('follows the device: away with its network, back with it, asked when it is seen', async () => {
    const heard = new Map<string, () => void>();
    const listen = (name: string, listener: () => void) => heard.set(name, listener);
    vi.stubGlobal('addEventListener', listen);
    vi.stubGlobal('document', { addEventListener: listen, visibilityState: 'visible' });
    const client = new PageStream({ path: '/x' });
    client.subscribe(BTC, { onPush: () => undefined });
    newest().open();
    heard.get('visibilitychange')?.();
    expect(newest().sent).toContain('ping');
    heard.get('offline')?.();
    expect(client.state.getState()).toBe('reconnecting');
    heard.get('online')?.();
    expect(FakeSocket.all).toHaveLength(2);
    newest().open();
    expect(client.state.getState()).toBe('live');
    client.close();
  });

  it('a listener that stops twice takes nothing from a later one', () => {
    const client = new PageStream({ path: '/x' });
    const seen: Push[] = [];
    const stop = client.subscribe(BTC, { onPush: () => undefined });
    stop();
    client.subscribe(BTC, { onPush: (push) => seen.push(push) });
    stop();
    newest().open();
    newest().push({ action: 'snapshot', arg: BTC, data: [1], ts: 1 });
    expect(seen).toHaveLength(1);
    client.close();
  });

  it('pings, and takes silence for a loss', async () => {
    const client = new PageStream({ path: '/x' });
    client.subscribe(BTC, { onPush: () => undefined });
    newest().open();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(newest().sent).toContain('ping');
    newest().push('pong');
    await vi.advanceTimersByTimeAsync(9_000);
    expect(client.state.getState()).toBe('live');
    await vi.advanceTimersByTimeAsync(6_100);
    expect(client.state.getState()).toBe('reconnecting');
    client.close();
  });

  it('logs in before it subscribes where a token is needed', async () => {
    const client = new PageStream({ path: '/x', token: () => Promise.resolve('secret') });
    client.subscribe(
      { instType: 'SPOT', channel: 'account', coin: 'default' },
      { onPush: () => undefined },
    );
    newest().open();
    await vi.advanceTimersByTimeAsync(0);
    expect(newest().sent).toEqual(['{"op":"login","args":[{"token":"secret"}]}']);
    newest().push({ event: 'login', code: 0, msg: '' });
    expect(newest().sent.at(-1)).toContain('"subscribe"');
    client.close();
  });

  it('closes a while after the last listener has gone', async () => {
    const client = new PageStream({ path: '/x' });
    const stop = client.subscribe(BTC, { onPush: () => undefined });
    newest().open();
    stop();
    await vi.advanceTimersByTimeAsync(5_100);
    expect(client.state.getState()).toBe('idle');
    expect(newest().readyState).toBe(3);
  });
});

describe('BookFeed', () => {
  const instrument = {
    product: 'spot',
    symbol: 'BTCUSDT',
    priceScale: 1,
    sizeScale: 1,
  } as InstrumentInfo;
  const snapshot = { bids: [['9', '1']], asks: [['11', '1']], seq: 5 };
  const update = (pseq: number, checksum = 0) => ({
    action: 'update',
    arg: BTC,
    data: [{ bids: [['9', '2']], asks: [], pseq, seq: pseq + 1, checksum }],
    ts: 1,
  });

  it.each([
    ['a gap', update(7)],
    ['a wrong checksum', update(5, 12345)],
  ])('asks for a fresh snapshot after %s and recovers', async (_name, bad) => {
    const feed = new LiveBook(instrument);
    const stop = feed.start();
    newest().open();
    newest().push({ action: 'snapshot', arg: BTC, data: [snapshot], ts: 1 });
    expect(feed.state.getState()).toBe('live');
    newest().push(bad);
    expect(feed.state.getState()).toBe('stale');
    newest().push(update(5));
    expect(feed.state.getState()).toBe('stale');
    await vi.advanceTimersByTimeAsync(250);
    expect(newest().ops.slice(-2)).toEqual([
      'unsubscribe books:BTCUSDT',
      'subscribe books:BTCUSDT',
    ]);
    newest().push({ action: 'snapshot', arg: BTC, data: [{ ...snapshot, seq: 9 }], ts: 1 });
    expect(feed.state.getState()).toBe('live');
    expect(feed.book.bids.at(0)?.units).toBe(10n);
    stop();
  });

  it('is stale while the connection is away, and waits for the snapshot after it', async () => {
    const feed = new LiveBook(instrument);
    const stop = feed.start();
    newest().open();
    newest().push({ action: 'snapshot', arg: BTC, data: [snapshot], ts: 1 });
    newest().close();
    expect(feed.state.getState()).toBe('stale');
    await vi.advanceTimersByTimeAsync(600);
    newest().open();
    newest().push(update(5));
    expect(feed.state.getState()).toBe('stale');
    newest().push({ action: 'snapshot', arg: BTC, data: [snapshot], ts: 1 });
    expect(feed.state.getState()).toBe('live');
    stop();
  });
});
