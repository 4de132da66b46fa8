/** Placing and changing a parent order. */
import {
  CommandKind,
  type Instrument,
  PARENT_KINDS,
  type ParentKind,
  TimeInForce,
} from '@halcyon/domain';
import { type RequestOf, specs, WireError } from '@halcyon/protocol';
import { instrumentOf, orderRefusal, signedTextRoute, submit } from '../../http/context.ts';
import { orderName } from '../../refusals/order-name.ts';
import { rowInstrument } from '../../translate/order-rows.ts';
import { parentKindOf, parentOf } from '../../translate/parents.ts';
import { lotsOf, ticksOf } from '../../translate/scaled.ts';
import { forceOf, selfTradeOf, sideOf } from '../../translate/words.ts';
import { namedText } from '../trade/place-order.ts';

type Terms = RequestOf<typeof specs.trade.modifyParentOrder>;

/** Places a parent order. */
export const placeParentOrder = signedTextRoute(
  specs.trade.placeParentOrder,
  async (context, request, { account }) => {
    const { views } = context;
    const instrument = instrumentOf(views, request.symbol);
    const side = sideOf(request.side);
    const parentKind = parentKindOf(request.parentType);
    for (const field of PARENT_KINDS[parentKind].own) {
      if (request[field] === undefined) throw new WireError('fieldMissing', { field });
    }
    const { id } = await submit(
      context,
      {
        kind: CommandKind.placeParent,
        account,
        instrument: instrument.id,
        side,
        parentKind,
        selfTrade: selfTradeOf(request.stpMode),
        postOnly: forceOf(request.force) === TimeInForce.postOnly,
        clientId: request.clientOid ?? '',
        ...termsOf(request, parentKind, instrument),
      },
      orderRefusal(views, instrument, side),
    );
    return namedText(id, request.clientOid ?? '');
  },
);

/** Changes what the request names, and leaves the rest. */
export const modifyParentOrder = signedTextRoute(
  specs.trade.modifyParentOrder,
  async (context, request, { account }) => {
    const { views } = context;
    const parent = parentOf(views, account, orderName(request, account, 'parent'));
    const instrument = rowInstrument(views, parent.instrument);
    const { id } = await submit(
      context,
      {
        kind: CommandKind.amendParent,
        account,
        order: parent.parent,
        clientId: '',
        ...termsOf(request, parent.parentKind, instrument),
      },
      orderRefusal(views, instrument, parent.side),
    );
    return namedText(id, parent.clientId);
  },
);

/** The terms that a request gives; 0 = not given. @throws WireError for those of another kind */
function termsOf(request: Terms, kind: ParentKind, instrument: Instrument) {
  const own: readonly string[] = PARENT_KINDS[kind].own;
  for (const field of OWN_FIELDS) {
    const value = request[field];
    if (value === undefined || own.includes(field)) continue;
    const expected = `absent of parentType ${PARENT_KINDS[kind].word}`;
    throw new WireError('fieldValue', { field, expected, value });
  }
  const { price, endPrice, size, count, displaySize } = request;
  return {
    price: price === undefined ? 0 : ticksOf('price', price, instrument),
    farPrice: endPrice === undefined ? 0 : ticksOf('endPrice', endPrice, instrument),
    quantity: size === undefined ? 0 : lotsOf('size', size, instrument),
    slices: Number(count ?? 0),
    visible: displaySize === undefined ? 0 : lotsOf('displaySize', displaySize, instrument),
  };
}

const OWN_FIELDS = Object.values(PARENT_KINDS).flatMap(({ own }) => own);
