import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { KeyedMutex, MUTEX_WAITERS_MAX } from './keyed-mutex.ts';

describe('turns', () => {
  it('come one after the other under one key, and beside each other under two', async () => {
    const turns = new KeyedMutex<string>();
    const running = { a: 0, b: 0 };
    const together: string[] = [];
    const order: number[] = [];
    const work = (key: 'a' | 'b', n: number) =>
      turns.take(key, async () => {
        running[key] += 1;
        if (running.a > 0 && running.b > 0) together.push(key);
        expect(running[key]).toBe(1);
        await nextTurn();
        running[key] -= 1;
        if (key === 'a') order.push(n);
        return n;
      });
    const all = Array.from({ length: 10 }, (_, n) => work(n % 2 === 0 ? 'a' : 'b', n));
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(order).toEqual([0, 2, 4, 6, 8]);
    expect(together.length).toBeGreaterThan(0);
  });

  it('go on after one that failed, and refuse what is too much', async () => {
    const turns = new KeyedMutex<number>();
    const failing = turns.take(1, async () => {
      throw new Error('no');
    });
    const waiting = Array.from({ length: MUTEX_WAITERS_MAX }, (_, n) =>
      turns.take(1, async () => n),
    );
    await expect(turns.take(1, async () => -1)).rejects.toMatchObject({
      reason: 'rateLimit',
      retryAfterMs: 1_000,
    });
    await expect(turns.take(2, async () => 2)).resolves.toBe(2);
    await expect(failing).rejects.toThrow('no');
    expect(await Promise.all(waiting)).toHaveLength(MUTEX_WAITERS_MAX);
    await expect(turns.take(1, async () => 5)).resolves.toBe(5);
  });
});
