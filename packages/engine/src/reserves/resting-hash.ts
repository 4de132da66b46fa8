/**
 * A hash for long runs beside trading: it lets go of the processor for a moment again and again. A commit that
 * comes back from the disk otherwise waits until the scheduler takes this thread off, 3 to 5 ms where both
 * processors are busy, whatever priority it has.
 */
import type { HashText } from '@halcyon/domain';

/** Of work between two rests, and of a rest, ms. */
const WORK_MS = 1;
const REST_MS = 0.1;
/** The clock is read once in so many hashes, which take a tenth of the work. */
const CALLS_BETWEEN = 128;

/** The same hash, with rests. */
export function restingHash(hash: HashText): HashText {
  const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));
  let calls = 0;
  let since = performance.now();
  return (text) => {
    calls += 1;
    if (calls % CALLS_BETWEEN === 0 && performance.now() - since >= WORK_MS) {
      Atomics.wait(nobodyWakes, 0, 0, REST_MS);
      since = performance.now();
    }
    return hash(text);
  };
}
