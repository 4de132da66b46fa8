/** Positions, open orders, waiting plans and fills of a contract, as the chart shows them. */

import { type ReactNode, useMemo, useState } from 'react';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { amount } from '../../../data/format.ts';
import { useQueryClient } from '../../../data/query/use-query.ts';
import {
  amendContractOrder,
  type ContractFillRow,
  type ContractPlanRow,
  cancelContractOrder,
  cancelContractPlan,
  isExit,
  moveContractPlan,
  type OpenContractOrderRow,
} from '../../../data/rest/positions.ts';
import { newClientOid } from '../../../data/rest/trading.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import {
  buys,
  exitSize,
  exitsOf,
  FUTURES_KEYS,
  type PositionInfo,
  useContractFills,
  useContractOrders,
  useContractPlans,
} from '../../../data/state/positions.ts';
import { usePositions } from '../../../data/state/positions-live.ts';
import { useTicker } from '../../../data/state/tickers.ts';
import { type Translate, useT } from '../../../platform/locale/intl.tsx';
import { type MarkedFill, markedFills } from '../../terminal/chart/lines/fill-marks.ts';
import type { ChartLine, ChartMarks } from '../../terminal/chart/lines/line.ts';
import { type BestPrices, crossingOf } from '../../terminal/crossing.ts';
import { planKind } from '../../terminal/orders/plan-kind.ts';
import { restOf } from '../lists/amend-contract-dialog.tsx';
import { isMovable } from '../lists/contract-plans.tsx';
import { nearness, profitText } from '../positions/position-cells.tsx';
import { type ProfitAt, useProfitAt } from './use-profit-at.ts';

const AmendContractDialog = lazyPart(
  async () => (await import('../lists/amend-contract-dialog.tsx')).AmendContractDialog,
  0,
);
const TriggerDialog = lazyPart(
  async () => (await import('../lists/contract-plans.tsx')).TriggerDialog,
  0,
);
const ExitsDialog = lazyPart(
  async () => (await import('../positions/exits-dialog.tsx')).ExitsDialog,
  0,
);

interface With {
  readonly t: Translate;
  readonly instrument: InstrumentInfo;
  readonly best: BestPrices;
  readonly profitAt: ProfitAt;
  readonly change: (work: () => Promise<unknown>) => Promise<void>;
  readonly open: (dialog: ReactNode) => void;
  readonly close: () => void;
}

/** Entry and liquidation price; the entry opens the take profits and stop losses. */
function positionLines(position: PositionInfo, parts: With): readonly ChartLine[] {
  const { t, instrument, open, close } = parts;
  const { id, side, size, entry, liquidation, unrealised } = position;
  const digits = instrument.priceDigits;
  const name = t(`positions.side.${side}`);
  const lines: ChartLine[] = [
    {
      id: `${id} entry`,
      price: entry,
      digits,
      tone: side === 'long' ? 'up' : 'down',
      words: name,
      size: `${amount(size)} ${instrument.base}`,
      noteAt: () => profitText(unrealised),
      edit: () => open(<ExitsDialog position={position} onClose={close} />),
    },
  ];
  if (liquidation !== '') {
    const tone = nearness(position) === 'very-near' ? 'down' : 'warn';
    const words = `${t('positions.liquidation')} ${name}`;
    lines.push({ id: `${id} liquidation`, price: liquidation, digits, tone, words, size: '' });
  }
  return lines;
}

function orderLine(row: OpenContractOrderRow, parts: With): ChartLine {
  const { t, instrument, best, change, open, close } = parts;
  const { symbol, orderId } = row;
  const side = buys(row) ? 'buy' : 'sell';
  return {
    id: orderId,
    price: row.price,
    digits: instrument.priceDigits,
    tone: side === 'buy' ? 'up' : 'down',
    words: `${t(`order.${side}`)} ${t('order.kind.limit')}`,
    size: `${amount(restOf(row))} ${instrument.base}`,
    move: (newPrice) =>
      change(() => amendContractOrder({ symbol, orderId, newClientOid: newClientOid(), newPrice })),
    needsLook: (price) => crossingOf(side, price, best) !== 'waits',
    edit: (price) =>
      open(
        <AmendContractDialog row={row} onClose={close} {...(price !== undefined && { price })} />,
      ),
    cancel: {
      label: t('orders.cancelThis', { id: orderId }),
      run: () => change(() => cancelContractOrder(symbol, orderId)),
    },
  };
}

