/** Prices and quantities of an instrument: what they are counted in, and what orders must lie on. */
import { ceilToStep, floorToStep } from '@halcyon/domain';

/** Digits of the integers, and the steps of new orders in them. */
export interface MarketScales {
  readonly price: number;
  readonly quantity: number;
  /** Ticks, ≥ 1. */
  readonly priceStep: number;
  /** Lots, ≥ 1. */
  readonly quantityStep: number;
}

interface SymbolScales {
  readonly priceScale: string;
  readonly pricePrecision: string;
  readonly quantityScale: string;
  readonly quantityPrecision: string;
}

/** Scales and steps of a row of the symbols. */
export function scalesOf(row: SymbolScales): MarketScales {
  const price = Number(row.priceScale);
  const quantity = Number(row.quantityScale);
  return {
    price,
    quantity,
    priceStep: 10 ** (price - Number(row.pricePrecision)),
    quantityStep: 10 ** (quantity - Number(row.quantityPrecision)),
  };
}

/** Price in ticks and quantity in lots. */
export interface WantedOrder {
  readonly price: number;
  readonly quantity: number;
}

/**
 * The order on the instrument's steps: no smaller than wanted; at a price away from the other side if
 * it rests, so that it stays out of its own way, and towards it if it takes.
 */
export function onSteps(
  scales: MarketScales,
  side: 'buy' | 'sell',
  takes: boolean,
  { price, quantity }: WantedOrder,
): WantedOrder {
  const { priceStep, quantityStep } = scales;
  const up = (side === 'buy') === takes;
  const near = up ? ceilToStep(price, priceStep) : floorToStep(price, priceStep);
  return {
    price: Math.max(priceStep, near),
    quantity: ceilToStep(quantity, quantityStep),
  };
}
