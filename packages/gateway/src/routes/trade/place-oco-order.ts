import { CommandKind, wireId } from '@halcyon/domain';
import { specs, WireError } from '@halcyon/protocol';
import { instrumentOf, orderRefusal, signedRoute, submit } from '../../http/context.ts';
import { executeTicks } from '../../translate/orders.ts';
import { lotsOf, ticksOf } from '../../translate/scaled.ts';
import { selfTradeOf, sideOf } from '../../translate/words.ts';

/** Places a limit order and a stop that cancel each other. */
export const placeOcoOrder = signedRoute(
  specs.trade.placeOcoOrder,
  async (context, request, { account }) => {
    const { views } = context;
    const instrument = instrumentOf(views, request.symbol);
    const { executePrice, clientOid = '', stopClientOid = '' } = request;
    if (clientOid !== '' && clientOid === stopClientOid) {
      const expected = 'another id than clientOid';
      throw new WireError('fieldValue', { field: 'stopClientOid', expected, value: stopClientOid });
    }
    const side = sideOf(request.side);
    const outcome = await submit(
      context,
      {
        kind: CommandKind.placeOco,
        account,
        instrument: instrument.id,
        side,
        selfTrade: selfTradeOf(request.stpMode),
        price: ticksOf('price', request.price, instrument),
        quantity: lotsOf('size', request.size, instrument),
        stopTrigger: ticksOf('triggerPrice', request.triggerPrice, instrument),
        stopPrice:
          executePrice === undefined ? 0 : executeTicks('executePrice', executePrice, instrument),
        clientId: clientOid,
        stopClientId: stopClientOid,
      },
      orderRefusal(views, instrument, side),
    );
    const stopOrderId = wireId(outcome.otherId);
    return { orderId: wireId(outcome.id), clientOid, stopOrderId, stopClientOid };
  },
);
