/** What the events of one world say, in words that are the same in the other. */
import {
  type ContractTradeEvent,
  DoneReason,
  type Event,
  EventKind,
  PlanEnd,
  type TradeEvent,
  wireId,
} from '@halcyon/domain';
import { text } from '../core/compare.ts';

/** Ends of orders that follow from what happened to others of their owner. */
const MOVES: ReadonlySet<number> = new Set([
  DoneReason.ocoOther,
  DoneReason.positionReduced,
  DoneReason.liquidation,
  DoneReason.marginUsed,
]);

/** What is said to everybody of prices and rates. */
const PRICES: ReadonlySet<number> = new Set([
  EventKind.marks,
  EventKind.fundingSet,
  EventKind.coinIndex,
  EventKind.interestHour,
]);

/** Losing a position, or the coins of a margin account. */
const LOSES: ReadonlySet<number> = new Set([EventKind.liquidation, EventKind.marginLiquidation]);

/** What the events say to everybody of index, mark, fundings and rates of loans. */
export function pricesOf(events: readonly Event[]): string[] {
  const prices = events.filter(({ kind }) => PRICES.has(kind));
  return prices.map((event) => told(event, -1));
}

/**
 * What the events say of orders and plans, not of `account`, that moved by more than being met.
 * @param asked the order that an amend named: its change in place is no move
 */
export function moversOf(events: readonly Event[], account: number, asked = 0): string[] {
  const movers: string[] = [];
  for (const event of events) {
    if (!('account' in event) || event.account === account) continue;
    const { kind } = event;
    const enters = kind === EventKind.orderOpened;
    const moves = kind === EventKind.orderAmended && !(event.keptPlace && event.order === asked);
    const loses = isLoss(event);
    const fires = kind === EventKind.planEnded && event.end !== PlanEnd.cancelled;
    const leaves = kind === EventKind.orderDone && MOVES.has(event.reason);
    if (!(enters || moves || fires || leaves || loses)) continue;
    // What a reduce-only order still closed is less where the trader has had a part of it.
    const closed = leaves ? tradedOf(events, event.order) : 0;
    movers.push(`${told(event, -1)} ${event.account} ${closed}`);
  }
  return movers;
}

/** Lots that a resting order traded. */
function tradedOf(events: readonly Event[], order: number): number {
  let lots = 0;
  for (const event of events) {
    if (isTrade(event) && event.makerOrder === order) lots += event.quantity;
  }
  return lots;
}

/**
 * Whether the same plans of others began live and in the copy. Where the trader took a part of what
 * somebody's order would have met, its take profit begins at another moment: from then on the live
 * flow has other plans, and other numbers.
 */
export function sameBegun(
  inCopy: readonly Event[],
  trader: number,
  live: readonly Event[],
): boolean {
  return text(begunOf(inCopy, trader)) === text(begunOf(live, -1));
}

/** Plans, not of `account`, that began. */
export function begunOf(events: readonly Event[], account: number): string[] {
  return events.flatMap((event) =>
    event.kind === EventKind.planOpened && event.account !== account
      ? [`${told(event, -1)} ${event.account}`]
      : [],
  );
}

/** How orders, not of `account`, ended. */
export function endsOf(events: readonly Event[], account: number): string[] {
  return events.flatMap((event) =>
    event.kind === EventKind.orderDone && event.account !== account
      ? [told(event, -1) + event.account]
      : [],
  );
}

export function fired(
  events: readonly Event[],
  { account }: { readonly account: number },
): boolean {
  return events.some(
    (event) => (event.kind === EventKind.planEnded || isLoss(event)) && concerns(event, account),
  );
}

export function isLoss({ kind }: Event): boolean {
  return LOSES.has(kind);
}

export function isTrade(event: Event): event is TradeEvent | ContractTradeEvent {
  return event.kind === EventKind.trade || event.kind === EventKind.contractTrade;
}

export function concerns(event: Event, account: number): boolean {
  if (isTrade(event)) {
    return event.makerAccount === account || event.takerAccount === account;
  }
  return 'account' in event && event.account === account;
}

/** What an event says to the account, without the numbers that the two worlds give differently. */
export function told(event: Event, account: number): string {
  if (isTrade(event)) {
    const isTaker = event.takerAccount === account;
    const { kind, time, instrument, price, quantity, quote, takerSide } = event;
    const fee = isTaker ? event.takerFee : event.makerFee;
    const left = isTaker ? event.takerRemaining : event.makerRemaining;
    const at = { time, instrument, price, quantity, quote, takerSide };
    if (kind === EventKind.trade) return text({ ...at, isTaker, fee, left });
    const profit = isTaker ? event.takerProfit : event.makerProfit;
    return text({ ...at, isTaker, fee, left, profit, origin: event.origin });
  }
  const { seq: _q, account: _a, ...rest } = event as unknown as Record<string, unknown>;
  if (isChild(event)) rest['clientId'] = 'of its plan';
  for (const name of ['order', 'plan', 'parent', 'reference', 'opened', 'id']) delete rest[name];
  return text(rest);
}

/** An order that a plan entered under that plan's number, which is another one in each world. */
function isChild(event: Event): boolean {
  return (
    event.kind === EventKind.orderOpened &&
    event.plan !== 0 &&
    event.clientId === wireId(event.plan)
  );
}
