/** How far a thread stands back behind the engine's. */
import { spawnSync } from 'node:child_process';
import { existsSync, readlinkSync } from 'node:fs';
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

/** Leads to the calling thread: `PID/task/TID`. */
const OWN_THREAD = '/proc/thread-self';

/**
 * Has the calling thread run where no other thread wants to: Linux's policy SCHED_IDLE (sched(7)), which it
 * cannot leave again. A thread of any other policy and nice value keeps its processor for a slice, 1 to 3 ms,
 * while a commit waits to be woken there. Node has no such call: the program `chrt` makes it, and where
 * there is none the priority stays.
 */
export function yieldToAll(): void {
  if (process.platform !== 'linux' || !existsSync(OWN_THREAD)) return;
  const thread = readlinkSync(OWN_THREAD).split('/').at(-1)!;
  spawnSync('chrt', ['-i', '-p', '0', thread], { stdio: 'ignore', timeout: 1_000 });
}
