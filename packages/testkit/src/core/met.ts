/** What random runs are to meet, so that they are about something. */
import { expect } from 'vitest';

/**
 * Runs of a test are to meet all that is wanted. The ordinary run, whose seed is fixed, has to; of runs
 * with other seeds one may miss what is rare: each prints what it missed, and the soak fails where all did.
 * @param runs which, by a name of their own in the soak's part
 */
export function expectMet(
  runs: string,
  wanted: readonly string[],
  met: (thing: string) => boolean,
): void {
  const missed = wanted.filter((thing) => !met(thing));
  if (process.env['HALCYON_TEST_SEED'] === undefined) expect(missed, runs).toEqual([]);
  else console.log(`missed by ${runs}: ${JSON.stringify(missed)}`);
}
