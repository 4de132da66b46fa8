/** Every payment of the fund, with its reason, its place in the journal, the seal that covers it and its receipt. */

import type { FundEntry, ProtectionFund } from '@halcyon/domain/web';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { HashText } from '../../components/hash-text.tsx';
import { amount, dateTime, direction } from '../../data/format.ts';
import type { PagedList } from '../../data/query/use-pages.ts';
import { SEALS_ADDRESS } from '../../data/rest/fund.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { marginPath } from '../../platform/routes/paths.ts';
import { ContractCell } from '../futures/lists/contract-cells.tsx';
import { useReceipt } from '../receipts/use-receipt.tsx';
import { marginAccountText } from '../records/margin-words.ts';
import { usePairs } from '../terminal/orders/cells.tsx';
import { FundSection } from './fund-section.tsx';

/** Why something was paid. */
export const FUND_REASON_NAMES: Readonly<Record<FundEntry['reason'], MessageId>> = {
  liquidationFee: 'positions.why.fee',
  loss: 'positions.why.fund',
  operator: 'fund.reason.operator',
};

/** Whose liquidation a payment was for. */
function SourceCell({ row }: { readonly row: FundEntry }) {
  const t = useT();
  const pairOf = usePairs();
  const { source, symbol } = row;
  if (source === 'none') return '–';
  if (source === 'futures') {
    return (
      <>
        {t('nav.futures')} · <ContractCell symbol={symbol} />
      </>
    );
  }
  return (
    <Link className="pair-link" to={marginPath(source, source === 'crossed' ? undefined : symbol)}>
      {marginAccountText(t, source, symbol === '' ? '' : pairOf(symbol))}
    </Link>
  );
}

function SealCell({ seal }: Pick<FundEntry, 'seal'>) {
  const t = useT();
  if (seal === '') return <span className="muted">{t('fund.unsealed')}</span>;
  return <HashText text={seal} />;
}

function useColumns(): readonly TableColumn<FundEntry>[] {
  const t = useT();
  return [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(String(row.time)) },
    { key: 'reason', label: t('records.type'), cell: (row) => t(FUND_REASON_NAMES[row.reason]) },
    { key: 'source', label: t('curve.account'), cell: (row) => <SourceCell row={row} /> },
    {
      key: 'amount',
      label: t('records.change'),
      end: true,
      cell: (row) => (
        <span className={`num ${direction(row.amount)}`}>
          {row.amount.startsWith('-') ? '' : '+'}
          {amount(row.amount)}
        </span>
      ),
    },
    {
      key: 'balance',
      label: t('records.balance'),
      end: true,
      cell: (row) => <span className="num">{amount(row.balance)}</span>,
    },
    {
      key: 'command',
      label: t('receipt.place'),
      end: true,
      cell: (row) => <span className="num">{row.command}</span>,
    },
    { key: 'seal', label: t('receipt.link'), cell: (row) => <SealCell seal={row.seal} /> },
  ];
}

/** The list. */
export function FundEntries({ fund }: { readonly fund: PagedList<FundEntry, ProtectionFund> }) {
  const t = useT();
  const receipts = useReceipt<FundEntry>(({ id }) => ({ of: 'entry', account: 'fund', id }));
  const columns = [...useColumns(), receipts.column];
  const note = (
    <>
      {t('fund.receipts')} {t('fund.seals')}: <code dir="ltr">{SEALS_ADDRESS}</code>
    </>
  );
  return (
    <FundSection
      title={t('fund.history')}
      read={fund}
      count={fund.rows.length}
      empty={t('fund.empty')}
      note={note}
    >
      <DataTable
        label={t('fund.history')}
        columns={columns}
        rows={fund.rows}
        rowKey={(row) => row.id}
        onEnd={fund.more}
      />
      {receipts.dialog}
    </FundSection>
  );
}
