/** A live core and the paper core that follows it, command by command, for random runs. */
import { Core, ORDER_LANES, OrderLane, restingOrders } from '@halcyon/core';
import {
  COMMAND_BYTES_MAX,
  type Command,
  CommandDecoder,
  type CommandInput,
  type Event,
  encodeCommand,
  isGhostOrder,
  liveOrderId,
  type Outcome,
} from '@halcyon/domain';
import { FollowedCore } from '@halcyon/engine';
import { LiveTranslator } from '@halcyon/flow';

/** What a command did. */
export interface PairOutcome {
  readonly outcome: Outcome;
  readonly events: readonly Event[];
}

export class PaperPair {
  readonly live = new FollowedCore(new Core());
  readonly paper: Core;
  /** Called with the bytes of every command of the paper venue: its journal. */
  onRecord: ((bytes: Uint8Array) => void) | null = null;
  private readonly translator: LiveTranslator;
  private readonly bytes = new Uint8Array(COMMAND_BYTES_MAX);
  private readonly decoder = new CommandDecoder();

  /** @param paper a core to go on with; `listed` instruments are in it already */
  constructor(listed: number, paper: Core = new Core()) {
    this.paper = paper;
    this.translator = new LiveTranslator(this.live, listed);
  }

  /** A command of the live venue, and all that comes of it on paper. */
  followed(command: Command): { readonly events: readonly Event[]; readonly paper: PairOutcome[] } {
    const events = this.live.apply(command);
    const { seq, time } = command;
    const inputs = this.translator.translate(seq, time, events);
    return { events, paper: inputs.map((input) => this.onPaper(input, time)) };
  }

  /** A command of the paper venue, through the bytes of its journal. */
  onPaper(input: CommandInput, time: number): PairOutcome {
    const { state } = this.paper;
    const at = Math.max(state.time, time);
    const stamped = { ...input, seq: state.seq + 1, time: at } as Command;
    const length = encodeCommand(stamped, this.bytes, 0);
    this.onRecord?.(this.bytes.slice(0, length));
    const outcome = { ...this.paper.apply(this.decoder.decode(this.bytes, 0, length)) };
    const events = state.log.decode();
    state.log.reset();
    return { outcome, events };
  }

  /** No ghost has more than its order, and none stands anywhere else. @throws Error naming it */
  checkGhosts(): void {
    const { orders } = this.live.core.state;
    for (const { id, price, remaining } of restingOrders(this.paper.state)) {
      if (!isGhostOrder(id)) continue;
      const slot = orders.find(liveOrderId(id));
      if (slot < 0) throw new Error(`ghost ${liveOrderId(id)} outlived its order`);
      const at = slot * ORDER_LANES;
      if (orders.f64[at + OrderLane.price] !== price) {
        throw new Error(`ghost ${liveOrderId(id)} stands at another price than its order`);
      }
      if (orders.f64[at + OrderLane.remaining]! < remaining) {
        throw new Error(`ghost ${liveOrderId(id)} has more left than its order`);
      }
    }
  }
}
