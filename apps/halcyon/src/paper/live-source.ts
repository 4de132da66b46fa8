/**
 * The live venue as the source of a paper venue's ghosts: reads live's journal behind its writer, so
 * that live waits for nothing and nothing queues up in memory however far paper falls behind.
 */
import { type Core, restingOrders } from '@halcyon/core';
import {
  COMMAND_BYTES_MAX,
  CommandDecoder,
  type CommandInput,
  CommandKind,
  isGhostOrder,
} from '@halcyon/domain';
import { type CoreAt, coreAt, FollowedCore, type JournalPlace } from '@halcyon/engine';
import {
  LiveTranslator,
  listingOf,
  missedLoans,
  type SeededMarket,
  seedSteps,
} from '@halcyon/flow';
import type { JournalTail } from '@halcyon/journal';

/** Room in a ghost command for its header. */
const STEP_BYTES = COMMAND_BYTES_MAX - 64;

/** What it is told of live where it follows something else: orders and prices are not among it. */
const LISTING: ReadonlySet<number> = new Set([
  CommandKind.listAsset,
  CommandKind.listInstrument,
  CommandKind.setInstrument,
  CommandKind.listContract,
  CommandKind.setContract,
  CommandKind.setFeeSchedule,
  CommandKind.setLoanTerms,
  CommandKind.setPairTerms,
  // Into the pools.
  CommandKind.deposit,
]);

/** What the paper venue has to be told, in order. */
export class LiveSource {
  /** Commands that bring the paper book in line, where those in between could not be had. */
  readonly opening: readonly CommandInput[];
  private readonly live: FollowedCore;
  private readonly tail: JournalTail;
  private readonly translator: LiveTranslator;
  private readonly decoder = new CommandDecoder();
  private readonly ghosts: boolean;

  /**
   * @param paper the core that the commands are for, at the point where it stopped
   * @param head last durable sequence of the live venue
   * @param ghosts whether its orders are followed too, or only what it lists
   */
  constructor(place: JournalPlace, paper: Core, head: number, ghosts: boolean) {
    const liveSeq = ghosts ? paper.state.ghosts.liveSeq : 0;
    if (liveSeq > head) {
      throw new Error(
        `paper has followed live to ${liveSeq}, but live ends at ${head}: an older live folder?`,
      );
    }
    const listed = paper.state.markets.length;
    const known = liveSeq === 0 ? null : coreAt(place, liveSeq);
    const { core, tail } = known ?? atHead(place, head);
    this.tail = tail;
    this.live = new FollowedCore(core);
    this.ghosts = ghosts;
    this.opening = this.wanted(
      known === null
        ? inLine(this.live, paper)
        : missedLoans(this.live.loans(), paper.state.loans, core.state),
    );
    const from = known === null ? core.state.markets.length : listed;
    this.translator = new LiveTranslator(this.live, from);
  }

  /** Sequence of the live venue that has been read. */
  get seq(): number {
    return this.live.core.state.seq;
  }

  /** What the live commands after `seq` did, up to `toSeq`, which must be durable. */
  read(toSeq: number): CommandInput[] {
    const inputs: CommandInput[] = [];
    this.tail.readTo(toSeq, (_seq, bytes, offset, length) => {
      const command = this.decoder.decode(bytes, offset, length);
      const { seq, time } = command;
      inputs.push(...this.translator.translate(seq, time, this.live.apply(command)));
    });
    return this.wanted(inputs);
  }

  close(): void {
    this.tail.close();
  }

  private wanted(commands: CommandInput[]): CommandInput[] {
    return this.ghosts ? commands : commands.filter(({ kind }) => LISTING.has(kind));
  }
}

function atHead(place: JournalPlace, head: number): CoreAt {
  const found = coreAt(place, head);
  if (found !== null) return found;
  throw new Error(`the live journal cannot be read to ${head}`);
}

/** Listings, then one run of ghost commands, which are committed together. */
function inLine(live: FollowedCore, paper: Core): CommandInput[] {
  const { state } = live.core;
  const market: SeededMarket = {
    assets: state.assets,
    instruments: state.markets.map(({ instrument }) => instrument),
    fees: { tiers: state.fees.tiers, discounts: state.fees.discounts },
    prices: state.markets.map((_market, id) => live.prices(id)),
    marks: live.marks(),
    funds: live.funds(),
    loans: live.loans(),
    orders: live.orders(),
  };
  const { ghosts, markets } = paper.state;
  // What a first run left unfinished when it was cut off has met no paper order: it is entered again.
  const lastOrder = ghosts.liveSeq === 0 ? 0 : ghosts.lastOrder;
  const steps = seedSteps(market, ghostsOf(paper), lastOrder);
  const portions = steps.portions(STEP_BYTES);
  const commands = listingOf(market, markets.length);
  for (const [i, portion] of portions.entries()) {
    const liveSeq = i === portions.length - 1 ? state.seq : ghosts.liveSeq;
    commands.push({ kind: CommandKind.ghost, liveSeq, liveTime: state.time, steps: portion });
  }
  return commands;
}

function ghostsOf(paper: Core): Map<number, { price: number; remaining: number }> {
  const ghosts = new Map<number, { price: number; remaining: number }>();
  for (const { id, price, remaining } of restingOrders(paper.state)) {
    if (isGhostOrder(id)) ghosts.set(paper.state.ghosts.orderOf(id), { price, remaining });
  }
  return ghosts;
}
