import { describe, expect, it } from 'vitest';
import { PAPER_SETTINGS } from './config/paper-config.ts';
import { ConfigError, closesFaucet, parseConfig, SETTINGS, unknownSettings } from './config.ts';

describe('parseConfig', () => {
  it('defaults to loopback with a simulated market and a faucet', () => {
    expect(parseConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      loopback: true,
      dataDir: 'data',
      origin: null,
      tls: null,
      trustProxy: false,
      databaseUrl: null,
      simRate: 'default',
      faucet: true,
      logLevel: 'info',
      booksIntervalMs: 200,
    });
  });

  it('gives nothing away where prices are those of sources', () => {
    const env = { HALCYON_PRICE_SOURCES: 'sources.json' };
    const closed = { loopback: true, simRate: 'off', priceSources: 'sources.json', faucet: false };
    expect(parseConfig(env)).toMatchObject(closed);
    expect(closesFaucet(parseConfig(env))).toMatch('HALCYON_PRICE_SOURCES');
    expect(parseConfig({ ...env, HALCYON_FAUCET: 'on' }).faucet).toBe(true);
    expect(closesFaucet(parseConfig({}))).toBeNull();
  });

  it('switches faucet and simulator off where strangers can reach it', () => {
    const env = { HALCYON_HOST: '0.0.0.0', HALCYON_TLS_CERT: 'c.pem', HALCYON_TLS_KEY: 'k.pem' };
    expect(parseConfig(env)).toMatchObject({ loopback: false, simRate: 'off', faucet: false });
    expect(parseConfig({ ...env, HALCYON_FAUCET: 'on' }).faucet).toBe(true);
    // A proxy in front reaches loopback too.
    for (const behind of [
      { HALCYON_ORIGIN: 'https://halcyon.example' },
      { HALCYON_TRUST_PROXY: '1' },
    ]) {
      expect(parseConfig(behind).faucet).toBe(false);
      expect(parseConfig({ ...behind, HALCYON_FAUCET: 'on' }).faucet).toBe(true);
    }
  });

  it('reads what is set', () => {
    const config = parseConfig({
      HALCYON_PORT: '0',
      HALCYON_HOST: '::1',
      HALCYON_ORIGIN: 'https://halcyon.example/',
      HALCYON_TRUST_PROXY: '10.0.0.0/8, ::1',
      HALCYON_DATABASE_URL: 'postgres://u:p@localhost:5432/x',
      HALCYON_SIM_RATE: 'real',
      HALCYON_DISK_GB: '20',
      HALCYON_IMAGE_HOSTS: 'https://img.example/, http://127.0.0.1:9001,https://img.example',
    });
    expect(config).toMatchObject({
      port: 0,
      host: '::1',
      loopback: true,
      origin: 'https://halcyon.example',
      trustProxy: ['10.0.0.0/8', '::1'],
      simRate: 'real',
      diskBytesMax: 20_000_000_000,
      imageHosts: ['https://img.example', 'http://127.0.0.1:9001'],
    });
  });

  const bad: readonly (readonly [variable: string, value: string])[] = [
    ['HALCYON_PORT', '70000'],
    ['HALCYON_PORT', '80.5'],
    ['HALCYON_PORT', '-1'],
    ['HALCYON_PORT', '8080 '],
    ['HALCYON_HOST', '0.0.0.0'],
    ['HALCYON_HOST', 'my host'],
    ['HALCYON_ORIGIN', 'halcyon.example'],
    ['HALCYON_ORIGIN', 'http://halcyon.example'],
    ['HALCYON_ORIGIN', 'https://halcyon.example/app'],
    ['HALCYON_ORIGIN', 'https://u:p@halcyon.example'],
    ['HALCYON_ORIGIN', 'ftp://halcyon.example'],
    ['HALCYON_IMAGE_HOSTS', 'img.example'],
    ['HALCYON_IMAGE_HOSTS', 'http://img.example'],
    ['HALCYON_IMAGE_HOSTS', 'https://img.example/static'],
    ['HALCYON_IMAGE_HOSTS', "https://img.example,https://a.example; script-src 'unsafe-inline'"],
    ['HALCYON_IMAGE_HOSTS', Array.from({ length: 11 }, (_, n) => `https://i${n}.example`).join()],
    ['HALCYON_TRUST_PROXY', 'yes'],
    ['HALCYON_TRUST_PROXY', '10.0.0.0/33'],
    ['HALCYON_SIM_RATE', 'fast'],
    ['HALCYON_FAUCET', 'true'],
    ['HALCYON_DISK_GB', '0'],
    ['HALCYON_LOG_LEVEL', 'loud'],
    ['HALCYON_BOOKS_INTERVAL_MS', '5'],
    ['HALCYON_PAPER_SOURCE', 'dreams'],
    ['HALCYON_PAPER_BOOKS', 'books.gz'],
    ['HALCYON_PAPER_UPSTREAM', 'binance'],
  ];
  it.each(bad)('%s=%s: one line with the name, the value and what is allowed', (name, value) => {
    let message = '';
    try {
      parseConfig({ [name]: value });
    } catch (cause) {
      expect(cause).toBeInstanceOf(ConfigError);
      message = (cause as Error).message;
    }
    expect(message).toContain(`${name}: "${value}" cannot be used; allowed: `);
    expect(message).not.toContain('\n');
  });

  it('reads what paper trading follows, and wants all of it', () => {
    const recorded = {
      HALCYON_PAPER_SOURCE: 'recorded',
      HALCYON_PAPER_SYMBOLS: 'BTCUSDT',
      HALCYON_PAPER_BOOKS: 'books.gz',
    };
    const upstream = { HALCYON_PAPER_SOURCE: 'upstream', HALCYON_PAPER_UPSTREAM: 'binance' };
    expect(parseConfig({}).paperFlow).toEqual({ source: 'live' });
    const where = { HALCYON_PAPER_WHERE: 'market=spot, session=1', HALCYON_PAPER_TRADES: 't.csv' };
    expect(parseConfig({ ...recorded, ...where }).paperFlow).toEqual({
      source: 'recorded',
      symbol: 'BTCUSDT',
      books: 'books.gz',
      trades: 't.csv',
      where: { market: 'spot', session: '1' },
      fromMs: null,
    });
    const more = { HALCYON_PAPER_SYMBOLS: 'BTCUSDT, ETHUSDT', HALCYON_PAPER_STALE_S: '30' };
    expect(parseConfig({ ...upstream, ...more }).paperFlow).toEqual({
      source: 'upstream',
      exchange: 'binance',
      symbols: ['BTCUSDT', 'ETHUSDT'],
      staleMs: 30_000,
    });
    const wrong = (env: Record<string, string>, problem: RegExp): void =>
      expect(() => parseConfig(env)).toThrow(problem);
    wrong({ ...recorded, HALCYON_PAPER_BOOKS: '' }, /HALCYON_PAPER_BOOKS: "" .* recorded books/);
    wrong({ ...recorded, HALCYON_PAPER_SYMBOLS: 'A1,B1' }, /PAPER_SYMBOLS: "A1,B1" .* one symbol/);
    wrong({ ...recorded, HALCYON_PAPER_WHERE: 'spot' }, /HALCYON_PAPER_WHERE: "spot"/);
    wrong({ ...recorded, HALCYON_PAPER_STALE_S: '5' }, /since HALCYON_PAPER_SOURCE is recorded/);
    wrong({ ...upstream, HALCYON_PAPER_UPSTREAM: '' }, /HALCYON_PAPER_UPSTREAM: ""/);
    wrong({ ...upstream, HALCYON_PAPER_UPSTREAM: 'http://far.example' }, /an id of ccxt/);
    wrong({ ...upstream, HALCYON_PAPER_SYMBOLS: 'btc' }, /symbols as BTCUSDT/);
    wrong({ ...upstream, HALCYON_PAPER_STALE_S: '1' }, /from 2 to 3600/);
  });

  it('refuses to follow anything on paper while paper is off', () => {
    const off = { HALCYON_PAPER: 'off' };
    expect(parseConfig({ ...off, HALCYON_PAPER_SOURCE: '' }).paper).toBe(false);
    for (const name of Object.keys(PAPER_SETTINGS)) {
      const problem = `${name}: "live" cannot be used; allowed: nothing, since HALCYON_PAPER is off`;
      expect(() => parseConfig({ ...off, [name]: 'live' })).toThrow(problem);
    }
  });

  it('never shows the password of a database address', () => {
    expect(() => parseConfig({ HALCYON_DATABASE_URL: 'mysql://u:hunter2@h/x' })).toThrow(
      /HALCYON_DATABASE_URL: "mysql:…"/,
    );
    try {
      parseConfig({ HALCYON_DATABASE_URL: 'mysql://u:hunter2@h/x' });
    } catch (cause) {
      expect(String(cause)).not.toContain('hunter2');
    }
  });

  it('needs certificate and key together', () => {
    expect(() => parseConfig({ HALCYON_TLS_CERT: 'c.pem' })).toThrow(/HALCYON_TLS_KEY/);
    expect(() => parseConfig({ HALCYON_TLS_KEY: 'k.pem' })).toThrow(/HALCYON_TLS_CERT/);
  });

  it('names settings that do not exist', () => {
    expect(unknownSettings({ HALCYON_PROT: '1', HALCYON_PORT: '1', PATH: '/' })).toEqual([
      'HALCYON_PROT',
    ]);
    expect(Object.keys(SETTINGS)).toContain('HALCYON_ORIGIN');
  });
});
