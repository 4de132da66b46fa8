/**
 * TWAP orders: slices of equal size at equal times, each a taker of what the book offers within its
 * bounds. The time is that of commands. A slice whose time has passed is left out.
 */
import { assert, ParentState, ppmFloor, Side, share } from '@halcyon/domain';
import type { Market } from '../state/market.ts';
import { bandLimit } from '../state/price-band.ts';
import type { ParentOrder } from './parent.ts';

/** What of a parent its slices follow from. */
export type TwapLayout = Pick<
  ParentOrder,
  'side' | 'price' | 'slices' | 'duration' | 'slippage' | 'twap' | 'waiting'
>;

/** The slice whose time it is, from 0; `slices` or more = its time is over. */
export function sliceAt({ slices, duration, twap }: TwapLayout, time: number): number {
  assert(twap !== undefined && duration !== undefined, 'a TWAP order has no time');
  return Math.floor(((time - twap.begun) * slices) / duration);
}

/** Unix ms at which a slice is due; of slice number `slices`: at which the order ends. */
export function sliceTime({ slices, duration, twap }: TwapLayout, slice: number): number {
  assert(twap !== undefined && duration !== undefined, 'a TWAP order has no time');
  return twap.begun + Math.ceil((slice * duration) / slices);
}

/** Lots of the next `count` slices, of `left` that there are. */
export function lotsOf(lots: number, count: number, left: number, step: number): number {
  if (count >= left) return lots;
  return share(Math.floor(lots / step), count, left) * step;
}

/** The worst price that a slice of so many lots needs, ticks; 0 = nothing is offered within its bounds. */
export function slicePrice(parent: TwapLayout, market: Market, lots: number): number {
  const { side } = parent;
  const { priceStep } = market.instrument;
  const buying = side === Side.buy;
  const worst = market.book.sweepPrice(side, worstPrice(parent, market), lots);
  return buying ? Math.ceil(worst / priceStep) * priceStep : worst - (worst % priceStep);
}

/** The nearest of band, limit and slippage, on the price step. */
function worstPrice({ side, price, slippage = 0 }: TwapLayout, market: Market): number {
  const { priceStep } = market.instrument;
  const band = bandLimit(market, side);
  const buying = side === Side.buy;
  const best = market.book.best(buying ? Side.sell : Side.buy);
  const away = ppmFloor(best, slippage);
  if (buying) {
    const bounds = [band, price || band, slippage === 0 ? band : best + away];
    const least = Math.min(...bounds);
    return least - (least % priceStep);
  }
  const most = Math.max(band, price, slippage === 0 ? band : best - away);
  return Math.ceil(most / priceStep) * priceStep;
}

/**
 * Leaves out slices whose time has passed, and the one whose time it is where the book offers nothing
 * within its bounds; all that is left once its time is over.
 */
export function leaveOut(parent: ParentOrder, market: Market, time: number): void {
  const { twap, slices, waiting } = parent;
  if (twap === undefined) return;
  const now = Math.min(slices, sliceAt(parent, time));
  if (now === slices) waiting[0] = 0;
  if (parent.state !== ParentState.working) return;
  const step = market.instrument.quantityStep;
  pass(parent, now, step);
  if (twap.slice !== now || now === slices) return;
  const lots = lotsOf(waiting[0]!, 1, slices - now, step);
  if (slicePrice(parent, market, lots) === 0) pass(parent, now + 1, step);
}

function pass({ twap, slices, waiting }: ParentOrder, to: number, step: number): void {
  const passed = to - twap!.slice;
  if (passed <= 0) return;
  waiting[0]! -= lotsOf(waiting[0]!, passed, slices - twap!.slice, step);
  twap!.slice = to;
}
