import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  atDefaultHost,
  chosenHost,
  FASTEST_IMAGE_DOMAIN,
  listedHost,
  rewriteImages,
} from './image-host.ts';
import { fastestHost, measureHosts } from './measure-hosts.ts';

const ORIGIN = 'https://halcyon.example';
const HOST = 'https://img.example:8443';
const OTHER = 'https://img2.example';

describe('rewriting', () => {
  const rows: readonly (readonly [string, unknown, unknown])[] = [
    ['an address without a host', '/static/img/coins/btc.svg', `${HOST}/static/img/coins/btc.svg`],
    [
      'an address of the own origin',
      `${ORIGIN}/static/img/a.png?x=1`,
      `${HOST}/static/img/a.png?x=1`,
    ],
    ['another path of the own origin', `${ORIGIN}/assets/a.png`, `${ORIGIN}/assets/a.png`],
    [
      'another host',
      'https://elsewhere.example/static/img/a.png',
      'https://elsewhere.example/static/img/a.png',
    ],
    ['a host that begins alike', `${ORIGIN}.evil/static/img/a`, `${ORIGIN}.evil/static/img/a`],
    ['a text that holds an address', 'see /static/img/a.png', 'see /static/img/a.png'],
    ['a longer path', '/x/static/img/a.png', '/x/static/img/a.png'],
    [
      'lists and objects',
      [{ a: '/static/img/a', b: ['/static/img/b', 1] }],
      [{ a: `${HOST}/static/img/a`, b: [`${HOST}/static/img/b`, 1] }],
    ],
    ['what is no text', { n: 1, t: true, z: null }, { n: 1, t: true, z: null }],
  ];
  it.each(rows)('%s', (_name, before, after) => {
    expect(rewriteImages(before, ORIGIN, HOST)).toEqual(after);
  });

  it('leads back to the default host', () => {
    expect(atDefaultHost(`${HOST}/static/img/a.svg`)).toBe('/static/img/a.svg');
    expect(atDefaultHost('/elsewhere')).toBe('/elsewhere');
  });
});

describe('the entry', () => {
  it.each([
    [null, null],
    [HOST, HOST],
    ['img.example:8443', HOST],
    ['img2.example', OTHER],
    ['img.example', null],
    ['https://evil.example', null],
    [`${HOST}/path`, null],
    ['', null],
  ])('%s', (entry, host) => {
    expect(listedHost(entry, [HOST, OTHER])).toBe(host);
  });
});

describe('the measurement', () => {
  let entries: Map<string, string>;
  const load = (times: Readonly<Record<string, number>>) => (address: string) =>
    new Promise<void>((resolve, reject) => {
      const ms = times[new URL(address).origin];
      if (ms === undefined) reject(new Error('down'));
      else setTimeout(resolve, ms);
    });

  beforeEach(() => {
    vi.useFakeTimers();
    entries = new Map();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => entries.set(key, value),
      removeItem: (key: string) => entries.delete(key),
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const measured = async (times: Readonly<Record<string, number>>) => {
    const done = measureHosts([HOST, OTHER], load(times));
    await vi.advanceTimersByTimeAsync(5_000);
    await done;
    return chosenHost([HOST, OTHER]);
  };

  it('stores who answers first', async () => {
    expect(await measured({ [HOST]: 40, [OTHER]: 20 })).toBe(OTHER);
    expect(entries.get(FASTEST_IMAGE_DOMAIN)).toBe(OTHER);
  });

  it('does not mind who is down', async () => {
    expect(await measured({ [HOST]: 40 })).toBe(HOST);
  });

  it('goes back to the default when nobody answers, or too late', async () => {
    await measured({ [HOST]: 1 });
    expect(await measured({})).toBeNull();
    expect(await measured({ [HOST]: 3_001, [OTHER]: 4_000 })).toBeNull();
    expect(entries.has(FASTEST_IMAGE_DOMAIN)).toBe(false);
  });

  it('asks nobody without a list', async () => {
    const asked = vi.fn(() => Promise.resolve());
    await measureHosts([], asked);
    expect(asked).not.toHaveBeenCalled();
  });

  it('asks every host for the probe, past what the browser has kept', async () => {
    const asked = vi.fn((_address: string) => Promise.resolve());
    await fastestHost([HOST, OTHER], asked);
    const addresses = asked.mock.calls.map(([address]) => new URL(address));
    expect(addresses.map(({ origin }) => origin)).toEqual([HOST, OTHER]);
    expect(addresses.every(({ pathname }) => pathname === '/static/img/probe.svg')).toBe(true);
    expect(addresses.every(({ search }) => search.length > 3)).toBe(true);
  });
});
