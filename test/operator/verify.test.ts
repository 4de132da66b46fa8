/** `halcyon verify` and `halcyon replay` as an operator calls them. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDirectory, segmentName } from '@halcyon/journal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openExchange } from '../../apps/halcyon/src/exchange/open-exchange.ts';
import { randomMarket, randomOrders } from '../crash/random-orders.ts';

const MAIN = join(import.meta.dirname, '../../apps/halcyon/src/main.ts');
const root = mkdtempSync(join(tmpdir(), 'halcyon-verify-'));
const segment = join(root, 'live', segmentName(1));
let commands = 0;

beforeAll(async () => {
  const { engine, close } = await openExchange(root, (error) => {
    throw error;
  });
  for (const batch of randomMarket()) await engine.submitAll(batch);
  const orders = randomOrders(1, 0);
  while (engine.seq < 2_000) await engine.submitAll(orders.next().value ?? []);
  commands = engine.seq;
  close();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Code and last line of standard output. */
function verify(folder = root): { code: number | null; last: string | undefined; errors: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'verify'], {
    env: { ...process.env, HALCYON_DATA: folder },
    encoding: 'utf8',
  });
  return { code: status, last: stdout.trimEnd().split('\n').at(-1), errors: stderr };
}

describe('verify', () => {
  test('says ok with the state, exit code 0', () => {
    const { code, last } = verify();
    expect(last).toMatch(
      new RegExp(`^ok ${commands} commands to ${commands}, state [0-9a-f]{16}$`),
    );
    expect(code).toBe(0);
  });

  test('says FAULT with file and offset of a damage, exit code 1', () => {
    const sound = readFileSync(segment);
    const damaged = Buffer.from(sound);
    damaged[1_000]! ^= 1;
    writeFileSync(segment, damaged);
    const { code, last } = verify();
    writeFileSync(segment, sound);
    expect(last).toMatch(/^FAULT /);
    expect(last).toContain(segment);
    expect(code).toBe(1);
  });

  test('says FAULT of a file that cannot be read', () => {
    renameSync(segment, `${segment}.away`);
    mkdirSync(segment);
    const { code, last } = verify();
    rmSync(segment, { recursive: true });
    renameSync(`${segment}.away`, segment);
    expect(last).toMatch(/^FAULT .*EISDIR/);
    expect(code).toBe(1);
  });

  test('says FAULT of a folder that is in use, and of one without an exchange, which it leaves so', () => {
    const lock = lockDirectory(root);
    const used = verify();
    lock.release();
    expect(used.last).toMatch(/^FAULT .*in use by process/);
    expect(used.code).toBe(1);
    const nowhere = verify(join(root, 'nowhere'));
    expect(nowhere.last).toMatch(/^FAULT .*nowhere holds no exchange/);
    expect(nowhere.code).toBe(1);
    expect(existsSync(join(root, 'nowhere'))).toBe(false);
  });
});

test('a reader that goes early ends replay without a word', () => {
  const { stdout, stderr } = spawnSync(
    'bash',
    ['-c', 'set -o pipefail; "$0" "$1" replay | head -n 1; echo $?', process.execPath, MAIN],
    { env: { ...process.env, HALCYON_DATA: root }, encoding: 'utf8' },
  );
  const [line = '', code] = stdout.split('\n');
  expect(JSON.parse(line)).toMatchObject({ seq: 1 });
  expect(code).toBe('0');
  expect(stderr).not.toMatch(/EPIPE|Error|throw/);
});
