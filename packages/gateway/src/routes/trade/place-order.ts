import { type CommandInput, Side, wireId } from '@halcyon/domain';
import { type RequestOf, specs, WireError } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import type { Caller } from '../../auth/authenticate.ts';
import {
  instrumentOf,
  orderRefusal,
  type RestContext,
  signedTextRoute,
  submit,
} from '../../http/context.ts';
import type { RefusedContext } from '../../refusals/rejects.ts';
import {
  type OrderTarget,
  placeCommand,
  planCommand,
  SPOT_PRESETS,
  type SpotPresets,
  tpslType,
  type WireOrderRequest,
} from '../../translate/orders.ts';
import { ticksOf } from '../../translate/scaled.ts';
import { checkTiming } from '../../translate/timing.ts';
import { sideOf } from '../../translate/words.ts';

type Request = RequestOf<typeof specs.trade.placeOrder>;

/** Places an order; with `tpslType` tpsl one that waits for its trigger price. */
export const placeOrder = signedTextRoute(specs.trade.placeOrder, place);

/** Places an order for a caller; answers with the JSON of its ids. */
export async function place(
  context: RestContext,
  request: Request,
  caller: Caller,
): Promise<string> {
  checkTiming(request, context.clock());
  const { command, refused } = orderCommand(context.views, request, request.symbol, caller);
  const outcome = await submit(context, command, refused);
  return namedText(outcome.id, request.clientOid ?? '');
}

/** `{orderId, clientOid}` as JSON; client ids have no characters that JSON escapes. */
export function namedText(id: number, clientOid: string): string {
  return `{"orderId":"${wireId(id)}","clientOid":"${clientOid}"}`;
}

/** The command of a request for an order, and how its refusal is explained. */
export function orderCommand(
  views: Views,
  request: WireOrderRequest & SpotPresets,
  symbol: string,
  caller: Pick<Caller, 'account'>,
): { command: CommandInput; refused: RefusedContext } {
  const instrument = instrumentOf(views, symbol);
  const refused = orderRefusal(views, instrument, sideOf(request.side));
  const place: OrderTarget = { account: caller.account, instrument, quote: refused.quote };
  if (request.tpslType === 'tpsl') return { command: tpslCommand(views, request, place), refused };
  return { command: placeCommand(request, place, SPOT_PRESETS), refused };
}

function tpslCommand(views: Views, request: WireOrderRequest, place: OrderTarget): CommandInput {
  if (request.triggerPrice === undefined) {
    throw new WireError('fieldMissing', { field: 'triggerPrice' });
  }
  const { instrument } = place;
  const trigger = ticksOf('triggerPrice', request.triggerPrice, instrument);
  const side = sideOf(request.side);
  const byQuote = request.orderType === 'market' && side === Side.buy;
  return planCommand(
    {
      side: request.side,
      orderType: request.orderType,
      executePrice: request.price,
      triggerPrice: request.triggerPrice,
      size: request.size,
      planType: byQuote ? 'total' : 'amount',
      triggerType: 'fill_price',
      callbackPpm: 0,
      clientOid: request.clientOid,
      stpMode: request.stpMode,
    },
    tpslType(side, trigger, views.ticker(instrument.id).last),
    place,
  );
}
