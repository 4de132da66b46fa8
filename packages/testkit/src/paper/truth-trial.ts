/**
 * One order in two worlds. Answers, fills (price, size, fee, time) and whole books must be equal until
 * the end of a footprint changes the paper book, or until the live flow itself would have been
 * answered differently, which no venue that leaves live alone can know.
 */
import { type Core, type CoreParts, ORDER_LANES, OrderLane, restoreCore } from '@halcyon/core';
import {
  type Command,
  type CommandInput,
  CommandKind,
  DoneReason,
  type Event,
  EventKind,
  isTrailing,
  type MarginLiquidationEvent,
  type Outcome,
  ownerOf,
  PostingReason,
  Side,
  TradeOrigin,
} from '@halcyon/domain';
import { text } from '../core/compare.ts';
import type { TestRandom } from '../core/random.ts';
import {
  begunOf,
  concerns,
  endsOf,
  fired,
  isLoss,
  isTrade,
  moversOf,
  pricesOf,
  sameBegun,
  told,
} from './truth-events.ts';
import { type FundHour, fundHoursOf, makeOthersGhosts, takeFundHours } from './truth-orders.ts';

/**
 * Why comparing stopped: all was seen; a footprint ended; the live flow was answered differently; plans
 * or liquidations of both worlds came in one command, in an order that only one venue can know; paper
 * was paused; a position was closed by deleveraging, which is live's alone; the fund paid for more than the margin account had, each
 * venue's up to an hourly limit of its own.
 */
const ENDS = [
  'window',
  'footprint',
  'answer',
  'together',
  'paused',
  'deleveraged',
  'fund',
] as const;
export type End = (typeof ENDS)[number];

/** Commands that are an order or a plan. */
const PLACING: ReadonlySet<number> = new Set([
  CommandKind.place,
  CommandKind.placePlan,
  CommandKind.placeOco,
]);

/** What a run compared. */
export interface TruthReport {
  /** Orders and plans asked for, and those of them that were taken. */
  orders: number;
  placed: number;
  /** Commands of any kind that were taken. */
  accepted: number;
  takerFills: number;
  makerFills: number;
  plansFired: number;
  liquidations: number;
  fundings: number;
  /** Hours of interest that were charged. */
  charges: number;
  booksCompared: number;
  readonly ends: Record<End, number>;
}

/** What a long run compares at least: INV-21 asks for it. A run of so many orders takes minutes. */
export const LONG_RUN = { asked: 60_000, placed: 10_000, liquidations: 1_000 } as const;

/** Nothing is compared yet. */
export function emptyReport(): TruthReport {
  return {
    orders: 0,
    placed: 0,
    accepted: 0,
    takerFills: 0,
    makerFills: 0,
    plansFired: 0,
    liquidations: 0,
    fundings: 0,
    charges: 0,
    booksCompared: 0,
    ends: Object.fromEntries(ENDS.map((end) => [end, 0])) as Record<End, number>,
  };
}

/** A live command as it went in and what came of it. */
export interface LiveStep {
  readonly input: CommandInput;
  readonly time: number;
  readonly events: readonly Event[];
  readonly answer: Outcome;
}

/** A core with the account whose order is compared. */
export interface TrialAccount {
  readonly core: Core;
  readonly account: number;
}

/** The live core as it would be with the account's orders. */
export interface RealWorld extends TrialAccount {
  /** The core as it was before the first of them. */
  readonly start: CoreParts;
}

/** What a command came to in one world. */
interface Done {
  readonly core: Core;
  readonly answer: Outcome;
  readonly events: readonly Event[];
}

/** Stamps and applies; returns answer and events. */
export function stampAndApply(core: Core, input: CommandInput, time: number): [Outcome, Event[]] {
  const { state } = core;
  const stamped = { ...input, seq: state.seq + 1, time: Math.max(state.time, time) } as Command;
  const outcome = { ...core.apply(stamped) };
  const events = state.log.decode();
  state.log.reset();
  return [outcome, events];
}

/** An open order or plan of the compared account. */
interface OwnOrder {
  /** Its number on paper. */
  readonly paper: number;
  readonly isPlan: boolean;
  readonly trails: boolean;
}

export class Trial {
  private readonly real: RealWorld;
  /** All commands of the real world since its start. */
  private readonly applied: [input: CommandInput, time: number][] = [];
  private readonly paper: TrialAccount;
  private readonly report: TruthReport;
  /** Live order numbers from which the copy's are one higher: the compared account took one there. */
  private readonly shifts: number[] = [];
  /** Open orders and plans of the account: number in the copy → on paper. */
  private readonly own = new Map<number, OwnOrder>();
  /** What the fund had paid on paper before the last command. */
  private fundHours: readonly FundHour[] = [];
  private fills = 0;

