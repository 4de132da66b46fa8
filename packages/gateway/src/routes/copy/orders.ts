/**
 * Orders of a copy portfolio's key: what routes of contracts do for it is done for all who follow. Orders that are copied
 * have no client ids and no presets.
 */
import {
  type InstrumentId,
  legOf,
  OrderOption,
  type PositionLeg,
  parseWireId,
  type UserId,
  wireId,
} from '@halcyon/domain';
import {
  RefusedItem,
  type RequestOf,
  readPage,
  type StpWord,
  type specs,
  WireError,
} from '@halcyon/protocol';
import type { Caller } from '../../auth/authenticate.ts';
import {
  amendTraderOrder,
  cancelTraderOrder,
  closeTraderPosition,
  placeTraderOrder,
} from '../../copying/trader-orders.ts';
import type { ContractInstrument, RestContext } from '../../http/context.ts';
import { type BatchAnswer, failure } from '../../translate/batch.ts';
import { contractOrderRow, isOf, withEndId } from '../../translate/contract-order-rows.ts';
import {
  checkMarginMode,
  contractFilter,
  directionOf,
  futuresAccount,
  requestedContract,
} from '../../translate/contract-requests.ts';
import { copyRestingOrders } from '../../translate/copy-rows.ts';
import { inWindow, isAsked } from '../../translate/lists.ts';
import { type CommonOrderFacts, factsOfView } from '../../translate/order-facts.ts';
import { waitingOrders } from './own-orders.ts';
import { traderOf } from './who.ts';

const LIMIT = 100;
/** Fields of orders that those of portfolios have not. */
const NOT_COPIED = [
  ...(['clientOid', 'presetStopSurplusPrice', 'presetStopLossPrice'] as const),
  ...(['presetStopSurplusExecutePrice', 'presetStopLossExecutePrice'] as const),
];

/** Places an order for all who follow: its id. @throws WireError */
export async function placeCopied(
  context: RestContext,
  request: RequestOf<typeof specs.mix.placeOrder>,
  caller: Caller,
): Promise<number> {
  const { views } = context;
  refuseGiven(request, NOT_COPIED);
  const { marginMode, stpMode = 'none', orderType, size, price, force } = request;
  refuseOwnTrades(stpMode);
  const contract = requestedContract(views, request);
  const { side, options } = directionOf(request);
  const [leg, reduceOnly] = [legOf(options), (options & OrderOption.reduceOnly) !== 0];
  if (!reduceOnly) checkMarginMode(views, futuresAccount(caller), contract, marginMode);
  const trader = await traderOf(context, caller, {});
  return placeTraderOrder(context, trader, contract, {
    ...{ side, leg, reduceOnly, orderType, size },
    ...(price !== undefined && { price }),
    ...(force !== undefined && { force }),
  });
}

/** @throws WireError fieldValue for one of the fields that is given */
export function refuseGiven<R extends object>(
  request: R,
  fields: readonly (keyof R & string)[],
): void {
  const field = fields.find((name) => request[name] !== undefined);
  if (field !== undefined) refuse(field, String(request[field]), 'absent for a copied order');
}

/** @throws WireError fieldValue: a batch is of many accounts, of which none is the taker's own */
export function refuseOwnTrades(stpMode: StpWord): void {
  if (stpMode !== 'none') refuse('stpMode', stpMode, 'none');
}

function refuse(field: string, value: string, expected: string): never {
  throw new WireError('fieldValue', { field, expected, value });
}

/** The order that a request names by its id. @throws WireError */
function orderNumber(orderId: string | undefined): number {
  if (orderId === undefined) throw new WireError('fieldMissing', { field: 'orderId' });
  const order = parseWireId(orderId);
  if (order === null) throw new WireError('orderNotFound');
  return order;
}

/** Takes an order out of the book: its id. @throws WireError */
export async function cancelCopied(
  context: RestContext,
  { orderId }: { readonly orderId?: string },
  caller: Caller,
): Promise<number> {
  const order = orderNumber(orderId);
  await cancelTraderOrder(context, await traderOf(context, caller, {}), order);
  return order;
}

