/** What the first process of a run that needs it makes, and the others wait for. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until something is there; makes it if nobody else does.
 * @param path of what is made
 * @param make puts it there whole, as the last thing it does
 */
export async function madeOnce(path: string, make: () => Promise<void>): Promise<void> {
  const claim = `${path}.claim`;
  while (!existsSync(path)) {
    if (isFirst(claim)) {
      await make().catch((error: unknown) => {
        rmSync(claim, { recursive: true });
        throw error;
      });
    }
    await pause(50);
  }
}

/** Whether this is the first of all processes to ask. */
function isFirst(claim: string): boolean {
  try {
    mkdirSync(claim);
    return true;
  } catch {
    return false;
  }
}
