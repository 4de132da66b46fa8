/** Errors of the journal on their way from one thread to another: a copy of one loses its class. */
import {
  type DamagePlace,
  JournalAssertError,
  JournalConfigError,
  JournalDamageError,
  JournalVersionError,
  messageOf,
  systemCode,
} from './errors.ts';

/** What is needed to throw the same error again. */
export interface ErrorFacts {
  readonly name: string;
  readonly message: string;
  /** The operating system's code, '' when it has none. */
  readonly code: string;
  readonly place: DamagePlace | null;
}

const NAMED = [JournalVersionError, JournalConfigError, JournalAssertError] as const;

/** The facts of anything thrown. */
export function factsOf(error: unknown): ErrorFacts {
  return {
    name: error instanceof Error ? error.name : 'Error',
    message: messageOf(error),
    code: systemCode(error),
    place: error instanceof JournalDamageError ? error.place : null,
  };
}

/** An error like the one whose facts these are. */
export function errorFrom({ name, message, code, place }: ErrorFacts): Error {
  if (place !== null) return new JournalDamageError(place);
  for (const Named of NAMED) if (name === Named.name) return new Named(message);
  return Object.assign(new Error(message), code === '' ? {} : { code });
}
