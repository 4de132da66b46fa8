/**
 * From what one command did in the live venue to what the paper venue has to be told: listings are
 * repeated as commands of the same kind, terms of loans too; all that touched a book, all prices and fundings
 * of contracts, prices and hours of loans become one ghost command (more only where it would be too long).
 */
import {
  type CommandInput,
  CommandKind,
  DoneReason,
  type Event,
  EventKind,
  GhostSteps,
  type GhostTerms,
  type OrderAmendedEvent,
  type OrderDoneEvent,
  type OrderOpenedEvent,
  OrderOption,
  OrderType,
  Side,
  SystemAccount,
} from '@halcyon/domain';
import { ghostCommands } from '../ghost-commands.ts';
import { lentAs } from './live-loans.ts';
import { fundUnits, type GhostPlace, listedAs } from './seed.ts';

/** What an order was before the command that amended it. */
export type FollowedOrder = Omit<GhostTerms, 'keptPlace' | 'type'>;

/** Prices of an instrument, ticks. */
export interface FollowedPrices {
  readonly last: number;
  readonly mark: number;
}

/** What the translator asks about the venue beside its events. */
export interface LiveView {
  /** Terms of the order that the command amended; null where it was not this one. */
  amended(order: number): FollowedOrder | null;
  /** Prices after the command; the mark of a contract is 0 here. */
  prices(instrument: number): FollowedPrices;
  /** How old the index of a contract is, as Lateness of the core's contracts. */
  lateness(instrument: number): number;
  /** Whose order counts as whose: of a sub-account its root. */
  person(account: number): number;
  /** The orders that rest. */
  orders(): Iterable<GhostPlace>;
}

const LIVE = { actor: 'paper venue', reason: 'as in the live venue' } as const;

/** Translates command by command, in order. */
export class LiveTranslator {
  private readonly view: LiveView;
  private readonly sent = new Map<number, FollowedPrices>();
  /** Lots left of the reduce-only orders that rest: positions cut them. */
  private readonly reducing = new Map<number, number>();
  private listed: number;

  /** @param listed instruments that the paper venue has already */
  constructor(view: LiveView, listed: number) {
    this.view = view;
    this.listed = listed;
    for (const { order, terms, remaining } of view.orders()) {
      if (terms.reduceOnly) this.reducing.set(order, remaining);
    }
  }

  /** Commands for the paper venue; none when nothing touched a book or a listing. */
  translate(seq: number, time: number, events: readonly Event[]): CommandInput[] {
    const commands: CommandInput[] = [];
    const steps = new GhostSteps();
    const touched = new Set<number>();
    const funds = new Map<number, bigint>();
    let taker = 0;
    let entered = false;
    for (const [i, event] of events.entries()) {
      switch (event.kind) {
        case EventKind.orderOpened:
          taker = event.order;
          entered = true;
          this.cutBefore(steps, events, i);
          place(steps, event, this.view.person(event.account));
          if ((event.options & OrderOption.reduceOnly) !== 0) this.reducing.set(taker, 0);
          break;
        case EventKind.orderAmended:
          if (this.amend(steps, events, i, entered)) {
            taker = event.order;
            entered = true;
          }
          break;
        case EventKind.orderRested:
          steps.rested(event.order, event.remaining);
          this.leave(event.order, event.remaining);
          taker = 0;
          break;
        case EventKind.trade:
        case EventKind.contractTrade:
          if (event.makerOrder === 0) break;
          touched.add(event.instrument);
          steps.traded(event.makerOrder, event.makerRemaining);
          this.leave(event.makerOrder, event.makerRemaining);
          break;
        case EventKind.level:
          touched.add(event.instrument);
          break;
        case EventKind.orderDone:
          if (event.order !== taker) end(steps, event);
          else if (event.reason === DoneReason.budgetSpent) steps.unpaid(taker, event.remaining);
          this.reducing.delete(event.order);
          break;
        case EventKind.posting:
          if (event.account === SystemAccount.insurance) funds.set(event.asset, event.available);
          break;
        case EventKind.marks:
          steps.marks({ ...event, late: this.view.lateness(event.instrument) });
          break;
        case EventKind.fundingSet:
          steps.funding(event);
          break;
        case EventKind.coinIndex:
          steps.coinIndex(event.instrument, event.index);
          break;
        case EventKind.interestHour:
          steps.interestHour(event.hour, event.rates);
          break;
        default:
          this.repeat(commands, event);
      }
    }
    for (const instrument of touched) this.price(steps, instrument);
    for (const [asset, units] of funds) steps.fund(asset, fundUnits(units));
    commands.push(...ghostCommands(steps, seq, time));
    return commands;
  }

