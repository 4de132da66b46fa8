/** Ghost commands from steps: one for what happened at once, more only where it would be too long. */
import {
  COMMAND_BYTES_MAX,
  type CommandInput,
  CommandKind,
  type GhostSteps,
} from '@halcyon/domain';

/** Room for the header of a ghost command. */
const STEP_BYTES = COMMAND_BYTES_MAX - 64;

/**
 * @param seq position reached in the followed market with the last command; the others name the one
 * before, so that after a crash between them all of them come again
 * @param time Unix ms at which it happened there
 */
export function ghostCommands(steps: GhostSteps, seq: number, time: number): CommandInput[] {
  const portions = steps.portions(STEP_BYTES);
  return portions.map((portion, i) => {
    const liveSeq = i === portions.length - 1 ? seq : seq - 1;
    return { kind: CommandKind.ghost, liveSeq, liveTime: time, steps: portion };
  });
}