  constructor(real: RealWorld, paper: TrialAccount, report: TruthReport) {
    this.real = real;
    this.paper = paper;
    this.report = report;
  }

  /** A command of the compared account, in both worlds. Null when comparing may go on. */
  act(input: CommandInput, time: number): End | null {
    if (this.paused()) return 'paused';
    const inReal = by(input, this.real.account);
    const onPaper = by(input, this.paper.account);
    if (PLACING.has(input.kind)) this.report.orders += 1;
    return this.inBoth(inReal, onPaper, time);
  }

  /** Amends or cancels one of the account's orders in both worlds. */
  change(random: TestRandom, time: number): End | null {
    const [id, known] = random.pick([...this.own, [0, null] as const]);
    if (known === null || known.isPlan) return null;
    const amend = random.chance(0.6);
    const price = random.chance(0.5) ? 0 : this.real.core.state.markets[0]!.lastPrice;
    const rest = amend
      ? { kind: CommandKind.amend, price, quantity: random.int(1, 70), clientId: '' }
      : { kind: CommandKind.cancel, clientId: '' };
    const real = { ...rest, account: this.real.account, order: id } as CommandInput;
    const paper = { ...rest, account: this.paper.account, order: known.paper } as CommandInput;
    if (this.paused()) return 'paused';
    return this.inBoth(real, paper, time);
  }

  /** Whether the account has a position in a contract, or owes something. */
  get atRisk(): boolean {
    const { core, account } = this.real;
    const { positions, riskAccounts, users, loans } = core.state;
    for (let at = loans.records.first(ownerOf(account)); at !== -1; at = loans.records.next(at)) {
      if (loans.records.debt(at) > 0) return true;
    }
    const risk = users.futuresAccount(ownerOf(account));
    let at = risk === -1 ? -1 : riskAccounts.first(risk);
    while (at !== -1 && positions.lots(at) === 0) at = positions.after(at);
    return at !== -1;
  }

  private paused(): boolean {
    return this.paper.core.state.markets.some(({ pause }) => pause !== 0);
  }

  /** One live command in both worlds. Null when all was equal and comparing may go on. */
  follow(live: LiveStep, heard: readonly CommandInput[]): End | null {
    const [answer, realEvents] = this.inReal(this.translated(live.input), live.time);
    if (this.paused()) return 'paused';
    const before = this.paper.core.ghosts.footprints;
    const paperEvents: Event[] = [];
    for (const input of heard) {
      paperEvents.push(...stampAndApply(this.paper.core, input, live.time)[1]);
    }
    if (answer.code !== live.answer.code) return 'answer';
    try {
      return this.compareFollowed(live, { answer, realEvents, paperEvents }, before);
    } catch (error) {
      const fires = fired(realEvents, this.real) || fired(paperEvents, this.paper);
      if (fires && this.isAmongGhosts(({ events }) => this.compareEnds(events, paperEvents))) {
        return 'answer';
      }
      throw error;
    }
  }

  private compareFollowed(
    live: LiveStep,
    came: {
      readonly answer: Outcome;
      readonly realEvents: Event[];
      readonly paperEvents: Event[];
    },
    before: number,
  ): End | null {
    const { answer, realEvents, paperEvents } = came;
    const amends = live.input.kind === CommandKind.amend && answer.code === 0;
    const [asked, inCopy] = amends ? [live.answer.id, answer.id] : [0, 0];
    const moves = moversOf(live.events, -1, asked);
    if (text(moversOf(realEvents, this.real.account, inCopy)) !== text(moves)) return 'answer';
    // What the trader did has moved the mark itself.
    if (text(pricesOf(realEvents)) !== text(pricesOf(live.events))) return 'answer';
    // New prices enter no order of their own: whatever moves has been liquidated, or has fired.
    const several = moves.length > (live.input.kind === CommandKind.prices ? 0 : 1);
    const fires = fired(realEvents, this.real) || fired(paperEvents, this.paper);
    // A plan that begins in a sweep has others called first: a trailing stop before a later price's.
    const begins = begunOf(live.events, -1).length > 0;
    const trails = begins && [...this.own.values()].some((order) => order.trails);
    if ((several || trails) && fires) return 'together';
    const [ends, liveEnds] = [endsOf(realEvents, this.real.account), endsOf(live.events, -1)];
    // A taker with too little money for its size got as much as that paid for: elsewhere it is more or less.
    const spent = [...live.events, ...realEvents].some(isSpent);
    if (spent && text(ends) !== text(liveEnds)) return 'answer';
    const ended = this.paper.core.ghosts.footprints !== before;
    for (const event of paperEvents) {
      if (isTrade(event) && concerns(event, this.paper.account)) this.fills += 1;
    }
    if (ended && this.fills === 0) {
      // A taker that could not pay for one lot of the order did not come to whom it met live.
      if (text(ends) !== text(liveEnds)) return 'answer';
      throw new Error('a footprint ended, but nothing was traded');
    }
    // What came after the end of a footprint in the same command cannot be equal.
    if (ended && (several || fires)) return 'footprint';
    const end = this.compareEnds(realEvents, paperEvents);
    if (end !== null) return end;
    if (ended) return 'footprint';
    this.compareBooks(this.real.core);
    return sameBegun(realEvents, this.real.account, live.events) ? null : 'answer';
  }

