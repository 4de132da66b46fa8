import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as tlsConnect } from 'node:tls';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { makeCertificate } from './web/testing/certificate.ts';
import { Browser, startTestGateway, type TestGateway } from './web/testing/gateway.ts';
import { TestClient } from './ws/testing/client.ts';

const SCRIPT = 'document.documentElement.dataset.theme = "dark";';
const INDEX = `<!doctype html><title>H</title><script>${SCRIPT}</script><script src="/assets/a.js"></script><style nonce="HALCYON_CSP_NONCE"></style>`;

let folder = '';
let server: TestGateway;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'halcyon-site-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), INDEX);
  writeFileSync(join(folder, 'assets', 'a.js'), `// ${'x'.repeat(5_000)}`);
  writeFileSync(join(folder, '.secret'), 'not linked from anywhere');
  server = await startTestGateway({ webRoot: folder });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const page = { accept: 'text/html,application/xhtml+xml' };

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('S7 security headers', () => {
  const paths = [
    '/',
    '/markets',
    '/spot/BTCUSDT',
    '/de/asset/spot',
    '/trade-spot/BTCUSDT',
    '/zh-CN/trade-asset',
    '/assets/a.js',
    '/nothing-here.png',
    '/healthz',
    '/metrics',
    '/api/v2/public/time',
    '/api/v2/spot/public/symbols',
    '/api/v2/no/such/path',
    '/api/web/v1/session',
    '/api/web/v1/nothing',
    '/api/v2/spot/account/assets',
  ];
  it.each(paths)('%s has them all', async (path) => {
    const { headers } = await get(path, page);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain('frame-ancestors');
    expect(policy).not.toContain('unsafe');
    expect(headers.get('strict-transport-security')).toBeNull();
    const framed = path.includes('/trade-');
    expect(policy.includes("frame-ancestors 'none'")).toBe(!framed);
    if (path.startsWith('/api/')) {
      expect(policy).toContain("default-src 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
    } else {
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      // The page's own inline script is allowed by its hash, nothing else is.
      expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/=]{44}';/);
    }
  });
});

