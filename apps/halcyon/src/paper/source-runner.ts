/**
 * Replication of the live venue in the paper venue: gives its engine what its source says, as fast as it
 * commits and no faster (backpressure).
 */
import type { Engine } from '@halcyon/engine';
import type { LiveSource } from './live-source.ts';
import { submitInOrder } from './submit-in-order.ts';

/** Live commands in one commit at most. */
const CHUNK = 1_000;
/** Shortest time between two commits of ghosts, ms: under load they share them, see PaperHost. */
const PACE_MS = 20;
/** Looks for news at least this often, ms. */
const LOOK_MS = 250;

/** See the head of the file. */
export class SourceRunner {
  private readonly engine: Engine;
  private readonly source: LiveSource;
  /** Last durable sequence of the live venue. */
  private readonly head: BigInt64Array<SharedArrayBuffer>;
  /** Called when `seq` has grown. */
  onAdvance: () => void = () => {};
  private stopping = false;
  private given: number;

  constructor(engine: Engine, source: LiveSource, head: BigInt64Array<SharedArrayBuffer>) {
    this.engine = engine;
    this.source = source;
    this.head = head;
    this.given = source.seq;
  }

  /** Sequence of the live venue whose effects are durable here. */
  get seq(): number {
    return this.given;
  }

  /** What comes first, then everything up to the present. @param backpressure waits for the readers */
  async catchUp(backpressure: () => Promise<void>): Promise<void> {
    await submitInOrder(this.engine, this.source.opening, () => this.stopping);
    while (!this.stopping && this.source.seq + CHUNK < this.liveSeq())
      await this.step(backpressure);
  }

  /** Follows until `stop`. */
  async run(backpressure: () => Promise<void>): Promise<void> {
    while (!this.stopping) {
      const known = Atomics.load(this.head, 0);
      if (Number(known) <= this.source.seq) {
        await changed(this.head, known);
        continue;
      }
      const before = performance.now();
      await this.step(backpressure);
      const rest = PACE_MS - (performance.now() - before);
      if (rest > 0) await pause(rest);
    }
  }

  stop(): void {
    this.stopping = true;
    Atomics.notify(this.head, 0);
    this.source.close();
  }

  private liveSeq(): number {
    return Number(Atomics.load(this.head, 0));
  }

  private async step(backpressure: () => Promise<void>): Promise<void> {
    await backpressure();
    if (this.stopping) return;
    const to = Math.min(this.source.seq + CHUNK, this.liveSeq());
    await submitInOrder(this.engine, this.source.read(to), () => this.stopping);
    this.given = to;
    this.onAdvance();
  }
}

async function changed(head: BigInt64Array<SharedArrayBuffer>, known: bigint): Promise<void> {
  const { async: waits, value } = Atomics.waitAsync(head, 0, known, LOOK_MS);
  if (waits) await value;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