  /** Compares what became of the account; null when comparing may go on. */
  private compareEnds(realEvents: readonly Event[], paperEvents: readonly Event[]): End | null {
    if (this.deleveraged(realEvents, paperEvents)) return 'deleveraged';
    if (this.paidByFund(realEvents, paperEvents)) return 'fund';
    this.compare(realEvents, paperEvents);
    return null;
  }

  private inBoth(inReal: CommandInput, onPaper: CommandInput, time: number): End | null {
    const { core } = this.real;
    const [answer, events] = this.inReal(inReal, time);
    const [paperAnswer, paperEvents] = stampAndApply(this.paper.core, onPaper, time);
    const paper = { core: this.paper.core, answer: paperAnswer, events: paperEvents };
    try {
      return this.compareOwn(onPaper, { core, answer, events }, paper);
    } catch (error) {
      if (this.isAmongGhosts((real) => this.compareOwn(onPaper, real, paper))) return 'answer';
      throw error;
    }
  }

  /**
   * Whether the last command did on paper what it would have done live, had the account's order met ghosts
   * there: what it met was cut, or ended, and no venue but live can know. The fund has an hourly limit in each.
   */
  private isAmongGhosts(compare: (real: Done) => void): boolean {
    const { account, start } = this.real;
    const core = restoreCore(start);
    const [last, ...before] = this.applied.toReversed();
    for (const [input, time] of before.reverse()) stampAndApply(core, input, time);
    makeOthersGhosts(core, account);
    takeFundHours(core, this.fundHours);
    const [answer, events] = stampAndApply(core, ...last!);
    try {
      compare({ core, answer, events });
      return true;
    } catch {
      return false;
    }
  }

  private compareOwn(onPaper: CommandInput, real: Done, paper: Done): End | null {
    const [left, right] = [figureOf(real.answer), figureOf(paper.answer)];
    if (left !== right) throw new Error(`answers differ: live ${left}, paper ${right}`);
    if (real.answer.code === 0) this.report.accepted += 1;
    if (real.answer.code === 0 && PLACING.has(onPaper.kind)) this.report.placed += 1;
    if (this.deleveraged(real.events, paper.events)) return 'deleveraged';
    const stranger = real.events.findIndex((e) => moversOf([e], this.real.account).length > 0);
    if (stranger === -1) {
      this.compare(real.events, paper.events);
      this.compareBooks(real.core);
      return sameBegun(real.events, this.real.account, []) ? null : 'answer';
    }
    // The order has set off a live plan, which paper trades never do. Margin calls are told after what that did.
    if (!fired(real.events, this.real) && !fired(paper.events, this.paper)) {
      const own = paper.events.filter(({ kind }) => kind !== EventKind.marginCall);
      this.compare(real.events.slice(0, stranger), own);
    }
    return 'answer';
  }

  /**
   * Whether the trader was a side of a deleveraging live: on paper the ghosts are the other side, in one
   * trade, and no paper trader is deleveraged for another. What the liquidation tells is equal.
   */
  private deleveraged(realEvents: readonly Event[], paperEvents: readonly Event[]): boolean {
    const { account } = this.real;
    const sides = realEvents.flatMap((event) => {
      if (event.kind !== EventKind.contractTrade) return [];
      const closes = event.origin === TradeOrigin.deleveraging && concerns(event, account);
      return closes ? [event.takerAccount === account] : [];
    });
    if (sides.length === 0) return false;
    const lost = ({ kind }: Event): boolean => kind === EventKind.liquidation;
    if (sides.every((isTaker) => isTaker)) {
      this.compare(realEvents.filter(lost), paperEvents.filter(lost));
    }
    return true;
  }

  /**
   * Whether the trader's margin account was liquidated with less than it owed: at which prices it still sells
   * depends on what the fund may pay in this hour. What it had and owed is equal.
   */
  private paidByFund(realEvents: readonly Event[], paperEvents: readonly Event[]): boolean {
    const [real] = lossesOf(realEvents, this.real.account);
    if (real === undefined || real.assets >= real.debts) return false;
    const [paper] = lossesOf(paperEvents, this.paper.account);
    const [left, right] = [real, paper].map((loss) => text(loss && worthOf(loss)));
    if (left !== right) throw new Error(`liquidations differ: live ${left}, paper ${right}`);
    this.report.liquidations += 1;
    return true;
  }

