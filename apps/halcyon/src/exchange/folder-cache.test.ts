/** A folder is read again where something came or went, and else not. */
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { whileUnchanged } from './folder-cache.ts';

const folder = mkdtempSync(join(tmpdir(), 'halcyon-folder-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a folder is read once while nothing comes or goes', () => {
  let reads = 0;
  const names = whileUnchanged(folder, () => {
    reads += 1;
    return readdirSync(folder);
  });
  writeFileSync(join(folder, 'first'), '');
  utimesSync(folder, 1_790_000_000, 1_790_000_000);
  for (let n = 0; n < 5; n++) expect(names()).toEqual(['first']);
  expect(reads).toBe(1);
  writeFileSync(join(folder, 'second'), '');
  expect(names()).toEqual(['first', 'second']);
  // So soon after a change another one might not show.
  expect(names()).toHaveLength(2);
  expect(reads).toBe(3);
});

test('a folder that is not there yet is found when it comes', () => {
  const later = join(folder, 'later');
  const names = whileUnchanged(later, () => readdirSync(folder));
  expect(names()).not.toContain('later');
  writeFileSync(later, '');
  expect(names()).toContain('later');
});
