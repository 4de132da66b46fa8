/** How far a thread stands back behind the engine's. */
import { getPriority, setPriority } from 'node:os';

/** Below the engine's thread: rows may come a little later than answers. */
export const RECORDS_NICE = 5;

/**
 * Lowers the priority of the calling thread; never raises it. On Linux this is the thread alone;
 * elsewhere it would be the whole process, so nothing is done.
 *
 * @param nice 0 to 19, 19 = stands back furthest
 */
export function yieldTo(nice: number): void {
  if (process.platform === 'linux' && getPriority() < nice) setPriority(nice);
}
