import { PlanType } from '@halcyon/domain';
import { type RequestOf, specs, WireError } from '@halcyon/protocol';
import { instrumentOf, orderRefusal, signedTextRoute, submit } from '../../http/context.ts';
import { type PlanRequest, planCommand } from '../../translate/orders.ts';
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
    const trailing = request.planType === 'track_plan';
    const command = planCommand(
      planRequest(request, trailing),
      trailing ? PlanType.trailing : PlanType.trigger,
      { account, instrument, quote: refused.quote },
    );
    const { id } = await submit(context, command, refused);
    return namedText(id, request.clientOid ?? '');
  },
);

function planRequest(request: Request, trailing: boolean): PlanRequest {
  const { callbackRatio, orderType } = request;
  if (trailing && callbackRatio === undefined) {
    throw new WireError('fieldMissing', { field: 'callbackRatio' });
  }
  if (!trailing && orderType === undefined) {
    throw new WireError('fieldMissing', { field: 'orderType' });
  }
  return {
    side: request.side,
    orderType: orderType ?? 'market',
    executePrice: request.executePrice,
    triggerPrice: request.triggerPrice,
    size: request.size,
    planType: request.planType ?? 'amount',
    triggerType: request.triggerType,
    callbackPpm:
      trailing && callbackRatio !== undefined ? ppmOfPercent('callbackRatio', callbackRatio) : 0,
    clientOid: request.clientOid,
    stpMode: request.stpMode,
  };
}
