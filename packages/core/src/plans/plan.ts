import type { AttachedPrices, PlanType, SelfTrade, Side, TriggerBy } from '@halcyon/domain';

/** A plan order: waits outside the book and becomes an order when its price is reached. */
export interface Plan {
  readonly id: number;
  readonly account: number;
  readonly instrument: number;
  readonly side: Side;
  readonly planType: PlanType;
  triggerBy: TriggerBy;
  readonly selfTrade: SelfTrade;
  readonly clientId: string;
  /** Ticks. Of a trailing stop: where it starts to follow, 0 = at once. */
  triggerPrice: number;
  /** Fires when the price is at or above (true) or at or below (false) the trigger. */
  upward: boolean;
  /** Ticks; 0 = market. */
  price: number;
  quantity: number;
  quoteAmount: number;
  callbackPpm: number;
  /** Trailing: whether it follows already, and the best price seen since. */
  active: boolean;
  extreme: number;
  /** The OCO limit leg or the entry it belongs to, 0 = none. */
  readonly parent: number;
  /** The other of a TP/SL pair, 0 = none. */
  sibling: number;
  /** Contracts: bits of OrderOption of the order that it becomes; absent: none. */
  readonly options?: number;
  /** Contracts: what is attached to that order; absent: nothing. */
  attached?: AttachedPrices;
}

/** Whether a price has reached a trigger. */
export function reached(upward: boolean, price: number, trigger: number): boolean {
  return upward ? price >= trigger : price <= trigger;
}

/** The field of a plan that has something attached; none at all where it has not. */
export function attachedIn(attached: AttachedPrices | undefined): { attached?: AttachedPrices } {
  return attached === undefined ? {} : { attached };
}
