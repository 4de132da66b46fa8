/**
 * One write a socket a turn. Frames given out during a turn of the event loop are collected and leave
 * together: a write costs a system call, and a few hundred bytes more in it cost almost nothing.
 *
 * Sockets that get the same frames in the same order share one joined buffer: what a socket has
 * collected is a path in a tree of frames, and the bytes of a path are joined once, whoever walks it.
 */

/** Where frames end up; implemented by a connection. */
export interface Receiver {
  /** The path collected in this turn; owned by the outbox. */
  collected: FramePath | null;
  /** Takes the bytes of this turn. */
  write(bytes: Buffer): void;
}

/** A sequence of frames, shared by all receivers that collected it. */
export class FramePath {
  readonly #frame: Buffer | null;
  readonly #parent: FramePath | null;
  readonly #length: number;
  readonly #depth: number;
  #joined: Buffer | null = null;
  #lastFrame: Buffer | null = null;
  #lastChild: FramePath | null = null;
  #children: Map<Buffer, FramePath> | null = null;

  constructor(parent: FramePath | null, frame: Buffer | null) {
    this.#parent = parent;
    this.#frame = frame;
    this.#length = (parent === null ? 0 : parent.#length) + (frame === null ? 0 : frame.length);
    this.#depth = parent === null ? 0 : parent.#depth + 1;
  }

  /** This path and one frame more; the same object for the same frame. */
  with(frame: Buffer): FramePath {
    if (this.#lastFrame === frame && this.#lastChild !== null) return this.#lastChild;
    const known = this.#children?.get(frame);
    const child = known ?? new FramePath(this, frame);
    if (known === undefined && this.#lastFrame !== null) {
      this.#children ??= new Map();
      this.#children.set(frame, child);
      if (this.#lastChild !== null) this.#children.set(this.#lastFrame, this.#lastChild);
    }
    this.#lastFrame = frame;
    this.#lastChild = child;
    return child;
  }

  /** All frames of the path in one buffer. */
  bytes(): Buffer {
    if (this.#joined !== null) return this.#joined;
    if (this.#depth === 1 && this.#frame !== null) return this.#frame;
    const joined = Buffer.allocUnsafe(this.#length);
    let end = this.#length;
    for (let path: FramePath | null = this; path !== null; path = path.#parent) {
      const frame = path.#frame;
      if (frame === null) continue;
      end -= frame.length;
      frame.copy(joined, end);
    }
    this.#joined = joined;
    return joined;
  }
}

/** Collects the frames of a turn for any number of receivers. */
export class FrameBatcher {
  readonly #beforeFlush: () => void;
  readonly #endOfTurn: (flush: () => void) => void;
  #root = new FramePath(null, null);
  #waiting: Receiver[] = [];
  #atEnd = false;
  #soon = false;

  /**
   * @param beforeFlush last chance to append, at the end of the turn
   * @param endOfTurn how the end of the turn is awaited; tests give their own
   */
  constructor(
    beforeFlush: () => void,
    endOfTurn: (flush: () => void) => void = (flush) => setImmediate(flush),
  ) {
    this.#beforeFlush = beforeFlush;
    this.#endOfTurn = endOfTurn;
  }

  /** Adds a frame to what `receiver` gets at the end of this turn. */
  append(receiver: Receiver, frame: Buffer): void {
    const path = receiver.collected;
    if (path === null) {
      this.#waiting.push(receiver);
      receiver.collected = this.#root.with(frame);
    } else {
      receiver.collected = path.with(frame);
    }
    this.wake();
  }

  /** Makes sure that a flush comes at the end of this turn. */
  wake(): void {
    if (this.#atEnd || this.#soon) return;
    this.#atEnd = true;
    this.#endOfTurn(this.#runAtEnd);
  }

  /**
   * Asks for a flush as soon as the code that runs now and the promises it settled are done: answers
   * to many requests still leave together, and none waits for the next turn.
   */
  hurry(): void {
    if (this.#soon) return;
    this.#soon = true;
    process.nextTick(this.#runSoon);
  }

  readonly #runAtEnd = (): void => {
    this.#atEnd = false;
    this.flush();
  };

  readonly #runSoon = (): void => {
    this.#soon = false;
    this.flush();
  };

  /** Writes everything collected, now. */
  flush(): void {
    this.#beforeFlush();
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#root = new FramePath(null, null);
    for (const receiver of waiting) {
      const path = receiver.collected;
      receiver.collected = null;
      if (path !== null) receiver.write(path.bytes());
    }
  }
}
