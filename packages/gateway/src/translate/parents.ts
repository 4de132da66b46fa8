/** Parent orders between wire, views and records. */
import {
  type AccountId,
  type Instrument,
  PARENT_KINDS,
  type ParentForce,
  ParentKind,
  ParentState,
  type ParentWord,
  wireId,
} from '@halcyon/domain';
import { type ChannelRow, type DataOf, ERRORS, type specs, WireError } from '@halcyon/protocol';
import type { ParentRecord } from '@halcyon/records';
import type { ParentView, Views } from '@halcyon/views';
import { percentText } from '../base/percent-text.ts';
import type { OrderName } from '../refusals/order-name.ts';
import { rejectName } from '../refusals/rejects.ts';
import { rowInstrument } from './order-rows.ts';
import { averagePriceText, priceText, sizeText } from './text.ts';
import { selfTradeWord, sideWord } from './words.ts';

type Row = DataOf<typeof specs.trade.currentParentOrder>['orderList'][number];

/** A parent order as rows need it. */
export interface ParentFacts
  extends Omit<ParentView, 'filled' | 'endedLots' | 'endedQuote'>,
    ParentProgress {}

/** What the orders of a parent have done, those in the book included. */
interface ParentProgress {
  readonly tradedLots: number;
  /** null = not known. */
  readonly tradedQuote: bigint | null;
  /** Orders in the book. */
  readonly openOrders: number;
}

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

/** From history: only of a parent that has ended nothing is in the book. */
export function parentOfHistory(record: ParentRecord): ParentFacts {
  const { id, postOnly, createdAt, updatedAt, filled, filledQuote, ...terms } = record;
  return {
    ...terms,
    parent: id,
    postOnly: postOnly === 1,
    createdTime: createdAt,
    updatedTime: updatedAt,
    tradedLots: filled,
    tradedQuote: filledQuote,
    openOrders: 0,
  };
}

/** Parent orders of one account from the read models. */
export function parentsOfViews(views: Views, parents: readonly ParentView[]): ParentFacts[] {
  const open = openByParent(views, parents);
  return parents.map(({ filled: _, endedLots, endedQuote, ...terms }) => {
    const { lots, quote, orders } = open.get(terms.parent) ?? NONE_OPEN;
    const tradedQuote = endedQuote === null ? null : endedQuote + quote;
    return { ...terms, tradedLots: endedLots + lots, tradedQuote, openOrders: orders };
  });
}

interface OpenChildren {
  lots: number;
  quote: bigint;
  orders: number;
}
const NONE_OPEN: OpenChildren = { lots: 0, quote: 0n, orders: 0 };

/** What children in the book have traded so far and how many they are, by parent that has some. */
function openByParent(
  views: Views,
  parents: readonly ParentView[],
): ReadonlyMap<number, OpenChildren> {
  const working = parents.filter(({ state }) => state === ParentState.working);
  const open = new Map(working.map(({ parent }) => [parent, { ...NONE_OPEN }]));
  const [first] = working;
  if (first === undefined) return open;
  for (const { plan, filledBase, filledQuote } of views.openOrders(first.account)) {
    const sums = plan === 0 ? undefined : open.get(plan);
    if (sums === undefined) continue;
    sums.lots += filledBase;
    sums.quote += filledQuote;
    sums.orders += 1;
  }
  return open;
}

/** Average price of what the orders of a parent traded; '0' = nothing, or it is not known. */
export function parentAverage(
  instrument: Instrument,
  { tradedLots, tradedQuote }: ParentProgress,
): string {
  return averagePriceText(instrument, tradedQuote === null ? 0 : tradedLots, tradedQuote ?? 0n);
}

/** A row of the lists. */
export function parentRow(views: Views, parent: ParentFacts): Row {
  const instrument = rowInstrument(views, parent.instrument);
  return { symbol: instrument.symbol, ...parentFields(instrument, parent) };
}

/** A row of the orders-parent channel. */
export function parentJson(instrument: Instrument, parent: ParentFacts): string {
  const row: ChannelRow<'SPOT', 'orders-parent'> = {
    instId: instrument.symbol,
    ...parentFields(instrument, parent),
  };
  return JSON.stringify(row);
}

function parentFields(instrument: Instrument, parent: ParentFacts): Omit<Row, 'symbol'> {
  const { price, farPrice, quantity, slices, visible, state, code } = parent;
  const { duration = 0, slippage = 0 } = parent;
  return {
    orderId: wireId(parent.parent),
    clientOid: parent.clientId,
    side: sideWord(parent.side),
    parentType: PARENT_KINDS[parent.parentKind].word,
    size: sizeText(instrument, quantity),
    price: price === 0 ? '' : priceText(instrument, price),
    endPrice: farPrice === 0 ? '' : priceText(instrument, farPrice),
    count: slices === 0 ? '' : String(slices),
    displaySize: visible === 0 ? '' : sizeText(instrument, visible),
    duration: duration === 0 ? '' : String(duration / 1_000),
    slippage: slippage === 0 ? '' : percentText(slippage),
    force: childForce(parent),
    stpMode: selfTradeWord(parent.selfTrade),
    status: STATES[state],
    ...(code === 0 ? {} : pausedBy(code)),
    baseVolume: sizeText(instrument, parent.tradedLots),
    priceAvg: parentAverage(instrument, parent),
    cTime: String(parent.createdTime),
    uTime: String(parent.updatedTime),
  };
}

/** Time in force of the orders of a parent. */
export function childForce({ parentKind, postOnly }: ParentFacts): ParentForce {
  if (parentKind === ParentKind.twap) return 'ioc';
  return postOnly ? 'post_only' : 'gtc';
}

/** What paused a parent. @param code 0 = its owner */
export function pausedBy(code: number): { reason: string; errorCode: string } {
  if (code === 0) return { reason: '', errorCode: '' };
  const reason = rejectName(code);
  return { reason, errorCode: ERRORS[reason].code };
}
