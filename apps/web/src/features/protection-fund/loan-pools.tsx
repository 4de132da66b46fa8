/** The pools that coins are borrowed from: what is lent, what they earn and what they lost. */

import type { LoanPool, LoanPools as Pools } from '@halcyon/domain/web';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { amount, dateTime, plainPercent } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { fetchLoanPools } from '../../data/rest/fund.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { coinAmount } from './fund-amount.tsx';
import { FundSection } from './fund-section.tsx';

const EVERY_MS = 10_000;

function useColumns(): readonly TableColumn<LoanPool>[] {
  const t = useT();
  const figure = (
    key: keyof LoanPool,
    label: string,
    text: (of: string) => string = amount,
  ): TableColumn<LoanPool> => ({
    key,
    label,
    end: true,
    cell: (row) => <span className="num">{text(row[key])}</span>,
  });
  return [
    { key: 'coin', label: t('assets.coin'), cell: ({ coin }) => <bdi dir="ltr">{coin}</bdi> },
    figure('lent', t('fund.lent')),
    figure('free', t('margin.pools.left')),
    figure('used', t('margin.pools.used'), plainPercent),
    figure('rate', t('marginPage.yearly'), plainPercent),
    figure('interest', t('fund.interest')),
    figure('paidByFund', t('positions.why.fund')),
    figure('writtenOff', t('fund.writtenOff')),
  ];
}

/** The list. */
export function LoanPools() {
  const t = useT();
  const read = useQuery<Pools>({
    queryKey: ['loan-pools'],
    queryFn: fetchLoanPools,
    refetchInterval: EVERY_MS,
  });
  const columns = useColumns();
  const { pools = [], coin = '', lost = '0', since = null } = read.data ?? {};
  const sum = t('fund.poolsLost', { amount: coinAmount(coin, lost), coin });
  const note = since === null ? sum : `${sum} ${t('fund.poolsSince', { time: dateTime(since) })}`;
  return (
    <FundSection
      title={t('fund.pools')}
      read={read}
      count={pools.length}
      empty={t('fund.poolsNone')}
      {...(pools.length > 0 && { note })}
    >
      <DataTable
        label={t('fund.pools')}
        columns={columns}
        rows={pools}
        rowKey={(row) => row.coin}
      />
    </FundSection>
  );
}
