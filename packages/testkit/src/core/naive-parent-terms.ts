/** What the slow exchange asks of the terms of parent orders, and the levels that they fall into. */
import { ParentKind, Reject, TimeInForce } from '@halcyon/domain';
import type { Wish } from './naive-chase.ts';
import {
  limitRefusal,
  type NaiveMarket,
  type NaiveRefusal,
  offPriceStep,
  offQuantityStep,
  refusal,
} from './naive-rules.ts';
import { twapRefusal } from './naive-twap.ts';

/** A child to be placed. */
export interface Placing {
  readonly level: number;
  readonly price: number;
  readonly lots: number;
}

/** Time in force of children. */
export function forceOf(kind: ParentKind, postOnly: boolean): TimeInForce {
  if (kind === ParentKind.twap) return TimeInForce.ioc;
  return postOnly ? TimeInForce.postOnly : TimeInForce.gtc;
}

/** The first level that has something, or an iceberg's next visible part. */
export function nextOf(
  wish: Wish,
  levels: readonly number[],
  open: number,
  { instrument }: NaiveMarket,
): Placing | null {
  const { priceStep, quantityMin, notionalMin, quoteFactor } = instrument;
  const level = levels.findIndex((lots) => lots > 0);
  if (level === -1) return null;
  const left = levels[level]!;
  const { parentKind, price, farPrice, slices, visible } = wish;
  if (parentKind === ParentKind.scaled) {
    const step = BigInt(priceStep);
    const way = BigInt(farPrice - price);
    const far = way < 0n ? -way / step : way / step;
    const steps = (far * BigInt(level)) / BigInt(slices - 1);
    return { level, price: price + Number((way < 0n ? -steps : steps) * step), lots: left };
  }
  if (open > 0) return null;
  const rest = left - visible;
  const worth = BigInt(price) * BigInt(rest) * BigInt(quoteFactor);
  const split = rest > 0 && rest >= quantityMin && worth >= BigInt(notionalMin);
  return { level, price, lots: split ? visible : left };
}

/** How much each level has to place. */
export function levelsOf(wish: Wish, lots: number, { instrument }: NaiveMarket): number[] {
  if (wish.parentKind !== ParentKind.scaled) return [lots];
  const step = BigInt(instrument.quantityStep);
  const n = BigInt(wish.slices);
  const whole = BigInt(lots) / step;
  const levels: number[] = [];
  for (let i = 0n; i < n; i++) {
    levels.push(Number(((whole * (i + 1n)) / n - (whole * i) / n) * step));
  }
  levels[levels.length - 1]! += Number(BigInt(lots) % step);
  return levels;
}

/** @param left lots to be placed @param slices of TWAP: that are left */
export function termsRefusal(
  market: NaiveMarket,
  wish: Wish,
  left: number,
  slices: number,
): NaiveRefusal | null {
  const { side, price, quantity, parentKind } = wish;
  if (parentKind === ParentKind.twap) return twapRefusal(market, wish, left, slices);
  return (
    limitRefusal(market, side, price, quantity) ??
    offPriceStep(market, price) ??
    offQuantityStep(market, quantity) ??
    (parentKind === ParentKind.scaled
      ? scaledRefusal(market, wish)
      : parentKind === ParentKind.chase
        ? chaseRefusal(wish)
        : icebergRefusal(market, wish))
  );
}

function chaseRefusal(wish: Wish): NaiveRefusal | null {
  const { farPrice, visible, slices, duration = 0, slippage = 0, postOnly } = wish;
  if (!postOnly) return refusal(Reject.parameterRange, 3, 0);
  for (const value of [farPrice, visible, slices, duration, slippage]) {
    if (value !== 0) return refusal(Reject.parameterRange, 3, value);
  }
  return null;
}

function scaledRefusal(market: NaiveMarket, wish: Wish): NaiveRefusal | null {
  const { side, farPrice, quantity, slices } = wish;
  if (!Number.isInteger(slices) || slices < 2) return refusal(Reject.parentParts, 2, slices);
  if (slices > 50) return refusal(Reject.parentParts, 50, slices);
  const { quantityMin, quantityStep } = market.instrument;
  const least = slices * Math.max(quantityMin, quantityStep);
  if (quantity < least) return refusal(Reject.quantityTooSmall, least, quantity);
  return limitRefusal(market, side, farPrice, quantity) ?? offPriceStep(market, farPrice);
}

function icebergRefusal(market: NaiveMarket, { visible, quantity }: Wish): NaiveRefusal | null {
  if (!Number.isInteger(visible) || visible < 1) {
    return refusal(Reject.quantityTooSmall, 1, visible);
  }
  if (visible >= quantity) return refusal(Reject.quantityTooLarge, quantity - 1, visible);
  const parts = Math.ceil(quantity / visible);
  if (parts > 1_000) return refusal(Reject.parentParts, 1_000, parts);
  return offQuantityStep(market, visible);
}
