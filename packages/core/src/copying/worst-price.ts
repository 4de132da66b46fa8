/**
 * How far from the mark copied orders trade: no further than liquidations do. A trader has little in an order of which followers
 * have much: what the book gives beyond may be bids that the trader has put there for it.
 */
import { OrderType, ppmFloor, Reject, Side, TimeInForce } from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import type { OrderRequest } from '../spot/order-request.ts';
import type { Market } from '../state/market.ts';
import { bandLimit } from '../state/price-band.ts';

/** The worst price that copied orders of a side trade at, ticks on a step. */
export function worstPrice(market: Market, side: Side): number {
  const { contract, instrument } = market;
  const { mark, terms } = contract!;
  const { priceStep } = instrument;
  const width = ppmFloor(mark, terms.liquidationBandPpm);
  const band = bandLimit(market, side);
  return side === Side.buy
    ? Math.floor(Math.min(band, mark + width) / priceStep) * priceStep
    : Math.ceil(Math.max(band, mark - width) / priceStep) * priceStep;
}

/** An order at the market takes what there is up to the worst price; null with the refusal set where its own limit is beyond it. */
export function withinWorst(
  market: Market,
  out: CommandOutcome,
  request: OrderRequest,
): OrderRequest | null {
  const { side, type, price } = request;
  const worst = worstPrice(market, side);
  const { limit } = OrderType;
  if (type !== limit) {
    return { ...request, type: limit, price: worst, timeInForce: TimeInForce.ioc };
  }
  if (side === Side.buy ? price <= worst : price >= worst) return request;
  out.refuse(side === Side.buy ? Reject.priceBandHigh : Reject.priceBandLow, worst, price);
  return null;
}
