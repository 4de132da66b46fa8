/**
 * Operators: added by one who is there already, and named by everything that they decide. The core knows
 * names and verifiers; that a secret was shown for a name is checked before a command is made.
 */
import {
  EventKind,
  OPERATOR_NAME_MAX,
  OPERATORS_MAX,
  operatorName,
  Reject,
  type SetOperatorCommand,
  VERIFIER_LENGTH,
} from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import { Rules } from '../rules.ts';
import type { Operators } from '../state/operators.ts';
import type { State } from '../state/state.ts';

/** Adds, renews or removes one. The first is added by nobody; after that another one says so. */
export function setOperator(
  state: State,
  out: CommandOutcome,
  command: SetOperatorCommand,
): boolean {
  const { rules, operators, seq, time } = state;
  if (rules < Rules.operators) return out.refuse(Reject.parameterRange, Rules.operators, rules);
  if (!checkForm(out, command) || !checkSide(operators, out, command)) return false;
  if (!checkTarget(operators, out, command)) return false;
  const { name, change, verifier, actor, reason } = command;
  if (change === 'remove') operators.delete(name);
  else operators.set(name, { verifier, by: actor, since: time });
  state.log.push({ kind: EventKind.operatorSet, seq, time, name, change, actor, reason });
  return true;
}

function checkForm(out: CommandOutcome, { name, change, verifier }: SetOperatorCommand): boolean {
  if (operatorName(name) !== name) {
    return out.refuse(Reject.parameterRange, OPERATOR_NAME_MAX, name.length);
  }
  const length = change === 'remove' ? 0 : VERIFIER_LENGTH;
  return verifier.length === length || out.refuse(Reject.parameterRange, length, verifier.length);
}

/** Nobody decides about oneself, so that a stolen secret makes itself neither new nor the last one. */
function checkSide(
  operators: Operators,
  out: CommandOutcome,
  { name, actor }: SetOperatorCommand,
): boolean {
  const known = operators.size === 0 ? actor === '' : operators.has(actor);
  if (!known) return out.refuse(Reject.operatorUnknown, operators.size, 0);
  return actor !== name || out.refuse(Reject.operatorSelf, 0, 0);
}

function checkTarget(
  operators: Operators,
  out: CommandOutcome,
  { name, change }: SetOperatorCommand,
): boolean {
  if (change !== 'add') {
    return operators.has(name) || out.refuse(Reject.operatorUnknown, operators.size, 0);
  }
  if (operators.has(name)) return out.refuse(Reject.operatorExists, 0, 0);
  const { size } = operators;
  return size < OPERATORS_MAX || out.refuse(Reject.parameterRange, OPERATORS_MAX, size + 1);
}

/** INV-20: who decides about what is another's has a name and a reason. */
export function checkActor(
  out: CommandOutcome,
  { actor, reason }: { readonly actor: string; readonly reason: string },
): boolean {
  return (actor !== '' && reason !== '') || out.refuse(Reject.parameterRange, 1, 0);
}

/** INV-20: from rules 13 on an operator's name is that of one who is known. */
export function checkOperator(
  { rules, operators }: State,
  out: CommandOutcome,
  word: { readonly actor: string; readonly reason: string },
): boolean {
  if (!checkActor(out, word)) return false;
  const known = rules < Rules.operators || operators.has(word.actor);
  return known || out.refuse(Reject.operatorUnknown, operators.size, 0);
}
