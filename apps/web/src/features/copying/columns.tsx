/** Columns of the lists of copy trading. */

import type {
  CopyBatchRow,
  CopyFollowerRow,
  CopyLegWord,
  CopyOrder,
  CopyOutcome,
  CopyPosition,
  CopyShareRow,
} from '@halcyon/domain/web';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { amount, dateTime } from '../../data/format.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { ContractCell } from '../futures/lists/contract-cells.tsx';
import { Money, REASON_NAMES, SimulatedTag } from './figures.tsx';

const num = (text: ReactNode) => (
  <bdi dir="ltr" className="num">
    {text}
  </bdi>
);

/** Cells that several lists have. */
export function useCells() {
  const t = useT();
  return {
    time: {
      key: 'time',
      label: t('orders.time'),
      cell: (row: { time: number }) => dateTime(row.time),
    },
    symbol: {
      key: 'symbol',
      label: t('futures.contract'),
      cell: (row: { symbol: string }) => <ContractCell symbol={row.symbol} />,
    },
    side: {
      key: 'side',
      label: t('order.side'),
      cell: ({ side, leg }: { side: 'buy' | 'sell'; leg: CopyLegWord }) => (
        <span className={side === 'buy' ? 'up' : 'down'}>
          {t(`order.${side}`)}
          {leg !== '' && ` · ${t(`positions.side.${leg}`)}`}
        </span>
      ),
    },
    size: {
      key: 'size',
      label: t('positions.size'),
      end: true,
      cell: (row: { size: string }) => num(amount(row.size)),
    },
    filled: {
      key: 'filled',
      label: t('orders.filled'),
      end: true,
      cell: (row: { filled: string }) => num(amount(row.filled)),
    },
    price: {
      key: 'price',
      label: t('order.price'),
      end: true,
      cell: (row: { price: string }) => num(amount(row.price)),
    },
    portfolio: {
      key: 'portfolio',
      label: t('copy.portfolio'),
      cell: (row: { portfolio: string }) => num(row.portfolio),
    },
  } as const;
}

export function usePositionColumns(coin: string): readonly TableColumn<CopyPosition>[] {
  const t = useT();
  const { symbol, size } = useCells();
  return [
    symbol,
    {
      key: 'side',
      label: t('order.side'),
      cell: ({ side, leverage }) => (
        <span className={side === 'long' ? 'up' : 'down'}>
          {t(`positions.side.${side}`)} {num(`${leverage}×`)}
        </span>
      ),
    },
    size,
    {
      key: 'entry',
      label: t('positions.entryPrice'),
      end: true,
      cell: ({ entry }) => num(amount(entry)),
    },
    { key: 'mark', label: t('futures.mark'), end: true, cell: ({ mark }) => num(amount(mark)) },
    {
      key: 'profit',
      label: t('futures.unrealised'),
      end: true,
      cell: ({ profit }) => <Money coin={coin} text={profit} signed />,
    },
    {
      key: 'liquidation',
      label: t('positions.liquidation'),
      end: true,
      cell: ({ liquidation }) => num(liquidation === '0' ? '–' : amount(liquidation)),
    },
    { key: 'opened', label: t('positions.opened'), cell: ({ openedAt }) => dateTime(openedAt) },
  ];
}

/** @param actions buttons of the owner */
export function useOrderColumns(
  actions?: (order: CopyOrder) => ReactNode,
): readonly TableColumn<CopyOrder>[] {
  const t = useT();
  const { time, symbol, side, price, size, filled } = useCells();
  const columns: TableColumn<CopyOrder>[] = [time, symbol, side, price, size, filled];
  columns.push(
    {
      key: 'all',
      label: t('copy.allTogether'),
      end: true,
      cell: ({ allSize, allFilled }) => num(`${amount(allFilled)} / ${amount(allSize)}`),
    },
    { key: 'owners', label: t('copy.owners'), end: true, cell: ({ owners }) => num(owners) },
  );
  if (actions !== undefined) {
    columns.push({ key: 'actions', label: '', end: true, cell: actions });
  }
  return columns;
}

/** @param open shows each owner's part */
export function useBatchColumns(
  open: (batch: CopyBatchRow) => void,
): readonly TableColumn<CopyBatchRow>[] {
  const t = useT();
  const { time, symbol, side, price, size, filled } = useCells();
  return [
    time,
    symbol,
    side,
    size,
    filled,
    price,
    {
      key: 'owners',
      label: t('copy.owners'),
      end: true,
      cell: (batch) => (
        <Button look="link" onClick={() => open(batch)}>
          <span className="visually-hidden">{t('copy.outcomesOf', { id: batch.id })}: </span>
          {num(batch.owners)}
        </Button>
      ),
    },
    { key: 'leftOut', label: t('copy.leftOut'), end: true, cell: ({ leftOut }) => num(leftOut) },
    {
      key: 'own',
      label: t('copy.ownTraded'),
      end: true,
      cell: ({ own }) => num(amount(own)),
    },
  ];
}

/** What an owner has of an order. @param named whether the portfolio is told */
export function useOutcomeColumns(
  coin: string,
  named: boolean,
): readonly TableColumn<CopyOutcome>[] {
  const t = useT();
  const { time, symbol, side, price, size, filled, portfolio } = useCells();
  const columns: TableColumn<CopyOutcome>[] = named ? [portfolio] : [time, symbol, side];
  columns.push(size, filled, price, {
    key: 'fee',
    label: t('orders.fee'),
    end: true,
    cell: ({ fee }) => <Money coin={coin} text={fee} />,
  });
  columns.push({
    key: 'reason',
    label: t('copy.leftOut'),
    cell: ({ reason }) => (reason === 'none' ? '–' : t(REASON_NAMES[reason])),
  });
  return columns;
}

export function useFollowerColumns(coin: string): readonly TableColumn<CopyFollowerRow>[] {
  const t = useT();
  const { portfolio } = useCells();
  const money = (
    key: 'paidIn' | 'equity' | 'profit' | 'shares',
    label: string,
  ): TableColumn<CopyFollowerRow> => ({
    key,
    label,
    end: true,
    cell: (row) => <Money coin={coin} text={row[key]} signed={key === 'profit'} />,
  });
  return [
    {
      ...portfolio,
      cell: (row) => (
        <>
          {portfolio.cell(row)} {row.simulated && <SimulatedTag />}
        </>
      ),
    },
    money('profit', t('curve.profit')),
    money('equity', t('futures.equity')),
    money('paidIn', t('copy.paidIn')),
    money('shares', t('copy.shares')),
    { key: 'opened', label: t('positions.opened'), cell: ({ openedAt }) => dateTime(openedAt) },
    { key: 'ended', label: t('copy.ended'), cell: ({ endedAt }) => dateTime(endedAt) },
  ];
}

/** A settled share with its arithmetic. */
export function useShareColumns(coin: string): readonly TableColumn<CopyShareRow>[] {
  const t = useT();
  const { time, portfolio } = useCells();
  const money = (
    key: 'profit' | 'mark' | 'fresh' | 'due' | 'paid' | 'owed',
    label: string,
  ): TableColumn<CopyShareRow> => ({
    key,
    label,
    end: true,
    cell: (row) => <Money coin={coin} text={row[key]} />,
  });
  return [
    time,
    portfolio,
    money('profit', t('curve.profit')),
    money('mark', t('copy.mark')),
    money('fresh', t('copy.fresh')),
    { key: 'share', label: t('copy.share'), end: true, cell: ({ share }) => num(`${share} %`) },
    money('due', t('copy.due')),
    money('paid', t('copy.paid')),
    money('owed', t('copy.owed')),
  ];
}
