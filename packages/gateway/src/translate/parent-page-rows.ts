/** Parent orders and their orders as rows of the web app; see domain/web/parent-orders.ts. */
import { PARENT_KINDS, ParentState, wireId } from '@halcyon/domain';
import type { ChildOrderRow, OrderStateName, ParentOrderRow } from '@halcyon/domain/web';
import { type OrderRecord, StoredOrderStatus } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { percentText } from '../base/percent-text.ts';
import { factsOfHistory } from './order-facts.ts';
import { orderLine } from './order-history.ts';
import { rowInstrument } from './order-rows.ts';
import { childForce, type ParentFacts, parentAverage, pausedBy } from './parents.ts';
import { priceText, sizeText } from './text.ts';
import { sideWord } from './words.ts';

const STATUSES: Readonly<Record<ParentState, ParentOrderRow['status']>> = {
  [ParentState.working]: 'working',
  [ParentState.paused]: 'paused',
  [ParentState.filled]: 'filled',
  [ParentState.cancelled]: 'cancelled',
};

const CHILD_STATUSES: Readonly<Record<StoredOrderStatus, OrderStateName>> = {
  [StoredOrderStatus.live]: 'live',
  [StoredOrderStatus.partiallyFilled]: 'partially_filled',
  [StoredOrderStatus.filled]: 'filled',
  [StoredOrderStatus.cancelled]: 'cancelled',
};

/** One order of a parent, open or ended. */
export function childPageRow(views: Views, order: OrderRecord): ChildOrderRow {
  return {
    ...orderLine(views, factsOfHistory(order)),
    status: CHILD_STATUSES[order.status],
    updatedAt: order.updatedAt,
  };
}

/** One parent order. */
export function parentPageRow(views: Views, parent: ParentFacts): ParentOrderRow {
  const instrument = rowInstrument(views, parent.instrument);
  const price = (ticks: number) => (ticks === 0 ? '' : priceText(instrument, ticks));
  const { visible, duration = 0, slippage = 0 } = parent;
  const average = parentAverage(instrument, parent);
  return {
    id: wireId(parent.parent),
    clientId: parent.clientId,
    symbol: instrument.symbol,
    kind: PARENT_KINDS[parent.parentKind].word,
    side: sideWord(parent.side),
    force: childForce(parent),
    size: sizeText(instrument, parent.quantity),
    price: price(parent.price),
    endPrice: price(parent.farPrice),
    count: parent.slices,
    displaySize: visible === 0 ? '' : sizeText(instrument, visible),
    duration: duration / 1_000,
    slippage: slippage === 0 ? '' : percentText(slippage),
    status: STATUSES[parent.state],
    ...pausedBy(parent.code),
    filledBase: sizeText(instrument, parent.tradedLots),
    average: average === '0' ? '' : average,
    openOrders: parent.openOrders,
    createdAt: parent.createdTime,
    updatedAt: parent.updatedTime,
  };
}
