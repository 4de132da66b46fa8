/** Which plans are due, by what has traded and by what their instrument's state allows. */
import { InstrumentState, TriggerBy } from '@halcyon/domain';
import { Rules } from '../rules.ts';
import type { Market } from '../state/market.ts';
import type { Plan } from './plan.ts';

/** The next plan that fires, null when there is none. */
export function nextDue(market: Market, rules: number): Plan | null {
  const { plans } = market;
  if (plans.count === 0 || waits(market, rules)) return null;
  if (rules < Rules.everyPrint) return nextAtEnds(market);
  callDue(market, rules);
  return plans.called().next().value ?? null;
}

/** Calls all plans that are due by the prices as they are: those fire, whatever the prices are then. */
export function callDue(market: Market, rules: number): void {
  const { plans } = market;
  if (plans.count === 0 || waits(market, rules)) return;
  seePrints(market, rules);
  plans.callDue(TriggerBy.last, market.lastPrice);
  if (plans.watches(TriggerBy.mark)) plans.callDue(TriggerBy.mark, market.markPrice());
  if (market.contract !== null) plans.callDue(TriggerBy.index, market.contract.index);
}

/**
 * Calls the plans whose price has traded since they were last looked at. A taker moves the price one
 * way only, so its first and its last print together show what is due: this must be done before the
 * next taker, and before a plan comes that has not seen them. Only a trailing stop that wakes on the
 * way has to know at which print it did.
 */
export function seePrints(market: Market, rules: number): void {
  const { plans, prints, lastPrice } = market;
  if (prints.length > 0 && rules >= Rules.everyPrint && !waits(market, rules)) {
    plans.callDue(TriggerBy.last, prints[0]!);
    plans.callDue(TriggerBy.last, lastPrice, rules < Rules.contracts ? [] : prints);
  }
  prints.length = 0;
}

/** Before `Rules.everyPrint`: what a fired plan or a new one made of the price hid what had traded. */
function nextAtEnds(market: Market): Plan | null {
  const { plans, prints } = market;
  const early = plans.due(TriggerBy.last, prints[0] ?? 0);
  if (early !== null) return early;
  prints.length = 0;
  const byLast = plans.due(TriggerBy.last, market.lastPrice);
  if (byLast !== null || !plans.watches(TriggerBy.mark)) return byLast;
  return plans.due(TriggerBy.mark, market.markPrice());
}

/**
 * Whether no plan fires whatever the price: what would become of it is refused there, and the price
 * of a market that is closed or paused says nothing. A trailing stop does not follow it either.
 */
function waits(market: Market, rules: number): boolean {
  if (rules < Rules.plansWait) return market.pause !== 0;
  const { state } = market.instrument;
  if (market.contract === null) return state !== InstrumentState.open;
  // What closes a position is taken where only that is.
  const takes = state === InstrumentState.open || state === InstrumentState.reduceOnly;
  return !takes || market.contract.closed;
}
