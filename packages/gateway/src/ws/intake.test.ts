import { beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from './feeds/throttle.ts';
import { Intake, type LateMessage } from './intake.ts';
import { MESSAGES_PER_SECOND, WAITING_BYTES_MAX, WAITING_MESSAGES_MAX } from './limits.ts';
import { RateWindow } from './rate-window.ts';

/** A clock that the test moves; timers run on the way. */
class HandClock implements Clock {
  time = 1_000_000;
  timers = new Map<object, { readonly at: number; readonly task: () => void }>();

  now(): number {
    return this.time;
  }

  after(ms: number, task: () => void): () => void {
    const key = {};
    this.timers.set(key, { at: this.time + ms, task });
    return () => this.timers.delete(key);
  }

  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const due = [...this.timers].filter(([, { at }]) => at <= end);
      const [next] = due.sort(([, a], [, b]) => a.at - b.at);
      if (next === undefined) break;
      this.timers.delete(next[0]);
      this.time = Math.max(this.time, next[1].at);
      next[1].task();
    }
    this.time = end;
  }
}

const BURST = MESSAGES_PER_SECOND * 2;
let clock: HandClock;
let taken: string[];
let intake: Intake;
let onTaken: (late: LateMessage) => void;

beforeEach(() => {
  clock = new HandClock();
  taken = [];
  onTaken = () => undefined;
  intake = new Intake(clock, (late) => {
    taken.push(late.text);
    onTaken(late);
  });
});

/** Sends requests named by their number; counts what became of them. */
function requests(count: number, bytes = 10): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let n = 0; n < count; n++) {
    const admission = intake.admit('request', `r${n}`, bytes);
    counts[admission] = (counts[admission] ?? 0) + 1;
  }
  return counts;
}

describe('requests', () => {
  it('beyond the burst are taken later, in their order, at the rate', () => {
    expect(requests(BURST + 30)).toEqual({ now: BURST, later: 30 });
    clock.pass(1_000);
    expect(taken).toHaveLength(MESSAGES_PER_SECOND);
    clock.pass(60_000);
    expect(taken).toEqual(Array.from({ length: 30 }, (_, n) => `r${BURST + n}`));
    expect(intake.waiting).toEqual({ messages: 0, bytes: 0 });
    expect(clock.timers.size).toBe(0);
    expect(requests(BURST)).toEqual({ now: BURST });
  });

  it('do not overtake what waits, though the rate would let them', () => {
    requests(BURST + 1);
    // The timer is late.
    clock.time += 10_000;
    expect(intake.admit('request', 'last', 10)).toBe('later');
    clock.pass(1_000);
    expect(taken).toEqual([`r${BURST}`, 'last']);
  });

  it('wait in a bounded number', () => {
    expect(requests(BURST + WAITING_MESSAGES_MAX + 5)).toEqual({
      now: BURST,
      later: WAITING_MESSAGES_MAX,
      full: 5,
    });
    expect(intake.waiting.messages).toBe(WAITING_MESSAGES_MAX);
  });

  it('wait in bounded bytes', () => {
    const each = 4_096;
    const fit = WAITING_BYTES_MAX / each;
    expect(requests(BURST + fit + 1, each)).toEqual({ now: BURST, later: fit, full: 1 });
    expect(intake.waiting).toEqual({ messages: fit, bytes: WAITING_BYTES_MAX });
  });

  it('a key of tier maker has its own rate', () => {
    intake.setRate(1_000);
    expect(requests(2_500)).toEqual({ now: 2_000, later: 500 });
    clock.pass(1_000);
    expect(taken).toHaveLength(500);
  });
});

describe('pings', () => {
  it('are answered while requests wait, and wait themselves beyond their own rate', () => {
    requests(BURST + 5);
    for (let n = 0; n < BURST; n++) expect(intake.admit('ping', 'ping', 4)).toBe('now');
    expect(intake.admit('ping', 'ping', 4)).toBe('later');
    clock.pass(1_000);
    expect(taken.at(-1)).toBe('ping');
  });
});

describe('orders', () => {
  it('are taken while requests wait, and never wait for their own rate', () => {
    requests(BURST + 5);
    for (let n = 0; n < BURST; n++) expect(intake.admit('order', 'order', 500)).toBe('now');
    expect(intake.admit('order', 'order', 500)).toBe('refused');
    clock.pass(60_000);
    expect(taken).not.toContain('order');
    expect(intake.admit('order', 'order', 500)).toBe('now');
  });

  it('wait for a login in their place, and pass requests that have to wait on', () => {
    intake.hold();
    requests(BURST - 1);
    expect(intake.admit('order', 'first', 500)).toBe('later');
    for (const text of ['a', 'b', 'c']) intake.admit('request', text, 10);
    intake.admit('order', 'second', 500);
    clock.pass(300);
    expect(taken).toEqual([]);
    intake.release();
    expect(taken.slice(BURST - 2)).toEqual([`r${BURST - 2}`, 'first', 'a', 'second']);
    expect(intake.waiting).toEqual({ messages: 2, bytes: 20 });
    clock.pass(200);
    expect(taken.slice(-2)).toEqual(['b', 'c']);
  });

  it('behind a login that had to wait are held by it again', () => {
    onTaken = ({ text }) => {
      if (text === 'login') intake.hold();
    };
    intake.hold();
    intake.admit('request', 'login', 10);
    intake.admit('order', 'order', 10);
    intake.release();
    expect(taken).toEqual(['login']);
    intake.release();
    expect(taken).toEqual(['login', 'order']);
  });
});

describe('a closed connection', () => {
  it('drops what waits, with its timer', () => {
    requests(BURST + 100);
    expect(clock.timers.size).toBe(1);
    intake.close();
    expect(intake.waiting).toEqual({ messages: 0, bytes: 0 });
    expect(clock.timers.size).toBe(0);
    clock.pass(60_000);
    expect(taken).toEqual([]);
  });

  it.each(['in its turn', 'after a login'])(
    'takes nothing after a message %s closed it',
    (when) => {
      onTaken = () => intake.close();
      if (when === 'after a login') intake.hold();
      requests(BURST + 10);
      if (when === 'after a login') intake.release();
      clock.pass(60_000);
      expect(taken).toHaveLength(1);
      expect(clock.timers.size).toBe(0);
    },
  );
});

describe('RateWindow', () => {
  it('goes on when the clock is set back', () => {
    const rate = new RateWindow(10, 1_000_000);
    for (let n = 0; n < 20; n++) expect(rate.take(1_000_000)).toBe(true);
    expect(rate.take(400_000)).toBe(false);
    expect(rate.waitMs(400_000)).toBe(100);
    expect(rate.take(400_100)).toBe(true);
  });
});
