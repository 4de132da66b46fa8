/**
 * Tells other threads of the process that a commit is under way. On a machine with two cores a commit that comes
 * back from the disk otherwise waits until the scheduler takes the other thread off, 2 to 5 ms, whatever priority
 * that thread has.
 */

const IDLE = 0;
const COMMITTING = 1;
/** The signal is read once in so many steps of a long run, which take about 10 µs. */
const STEPS_BETWEEN = 16;
/** A wait, and the work that follows each, so that commits without a pause do not stop a run for good. */
const WAIT_MS = 1;
const WORK_MS = 0.2;

/** Set by the thread of the engine, read by those that work beside it. */
export class CommitSignal {
  /** What a worker is given. */
  readonly shared: SharedArrayBuffer;
  private readonly flag: Int32Array;

  constructor(shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.flag = new Int32Array(shared);
  }

  /** Runs a commit; whoever waits goes on when it has ended, also by an error. */
  during(commit: () => void): void {
    Atomics.store(this.flag, 0, COMMITTING);
    try {
      commit();
    } finally {
      Atomics.store(this.flag, 0, IDLE);
      Atomics.notify(this.flag, 0);
    }
  }

  /** What a long run of another thread calls at each small step: it stops there while a commit is under way. */
  yielder(): () => void {
    let steps = 0;
    let workUntil = 0;
    return () => {
      steps += 1;
      if (steps % STEPS_BETWEEN !== 0 || Atomics.load(this.flag, 0) === IDLE) return;
      if (performance.now() < workUntil) return;
      Atomics.wait(this.flag, 0, COMMITTING, WAIT_MS);
      workUntil = performance.now() + WORK_MS;
    };
  }
}
