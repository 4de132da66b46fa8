import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askControl, listenControl } from './control-socket.ts';

const runtimeBefore = process.env['XDG_RUNTIME_DIR'];
let base = '';
let folder = '';
/** Too long for a socket of its own. */
let root = '';

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'halcyon-control-'));
  process.env['XDG_RUNTIME_DIR'] = base;
  folder = join(base, `halcyon-${process.getuid?.() ?? 0}`);
  root = join(base, 'x'.repeat(120));
});

afterEach(() => {
  if (runtimeBefore === undefined) delete process.env['XDG_RUNTIME_DIR'];
  else process.env['XDG_RUNTIME_DIR'] = runtimeBefore;
  rmSync(base, { recursive: true, force: true });
});

const REQUEST = { operation: 'user create', args: { password: 'secret' } };

describe('the control socket of a long path', () => {
  it('is in a folder of its own that only this user may enter', async () => {
    const server = await listenControl(root, async ({ operation }) => operation);
    expect(await askControl(root, REQUEST)).toEqual({ ok: true, result: 'user create' });
    server.close();
  });

  it.each([
    ['others may enter', () => mkdirSync(folder, { mode: 0o755 })],
    [
      'is a link',
      () => {
        mkdirSync(join(base, 'theirs'), { mode: 0o700 });
        symlinkSync(join(base, 'theirs'), folder);
      },
    ],
    [
      'others may write',
      () => {
        mkdirSync(folder);
        chmodSync(folder, 0o777);
      },
    ],
  ])('is neither opened nor asked where the folder %s', async (_name, make) => {
    make();
    await expect(listenControl(root, async () => null)).rejects.toThrow(/mode 0700/);
    await expect(async () => askControl(root, REQUEST)).rejects.toThrow(/mode 0700/);
  });
});

describe('what is no request', () => {
  it.each([
    '',
    '{',
    'null',
    '7',
    '"user-list"',
    '[]',
    '{}',
    '{"operation":null,"args":{}}',
    '{"operation":["user-list"],"args":{}}',
    '{"operation":"user-list"}',
    '{"operation":"user-list","args":null}',
    '{"operation":"user-list","args":[]}',
    '{"operation":"user-list","args":"all"}',
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  ])('is answered and never carried out: case %#', async (text) => {
    const asked: unknown[] = [];
    // Destructured as the server does it: what is no request would end the process there.
    const server = await listenControl(base, async ({ operation, args }) =>
      asked.push(operation, args),
    );
    try {
      const answer = await sent(text);
      expect(answer).toMatchObject({ ok: false, error: expect.stringMatching(/request|JSON/) });
      expect(answer.error).not.toMatch(/undefined|null \(reading/);
      expect(asked).toEqual([]);
    } finally {
      server.close();
    }
  });
});

/** The answer to a text that the command line would not send. */
function sent(text: string): Promise<{ readonly error?: string }> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ path: join(base, 'control.sock'), allowHalfOpen: true });
    let told = '';
    socket.on('data', (chunk) => {
      told += String(chunk);
    });
    socket.on('end', () => resolve(JSON.parse(told) as { readonly error?: string }));
    socket.on('error', reject);
    socket.end(text);
  });
}

it('is not asked in a data folder that everybody may write to: another one may listen there', async () => {
  const shared = join(base, 'data');
  mkdirSync(shared);
  const server = await listenControl(shared, async () => 'told');
  chmodSync(shared, 0o777);
  await expect(async () => askControl(shared, REQUEST)).rejects.toThrow(/chmod 700/);
  chmodSync(shared, 0o700);
  expect(await askControl(shared, REQUEST)).toEqual({ ok: true, result: 'told' });
  server.close();
});
