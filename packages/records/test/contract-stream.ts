/** Streams of events of contracts, made by a real core from random commands. */
import {
  type Command,
  type CommandInput,
  CommandKind,
  type Event,
  type EventBatch,
} from '@halcyon/domain';
import { Core } from '../../core/src/index.ts';
import {
  ALL_FUTURES,
  FuturesGenerator,
  type FuturesStyle,
} from '../../testkit/src/core/futures-generator.ts';

/** A small futures exchange; every third user is simulated. */
export class ContractStream {
  readonly core = new Core();
  readonly #generator: FuturesGenerator;
  #opened = false;
  #seq = 0;

  constructor(seed: number, style: FuturesStyle = ALL_FUTURES) {
    this.#generator = new FuturesGenerator(seed, style);
  }

  /** The next batch. The protection fund begins with little: some are deleveraged. */
  next(commands = 5): EventBatch {
    const first = this.#opened ? [] : this.#generator.opening(2_000_000_000n);
    this.#opened = true;
    const more = Array.from({ length: commands }, () => () => this.#generator.next());
    return this.#batch([...first.map((command) => () => command), ...more]);
  }

  /** The next `count` batches. */
  take(count: number, commands = 5): EventBatch[] {
    return Array.from({ length: count }, () => this.next(commands));
  }

  /** A batch of commands that are not random; nothing random may come after them. */
  tell(inputs: readonly CommandInput[], time: number): EventBatch {
    const stamped = inputs.map((input, n) => ({ ...input, seq: this.#seq + n + 1, time }));
    return this.#batch(stamped.map((command) => () => command as Command));
  }

  #batch(commands: readonly (() => Command)[]): EventBatch {
    const firstSeq = this.#seq + 1;
    const events: Event[] = [];
    const { log } = this.core.state;
    for (const make of commands) {
      const command = make();
      this.#seq = command.seq;
      const simulated = command.seq % 9 === 0;
      this.core.apply(command.kind === CommandKind.openUser ? { ...command, simulated } : command);
      const told = log.decode();
      log.reset();
      this.#generator.learn(told);
      for (const event of told) events.push(event);
    }
    return { firstSeq, lastSeq: this.#seq, time: 0, events };
  }
}
