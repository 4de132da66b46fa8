/** Placing and changing a parent order. */
import {
  CommandKind,
  type Instrument,
  mostParts,
  PARENT_KINDS,
  type ParentField,
  type ParentForce,
  ParentKind,
  TWAP_SLIPPAGE_PPM_MAX,
} from '@halcyon/domain';
import { type RequestOf, specs, WireError } from '@halcyon/protocol';
import { instrumentOf, orderRefusal, signedTextRoute, submit } from '../../http/context.ts';
import { orderName } from '../../refusals/order-name.ts';
import { rowInstrument } from '../../translate/order-rows.ts';
import { parentKindOf, parentOf } from '../../translate/parents.ts';
import { lotsOf, ppmOfPercent, ticksOf } from '../../translate/scaled.ts';
import { selfTradeOf, sideOf } from '../../translate/words.ts';
import { namedText } from '../trade/place-order.ts';

type Placed = RequestOf<typeof specs.trade.placeParentOrder>;
type Asked = Partial<Pick<Placed, ParentField | 'size'>>;

/** Places a parent order. */
export const placeParentOrder = signedTextRoute(
  specs.trade.placeParentOrder,
  async (context, request, { account }) => {
    const { views } = context;
    const instrument = instrumentOf(views, request.symbol);
    const side = sideOf(request.side);
    const parentKind = parentKindOf(request.parentType);
    for (const field of PARENT_KINDS[parentKind].needs) {
      if (request[field] === undefined) throw new WireError('fieldMissing', { field });
    }
    const [usual] = PARENT_KINDS[parentKind].forces;
    const { force = usual } = request;
    checkForce(parentKind, force);
    const { id } = await submit(
      context,
      {
        kind: CommandKind.placeParent,
        account,
        instrument: instrument.id,
        side,
        parentKind,
        selfTrade: selfTradeOf(request.stpMode),
        postOnly: force === 'post_only',
        clientId: request.clientOid ?? '',
        ...termsOf(request, parentKind, instrument),
        ...twapTermsOf(request),
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
        ...slippageOf(request),
      },
      orderRefusal(views, instrument, parent.side),
    );
    return namedText(id, parent.clientId);
  },
);

/** The terms that a request gives; 0 = not given. @throws WireError for those of another kind */
function termsOf(request: Asked, kind: ParentKind, instrument: Instrument) {
  const { word, needs, takes } = PARENT_KINDS[kind];
  const own: readonly ParentField[] = [...needs, ...takes];
  for (const field of FIELDS) {
    const value = request[field];
    if (value === undefined || own.includes(field)) continue;
    const expected = `absent of parentType ${word}`;
    throw new WireError('fieldValue', { field, expected, value });
  }
  const { price, endPrice, size, count, displaySize } = request;
  return {
    price: price === undefined ? 0 : ticksOf('price', price, instrument),
    farPrice: endPrice === undefined ? 0 : ticksOf('endPrice', endPrice, instrument),
    quantity: size === undefined ? 0 : lotsOf('size', size, instrument),
    slices: slicesOf(count, kind),
    visible: displaySize === undefined ? 0 : lotsOf('displaySize', displaySize, instrument),
  };
}

/** The schema bounds it by what any kind may have. */
function slicesOf(count: Asked['count'], kind: ParentKind): number {
  const slices = Number(count ?? 0);
  const most = mostParts();
  if (kind !== ParentKind.scaled || slices <= most) return slices;
  const expected = `at most ${most} of parentType scaled`;
  throw new WireError('fieldValue', { field: 'count', expected, value: `${slices}` });
}

/** How long it works, and what its slices may lose. @throws WireError where its slices are too near */
function twapTermsOf(request: Placed): { duration?: number; slippage?: number } {
  const { duration, count } = request;
  if (duration === undefined) return slippageOf(request);
  const ms = Number(duration) * 1_000;
  const most = mostParts(ms);
  if (Number(count) > most) {
    const expected = `at most ${most} where duration is ${Number(duration)}`;
    throw new WireError('fieldValue', { field: 'count', expected, value: `${count}` });
  }
  return { duration: ms, ...slippageOf(request) };
}

function slippageOf({ slippage }: Asked): { slippage?: number } {
  if (slippage === undefined) return {};
  const ppm = ppmOfPercent('slippage', slippage);
  if (ppm <= TWAP_SLIPPAGE_PPM_MAX) return { slippage: ppm };
  const expected = `at most ${TWAP_SLIPPAGE_PPM_MAX / 10_000} percent`;
  throw new WireError('fieldValue', { field: 'slippage', expected, value: slippage });
}

function checkForce(kind: ParentKind, force: ParentForce): void {
  const { word, forces } = PARENT_KINDS[kind];
  const known: readonly ParentForce[] = forces;
  if (known.includes(force)) return;
  const expected = `${forces.join(' or ')} of parentType ${word}`;
  throw new WireError('fieldValue', { field: 'force', expected, value: force });
}

const FIELDS: readonly ParentField[] = [
  ...(['price', 'endPrice', 'count', 'displaySize', 'duration', 'slippage'] as const),
];
