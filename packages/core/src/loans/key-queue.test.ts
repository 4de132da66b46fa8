import { expect, test } from 'vitest';
import { KeyQueue } from './key-queue.ts';

test('the least comes first, whatever comes in between, and each once', () => {
  const queue = new KeyQueue();
  const left = new Set<number>();
  let seed = 7;
  for (let round = 0; round < 20_000; round++) {
    seed = (seed * 48_271) % 2_147_483_647;
    if (seed % 3 > 0) {
      queue.add(seed % 500);
      left.add(seed % 500);
    } else if (left.size > 0) {
      expect(queue.first).toBe(Math.min(...left));
      left.delete(queue.first!);
      queue.drop();
    }
  }
  for (const key of [...left].sort((a, b) => a - b)) {
    expect(queue.first).toBe(key);
    queue.drop();
  }
  expect(queue.first).toBeUndefined();
});
