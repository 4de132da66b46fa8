/** Whoever is named as an operator shows that operator's secret; nothing behind this sees it. */
import { timingSafeEqual } from 'node:crypto';
import type { State } from '@halcyon/core';
import type { OperationArgs } from '../exchange/operation-args.ts';
import { operatorIn, verifierOf } from '../exchange/operators.ts';

type Operators = Pick<State['operators'], 'get' | 'size'>;

/** What came of it. */
export interface OperatorProof {
  /** Arguments without the secret, and with the operator's canonical name where one is named. */
  readonly args: OperationArgs;
  /** Why the one who asks is not the operator that it names; '' = it is, or it names none. */
  readonly fault: string;
}

/** Looks at who is named by `--operator`. @throws Error where that is no name at all */
export function proveOperator(operators: Operators, given: OperationArgs): OperatorProof {
  const { secret, ...args } = given;
  if (args['operator'] === undefined) return { args, fault: '' };
  const operator = operatorIn(args, 'operator');
  return { args: { ...args, operator }, fault: faultOf(operators, operator, secret) };
}

function faultOf(operators: Operators, operator: string, secret: unknown): string {
  const known = operators.get(operator);
  if (known === undefined) {
    return operators.size === 0
      ? 'there are no operators yet: "operator add NAME" makes the first'
      : `--operator: there is no operator ${operator}: another one adds it with "operator add"`;
  }
  if (typeof secret !== 'string' || secret === '') {
    return (
      `the secret of ${operator} is missing: give it in HALCYON_OPERATOR_SECRET, ` +
      'with --secret-file, or at the terminal'
    );
  }
  const [shown, kept] = [verifierOf(secret), known.verifier].map((text) => Buffer.from(text));
  const same = shown !== undefined && kept !== undefined && timingSafeEqual(shown, kept);
  return same ? '' : `this is not the secret of ${operator}`;
}
