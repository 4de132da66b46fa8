import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ReplayGuard } from './replay-guard.ts';
import { sameText } from './same-text.ts';

const signature = (n: number) => createHmac('sha256', 'k').update(String(n)).digest('base64');

describe('the replay guard', () => {
  it('S10 takes every signature once: 200,000 of them, then a million replays', () => {
    const guard = new ReplayGuard(60_000, 0);
    const many = Array.from({ length: 200_000 }, (_, n) => signature(n));
    expect(many.filter((one) => guard.take(one, 1))).toHaveLength(200_000);
    for (let round = 2; round < 7; round++) {
      expect(many.filter((one) => guard.take(one, round))).toHaveLength(0);
    }
  });

  it('remembers for at least a period, whenever in it that was', () => {
    for (const at of [0, 1, 59_999, 60_000, 60_001, 119_999]) {
      const guard = new ReplayGuard(60_000, 0);
      expect(guard.take('a'.repeat(44), at)).toBe(true);
      expect(guard.take('a'.repeat(44), at + 59_999)).toBe(false);
      expect(guard.take('a'.repeat(44), at + 200_000)).toBe(true);
    }
  });
});

describe('comparison of secrets', () => {
  it('is equality', () => {
    expect(sameText('abc', 'abc')).toBe(true);
    expect(sameText('', '')).toBe(true);
    for (const other of ['', 'ab', 'abcd', 'abd', 'Abc', 'ab\u0163']) {
      expect(sameText('abc', other)).toBe(false);
    }
  });
});
