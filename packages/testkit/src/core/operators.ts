/** Operators for tests of what they decide. */
import { type CommandInput, CommandKind, VERIFIER_LENGTH } from '@halcyon/domain';

/** What adds them, the first by nobody and the others by it. */
export function addOperators(names: readonly string[]): CommandInput[] {
  return names.map((name, index) => ({
    ...{ kind: CommandKind.setOperator, name, change: 'add', reason: 'test' },
    ...{ verifier: 'a'.repeat(VERIFIER_LENGTH), actor: index === 0 ? '' : (names[0] ?? '') },
  }));
}
