/**
 * From what one command did in the live venue to what the paper venue has to be told: listings are
 * repeated as commands of the same kind, all that touched a book becomes one ghost command (more only
 * where it would be too long).
 */
import {
  type CommandInput,
  CommandKind,
  DoneReason,
  type Event,
  EventKind,
  GhostSteps,
  type GhostTerms,
  type InstrumentSetEvent,
  type OrderAmendedEvent,
  type OrderDoneEvent,
  type OrderOpenedEvent,
  OrderType,
  ownerOf,
  Side,
} from '@halcyon/domain';
import { ghostCommands } from '../ghost-commands.ts';

/** What an order was before the command that amended it. */
export type FollowedOrder = Omit<GhostTerms, 'keptPlace' | 'type'>;

/** Prices of an instrument, ticks. */
export interface FollowedPrices {
  readonly last: number;
  readonly mark: number;
}

/** What the translator asks about the venue beside its events. */
export interface LiveView {
  /** Terms of the order that the command amended. */
  amended(order: number): FollowedOrder;
  /** Prices after the command. */
  prices(instrument: number): FollowedPrices;
}

const LIVE = { actor: 'paper venue', reason: 'as in the live venue' } as const;

/** Translates command by command, in order. */
export class LiveTranslator {
  private readonly view: LiveView;
  private readonly sent = new Map<number, FollowedPrices>();
  private listed: number;

  /** @param listed instruments that the paper venue has already */
  constructor(view: LiveView, listed: number) {
    this.view = view;
    this.listed = listed;
  }

  /** Commands for the paper venue; none when nothing touched a book or a listing. */
  translate(seq: number, time: number, events: readonly Event[]): CommandInput[] {
    const commands: CommandInput[] = [];
    const steps = new GhostSteps();
    const touched = new Set<number>();
    let taker = 0;
    for (const event of events) {
      switch (event.kind) {
        case EventKind.orderOpened:
          taker = event.order;
          place(steps, event);
          break;
        case EventKind.orderAmended:
          taker = event.keptPlace ? 0 : event.order;
          this.amend(steps, event);
          break;
        case EventKind.orderRested:
          steps.rested(event.order, event.remaining);
          break;
        case EventKind.trade:
          touched.add(event.instrument);
          steps.traded(event.makerOrder, event.makerRemaining);
          break;
        case EventKind.level:
          touched.add(event.instrument);
          break;
        case EventKind.orderDone:
          if (event.order !== taker) end(steps, event);
          break;
        default:
          this.repeat(commands, event);
      }
    }
    for (const instrument of touched) this.price(steps, instrument);
    commands.push(...ghostCommands(steps, seq, time));
    return commands;
  }

  private amend(steps: GhostSteps, event: OrderAmendedEvent): void {
    const { order, account, instrument, price, quantity, remaining, keptPlace } = event;
    const terms = { ...this.view.amended(order), type: 0, keptPlace } as const;
    const entry = { order, user: ownerOf(account), instrument, terms, price, quantity };
    steps.amend(entry, remaining);
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
      commands.push(this.instrument(event));
    } else if (event.kind === EventKind.feeScheduleSet) {
      commands.push({ kind: CommandKind.setFeeSchedule, tiers: event.tiers, ...LIVE });
    } else if (event.kind === EventKind.lastPriceSeeded) {
      const { instrument, price } = event;
      commands.push({ kind: CommandKind.seedLastPrice, instrument, price });
    }
  }

  private instrument({ instrument }: InstrumentSetEvent): CommandInput {
    const { id, quoteFactor: _f, lotUnits: _u, ...listing } = instrument;
    if (id >= this.listed) {
      this.listed = id + 1;
      return { kind: CommandKind.listInstrument, ...listing };
    }
    const {
      symbol: _s,
      base: _b,
      quote: _q,
      priceScale: _p,
      quantityScale: _l,
      ...limits
    } = listing;
    return { kind: CommandKind.setInstrument, instrument: id, ...limits, ...LIVE };
  }
}

/** Fields that do not count for an order of its kind may hold anything: they become 0. */
function place(steps: GhostSteps, event: OrderOpenedEvent): void {
  const { order, account, instrument, side, type, timeInForce, selfTrade } = event;
  const terms = { side, type, timeInForce, selfTrade, keptPlace: false };
  const isMarket = type === OrderType.market;
  const spent = isMarket && side === Side.buy ? event.quoteAmount : 0;
  const price = isMarket ? 0 : event.price;
  const quantity = spent === 0 ? event.quantity : 0;
  const entry = { order, user: ownerOf(account), instrument, terms, price, quantity };
  steps.place(entry, spent);
}

function end(steps: GhostSteps, { order, reason }: OrderDoneEvent): void {
  // A filled maker's trade has said that nothing is left of it.
  if (reason === DoneReason.filled) return;
  if (reason === DoneReason.selfTrade) steps.traded(order, 0);
  else steps.ended(order);
}
