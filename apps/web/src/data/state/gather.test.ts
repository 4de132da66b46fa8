import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gathered } from './gather.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('does once what is asked for at once, and what is asked for again a while later', () => {
  const work = vi.fn();
  const ask = gathered(work, 100);
  ask();
  ask();
  vi.advanceTimersByTime(99);
  expect(work).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
  ask();
  vi.advanceTimersByTime(400);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledTimes(2);
});

it('does at most two a second of what is asked for all the time', () => {
  const work = vi.fn();
  const ask = gathered(work, 100);
  for (let ms = 0; ms < 10_000; ms += 10) {
    ask();
    vi.advanceTimersByTime(10);
  }
  expect(work.mock.calls.length).toBeLessThanOrEqual(21);
});
