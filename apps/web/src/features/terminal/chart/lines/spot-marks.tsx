/** Open orders, waiting plans and fills of a pair, as the chart shows them. */

import { type ReactNode, useMemo, useState } from 'react';
import { lazyPart } from '../../../../components/lazy-part.tsx';
import { toText, WIDE_SCALE, wide } from '../../../../data/decimal.ts';
import { amount } from '../../../../data/format.ts';
import { useQueryClient } from '../../../../data/query/use-query.ts';
import {
  amendOrder,
  amendPlanOrder,
  cancelOrder,
  cancelPlanOrder,
  fetchFills,
} from '../../../../data/rest/trade.ts';
import type { FillRow, PlanRow } from '../../../../data/rest/types.ts';
import {
  KEYS,
  useAccountQuery,
  useOpenOrders,
  usePlanOrders,
} from '../../../../data/state/account.ts';
import { type InstrumentInfo, useLimitsAfter } from '../../../../data/state/instruments.ts';
import type { Order } from '../../../../data/state/orders.ts';
import { tickerStore } from '../../../../data/state/tickers.ts';
import { type Translate, useT } from '../../../../platform/locale/intl.tsx';
import { type BestPrices, crossingOf } from '../../crossing.ts';
import { planKind } from '../../orders/plan-kind.ts';
import { type MarkedFill, markedFills } from './fill-marks.ts';
import type { ChartLine, ChartMarks } from './line.ts';

const AmendDialog = lazyPart(
  async () => (await import('../../orders/amend-dialog.tsx')).AmendDialog,
  0,
);
const PlanDialog = lazyPart(
  async () => (await import('../../orders/plan-dialog.tsx')).PlanDialog,
  0,
);

/** What a line needs besides its order. */
interface With {
  readonly t: Translate;
  readonly instrument: InstrumentInfo;
  /** Does something with an order, and reads the lists again. */
  readonly change: (work: () => Promise<unknown>) => Promise<void>;
  readonly open: (dialog: ReactNode) => void;
  readonly close: () => void;
}

/** The colour of a side. */
export function toneOf(side: 'buy' | 'sell'): ChartLine['tone'] {
  return side === 'buy' ? 'up' : 'down';
}

/** What of an order is not filled yet, with its coin. */
export function restOf(order: Order, { instrument }: Pick<With, 'instrument'>): string {
  const rest = toText(wide(order.size) - wide(order.filledBase), WIDE_SCALE);
  return `${amount(rest)} ${instrument.base}`;
}

/** What can be changed of a line of an order. */
function changesOf(order: Order, { change, open, close }: With, best: () => BestPrices) {
  const { symbol, id, side } = order;
  return {
    move: (newPrice: string) => change(() => amendOrder({ symbol, orderId: id, newPrice })),
    needsLook: (price: string) => crossingOf(side, price, best()) !== 'waits',
    edit: (price?: string) =>
      open(<AmendDialog order={order} onClose={close} {...(price !== undefined && { price })} />),
  };
}

function orderLine(order: Order, parts: With): ChartLine {
  const { t, instrument, change } = parts;
  const { symbol, id, side } = order;
  const best = () => tickerStore.getState().rows.get(symbol) ?? { bid: '', ask: '' };
  return {
    id,
    price: order.price,
    digits: instrument.priceDigits,
    tone: toneOf(side),
    words: `${t(`order.${side}`)} ${t('order.kind.limit')}`,
    size: restOf(order, parts),
    // An order of a parent is changed with it.
    ...(order.parent === '' && changesOf(order, parts, best)),
    cancel: {
      label: t('orders.cancelThis', { id }),
      run: () => change(() => cancelOrder(symbol, id)),
    },
  };
}

/** Take profit and stop loss that wait for their order to be filled. */
function attachedLines(order: Order, parts: With): readonly ChartLine[] {
  const { t, instrument } = parts;
  const legs = [
    { name: 'order.takeProfit', price: order.takeProfit },
    { name: 'order.stopLoss', price: order.stopLoss },
  ] as const;
  return legs
    .filter((leg) => leg.price !== '')
    .map((leg) => ({
      id: `${order.id} ${leg.name}`,
      price: leg.price,
      digits: instrument.priceDigits,
      tone: 'plain',
      words: t(leg.name),
      size: restOf(order, parts),
    }));
}

function planLine(row: PlanRow, { t, instrument, change, open, close }: With): ChartLine {
  const coin = row.sizeUnit === 'quote' ? instrument.quote : instrument.base;
  const { orderId, side } = row;
  const limit = row.orderType === 'limit' ? ` @ ${amount(row.executePrice)}` : '';
  return {
    id: orderId,
    price: row.triggerPrice,
    digits: instrument.priceDigits,
    tone: toneOf(side),
    words: `${t(planKind(row))} ${t(`order.${side}`)}`,
    size: `${amount(row.size)} ${coin}${limit}`,
    move: (triggerPrice) => change(() => amendPlanOrder({ ...planBodyOf(row), triggerPrice })),
    edit: (price) =>
      open(<PlanDialog row={row} onClose={close} {...(price !== undefined && { price })} />),
    cancel: {
      label: t('orders.cancelThis', { id: orderId }),
      run: () => change(() => cancelPlanOrder(orderId)),
    },
  };
}

/** A plan as it stands, as the call that amends it takes it. */
export function planBodyOf({ orderId, orderType, triggerPrice, executePrice, size }: PlanRow) {
  return {
    orderId,
    orderType,
    triggerPrice,
    size,
    ...(orderType === 'limit' && { executePrice }),
  };
}

/** A fill of a pair as a mark. */
export function toMark(row: FillRow): MarkedFill {
  const { orderId, side, priceAvg, size, cTime } = row;
  return { id: orderId, side, price: priceAvg, size, time: Number(cTime) };
}

/** As many fills as one page of them has. */
const FILLS = 50;

function useFillMarks(symbol: string): readonly MarkedFill[] {
  const fills = useAccountQuery<readonly FillRow[]>([...KEYS.fills, symbol], () =>
    fetchFills({ symbol, limit: FILLS }),
  ).data;
  return useMemo(() => markedFills((fills ?? []).map(toMark)), [fills]);
}

function useChange(): With['change'] {
  const client = useQueryClient();
  const limitsAfter = useLimitsAfter();
  return async (work) => {
    try {
      await work();
    } catch (error) {
      limitsAfter(error);
      throw error;
    } finally {
      // The line stays where it was moved to until the lists say so too.
      await Promise.all(
        [KEYS.open, KEYS.plans].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    }
  };
}

/** Lines, marks and the open dialog of a pair. */
export function useSpotMarks(instrument: InstrumentInfo): ChartMarks {
  const t = useT();
  const { symbol } = instrument;
  const orders = useOpenOrders(symbol).rows;
  const plans = usePlanOrders(symbol).rows;
  const fills = useFillMarks(symbol);
  const change = useChange();
  const [dialog, open] = useState<ReactNode>(null);
  const parts: With = { t, instrument, change, open, close: () => open(null) };
  const lines = [
    ...orders
      .filter((order) => order.price !== '')
      .flatMap((order) => [orderLine(order, parts), ...attachedLines(order, parts)]),
    // A trailing stop has no price before it follows one.
    ...plans.filter((row) => wide(row.triggerPrice) > 0n).map((row) => planLine(row, parts)),
  ];
  return { lines, fills, dialog };
}
