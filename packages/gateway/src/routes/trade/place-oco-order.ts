import { CommandKind, wireId } from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import { instrumentOf, knownAsset, signedRoute, submit } from '../../http/context.ts';
import { executeTicks } from '../../translate/orders.ts';
import { lotsOf, ticksOf } from '../../translate/scaled.ts';
import { selfTradeOf, sideOf } from '../../translate/words.ts';

/** Places a limit order and a stop that cancel each other. */
export const placeOcoOrder = signedRoute(
  specs.trade.placeOcoOrder,
  async (context, request, { account }) => {
    const { views } = context;
    const instrument = instrumentOf(views, request.symbol);
    const quote = knownAsset(views, instrument.quote);
    const { executePrice, clientOid = '', stopClientOid = '' } = request;
    const outcome = await submit(
      context,
      {
        kind: CommandKind.placeOco,
        account,
        instrument: instrument.id,
        side: sideOf(request.side),
        selfTrade: selfTradeOf(request.stpMode),
        price: ticksOf('price', request.price, instrument),
        quantity: lotsOf('size', request.size, instrument),
        stopTrigger: ticksOf('triggerPrice', request.triggerPrice, instrument),
        stopPrice:
          executePrice === undefined ? 0 : executeTicks('executePrice', executePrice, instrument),
        clientId: clientOid,
        stopClientId: stopClientOid,
      },
      {
        instrument,
        quote,
        asset: request.side === 'buy' ? quote : knownAsset(views, instrument.base),
      },
    );
    const stopOrderId = wireId(outcome.otherId);
    return { orderId: wireId(outcome.id), clientOid, stopOrderId, stopClientOid };
  },
);
