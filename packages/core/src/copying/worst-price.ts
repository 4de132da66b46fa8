/**
 * How far from the mark copied orders trade: no further than liquidations do, and where a trader closes for followers half as
 * far. A trader has little in an order of which followers have much: what the book gives beyond may be bids that the trader
 * has put there for it. No setting of a follower keeps from closing, so this limit does.
 */
import { OrderType, ppmFloor, Reject, Side, TimeInForce } from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import type { OrderRequest } from '../spot/order-request.ts';
import type { Market } from '../state/market.ts';
import { bandLimit } from '../state/price-band.ts';

/** Who wants an order: a trader who closes for followers, or a trader who opens, or somebody for the own portfolio. */
export const Worst = { traderCloses: 0, any: 1 } as const;
export type Worst = (typeof Worst)[keyof typeof Worst];

/** Where a trader closes, the band of liquidations is divided by this. */
const CLOSING_PART = 2;

/** The worst price that copied orders of a side trade at, ticks on a step. */
export function worstPrice(market: Market, side: Side, asked: Worst): number {
  const { contract, instrument } = market;
  const { mark, terms } = contract!;
  const { priceStep } = instrument;
  const part = asked === Worst.traderCloses ? CLOSING_PART : 1;
  const width = Math.floor(ppmFloor(mark, terms.liquidationBandPpm) / part);
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
  asked: Worst,
): OrderRequest | null {
  const { side, type, price } = request;
  const worst = worstPrice(market, side, asked);
  const { limit } = OrderType;
  if (type !== limit) {
    return { ...request, type: limit, price: worst, timeInForce: TimeInForce.ioc };
  }
  if (side === Side.buy ? price <= worst : price >= worst) return request;
  out.refuse(side === Side.buy ? Reject.priceBandHigh : Reject.priceBandLow, worst, price);
  return null;
}
