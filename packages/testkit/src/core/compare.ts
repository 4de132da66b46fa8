/** Comparing what two exchanges say, fast enough for a million commands. */
import type { Event, Outcome } from '@halcyon/domain';

/** The first difference between predicted and real events, null = none. */
export function eventDifference(
  expected: readonly Event[],
  actual: readonly Event[],
): string | null {
  const count = Math.max(expected.length, actual.length);
  for (let i = 0; i < count; i++) {
    const want = expected[i];
    const got = actual[i];
    if (want === undefined || got === undefined || !same(want, got)) {
      return `event ${i}: expected ${text(want)}, got ${text(got)}`;
    }
  }
  return null;
}

/** The difference between two answers, null = none. */
export function outcomeDifference(expected: Outcome, actual: Outcome): string | null {
  const fields = ['seq', 'time', 'code', 'limit', 'value', 'id', 'otherId'] as const;
  for (const field of fields) {
    if (!Object.is(expected[field] + 0, actual[field] + 0)) {
      return `outcome.${field}: expected ${text(expected)}, got ${text({ ...actual })}`;
    }
  }
  return null;
}

/** Anything as one line of text. */
export function text(value: unknown): string {
  return JSON.stringify(value, (_key, v: unknown) => (typeof v === 'bigint' ? `${v}n` : v)) ?? '–';
}

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return Object.is(a, b);
  }
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  let keys = 0;
  for (const key in left) {
    keys += 1;
    if (!same(left[key], right[key])) return false;
  }
  return keys === Object.keys(right).length;
}