  /**
   * Tells of an amended order; whether it has left its place in the queue.
   * @param entered whether a taker has come in this command: what is cut then was cut before it
   */
  private amend(steps: GhostSteps, events: readonly Event[], i: number, entered: boolean): boolean {
    const event = events[i] as OrderAmendedEvent;
    const { order, account, instrument, price, quantity, remaining, keptPlace } = event;
    const amended = this.view.amended(order);
    // Its position left less to close.
    if (amended === null) {
      if (entered) steps.traded(order, remaining);
      else steps.cut(order, this.reducing.get(order) ?? 0, remaining);
    } else {
      const { side, timeInForce, selfTrade } = amended;
      const terms = { side, timeInForce, selfTrade, type: 0, keptPlace } as const;
      if (!keptPlace) this.cutBefore(steps, events, i);
      const user = this.view.person(account);
      const entry = { order, user, instrument, terms, price, quantity };
      steps.amend(entry, remaining);
    }
    this.leave(order, remaining);
    return !keptPlace;
  }

  /**
   * What a taker closes of a position its reduce-only orders lose, without trading it; and what cannot bear
   * its price ends as it is met. Their ghosts must have lost it when the taker's comes: it never gets more of
   * them than it got there.
   * @param i the event with which the taker enters
   */
  private cutBefore(steps: GhostSteps, events: readonly Event[], i: number): void {
    const { order: taker } = events[i] as OrderOpenedEvent | OrderAmendedEvent;
    const left = new Map<number, number>();
    for (let at = i + 1; at < events.length; at++) {
      const event = events[at]!;
      if (event.kind === EventKind.orderOpened) return;
      if (event.kind === EventKind.contractTrade) left.set(event.makerOrder, event.makerRemaining);
      if (event.kind !== EventKind.orderAmended && event.kind !== EventKind.orderDone) continue;
      const { order } = event;
      if (event.kind === EventKind.orderDone && event.reason === DoneReason.marginUsed) {
        end(steps, event);
        continue;
      }
      const before = this.reducing.get(order);
      if (order === taker || before === undefined) continue;
      const lost = this.lostBy(event, left.get(order) ?? before);
      left.set(order, event.remaining);
      if (lost > 0) steps.cut(order, before, before - lost);
    }
  }

  /** Lots that an event takes from an order because there is less to close. @param left before it */
  private lostBy(event: OrderAmendedEvent | OrderDoneEvent, left: number): number {
    if (event.kind === EventKind.orderAmended) {
      return this.view.amended(event.order) === null ? left - event.remaining : 0;
    }
    return event.reason === DoneReason.positionReduced ? event.remaining : 0;
  }

  /** An order has `remaining` lots left. */
  private leave(order: number, remaining: number): void {
    if (this.reducing.has(order)) this.reducing.set(order, remaining);
  }

  private price(steps: GhostSteps, instrument: number): void {
    const now = this.view.prices(instrument);
    const before = this.sent.get(instrument);
    if (before?.last === now.last && before.mark === now.mark) return;
    this.sent.set(instrument, now);
    steps.prices(instrument, now.last, now.mark);
  }

  private repeat(commands: CommandInput[], event: Event): void {
    if (event.kind === EventKind.assetListed) {
      const { code, name, scale } = event.asset;
      commands.push({ kind: CommandKind.listAsset, code, name, scale });
    } else if (event.kind === EventKind.instrumentSet) {
      const { instrument } = event;
      commands.push(...listedAs(instrument, instrument.id >= this.listed));
      this.listed = Math.max(this.listed, instrument.id + 1);
    } else if (event.kind === EventKind.feeScheduleSet) {
      const { tiers, discounts = [] } = event;
      commands.push({ kind: CommandKind.setFeeSchedule, tiers, discounts, ...LIVE });
    } else if (event.kind === EventKind.lastPriceSeeded) {
      const { instrument, price } = event;
      commands.push({ kind: CommandKind.seedLastPrice, instrument, price });
    } else if (event.kind === EventKind.loanTermsSet) commands.push(...lentAs(event));
    else if (event.kind === EventKind.pairTermsSet) {
      const { instrument, terms } = event;
      commands.push({ kind: CommandKind.setPairTerms, instrument, terms, ...LIVE });
    }
  }
}

/** Fields that do not count for an order of its kind may hold anything: they become 0. */
function place(steps: GhostSteps, event: OrderOpenedEvent, user: number): void {
  const { order, instrument, side, type, timeInForce, selfTrade } = event;
  const terms = { side, type, timeInForce, selfTrade, keptPlace: false };
  const isMarket = type === OrderType.market;
  const spent = isMarket && side === Side.buy ? event.quoteAmount : 0;
  const price = isMarket ? 0 : event.price;
  const quantity = spent === 0 ? event.quantity : 0;
  const entry = { order, user, instrument, terms, price, quantity };
  steps.place(entry, spent);
}

function end(steps: GhostSteps, { order, reason }: OrderDoneEvent): void {
  // A filled maker's trade has said that nothing is left of it.
  if (reason === DoneReason.filled) return;
  if (reason === DoneReason.selfTrade) steps.traded(order, 0);
  else steps.ended(order);
}
