/**
 * Operators: who decides about what is not theirs. The journal has their names and what proves them,
 * never a secret.
 */
import type { CommandKind, Stamped } from './command-kinds.ts';
import type { EventKind, Happened } from './event-kinds.ts';

/** Characters of an operator's name. */
export const OPERATOR_NAME_MIN = 2;
export const OPERATOR_NAME_MAX = 32;
/** Operators that there may be at a time. */
export const OPERATORS_MAX = 100;
/** Characters of a verifier: a SHA-256 in hexadecimal. */
export const VERIFIER_LENGTH = 64;

const NAME = new RegExp(`^[a-z0-9._-]{${OPERATOR_NAME_MIN},${OPERATOR_NAME_MAX}}$`);

/** What becomes of an operator. */
export const OPERATOR_CHANGES = ['add', 'renew', 'remove'] as const;
export type OperatorChange = (typeof OPERATOR_CHANGES)[number];

/** Adds an operator, gives one another secret, or removes one. */
export interface SetOperatorCommand extends Stamped {
  kind: typeof CommandKind.setOperator;
  /** Canonical. */
  name: string;
  change: OperatorChange;
  /** SHA-256 of the new secret, which has 256 random bits; '' = removed. */
  verifier: string;
  /** The other operator who says so; '' while there is none. */
  actor: string;
  /** '' = none was given. */
  reason: string;
}

/** Operators have changed. */
export interface OperatorSetEvent extends Happened {
  readonly kind: typeof EventKind.operatorSet;
  readonly name: string;
  readonly change: OperatorChange;
  readonly actor: string;
  readonly reason: string;
}

/** The one way of writing a name: without spaces around it, in lower case, each letter in its usual form. */
function oneWay(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}

/** An operator's name in its canonical form; null where it is none. */
export function operatorName(text: string): string | null {
  const name = oneWay(text);
  return NAME.test(name) ? name : null;
}

/** Whether two names are of one operator. Those of earlier journals were kept as they were typed. */
export function sameOperator(one: string, other: string): boolean {
  return one === other || oneWay(one) === oneWay(other);
}
