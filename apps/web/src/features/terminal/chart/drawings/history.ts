/** Steps back and forth through states; pure. */

/** A state with those before and after it. */
export interface UndoHistory<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
}

/** Steps that can be undone. */
export const STEPS_MAX = 100;

/** A history that begins. */
export function begun<T>(now: T): UndoHistory<T> {
  return { past: [], now, future: [] };
}

/** With a new state; what was undone is gone. */
export function changed<T>({ past, now }: UndoHistory<T>, next: T): UndoHistory<T> {
  return { past: [...past, now].slice(-STEPS_MAX), now: next, future: [] };
}

/** One step back; the same where there is none. */
export function undone<T>(history: UndoHistory<T>): UndoHistory<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  const { past, now, future } = history;
  return { past: past.slice(0, -1), now: before, future: [now, ...future] };
}

/** One step forth; the same where there is none. */
export function redone<T>(history: UndoHistory<T>): UndoHistory<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future };
}
