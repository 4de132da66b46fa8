/** A broken invariant: the engine halts on it, nothing catches it to go on. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Halts with `message` when `condition` is false. Stays on in production. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/** For the default branch of an exhaustive switch. */
export function assertNever(value: never): never {
  throw new InvariantError(`unexpected value ${String(value)}`);
}
