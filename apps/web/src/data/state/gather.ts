/** Work that many things ask for at once and that is done once for all of them. */

/**
 * Gives what asks for the work. What was asked for is done even when who asked is gone by then: it may
 * be asked for again by nobody.
 * @param waitMs how long others may join after the first has asked
 */
export function gathered(work: () => void, waitMs: number): () => void {
  let waiting = false;
  const run = () => {
    waiting = false;
    work();
  };
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(run, waitMs);
  };
}