function planLine(
  row: ContractPlanRow,
  positions: readonly PositionInfo[],
  parts: With,
): ChartLine {
  const { t, instrument, profitAt, change, open, close } = parts;
  const { orderId } = row;
  const position = positions.find((one) => exitsOf([row], one).length > 0);
  const size = position === undefined ? row.size : exitSize(row, position);
  return {
    id: orderId,
    price: row.triggerPrice,
    digits: instrument.priceDigits,
    tone: buys(row) ? 'up' : 'down',
    words: t(planKind(row)),
    size: `${amount(size)} ${instrument.base}`,
    ...(isMovable(row) && {
      ...(isExit(row) && { noteAt: (price) => profitAt(row, price) }),
      move: (price) => change(() => moveContractPlan(row, price)),
      edit: (price) =>
        open(<TriggerDialog row={row} onClose={close} {...(price !== undefined && { price })} />),
    }),
    cancel: {
      label: t('orders.cancelThis', { id: orderId }),
      run: () => change(() => cancelContractPlan(row)),
    },
  };
}

/** Take profit and stop loss that wait for their order to be filled. */
function attachedLines(row: OpenContractOrderRow, { t, instrument }: With): readonly ChartLine[] {
  const legs = [
    { name: 'order.takeProfit', price: row.presetStopSurplusPrice },
    { name: 'order.stopLoss', price: row.presetStopLossPrice },
  ] as const;
  return legs.flatMap(({ name, price }) =>
    price === undefined || !(Number(price) > 0)
      ? []
      : [
          {
            id: `${row.orderId} ${name}`,
            price,
            digits: instrument.priceDigits,
            tone: 'plain' as const,
            words: t(name),
            size: `${amount(restOf(row))} ${instrument.base}`,
          },
        ],
  );
}

function toMark(row: ContractFillRow): MarkedFill {
  const { tradeId, orderId, price, baseVolume, cTime } = row;
  const side = buys(row) ? 'buy' : 'sell';
  // What was closed off the book has no order.
  const id = orderId === '0' ? tradeId : orderId;
  return { id, side, price, size: baseVolume, time: Number(cTime) };
}

function useFillMarks(symbol: string): readonly MarkedFill[] {
  const fills = useContractFills(symbol).data;
  return useMemo(() => markedFills((fills ?? []).map(toMark)), [fills]);
}

/** Lines, marks and the open dialog of a contract. */
export function useContractMarks(instrument: InstrumentInfo): ChartMarks {
  const t = useT();
  const client = useQueryClient();
  const { symbol } = instrument;
  const positions = (usePositions().data ?? []).filter((one) => one.symbol === symbol);
  const orders = useContractOrders(symbol).rows;
  const plans = useContractPlans(symbol).rows;
  const fills = useFillMarks(symbol);
  const best = useTicker(instrument) ?? { bid: '', ask: '' };
  const profitAt = useProfitAt(instrument);
  const [dialog, open] = useState<ReactNode>(null);
  const change = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } finally {
      // The line stays where it was moved to until the lists say so too.
      await client.invalidateQueries({ queryKey: FUTURES_KEYS.all });
    }
  };
  const parts: With = { t, instrument, best, profitAt, change, open, close: () => open(null) };
  const lines = [
    ...positions.flatMap((position) => positionLines(position, parts)),
    ...orders
      .filter((row) => Number(row.price) > 0)
      .flatMap((row) => [orderLine(row, parts), ...attachedLines(row, parts)]),
    ...plans
      .filter((row) => Number(row.triggerPrice) > 0)
      .map((row) => planLine(row, positions, parts)),
  ];
  return { lines, fills, dialog };
}
