/**
 * The exchange as operators run it: with a certificate, a public origin and another address the
 * simulated market and the index prices work as on loopback; signals and missing settings do what they should.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { makeCertificate } from '../../packages/gateway/src/web/testing/certificate.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'halcyon-outside-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Health {
  readonly parts: Readonly<Record<string, { readonly state: string }>>;
}

/** What a health check over TLS says; null where nothing answers. */
function healthOf(host: string, port: number): Promise<Health | null> {
  return new Promise((resolve) => {
    const options = { host, port, path: '/healthz', rejectUnauthorized: false };
    const asked = request(options, (response) => {
      let text = '';
      response.on('data', (bytes) => {
        text += String(bytes);
      });
      response.on('end', () => resolve(JSON.parse(text) as Health));
    });
    asked.on('error', () => resolve(null));
    asked.end();
  });
}

describe('with a certificate of its own, a public origin and another address', () => {
  test('index prices come, a renewed certificate is taken, npm passes the end on', async () => {
    const { certFile, keyFile } = makeCertificate(folder);
    const exchange = await ExchangeProcess.filled({
      HALCYON_HOST: '127.0.0.2',
      HALCYON_SIM_RATE: 'default',
      HALCYON_PAPER: 'off',
      HALCYON_ORIGIN: 'https://halcyon.invalid',
      HALCYON_TLS_CERT: certFile,
      HALCYON_TLS_KEY: keyFile,
    });
    const npm = startByNpm(exchange);
    const healthy = async (): Promise<void> => {
      const parts = (await healthOf('127.0.0.2', exchange.port))?.parts;
      expect([parts?.['prices']?.state, parts?.['simulator']?.state]).toEqual(['ok', 'ok']);
    };
    await vi.waitFor(healthy, { timeout: 120_000, interval: 500 });
    expect(npm.said()).toContain(
      `listening on https://127.0.0.2:${exchange.port}, origin https://halcyon.invalid`,
    );
    const pid = npm.pid();
    process.kill(pid, 'SIGHUP');
    await vi.waitFor(() => expect(npm.said()).toContain('the certificate was read again'), 60_000);
    npm.end();
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 60_000 });
    expect(existsSync(join(exchange.folder, 'control.sock'))).toBe(false);
    await exchange.remove();
  });
});

test('the end of npm ends a start that waits for a database', async () => {
  const exchange = await ExchangeProcess.prepare({
    HALCYON_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  });
  const npm = startByNpm(exchange);
  await vi.waitFor(() => expect(npm.said()).toContain('the start waits for it'), 60_000);
  npm.end();
  await vi.waitFor(() => expect(isRunning(npm.pid())).toBe(false), { timeout: 60_000 });
  await exchange.remove();
});

describe('a setting that is missing or wrong', () => {
  test('is named, and nothing is changed', async () => {
    const exchange = await ExchangeProcess.filled({ HALCYON_PAPER: 'off' });
    await exchange.launch();
    expect(await exchange.stop()).toBe(0);
    const start = async (env: Readonly<Record<string, string>>): Promise<string> => {
      const other = await ExchangeProcess.prepare({
        HALCYON_DATA: exchange.folder,
        HALCYON_PAPER: 'off',
        ...env,
      });
      expect(await other.launchInVain()).toBe(1);
      const said = other.log;
      await other.remove();
      return said;
    };
    const file = join(exchange.folder, 'live', 'exchange.json');
    const before = [readFileSync(file, 'utf8'), readdirSync(exchange.folder)];
    const url = 'postgres://nobody@127.0.0.1:1/none';
    expect(await start({ HALCYON_DATABASE_URL: url })).toMatch(
      /are files in it: start without HALCYON_DATABASE_URL/,
    );
    const pem = join(folder, 'nothing.pem');
    expect(await start({ HALCYON_TLS_CERT: pem, HALCYON_TLS_KEY: pem })).toMatch(
      /HALCYON_TLS_CERT: .*nothing\.pem/,
    );
    expect([readFileSync(file, 'utf8'), readdirSync(exchange.folder)]).toEqual(before);
    await exchange.launch();
    expect(await exchange.stop()).toBe(0);
    await exchange.remove();
  });
});

/** An exchange that an npm script starts; its log, its process id in it, and SIGTERM to npm. */
function startByNpm({ env }: ExchangeProcess) {
  const npm = spawn('npm', ['run', 'halcyon', '--', 'start'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  npm.stderr.on('data', (bytes) => {
    said += String(bytes);
  });
  return {
    said: () => said,
    pid: () => Number(/"pid":(\d+)/.exec(said)?.[1]),
    end: () => npm.kill('SIGTERM'),
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
