import { isTrailing, SPOT_PLAN_REQUESTS } from '@halcyon/domain';
import { type RequestOf, specs, WireError } from '@halcyon/protocol';
import { instrumentOf, orderRefusal, signedTextRoute, submit } from '../../http/context.ts';
import { planCommand, type WirePlanRequest } from '../../translate/orders.ts';
import { ppmOfPercent } from '../../translate/scaled.ts';
import { sideOf } from '../../translate/words.ts';
import { namedText } from '../trade/place-order.ts';

type Request = RequestOf<typeof specs.trade.placePlanOrder>;

/** Places a plan order. */
export const placePlanOrder = signedTextRoute(
  specs.trade.placePlanOrder,
  async (context, request, { account }) => {
    const { views } = context;
    const instrument = instrumentOf(views, request.symbol);
    const refused = orderRefusal(views, instrument, sideOf(request.side));
    const { places } = SPOT_PLAN_REQUESTS[request.planType ?? 'amount'];
    const command = planCommand(planRequest(request), places, {
      ...{ account, instrument, quote: refused.quote },
    });
    const { id } = await submit(context, command, refused);
    return namedText(id, request.clientOid ?? '');
  },
);

function planRequest(request: Request): WirePlanRequest {
  const { callbackRatio, orderType, planType = 'amount' } = request;
  const { places, required } = SPOT_PLAN_REQUESTS[planType];
  for (const field of required) {
    if (request[field] === undefined) throw new WireError('fieldMissing', { field });
  }
  const follows = isTrailing(places) && callbackRatio !== undefined;
  return {
    side: request.side,
    orderType: orderType ?? 'market',
    executePrice: request.executePrice,
    triggerPrice: request.triggerPrice,
    size: request.size,
    planType,
    triggerType: request.triggerType,
    callbackPpm: follows ? ppmOfPercent('callbackRatio', callbackRatio) : 0,
    clientOid: request.clientOid,
    stpMode: request.stpMode,
  };
}
