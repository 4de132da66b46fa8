/** Take profit and stop loss of a position, of a trader for all who follow, of a follower for the own one. */
import { legOf, type PlanType, Side, type UserId } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import type { PositionView, Views } from '@halcyon/views';
import { setTraderStops } from '../../copying/trader-orders.ts';
import type { ContractInstrument, RestContext } from '../../http/context.ts';
import { rowInstrument } from '../../translate/order-rows.ts';
import { ticksOf } from '../../translate/scaled.ts';

/** The plan of a kind that a position has; undefined = it has none. */
export function stopOf(
  views: Views,
  { account, instrument, leg }: Pick<PositionView, 'account' | 'instrument' | 'leg'>,
  planType: PlanType,
) {
  return views
    .plans(account, { instrument })
    .find((plan) => plan.planType === planType && legOf(plan.options ?? 0) === leg);
}

/** Prices as requests say them; 0 = none any more, absent = as it is. */
interface AskedStops {
  readonly stopSurplusPrice?: string;
  readonly stopLossPrice?: string;
}

/** Sets the stops of a position of a portfolio. @throws WireError */
export async function setStopsOf(
  context: RestContext,
  portfolio: { readonly root: UserId; readonly id: UserId },
  { instrument, lots }: Pick<PositionView, 'instrument' | 'lots'>,
  { stopSurplusPrice, stopLossPrice }: AskedStops,
): Promise<void> {
  const contract = rowInstrument(context.views, instrument) as ContractInstrument;
  const takeProfit = stopIn('stopSurplusPrice', stopSurplusPrice, contract);
  const stopLoss = stopIn('stopLossPrice', stopLossPrice, contract);
  await setTraderStops(context, portfolio, contract, {
    side: lots > 0 ? Side.sell : Side.buy,
    ...(takeProfit !== undefined && { takeProfit }),
    ...(stopLoss !== undefined && { stopLoss }),
  });
}

/** @throws WireError needOneOf where a request sets neither */
export function mustSetStop({ stopSurplusPrice, stopLossPrice }: AskedStops): void {
  if (stopSurplusPrice === undefined && stopLossPrice === undefined) {
    throw new WireError('needOneOf', { fields: 'stopSurplusPrice, stopLossPrice' });
  }
}

/** Ticks; 0 = no stop. */
function stopIn(
  field: string,
  price: string | undefined,
  contract: ContractInstrument,
): number | undefined {
  if (price === undefined) return undefined;
  return /^[0.]+$/.test(price) ? 0 : ticksOf(field, price, contract);
}
