/** Deliberate faults in what a paper venue is told, for the truth tests. */
import {
  type CommandInput,
  CommandKind,
  GHOST_STEP_LENGTHS,
  type GhostStep,
} from '@halcyon/domain';
import type { InjectedFault } from './truth.ts';

/** Changes the steps of one kind in every so many commands. */
export function everySo(
  often: number,
  kind: GhostStep,
  change: (steps: number[], at: number) => void,
): InjectedFault {
  return (inputs, turn) => {
    if (turn % often === 0) for (const input of inputs) eachStep(input, kind, change);
    return inputs;
  };
}

function eachStep(
  input: CommandInput,
  kind: GhostStep,
  change: (steps: number[], at: number) => void,
): void {
  if (input.kind !== CommandKind.ghost) return;
  const steps = input.steps as number[];
  for (let i = 0; i < steps.length; i += GHOST_STEP_LENGTHS[steps[i]!]!) {
    if (steps[i] === kind) change(steps, i);
  }
}
