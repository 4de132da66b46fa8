/** Data that came again, as the objects that are there already: what did not change is not drawn. */

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && value.constructor === Object;
}

/** `next`, with every part that equals its counterpart in `before` as the same object. */
export function keepEqual<T>(before: unknown, next: T): T {
  if (Object.is(before, next)) return next;
  if (Array.isArray(before) && Array.isArray(next)) {
    const parts = next.map((part, index) => keepEqual(before[index], part));
    const same = parts.length === before.length && parts.every((part, i) => part === before[i]);
    return (same ? before : parts) as T;
  }
  if (!isPlain(before) || !isPlain(next)) return next;
  const keys = Object.keys(next);
  const parts = keys.map((key) => [key, keepEqual(before[key], next[key])] as const);
  const same = parts.every(([key, part]) => Object.hasOwn(before, key) && part === before[key]);
  const complete = Object.keys(before).length === keys.length;
  return (same && complete ? before : Object.fromEntries(parts)) as T;
}
