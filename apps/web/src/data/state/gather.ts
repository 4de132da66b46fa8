/** Work that many things ask for at once and that is done once for all of them. */

/** Asks for the work, and calls off what was asked for. */
export interface Gathered {
  readonly ask: () => void;
  readonly stop: () => void;
}

/** @param waitMs how long others may join after the first has asked */
export function gathered(work: () => void, waitMs: number): Gathered {
  let timer = 0;
  const run = () => {
    timer = 0;
    work();
  };
  return {
    ask: () => {
      if (timer === 0) timer = window.setTimeout(run, waitMs);
    },
    stop: () => clearTimeout(timer),
  };
}
