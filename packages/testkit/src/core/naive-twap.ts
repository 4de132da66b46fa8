/** The slow exchange's slices of TWAP orders. */
import { Reject, Side } from '@halcyon/domain';
import type { Wish } from './naive-chase.ts';
import {
  limitRefusal,
  type NaiveMarket,
  type NaiveRefusal,
  naiveBand,
  offPriceStep,
  offQuantityStep,
  refusal,
} from './naive-rules.ts';

/** A wish that has all of a TWAP order. */
export type TwapWish = Wish & { readonly duration: number; readonly slippage: number };

/** After how many ms a slice is due. */
export function sliceStart({ duration, slices }: TwapWish, slice: number): number {
  let at = Math.floor((slice * duration) / slices);
  while (at * slices < slice * duration) at += 1;
  return at;
}

/** The last slice whose time has come. */
export function sliceNow(wish: TwapWish, after: number): number {
  if (after >= wish.duration) return wish.slices;
  let slice = 0;
  while (sliceStart(wish, slice + 1) <= after) slice += 1;
  return slice;
}

/** Lots of the next slices together, of those that are left. */
export function firstLots(
  lots: number,
  count: number,
  left: number,
  { instrument }: NaiveMarket,
): number {
  if (count >= left) return lots;
  const step = BigInt(instrument.quantityStep);
  return Number(((BigInt(lots) / step) * BigInt(count)) / BigInt(left)) * Number(step);
}

/** At which price a slice gets most of what it wants, within its bounds; 0 = it gets nothing. */
export function slicePrice(market: NaiveMarket, wish: TwapWish, lots: number): number {
  const { side, price, slippage } = wish;
  const { priceStep } = market.instrument;
  const offers = market.book.against(side);
  const best = offers[0]?.price ?? 0;
  const away = Number((BigInt(best) * BigInt(slippage)) / 1_000_000n);
  const buying = side === Side.buy;
  const allows = (at: number): boolean => {
    const [low, high] = buying
      ? [at, at + ((priceStep - (at % priceStep)) % priceStep)]
      : [at - (at % priceStep), at];
    const rounded = buying ? high : low;
    const beyond = (bound: number): boolean => (buying ? rounded > bound : rounded < bound);
    if (beyond(naiveBand(market, side)) || (price !== 0 && beyond(price))) return false;
    return slippage === 0 || !beyond(buying ? best + away : best - away);
  };
  let got = 0;
  let worst = 0;
  for (const offer of offers) {
    if (got >= lots || !allows(offer.price)) break;
    got += offer.remaining;
    worst = offer.price;
  }
  while (worst % priceStep !== 0) worst += buying ? 1 : -1;
  return worst;
}

/** Why a TWAP order is none. @param left lots to be placed @param slices that are left */
export function twapRefusal(
  market: NaiveMarket,
  wish: Wish,
  left: number,
  slices: number,
): NaiveRefusal | null {
  const { side, price, farPrice, visible, quantity, postOnly, duration = 0, slippage = 0 } = wish;
  const { quantityMin, quantityStep } = market.instrument;
  if (postOnly) return refusal(Reject.parameterRange, 2, 1);
  for (const value of [farPrice, visible]) {
    if (value !== 0) return refusal(Reject.parameterRange, 2, value);
  }
  if (!Number.isInteger(wish.slices) || wish.slices < 2) {
    return refusal(Reject.parentParts, 2, wish.slices);
  }
  if (!Number.isInteger(duration) || duration < 30_000) {
    return refusal(Reject.parameterRange, 30_000, duration);
  }
  if (duration > 86_400_000) return refusal(Reject.parameterRange, 86_400_000, duration);
  const most = Math.min(1_000, Math.floor(duration / 1_000));
  if (wish.slices > most) return refusal(Reject.parentParts, most, wish.slices);
  if (!Number.isInteger(slippage) || slippage < 0 || slippage > 100_000) {
    return refusal(Reject.parameterRange, 100_000, slippage);
  }
  const off = offPriceStep(market, price);
  if (off !== null) return off;
  if (!Number.isInteger(quantity)) return refusal(Reject.quantityTooSmall, 1, quantity);
  const uneven = offQuantityStep(market, quantity);
  if (uneven !== null) return uneven;
  if (slices < 1) return refusal(Reject.parentParts, 0, wish.slices);
  const least = slices * Math.max(quantityMin, quantityStep);
  if (left < least) return refusal(Reject.quantityTooSmall, least, left);
  const worth = price === 0 ? market.lastPrice : price;
  if (worth === 0) return refusal(Reject.noLiquidity, 0, 0);
  let last = left;
  const first = firstLots(left, 1, slices, market);
  for (let count = slices; count > 1; count--) last -= firstLots(last, 1, count, market);
  return limitRefusal(market, side, worth, first) ?? limitRefusal(market, side, worth, last);
}
