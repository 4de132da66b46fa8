/** Streams of events of margin accounts, made by a real core from random commands. */
import { CommandKind, type Event, type EventBatch } from '@halcyon/domain';
import { Core } from '../../core/src/index.ts';
import { MarginGenerator } from '../../testkit/src/core/margin-generator.ts';

/** A small exchange that lends; every fourth user is simulated. */
export class MarginStream {
  readonly core = new Core();
  readonly #generator: MarginGenerator;
  #seq = 0;

  constructor(seed: number) {
    this.#generator = new MarginGenerator(seed);
  }

  /** The next batch. */
  next(commands = 5): EventBatch {
    const { log } = this.core.state;
    const firstSeq = this.#seq + 1;
    const opening = this.#seq === 0 ? this.#generator.opening() : [];
    const events: Event[] = [];
    for (let i = 0; i < opening.length + commands; i++) {
      const command = opening[i] ?? this.#generator.next();
      this.#seq = command.seq;
      const simulated = command.seq % 4 === 0;
      this.core.apply(command.kind === CommandKind.openUser ? { ...command, simulated } : command);
      const told = log.decode();
      log.reset();
      this.#generator.learn(told);
      for (const event of told) events.push(event);
    }
    return { firstSeq, lastSeq: this.#seq, time: 0, events };
  }
}
