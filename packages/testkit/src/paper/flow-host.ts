/** A paper venue with one instrument, BTCUSDT, that journals what a source submits. */
import { Core, restingOrders, restoreCore, snapshotCore } from '@halcyon/core';
import {
  COMMAND_BYTES_MAX,
  type Command,
  CommandDecoder,
  type CommandInput,
  CommandKind,
  type Event,
  encodeCommand,
  InstrumentState,
  isGhostOrder,
  type Outcome,
} from '@halcyon/domain';
import type { FlowHost, FlowPosition, StandingGhost } from '@halcyon/flow';

const LIMITS = {
  state: InstrumentState.open,
  quantityMin: 1,
  quantityMax: 1_000_000_000,
  notionalMin: 0,
  bandPpm: 500_000,
  openOrdersMax: 100,
};

/** What the recordings of the tests are traded as. */
export const BTCUSDT = { id: 0, symbol: 'BTCUSDT', priceScale: 2, quantityScale: 6 };

export class TestPaperHost implements FlowHost {
  core = new Core();
  /** The journal. */
  readonly records: Uint8Array[] = [];
  readonly events: Event[] = [];
  readonly warnings: string[] = [];
  /** Called before commands are taken. */
  onSubmit: ((commands: readonly CommandInput[]) => void) | null = null;
  private readonly bytes = new Uint8Array(COMMAND_BYTES_MAX);
  private readonly decoder = new CommandDecoder();
  private time = 1_000;

  constructor() {
    const { symbol, priceScale, quantityScale } = BTCUSDT;
    this.apply({ kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 8 });
    this.apply({ kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 });
    const listing = { symbol, base: 0, quote: 1, priceScale, quantityScale, ...LIMITS };
    this.apply({ kind: CommandKind.listInstrument, ...listing });
  }

  get position(): FlowPosition {
    const { liveSeq, lastOrder } = this.core.state.ghosts;
    return { liveSeq, lastOrder };
  }

  get standing(): StandingGhost[] {
    return [...restingOrders(this.core.state)]
      .filter(({ id }) => isGhostOrder(id))
      .map(({ id, instrument, price, remaining, flags }) => {
        const order = this.core.state.ghosts.orderOf(id);
        return { order, instrument, side: flags & 1 ? 1 : 0, price, remaining };
      });
  }

  async submit(commands: readonly CommandInput[]): Promise<void> {
    this.onSubmit?.(commands);
    await Promise.resolve();
    for (const command of commands) this.apply(command);
  }

  warn(message: string): void {
    this.warnings.push(message);
  }

  /** Applies through the bytes of the journal. */
  apply(input: CommandInput): Outcome {
    this.time += 1;
    const stamped = { ...input, seq: this.core.state.seq + 1, time: this.time } as Command;
    const length = encodeCommand(stamped, this.bytes, 0);
    this.records.push(this.bytes.slice(0, length));
    const { state } = this.core;
    const outcome = { ...this.core.apply(this.decoder.decode(this.bytes, 0, length)) };
    this.events.push(...state.log.decode());
    state.log.reset();
    return outcome;
  }

  /** A core that knows nothing but the journal. */
  replayed(): Core {
    const core = new Core();
    for (const record of this.records) {
      core.apply(new CommandDecoder().decode(record, 0, record.length));
      core.state.log.reset();
    }
    return core;
  }

  /** Goes on from a snapshot, as after a restart. */
  restart(): void {
    this.core = restoreCore(snapshotCore(this.core));
  }

  /** The levels of a side, best first. */
  levels(side: 0 | 1): [price: number, quantity: number][] {
    const totals = new Map<number, number>();
    for (const { flags, price, remaining } of restingOrders(this.core.state)) {
      if ((flags & 1) === side) totals.set(price, (totals.get(price) ?? 0) + remaining);
    }
    return [...totals];
  }
}
