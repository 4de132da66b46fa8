/** The command that goes over to newer rules. */
import { assert, Reject, type SetRulesCommand } from '@halcyon/domain';
import type { CommandOutcome } from './outcome.ts';
import { NEWEST_RULES, Rules } from './rules.ts';
import type { State } from './state/state.ts';

/** Goes over to newer rules. @throws InvariantError on rules that only a newer version knows */
export function setRules(state: State, out: CommandOutcome, { version }: SetRulesCommand): boolean {
  // As with a kind of command that is not known: going on without them would be another exchange.
  assert(!(version > NEWEST_RULES), `a newer version made this journal: rules ${version}`);
  if (!Number.isSafeInteger(version) || version <= state.rules) {
    return out.refuse(Reject.parameterRange, state.rules, version);
  }
  state.rules = version;
  state.log.hashesContents = version >= Rules.contracts;
  return true;
}
