/** Parent orders between wire, views and records. */
import {
  type AccountId,
  PARENT_KINDS,
  ParentKind,
  ParentState,
  type ParentWord,
  wireId,
} from '@halcyon/domain';
import { type DataOf, ERRORS, type specs, WireError } from '@halcyon/protocol';
import type { ParentRecord } from '@halcyon/records';
import type { ParentView, Views } from '@halcyon/views';
import { percentText } from '../base/percent-text.ts';
import type { OrderName } from '../refusals/order-name.ts';
import { rejectName } from '../refusals/rejects.ts';
import { rowInstrument } from './order-rows.ts';
import { priceText, sizeText } from './text.ts';
import { selfTradeWord, sideWord } from './words.ts';

type Row = DataOf<typeof specs.trade.currentParentOrder>['orderList'][number];

/** A parent order as rows need it. */
export type ParentFacts = ParentView;

const STATES: Readonly<Record<ParentState, Row['status']>> = {
  [ParentState.working]: 'live',
  [ParentState.paused]: 'paused',
  [ParentState.filled]: 'filled',
  [ParentState.cancelled]: 'canceled',
};

/** The kind that a word names. */
export function parentKindOf(word: ParentWord): ParentKind {
  const found = Object.values(ParentKind).find((kind) => PARENT_KINDS[kind].word === word);
  if (found === undefined) throw new RangeError(`no kind of parent order is called ${word}`);
  return found;
}

/** The account's open parent order of that name. @throws WireError parentNotFound */
export function parentOf(
  views: Views,
  account: AccountId,
  { order, clientId }: OrderName,
): ParentView {
  const open = views.parents(account);
  const found = open.find((one) =>
    order === 0 ? one.clientId === clientId : one.parent === order,
  );
  if (found === undefined) throw new WireError('parentNotFound');
  return found;
}

/** From history. */
export function parentOfHistory(record: ParentRecord): ParentFacts {
  const { id, postOnly, createdAt, updatedAt, ...terms } = record;
  return {
    ...terms,
    parent: id,
    postOnly: postOnly === 1,
    createdTime: createdAt,
    updatedTime: updatedAt,
  };
}

/** Rows of one account's parent orders. */
export function parentRows(views: Views, parents: readonly ParentFacts[]): Row[] {
  const traded = tradedByOpen(views, parents);
  return parents.map((parent) => parentRow(views, parent, traded.get(parent.parent) ?? 0));
}

/** @param open lots that children in the book have traded so far */
function parentRow(views: Views, parent: ParentFacts, open: number): Row {
  const { price, farPrice, quantity, slices, visible, state, code } = parent;
  const { duration = 0, slippage = 0 } = parent;
  const instrument = rowInstrument(views, parent.instrument);
  return {
    orderId: wireId(parent.parent),
    clientOid: parent.clientId,
    symbol: instrument.symbol,
    side: sideWord(parent.side),
    parentType: PARENT_KINDS[parent.parentKind].word,
    size: sizeText(instrument, quantity),
    price: price === 0 ? '' : priceText(instrument, price),
    endPrice: farPrice === 0 ? '' : priceText(instrument, farPrice),
    count: slices === 0 ? '' : String(slices),
    displaySize: visible === 0 ? '' : sizeText(instrument, visible),
    duration: duration === 0 ? '' : String(duration / 1_000),
    slippage: slippage === 0 ? '' : percentText(slippage),
    force: forceWord(parent),
    stpMode: selfTradeWord(parent.selfTrade),
    status: STATES[state],
    ...(code === 0 ? {} : reasonOf(code)),
    baseVolume: sizeText(instrument, parent.filled + open),
    cTime: String(parent.createdTime),
    uTime: String(parent.updatedTime),
  };
}

function forceWord({ parentKind, postOnly }: ParentFacts): Row['force'] {
  if (parentKind === ParentKind.twap) return 'ioc';
  return postOnly ? 'post_only' : 'gtc';
}

/** What paused it. */
function reasonOf(code: number): { reason: string; errorCode: string } {
  const reason = rejectName(code);
  return { reason, errorCode: ERRORS[reason].code };
}

/** Lots that children in the book have traded so far, by parent. */
function tradedByOpen(views: Views, parents: readonly ParentFacts[]): Map<number, number> {
  const working = parents.filter(({ state }) => state === ParentState.working);
  const traded = new Map(working.map(({ parent }) => [parent, 0]));
  const [first] = working;
  if (first === undefined) return traded;
  for (const { plan, filledBase } of views.openOrders(first.account)) {
    const before = plan === 0 ? undefined : traded.get(plan);
    if (before !== undefined) traded.set(plan, before + filledBase);
  }
  return traded;
}
