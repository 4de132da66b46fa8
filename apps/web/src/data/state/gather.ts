/** Work that many things ask for at once and that is done once for all of them. */

/** Reads that follow the account's stream are no closer together, ms: the server counts them. */
const APART_MS = 500;

/**
 * Gives what asks for the work. What was asked for is done even when who asked is gone by then: it may
 * be asked for again by nobody. Asked for again and again, it is done at most once in `APART_MS`.
 * @param waitMs how long others may join after the first has asked
 */
export function gathered(work: () => void, waitMs: number): () => void {
  let waiting = false;
  let doneAt = Number.NEGATIVE_INFINITY;
  const run = () => {
    waiting = false;
    doneAt = performance.now();
    work();
  };
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(run, Math.max(waitMs, doneAt + APART_MS - performance.now()));
  };
}
