import { WireError } from '@halcyon/protocol';
import { describe, expect, it } from 'vitest';
import { AddressLimiter, EndpointLimiter } from './rate-limiter.ts';

/** Ms to wait that the refusal names. */
function refusal(take: () => unknown): number {
  try {
    take();
  } catch (error) {
    if (error instanceof WireError && error.reason === 'rateLimit') return error.retryAfterMs;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('S12 limits', () => {
  it('a window is a second of the clock, and callers do not share it', () => {
    const limiter = new EndpointLimiter(2);
    expect(limiter.take('a', 'normal', 1_000)).toBe(1);
    expect(limiter.take('a', 'normal', 1_999)).toBe(0);
    expect(refusal(() => limiter.take('a', 'normal', 1_600))).toBe(400);
    expect(limiter.take('b', 'normal', 1_999)).toBe(1);
    expect(limiter.take('a', 'normal', 2_000)).toBe(1);
    expect(limiter.take('c', 'maker', 2_000)).toBeGreaterThan(1_000);
  });

  it('an address that passes 6000 a minute is refused for five minutes', () => {
    const limiter = new AddressLimiter();
    for (let i = 0; i < 6_000; i++) limiter.take('x', 120_000 + i);
    expect(refusal(() => limiter.take('x', 130_000))).toBe(300_000);
    limiter.take('y', 130_000);
    expect(refusal(() => limiter.take('x', 130_000 + 299_999))).toBe(1);
    expect(() => limiter.take('x', 130_000 + 300_001)).not.toThrow();
  });
});
