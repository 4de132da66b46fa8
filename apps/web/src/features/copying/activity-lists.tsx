/** What of an own portfolio is told beside its orders: exits that were reached, orders that waited, its ledger. */

import type { CopyExitRow, CopyFile, CopyGatheredRow } from '@halcyon/domain/web';
import { COPY_FILES } from '@halcyon/domain/web/copying';
import { Button } from '../../components/button.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { Icon } from '../../components/icon.tsx';
import { toast } from '../../components/toast.tsx';
import { amount, dateTime } from '../../data/format.ts';
import {
  type CopyEntry,
  fetchCopyLedger,
  fetchExits,
  fetchGathered,
} from '../../data/rest/copying.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { exportPortfolio } from '../../data/rest/exports.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { BUSINESS } from '../records/record-kinds.tsx';
import { useCells } from './columns.tsx';
import { EXIT_NAMES, Money } from './figures.tsx';
import { ListSection, useCopyPages } from './section.tsx';

const num = (text: string | number) => (
  <bdi dir="ltr" className="num">
    {text}
  </bdi>
);
const known = (text: string) => num(text === '' ? '–' : amount(text));

/** Own exits that were reached, with what they were measured from. */
export function Exits({ id, coin }: { readonly id: string; readonly coin: string }) {
  const t = useT();
  const cells = useCells();
  const list = useCopyPages(['copy-exits', id], (cursor) => fetchExits(id, cursor));
  const money = (key: 'equity' | 'base' | 'peak', label: string): TableColumn<CopyExitRow> => ({
    key,
    label,
    end: true,
    cell: (row) => <Money coin={coin} text={row[key]} />,
  });
  const columns: readonly TableColumn<CopyExitRow>[] = [
    cells.time,
    {
      key: 'exit',
      label: t('copy.end.exit'),
      cell: ({ exit }) => (exit === 'none' ? '–' : t(EXIT_NAMES[exit])),
    },
    {
      key: 'symbol',
      label: t('futures.contract'),
      cell: (row) => (row.symbol === '' ? t('copy.allPositions') : cells.symbol.cell(row)),
    },
    { ...cells.size, cell: ({ size }) => known(size) },
    {
      key: 'entry',
      label: t('positions.entryPrice'),
      end: true,
      cell: ({ entry }) => known(entry),
    },
    { key: 'mark', label: t('futures.mark'), end: true, cell: ({ mark }) => known(mark) },
    money('equity', t('futures.equity')),
    money('base', t('copy.paidIn')),
    { key: 'left', label: t('copy.stillOpen'), end: true, cell: ({ left }) => known(left) },
  ];
  return (
    <ListSection
      title={t('copy.exits')}
      list={list}
      columns={columns}
      rowKey={({ command, symbol }) => `${command} ${symbol}`}
      empty={t('copy.exitsNone')}
    />
  );
}

/** Orders of a trader for which many followers were asked before they traded. */
export function Gathered({ id }: { readonly id: string }) {
  const t = useT();
  const { time, symbol, side, size } = useCells();
  const list = useCopyPages(['copy-gathered', id], (before) => fetchGathered(id, before));
  const columns: readonly TableColumn<CopyGatheredRow>[] = [
    ...[time, symbol, side, size],
    {
      key: 'followers',
      label: t('copy.followers'),
      end: true,
      cell: ({ followers }) => num(followers),
    },
    { key: 'ended', label: t('copy.ended'), cell: ({ ended }) => (ended ? t('copy.ended') : '–') },
  ];
  // Few traders have so many followers: nothing is said where there was no such order.
  if (list.rows.length === 0) return null;
  return (
    <ListSection
      title={t('copy.gathered')}
      list={list}
      columns={columns}
      rowKey={(order) => order.id}
      empty=""
    />
  );
}

const FILES: Readonly<Record<CopyFile, MessageId>> = {
  ledger: 'records.ledger',
  positions: 'positions.history',
  funding: 'positions.funding',
  liquidations: 'positions.why.title',
};

/** Buttons that write records of a portfolio to files. */
function Files({ id }: { readonly id: string }) {
  const t = useT();
  const write = (list: CopyFile) => {
    exportPortfolio(id, list).catch((error: unknown) => toast('error', errorText(t, error)));
  };
  return (
    <fieldset className="copy-actions copy-files">
      <legend className="visually-hidden">{t('records.export')}</legend>
      {COPY_FILES.map((list) => (
        <Button key={list} onClick={() => write(list)}>
          <Icon name="download" /> {t(FILES[list])}
        </Button>
      ))}
    </fieldset>
  );
}

/** All that changed the money of a portfolio. */
export function Moves({ id, coin }: { readonly id: string; readonly coin: string }) {
  const t = useT();
  const list = useCopyPages(['copy-ledger', id], (before) => fetchCopyLedger(id, before));
  const columns: readonly TableColumn<CopyEntry>[] = [
    { key: 'time', label: t('orders.time'), cell: ({ cTime }) => dateTime(cTime) },
    {
      key: 'type',
      label: t('records.type'),
      cell: ({ businessType: type }) => t(type === 'other' ? 'nav.orders' : BUSINESS[type]),
    },
    {
      key: 'symbol',
      label: t('futures.contract'),
      cell: ({ symbol }) => (symbol === '' ? '–' : <bdi dir="ltr">{symbol}</bdi>),
    },
    {
      key: 'amount',
      label: t('records.change'),
      end: true,
      cell: (row) => <Money coin={coin} text={row.amount} signed />,
    },
    {
      key: 'fee',
      label: t('orders.fee'),
      end: true,
      cell: ({ fee }) => <Money coin={coin} text={fee} />,
    },
    {
      key: 'balance',
      label: t('records.balance'),
      end: true,
      cell: ({ balance }) => <Money coin={coin} text={balance} />,
    },
  ];
  return (
    <ListSection
      title={t('copy.moves')}
      note={<Files id={id} />}
      list={list}
      columns={columns}
      rowKey={({ billId }) => billId}
      empty={t('copy.movesNone')}
    />
  );
}
