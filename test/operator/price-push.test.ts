/** `halcyon prices push` with lines of standard input, to another exchange that hangs, refuses and returns. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const MAIN = join(import.meta.dirname, '../../apps/halcyon/src/main.ts');
const PATIENT = { timeout: 60_000, interval: 20 };

const folder = mkdtempSync(join(tmpdir(), 'halcyon-push-'));
/** What came, with the time it was signed for. */
const came: { body: string; timestamp: number }[] = [];
const waiting: ServerResponse[] = [];
let answer: 'taken' | 'priceless' | 'refused' | 'none' = 'taken';
let server: Server;
let origin: string;

beforeAll(async () => {
  writeFileSync(join(folder, 'secret'), 's'.repeat(40));
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes) => {
      body += String(bytes);
    });
    request.on('end', () => {
      came.push({ body, timestamp: Number(request.headers['access-timestamp']) });
      if (answer === 'none') waiting.push(response);
      else if (answer === 'refused') response.writeHead(401).end('{}');
      else {
        const refused = answer === 'priceless' ? [{ symbol: 'BTCUSDT', reason: 'form' }] : [];
        response.writeHead(200).end(JSON.stringify({ taken: [], refused }));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a line that waited is not dated as new, and one that is refused ends nothing', async () => {
  const key = ['--key', join(folder, 'secret'), '--to', origin];
  const pushing = spawn(process.execPath, [MAIN, 'prices', 'push', '--source', 'desk', ...key]);
  let errors = '';
  pushing.stderr.on('data', (bytes) => {
    errors += String(bytes);
  });
  const say = (line: string): void => void pushing.stdin.write(`${line}\n`);
  const arrived = (count: number) => vi.waitFor(() => expect(came).toHaveLength(count), PATIENT);
  say('BTCUSDT=1');
  await arrived(1);
  answer = 'refused';
  say('BTCUSDT=2');
  await arrived(2);
  await vi.waitFor(() => expect(errors).toContain('answered 401'), PATIENT);
  answer = 'priceless';
  say('BTCUSDT=2');
  await vi.waitFor(() => expect(errors).toContain('not taken: BTCUSDT (form)'), PATIENT);
  say('nonsense');
  await vi.waitFor(() => expect(errors).toContain('SYMBOL=price'), PATIENT);
  answer = 'none';
  say('BTCUSDT=3');
  await arrived(4);
  // It waits behind one that hangs, until that is given up.
  say('BTCUSDT=4');
  answer = 'taken';
  await vi.waitFor(() => expect(errors).toMatch(/timeout|waited too long/), PATIENT);
  say('BTCUSDT=5');
  await vi.waitFor(() => expect(came.at(-1)?.body).toContain('"5"'), PATIENT);
  const fourth = came.find(({ body }) => body.includes('"4"'));
  // Either it was too old to be sent, or it says how old it is.
  const hung = came[3]!.timestamp;
  expect((fourth?.timestamp ?? hung) - hung).toBeLessThan(4_000);
  pushing.stdin.end();
  expect(await new Promise((resolve) => pushing.once('exit', resolve))).toBe(1);
});

test('a price that is not taken is told, and makes the exit code', async () => {
  const args = ['--source', 'desk', '--key', join(folder, 'secret'), '--to', origin];
  const push = async () => {
    const one = [MAIN, 'prices', 'push', ...args, '--prices', 'BTCUSDT=abc'];
    const pushing = spawn(process.execPath, one);
    let errors = '';
    pushing.stderr.on('data', (bytes) => {
      errors += String(bytes);
    });
    const code = await new Promise((resolve) => pushing.once('close', resolve));
    return { code, told: errors.includes('halcyon: not taken: BTCUSDT (form)') };
  };
  answer = 'priceless';
  expect(await push()).toEqual({ code: 1, told: true });
  answer = 'taken';
  expect(await push()).toEqual({ code: 0, told: false });
});
