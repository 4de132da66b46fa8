/** Tests that share a worker with others leave nothing behind for them. */
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { ALONE, EVERY_TEST } from './support/alone.ts';

const ROOT = join(import.meta.dirname, '..');
const together = globSync([...EVERY_TEST], { cwd: ROOT })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !ALONE.some((pattern) => matchesGlob(file, pattern)));

/** What holds for all of a process, and what takes it back; null: nothing does, such a file is alone. */
const SHARED: readonly (readonly [what: RegExp, back: RegExp | null])[] = [
  [/\bvi\.(mock|doMock|resetModules|stubEnv)\(/, null],
  [/\bprocess\.(chdir\(|env\[[^\]]+\]\s*=[^=])/, null],
  [/\bvi\.stubGlobal\(/, /\bvi\.unstubAllGlobals\(/],
  [/\bvi\.useFakeTimers\(/, /\bvi\.useRealTimers\(/],
  [/\bvi\.spyOn\(/, /\bvi\.restoreAllMocks\(|\.mockRestore\(/],
  [/\bsetNumberLocale\(/, /\bsetNumberLocale\('en'\)/],
];

/** Shared things of a test file that it changes for good. */
function leftBehind(text: string): string[] {
  return SHARED.flatMap(([what, back]) => {
    const found = what.exec(text)?.[0];
    return found === undefined || back?.test(text) ? [] : [found];
  });
}

test('what a test changes for all of its process, it takes back', () => {
  expect(together.length).toBeGreaterThan(300);
  const wrong = together.flatMap((file) =>
    leftBehind(readFileSync(join(ROOT, file), 'utf8')).map((what) => `${file}: ${what}`),
  );
  expect(wrong).toEqual([]);
});

test('a change that stays is seen', () => {
  expect(leftBehind("vi.mock('./a.ts');")).toEqual(['vi.mock(']);
  expect(leftBehind("process.env['A'] = 'b';")).toHaveLength(1);
  expect(leftBehind("vi.stubGlobal('fetch', fake);")).toEqual(['vi.stubGlobal(']);
  expect(leftBehind("vi.stubGlobal('fetch', fake); vi.unstubAllGlobals();")).toEqual([]);
});
