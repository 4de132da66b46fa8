/** Which failed reads are worth asking again. */

import { RequestError } from './api-error.ts';

/** Asked again so often when nothing was answered. */
const SILENCE_MAX = 2;
/** And when the server says that it cannot yet, or not so often: with the usual pauses about a minute. */
const LATER_MAX = 6;
const LATER: ReadonlySet<number> = new Set([429, 503]);

/** Whether to ask again after `failures` (0 = the first) and this error. A refusal is an answer. */
export function asksAgain(failures: number, error: Error): boolean {
  const status = error instanceof RequestError ? error.status : 0;
  if (LATER.has(status)) return failures < LATER_MAX;
  return status === 0 && failures < SILENCE_MAX;
}