/** Gives an order another price or size: it keeps its id. @throws WireError */
export async function modifyCopied(
  context: RestContext,
  request: RequestOf<typeof specs.mix.modifyOrder>,
  caller: Caller,
): Promise<number> {
  refuseGiven(request, ['newPresetStopSurplusPrice', 'newPresetStopLossPrice']);
  const order = orderNumber(request.orderId);
  const { newPrice, newSize } = request;
  if (newPrice === undefined && newSize === undefined) {
    throw new WireError('needOneOf', { fields: 'newPrice, newSize' });
  }
  const trader = await traderOf(context, caller, {});
  await amendTraderOrder(context, trader, order, {
    ...(newPrice !== undefined && { price: newPrice }),
    ...(newSize !== undefined && { size: newSize }),
  });
  return order;
}

/** Closes a position for all who have a part of it: the order's id. @throws WireError */
export async function closeCopied(
  context: RestContext,
  contract: ContractInstrument,
  caller: Caller,
  closing: { readonly leg: PositionLeg; readonly reverses?: boolean },
): Promise<number> {
  const trader = await traderOf(context, caller, {});
  return closeTraderPosition(context, trader, contract, closing);
}

/** The portfolio's own parts of orders in the book, and orders that wait for followers; newest first. */
async function openCopied(context: RestContext, trader: UserId): Promise<CommonOrderFacts[]> {
  const [resting, waiting] = await Promise.all([
    copyRestingOrders(context, trader, context.views.seq),
    waitingOrders(context, trader),
  ]);
  return [...resting.map(factsOfView), ...waiting].sort((a, b) => b.id - a.id);
}

/** Cancels what is open when it is asked, of one contract or of all; the answer names each. */
export async function cancelAllCopied(
  context: RestContext,
  instrument: InstrumentId | undefined,
  caller: Caller,
): Promise<BatchAnswer> {
  const { id } = await traderOf(context, caller, {});
  const open = (await openCopied(context, id)).filter((order) =>
    isOf(order.instrument, instrument),
  );
  const listed = open.map((order) => ({ orderId: wireId(order.id) }));
  const { successList, failureList } = await cancelCopiedList(context, listed, caller);
  // What ended before its cancel came is in neither list.
  const refused = failureList.filter(({ reason }) => reason !== 'orderNotFound');
  return { successList, failureList: refused };
}

/** Cancels these orders, one after the other. */
export async function cancelCopiedList(
  context: RestContext,
  listed: readonly ({ readonly orderId?: string; readonly clientOid?: string } | RefusedItem)[],
  caller: Caller,
): Promise<BatchAnswer> {
  const answer: BatchAnswer = { successList: [], failureList: [] };
  for (const [i, one] of listed.entries()) {
    const { orderId = '', clientOid = '' } = one;
    const named = { orderId, clientOid };
    try {
      if (one instanceof RefusedItem) throw one.error;
      await cancelCopied(context, one, caller);
      answer.successList.push(named);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      answer.failureList.push({ ...named, ...failure(error, i) });
    }
  }
  return answer;
}

/** The portfolio's own parts of orders that are open, newest first. */
export async function pendingCopied(
  context: RestContext,
  request: RequestOf<typeof specs.mix.ordersPending>,
  caller: Caller,
) {
  const { views } = context;
  const chosen = contractFilter(views, request);
  const page = readPage(request, LIMIT);
  const { status } = request;
  const { id } = await traderOf(context, caller, {});
  const open = chosen === null ? [] : await openCopied(context, id);
  const orders = open
    .filter((order) => isOf(order.instrument, chosen?.instrument))
    .filter((order) => page.before === undefined || order.id < page.before)
    .filter((order) => status === undefined || order.status === status)
    .filter((order) => inWindow(order.createdTime, page))
    .filter((order) => isAsked(order.id, order.clientId, request))
    .slice(0, page.limit);
  const { rows, endId } = withEndId(
    orders.map((order) => contractOrderRow(views, order, undefined)),
    ({ orderId }) => orderId,
  );
  return { entrustedList: rows, endId };
}
