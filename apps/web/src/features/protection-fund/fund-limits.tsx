/** What the fund may pay in the hour that runs: for each contract, and for all margin accounts. */

import { FUND_HOUR_COINS_MIN, FUND_HOUR_INTEREST_PPM, FUND_HOUR_PPM } from '@halcyon/domain';
import type { FundLimit, FundLimits as Limits } from '@halcyon/domain/web';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { dateTime } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { fetchFundLimits } from '../../data/rest/fund.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { ContractCell } from '../futures/lists/contract-cells.tsx';
import { coinAmount } from './fund-amount.tsx';
import { percentOf } from './fund-balance.tsx';
import { FundSection } from './fund-section.tsx';

const EVERY_MS = 5_000;

/** A row; the symbol '' = that of margin accounts. */
interface LimitRow extends FundLimit {
  readonly symbol: string;
}

function rowsOf({ contracts, margin }: Limits): readonly LimitRow[] {
  return margin === null ? contracts : [...contracts, { ...margin, symbol: '' }];
}

function useColumns(coin: string): readonly TableColumn<LimitRow>[] {
  const t = useT();
  const figure = (key: keyof FundLimit, label: string): TableColumn<LimitRow> => ({
    key,
    label,
    end: true,
    cell: (row) => <span className="num">{coinAmount(coin, row[key])}</span>,
  });
  return [
    {
      key: 'symbol',
      label: t('curve.account'),
      cell: ({ symbol }) =>
        symbol === '' ? t('fund.allMargin') : <ContractCell symbol={symbol} />,
    },
    figure('exposure', t('fund.exposure')),
    figure('limit', t('records.limit')),
    figure('paid', t('fund.paidNow')),
    figure('left', t('fund.left')),
  ];
}

/** The list. */
export function FundLimits() {
  const t = useT();
  const read = useQuery<Limits>({
    queryKey: ['protection-fund-limits'],
    queryFn: fetchFundLimits,
    refetchInterval: EVERY_MS,
  });
  const coin = read.data?.coin ?? '';
  const columns = useColumns(coin);
  const rows = read.data === undefined ? [] : rowsOf(read.data);
  const note = t('fund.limitsRule', {
    time: dateTime(read.data?.until),
    fund: percentOf(FUND_HOUR_PPM),
    exposure: percentOf(FUND_HOUR_INTEREST_PPM),
    least: FUND_HOUR_COINS_MIN,
    coin,
  });
  return (
    <FundSection
      title={t('fund.limits')}
      read={read}
      count={rows.length}
      empty={t('fund.limitsNone')}
      {...(rows.length > 0 && { note })}
    >
      <DataTable
        label={t('fund.limits')}
        columns={columns}
        rows={rows}
        rowKey={({ symbol }) => symbol}
      />
    </FundSection>
  );
}
