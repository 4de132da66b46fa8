/** Hands commands to the engine of the paper venue, in order and none twice. */
import { type CommandInput, EngineUnavailable } from '@halcyon/domain';
import type { Engine } from '@halcyon/engine';

/** Pause before commands are offered again that the engine could not take, ms. */
const RETRY_MS = 500;

/**
 * Resolves when all are durable, or `stopped`. What was certainly not taken is offered again, and
 * nothing after it before.
 * @throws the engine's error when the outcome is not known
 */
export async function submitInOrder(
  engine: Engine,
  commands: readonly CommandInput[],
  stopped: () => boolean,
): Promise<void> {
  let left = commands;
  while (left.length > 0 && !stopped()) {
    const answers = await Promise.allSettled(left.map((command) => engine.submit(command)));
    const refused = answers.findIndex(({ status }) => status === 'rejected');
    if (refused < 0) return;
    const { reason } = answers[refused] as PromiseRejectedResult;
    if (!(reason instanceof EngineUnavailable)) throw reason;
    if (answers.slice(refused).some(({ status }) => status === 'fulfilled')) throw reason;
    left = left.slice(refused);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