  private compare(realEvents: readonly Event[], paperEvents: readonly Event[]): void {
    const real = realEvents.filter((event) => concerns(event, this.real.account));
    const paper = paperEvents.filter((event) => concerns(event, this.paper.account));
    const left = real.map((event) => told(event, this.real.account));
    const right = paper.map((event) => told(event, this.paper.account));
    for (let i = 0; i < Math.max(left.length, right.length); i++) {
      if (left[i] === right[i]) continue;
      throw new Error(`the account's events differ: live ${left[i]}, paper ${right[i]}`);
    }
    for (const [i, event] of real.entries()) this.count(event, paper[i]!);
  }

  private count(real: Event, paper: Event): void {
    const { report } = this;
    if (isLoss(real)) report.liquidations += 1;
    if (real.kind === EventKind.loan && real.id === 0) report.charges += 1;
    if (real.kind === EventKind.posting && real.reason === PostingReason.funding) {
      report.fundings += 1;
    }
    if (isTrade(real)) {
      this.fills += 1;
      if (real.takerAccount === this.real.account) report.takerFills += 1;
      else report.makerFills += 1;
    } else if (real.kind === EventKind.planEnded) {
      if (real.order !== 0) report.plansFired += 1;
      this.own.delete(real.plan);
    } else if (real.kind === EventKind.orderDone) this.own.delete(real.order);
    else if (real.kind === EventKind.orderRested && paper.kind === EventKind.orderRested) {
      this.own.set(real.order, { paper: paper.order, isPlan: false, trails: false });
    } else if (real.kind === EventKind.planOpened && paper.kind === EventKind.planOpened) {
      const trails = isTrailing(real.planType);
      this.own.set(real.plan, { paper: paper.plan, isPlan: true, trails });
    }
  }

  /** Every order of every book: price and lots left, in the order of the queues. */
  private compareBooks(real: Core): void {
    const left = booksOf(real);
    const right = booksOf(this.paper.core);
    for (const [i, row] of left.entries()) {
      if (row !== right[i]) throw new Error(`books differ: live ${row}, paper ${right[i]}`);
    }
    this.report.booksCompared += 1;
  }

  /** Applies to the copy and notes which numbers the account's own orders took. */
  private inReal(input: CommandInput, time: number): [Outcome, Event[]] {
    this.applied.push([input, time]);
    this.fundHours = fundHoursOf(this.paper.core);
    const done = stampAndApply(this.real.core, input, time);
    for (const event of done[1]) {
      const isOrder = event.kind === EventKind.orderOpened;
      if (!isOrder && event.kind !== EventKind.planOpened) continue;
      if (event.account !== this.real.account) continue;
      this.shifts.push((isOrder ? event.order : event.plan) - this.shifts.length);
    }
    return done;
  }

  /** A raw live command with the numbers that its order has in the copy. */
  private translated(input: CommandInput): CommandInput {
    if (!('order' in input) || input.order === 0) return input;
    const { order } = input;
    const shift = this.shifts.filter((from) => order >= from).length;
    return { ...input, order: order + shift };
  }
}

/** A refusal with its figures; of an order that was taken only that it was. */
function figureOf({ code, limit, value }: Outcome): string {
  return code === 0 ? 'taken' : text({ code, limit, value });
}

function lossesOf(events: readonly Event[], account: number): MarginLiquidationEvent[] {
  return events.filter(
    (event): event is MarginLiquidationEvent =>
      event.kind === EventKind.marginLiquidation && event.account === account,
  );
}

/** What a liquidated account had and owed, before anything of it was sold. */
function worthOf({ time, equity, keeps, assets, debts }: MarginLiquidationEvent): object {
  return { time, equity, keeps, assets, debts };
}

function isSpent(event: Event): boolean {
  return event.kind === EventKind.orderDone && event.reason === DoneReason.budgetSpent;
}

/** A command of the trader for the account that it has in one of the worlds. */
function by(input: CommandInput, account: number): CommandInput {
  if (input.kind !== CommandKind.transfer) return { ...input, account } as CommandInput;
  return { ...input, from: account + input.from, to: account + input.to };
}

function booksOf({ state }: Core): string[] {
  const { f64 } = state.orders;
  const rows: string[] = [];
  for (const { book, instrument } of state.markets) {
    for (const side of [Side.buy, Side.sell]) {
      let row = `${instrument.symbol} ${side}:`;
      for (const slot of book.queue(side)) {
        const at = slot * ORDER_LANES;
        row += ` ${f64[at + OrderLane.remaining]}@${f64[at + OrderLane.price]}`;
      }
      rows.push(row);
    }
  }
  return rows;
}