describe('the web app', () => {
  it('shows its start page for every page, in every language', async () => {
    for (const path of ['/', '/login', '/fr/spot/ETHUSDT', '/record/exchange?x=1']) {
      const { status, headers, text } = await get(path, page);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).toContain(`<script>${SCRIPT}</script>`);
    }
  });

  it('shows its start page with status 404 where there is no page', async () => {
    for (const path of [
      '/nope',
      '/de/nope',
      '/xx/markets',
      '/ja/ja/markets',
      '/spot',
      '/spot/BTCUSDT/x',
      '/spot/NOPEUSDT',
      '/de/trade-spot/NOPEUSDT',
      '/trade-info/NOPE',
      '/transac/NOPE',
      '/futures/usdt/NOPEUSDT',
      '/futures/usdc/BTCUSDT',
      '/trade-swap/NOPEUSDT',
    ]) {
      const { status, text } = await get(path, page);
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain(`<script>${SCRIPT}</script>`);
    }
  });

  it('gives a page to who accepts anything, and no page for an address that is none', async () => {
    for (const [path, expected, type] of [
      ['/markets', 200, 'text/html'],
      ['/spot/BTCUSDT', 200, 'text/html'],
      ['/nope', 404, 'application/json'],
    ] as const) {
      const { status, headers } = await fetch(server.url + path, { headers: { accept: '*/*' } });
      expect([path, status]).toEqual([path, expected]);
      expect(headers.get('content-type')).toContain(type);
    }
  });

  it('says what may be asked of a page, and answers HEAD as GET', async () => {
    const options = await fetch(`${server.url}/markets`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect((await fetch(`${server.url}/nope`, { method: 'OPTIONS' })).status).toBe(404);
    const head = await fetch(`${server.url}/healthz`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('S7 gives each answer a nonce for its styles, in the page and in the policy alike', async () => {
    const seen = new Set<string>();
    for (const [path, encoding] of [
      ['/', 'br'],
      ['/', 'identity'],
      ['/index.html', 'br'],
      ['/markets', 'gzip'],
    ] as const) {
      const { headers, text } = await get(path, { ...page, 'accept-encoding': encoding });
      const policy = headers.get('content-security-policy') ?? '';
      const nonce = /style-src 'self' 'nonce-([A-Za-z0-9+/]{22}==)';/.exec(policy)?.[1] ?? '';
      expect(text).toContain(`<style nonce="${nonce}">`);
      expect(headers.get('etag')).toBeNull();
      seen.add(nonce);
    }
    expect(seen.size).toBe(4);
    const script = await get('/assets/a.js');
    expect(script.headers.get('content-security-policy')).not.toContain('nonce');
  });

  it('sends files compressed and lets browsers keep them', async () => {
    const raw = async (encoding: string) => {
      const response = await fetch(`${server.url}/assets/a.js`, {
        headers: { 'accept-encoding': encoding },
      });
      return response;
    };
    const plain = await get('/assets/a.js', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('cache-control')).toMatch(/immutable/);
    expect(plain.text).toHaveLength(5_003);
    for (const encoding of ['br', 'gzip']) {
      const response = await raw(encoding);
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(Number(response.headers.get('content-length'))).toBeLessThan(200);
      expect(await response.text()).toBe(plain.text);
    }
    const etag = plain.headers.get('etag') ?? '';
    expect((await get('/assets/a.js', { 'if-none-match': etag })).status).toBe(304);
    expect(brotliDecompressSync).toBeDefined();
    expect(gunzipSync).toBeDefined();
  });

  it('answers unknown API paths with JSON, also for browsers', async () => {
    for (const path of ['/api/v2/nope', '/api/web/v1/nope', '/api/nope', '/api']) {
      const { status, text } = await get(path, page);
      expect(status).toBe(404);
      expect(JSON.parse(text)).toMatchObject({ code: '40404', data: null });
    }
  });

  it('answers whatever is sent to addresses that take nothing with JSON of ours', async () => {
    for (const path of ['/', '/nope', '/spot/BTCUSDT', '/healthz', '/v2/ws/public']) {
      for (const body of ['{bad', '', '[]', 'x'.repeat(2_000_000)]) {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(server.url + path, { method: 'POST', headers, body });
        expect([path, answer.status]).toEqual([path, 404]);
        expect(await answer.json()).toMatchObject({ code: '40404', data: null });
      }
    }
  });

  it('shows a browser its start page, with status 404, at addresses with more than one reading', async () => {
    // As they are sent: `fetch` would put them right first.
    const asked = (path: string, accept: string) =>
      new Promise<{ status: number; type: string; text: string }>((resolve, reject) => {
        const options = { path, headers: { accept } };
        const sent = httpRequest(server.url, options, async (answer) => {
          const parts: Buffer[] = [];
          for await (const part of answer) parts.push(part as Buffer);
          const type = String(answer.headers['content-type']);
          resolve({ status: answer.statusCode ?? 0, type, text: Buffer.concat(parts).toString() });
        });
        sent.on('error', reject).end();
      });
    const strange = [
      '/spot/%00',
      '/de/spot/%0a',
      '/spot/BTC%2fUSDT',
      '/spot/..%5c',
      '/%',
      '/a/../b',
    ];
    for (const path of [...strange, '/spot/%E0', '/%c3%28', '/spot/%zz']) {
      const { status, type, text } = await asked(path, page.accept);
      expect([path, status, type]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(text).toContain('<title>H</title>');
    }
    for (const path of strange) {
      const { status, type } = await asked(path, '*/*');
      expect([path, status >= 400, type.split(';')[0]]).toEqual([path, true, 'application/json']);
    }
    for (const path of ['/api/%00', '/api/v2/..%2f', '/v2/ws/%5c']) {
      const { status, type } = await asked(path, page.accept);
      expect([path, status, type]).toEqual([path, 400, 'application/json']);
    }
  });

  it('answers files that do not exist with 404', async () => {
    expect((await get('/assets/none.js')).status).toBe(404);
    const sneaky = ['/../package.json', '/%2e%2e/package.json', '/assets/../../x', '/%00', '/%'];
    for (const path of sneaky) expect((await get(path)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('operation', () => {
  it('healthz tells engine, views and records', async () => {
    const { status, text } = await get('/healthz');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      status: 'ok',
      engine: 'running',
      seq: server.engine.seq,
      viewsSeq: server.engine.seq,
      parts: { engine: { state: 'ok', detail: '' } },
    });
    server.engine.status = 'failed';
    expect((await get('/healthz')).status).toBe(503);
    server.engine.status = 'running';
  });

  it('a part that is not well is named, and live takes orders', async () => {
    let detail = 'stopped: it is started again';
    server.healthRegistry.join('simulator', () =>
      detail === '' ? { state: 'ok', detail } : { state: 'degraded', detail },
    );
    const { status, text } = await get('/healthz');
    expect(status).toBe(200);
    const simulator = { state: 'degraded', detail };
    expect(JSON.parse(text)).toMatchObject({ status: 'degraded', parts: { simulator } });
    expect((await get('/metrics')).text).toMatch(/^halcyon_part_ok\{part="simulator"\} 0$/m);
    detail = '';
    expect(JSON.parse((await get('/healthz')).text)).toMatchObject({ status: 'ok' });
    expect((await get('/metrics')).text).toMatch(/^halcyon_part_ok\{part="simulator"\} 1$/m);
  });

  it('metrics count commands, connections and delays', async () => {
    const client = await new TestClient(
      `${server.url.replace('http', 'ws')}/v2/ws/public`,
    ).opened();
    server.engine.commit([]);
    const { text } = await get('/metrics');
    expect(text).toMatch(/^halcyon_commit_commands_sum [1-9]/m);
    expect(text).toMatch(/^halcyon_ws_connections 1$/m);
    expect(text).toMatch(/^halcyon_event_loop_delay_p99_seconds /m);
    expect(text).toMatch(/^halcyon_submit_seconds_bucket/m);
    client.end();
  });

  it('metrics count requests by the client that they name', async () => {
    const path = '/api/web/v1/session';
    const names = ['13', '13', '4', '99', 'x', ''];
    for (const name of names) await get(path, name === '' ? {} : { 'x-client-type': name });
    await get('/api/v2/public/time', { 'access-key': 'k', 'x-client-type': '1' });
    const order = { 'access-key': 'k', 'content-type': 'application/json' };
    const place = `${server.url}/api/v2/spot/trade/place-order`;
    await fetch(place, { method: 'POST', headers: order, body: '{}' });
    const { text } = await get('/metrics');
    const counted = [...text.matchAll(/^halcyon_client_requests\{client="(\w+)"\} ([0-9]+)$/gm)];
    const counts = Object.fromEntries(counted.map(([, name, number]) => [name, Number(number)]));
    expect(counts).toMatchObject({ WINDOWS: 2, API: 3 });
    expect(counts['UNKNOWN']).toBeGreaterThanOrEqual(3);
    expect(Object.keys(counts).sort()).toEqual(['API', 'UNKNOWN', 'WINDOWS']);
  });

  it('metrics are for this machine alone', async () => {
    const forwarded = await get('/metrics', { 'x-forwarded-for': '203.0.113.9' });
    expect(forwarded.status).toBe(403);
    expect(forwarded.text).not.toContain('halcyon_');
    const host = (name: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const options = { port: server.gateway.port, path: '/metrics', headers: { host: name } };
        const asked = httpRequest({ host: '127.0.0.1', ...options }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        asked.on('error', reject).end();
      });
    // A page of somebody else whose name was made to lead here.
    expect(await host('attacker.example')).toBe(403);
    expect(await host('127.0.0.1.attacker.example:80')).toBe(403);
    expect(await host('localhost')).toBe(200);
  });

  it.each(['10.0.0.0/8', '1'])(
    'nor does a trusted proxy make a stranger local (%s)',
    async (trust) => {
      const proxied = await startTestGateway({ env: { HALCYON_TRUST_PROXY: trust } });
      try {
        for (const headers of [
          { 'x-forwarded-for': '127.0.0.1' },
          { forwarded: 'for=203.0.113.9' },
          { via: '1.1 proxy' },
        ]) {
          expect((await fetch(`${proxied.url}/metrics`, { headers })).status).toBe(403);
        }
        expect((await fetch(`${proxied.url}/metrics`)).status).toBe(200);
      } finally {
        await proxied.close();
      }
    },
  );
});

describe('https', () => {
  it('binds cookies to the origin and asks browsers to stay on https', async () => {
    const { certFile, keyFile } = makeCertificate(folder);
    const secure = await startTestGateway({
      env: { HALCYON_TLS_CERT: certFile, HALCYON_TLS_KEY: keyFile },
    });
    const { port } = secure.gateway;
    const post = (path: string) =>
      new Promise<Record<string, string | string[] | undefined>>((resolve, reject) => {
        const options = {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: `/api/web/v1/${path}`,
          rejectUnauthorized: false,
          headers: { origin: `https://localhost:${port}`, 'content-type': 'application/json' },
        };
        const request = httpsRequest(options, (response) => {
          response.resume();
          resolve(response.headers);
        });
        request.on('error', reject);
        request.end('{"email":"t@example.com","password":"correct horse battery staple"}');
      });
    await post('register');
    const headers = await post('login');
    expect(headers['strict-transport-security']).toMatch(/max-age=31536000/);
    expect(String(headers['set-cookie'])).toMatch(/^__Host-halcyon-session=.*; Secure$/);
    await secure.close();
  });

  it('takes a renewed certificate, keeps the old one where the new cannot be used', async () => {
    const { certFile, keyFile, cert } = makeCertificate(folder);
    const secure = await startTestGateway({
      env: { HALCYON_TLS_CERT: certFile, HALCYON_TLS_KEY: keyFile },
    });
    const shown = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const options = { port: secure.gateway.port, host: '127.0.0.1', rejectUnauthorized: false };
        const socket = tlsConnect(options, () => {
          resolve(new X509Certificate(socket.getPeerCertificate().raw).fingerprint256);
          socket.destroy();
        });
        socket.on('error', reject);
      });
    const first = new X509Certificate(cert).fingerprint256;
    expect(await shown()).toBe(first);
    const renewed = new X509Certificate(makeCertificate(folder).cert).fingerprint256;
    expect(await shown()).toBe(first);
    expect(secure.gateway.reloadTls()).toBe(true);
    expect(await shown()).toBe(renewed);
    writeFileSync(keyFile, 'this is no key');
    expect(() => secure.gateway.reloadTls()).toThrow(/^HALCYON_TLS_KEY: .*key\.pem/);
    expect(await shown()).toBe(renewed);
    await secure.close();
  });

  it('gives participants of this process a way without a certificate or a name', async () => {
    const { certFile, keyFile } = makeCertificate(folder);
    const secure = await startTestGateway({
      env: {
        HALCYON_TLS_CERT: certFile,
        HALCYON_TLS_KEY: keyFile,
        HALCYON_ORIGIN: 'https://halcyon.invalid',
      },
    });
    const { participantUrl } = secure.gateway;
    expect(participantUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const answer = await fetch(`${participantUrl}/api/v2/public/time`);
    expect(await answer.json()).toMatchObject({ code: '00000' });
    const socket = new WebSocket(`${participantUrl.replace('http', 'ws')}/v2/ws/public`);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    await secure.close();
    await expect(fetch(`${participantUrl}/api/v2/public/time`)).rejects.toThrow();
  });
});

/** A browser's request as it goes over the wire. */
function requestText(browser: Browser, method: string, path: string, body = ''): string {
  const headers = {
    host: new URL(browser.url).host,
    origin: browser.url,
    cookie: browser.cookieHeader,
    'x-csrf-token': browser.csrfToken,
    ...(body === '' ? {} : { 'content-type': 'application/json' }),
    'content-length': body.length,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

describe('the end', () => {
  it('answers an order under way, then ends; what comes meanwhile is refused as an order is', async () => {
    const ending = await startTestGateway();
    const browser = new Browser(ending.url);
    await browser.register('late@example.com');
    let release = (): void => undefined;
    const submit = ending.engine.submit.bind(ending.engine);
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = false;
    ending.engine.submit = async (command) => {
      asked = true;
      await held;
      return submit(command);
    };
    const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', price: '1', size: '1' };
    const socket = connect(ending.gateway.port, '127.0.0.1');
    let received = '';
    socket.on('data', (bytes) => {
      received += String(bytes);
    });
    const ended = once(socket, 'close');
    socket.write(
      requestText(browser, 'POST', '/api/v2/spot/trade/place-order', JSON.stringify(order)),
    );
    while (!asked) await new Promise((resolve) => setTimeout(resolve, 5));
    const closing = ending.gateway.close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const arrived = once(ending.gateway.app.server, 'request');
    socket.write(requestText(browser, 'GET', '/api/v2/public/time'));
    await arrived;
    release();
    await ended;
    const [placed = '', refused = ''] = received.split(/(?<=\})(?=HTTP)/);
    expect(placed).toMatch(/^HTTP\/1.1 200/);
    expect(refused).toMatch(/^HTTP\/1.1 503/);
    expect(JSON.parse(refused.slice(refused.indexOf('{')))).toMatchObject({
      code: '40200',
      msg: 'not taken, nothing happened: the exchange is stopping',
      data: null,
      reason: 'engineUnavailable',
      retryable: true,
    });
    await closing;
    await ending.close();
  });

  it('closes sockets with 1001 and is done in time', async () => {
    const ending = await startTestGateway();
    const socket = await new TestClient(
      `${ending.url.replace('http', 'ws')}/v2/ws/public`,
    ).opened();
    const started = Date.now();
    await ending.gateway.close();
    await ending.gateway.close();
    expect(Date.now() - started).toBeLessThan(10_000);
    await socket.closed();
    expect(socket.closeCode).toBe(1001);
    await expect(fetch(`${ending.url}/healthz`)).rejects.toThrow();
    await ending.close();
  });
});
