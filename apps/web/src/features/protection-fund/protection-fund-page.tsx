/** The protection fund: what it has, every payment with its reason, and its rules. */

import type { FundEntry, ProtectionFund } from '@halcyon/domain/web';
import { ButtonLink } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { amount, dateTime, direction } from '../../data/format.ts';
import { usePages } from '../../data/query/use-pages.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { fetchProtectionFund } from '../../data/rest/fund.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { futuresPath } from '../../platform/routes/paths.ts';
import { ContractCell } from '../futures/lists/contract-cells.tsx';
import { useTitle } from '../shell/use-title.ts';
import './protection-fund.css';

const PAGE_ROWS = 100;
const FRESH_MS = 5_000;

const REASONS: Readonly<Record<FundEntry['reason'], MessageId>> = {
  liquidationFee: 'positions.why.fee',
  loss: 'positions.why.fund',
  operator: 'fund.reason.operator',
};

const RULES = ['fund.rule.fee', 'fund.rule.loss', 'fund.rule.adl', 'fund.rule.public'] as const;

function useFund() {
  return usePages<FundEntry, ProtectionFund>({
    queryKey: ['protection-fund'],
    read: (before) => fetchProtectionFund(before, PAGE_ROWS),
    enabled: true,
    staleTime: FRESH_MS,
  });
}

function Rules() {
  const t = useT();
  return (
    <section className="card">
      <h2>{t('fund.rules')}</h2>
      <ul className="fund-rules">
        {RULES.map((rule) => (
          <li key={rule}>{t(rule)}</li>
        ))}
      </ul>
      <ButtonLink to={futuresPath()}>{t('nav.futures')}</ButtonLink>
    </section>
  );
}

function useColumns(): readonly Column<FundEntry>[] {
  const t = useT();
  return [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(String(row.time)) },
    { key: 'reason', label: t('records.type'), cell: (row) => t(REASONS[row.reason]) },
    {
      key: 'contract',
      label: t('orders.pair'),
      cell: (row) => (row.symbol === '' ? '–' : <ContractCell symbol={row.symbol} />),
    },
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
  ];
}

/** The balance since the oldest payment that was read. */
function Course({ rows }: { readonly rows: readonly FundEntry[] }) {
  const values = rows.map(({ balance }) => Number(balance)).reverse();
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  const way = last > first ? 'up' : last < first ? 'down' : 'flat';
  return <Sparkline values={values} direction={way} width={320} height={64} />;
}

/** The page at `/protection-fund`. */
export function ProtectionFundPage() {
  const t = useT();
  useTitle(`${t('nav.protectionFund')} | Halcyon`);
  const fund = useFund();
  const columns = useColumns();
  const known = fund.last !== undefined;
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('nav.protectionFund')}</h1>
      <p className="page-intro">{t('fund.intro')}</p>
      <div className="fund-grid">
        <section className="card fund-balance">
          <h2>{t('fund.balance')}</h2>
          <p className="fund-sum num">
            <bdi dir="ltr">
              {known ? amount(fund.last.balance, 2) : '–'} <span>{fund.last?.coin ?? ''}</span>
            </bdi>
          </p>
          <Course rows={fund.rows} />
        </section>
        <Rules />
      </div>
      <section className="card">
        <h2>{t('fund.history')}</h2>
        {fund.isError && !known && (
          <ErrorState message={errorText(t, fund.error)} onRetry={() => void fund.refetch()} />
        )}
        {fund.isPending && <SkeletonRows rows={8} height={28} />}
        {known && fund.rows.length === 0 && <EmptyState text={t('fund.empty')} />}
        {fund.rows.length > 0 && (
          <div className="fund-history">
            <DataTable
              label={t('fund.history')}
              columns={columns}
              rows={fund.rows}
              rowKey={(row) => row.id}
              onEnd={fund.more}
            />
          </div>
        )}
      </section>
    </div>
  );
}
