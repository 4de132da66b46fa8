/** What is held elsewhere is signed as it stands in the file; a mistake in it is named and nothing is written. */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { checkStated } from '../../../../packages/gateway/src/web/stated-assets.ts';
import { reserves } from './reserves.ts';

const folder = mkdtempSync(join(tmpdir(), 'halcyon-stated-'));
const [from, key, to] = ['assets.json', 'key.pem', 'stated.json'].map((name) => join(folder, name));
const { privateKey } = generateKeyPairSync('ed25519');
writeFileSync(key!, privateKey.export({ type: 'pkcs8', format: 'pem' }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ASSETS = [{ asset: 'BTC', amount: '12.5', where: 'Cold wallet – Zürich' }];

function sign(text: string, options: object = {}): number {
  writeFileSync(from!, text);
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    return reserves({ positionals: ['sign'], options: { from, key, to, ...options } });
  } finally {
    stdout.mockRestore();
  }
}

test.each([
  ['{', /assets\.json is not JSON/],
  ['null', /there is no exchange here|assets must be a list/],
  [JSON.stringify({ exchange: 7, assets: ASSETS }), /exchange must be the id of one/],
  [
    `{"exchange":"two",${JSON.stringify({ exchange: 'one', assets: ASSETS }).slice(1)}`,
    /exchange twice/,
  ],
  [JSON.stringify({ exchange: 'one' }), /^assets must be a list$/],
  [
    JSON.stringify({ exchange: 'one', assets: [{ ...ASSETS[0], amount: '1e9' }] }),
    /^assets\[0\]\.amount must be/,
  ],
])('a mistake in the file is named: %s', (text, message) => {
  expect(() => sign(text)).toThrow(message);
  expect(existsSync(to!)).toBe(false);
});

test('what it signs is what the page shows', () => {
  expect(sign(JSON.stringify({ exchange: 'one', assets: ASSETS }))).toBe(0);
  const signed: unknown = JSON.parse(readFileSync(to!, 'utf8'));
  expect(checkStated(signed, 'one').assets).toEqual(ASSETS);
  expect(() => checkStated(signed, 'two')).toThrow(/exchange must be two/);
});
