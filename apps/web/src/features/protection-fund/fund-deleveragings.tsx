/** Positions of others that were closed because a bankrupt one found nobody: of which contract, and when. */

import type { DeleveragingRow, Deleveragings } from '@halcyon/domain/web';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { dateTime } from '../../data/format.ts';
import { usePages } from '../../data/query/use-pages.ts';
import { fetchDeleveragings } from '../../data/rest/fund.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { ContractCell } from '../futures/lists/contract-cells.tsx';
import { FundSection } from './fund-section.tsx';

const PAGE_ROWS = 50;
const FRESH_MS = 5_000;

function useColumns(): readonly TableColumn<DeleveragingRow>[] {
  const t = useT();
  return [
    { key: 'time', label: t('orders.time'), cell: ({ time }) => dateTime(time) },
    {
      key: 'symbol',
      label: t('futures.contract'),
      cell: ({ symbol }) => <ContractCell symbol={symbol} />,
    },
    { key: 'side', label: t('order.side'), cell: ({ side }) => t(`positions.side.${side}`) },
    {
      key: 'positions',
      label: t('fund.adlPositions'),
      end: true,
      cell: ({ positions }) => <span className="num">{positions}</span>,
    },
  ];
}

/** The list. */
export function FundDeleveragings() {
  const t = useT();
  const columns = useColumns();
  const list = usePages<DeleveragingRow, Deleveragings>({
    queryKey: ['deleveragings'],
    read: (before) => fetchDeleveragings(before, PAGE_ROWS),
    enabled: true,
    staleTime: FRESH_MS,
  });
  return (
    <FundSection
      title={t('positions.by.adl')}
      read={list}
      count={list.rows.length}
      empty={t('fund.adlNone')}
      note={t('fund.adlRule')}
    >
      <DataTable
        label={t('positions.by.adl')}
        columns={columns}
        rows={list.rows}
        rowKey={({ id }) => id}
        onEnd={list.more}
      />
    </FundSection>
  );
}
