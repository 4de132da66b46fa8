import { expect, test, vi } from 'vitest';
import { restingHash } from './resting-hash.ts';
import { hashText } from './root-file.ts';

test('a hash with rests is the same, and lets go of the processor about once in a millisecond', () => {
  const rest = vi.spyOn(Atomics, 'wait');
  const hash = restingHash(hashText);
  const began = performance.now();
  for (let n = 0; n < 20_000; n++) expect(hash(`${n}`) === hashText(`${n}`)).toBe(true);
  const took = performance.now() - began;
  expect(rest.mock.calls.length).toBeGreaterThan(3);
  expect(rest.mock.calls.length).toBeLessThan(took + 1);
  rest.mockRestore();
});
