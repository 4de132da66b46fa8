/** The protection fund: what it has of a coin, every payment with its reason, and its rules. */

import type { FundEntry, ProtectionFund } from '@halcyon/domain/web';
import { useCallback, useRef } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { amount, dateTime, direction } from '../../data/format.ts';
import { usePages } from '../../data/query/use-pages.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { fetchProtectionFund } from '../../data/rest/fund.ts';
import { ApiError } from '../../data/rest/http.ts';
import { VALUE_COIN } from '../../data/state/portfolio.ts';
import { Link, useNavigate } from '../../platform/links/navigation.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { futuresPath, marginPath } from '../../platform/routes/paths.ts';
import { ContractCell } from '../futures/lists/contract-cells.tsx';
import { marginAccountText } from '../records/margin-words.ts';
import { useTitle } from '../shell/use-title.ts';
import { usePairs } from '../terminal/orders/cells.tsx';
import './protection-fund.css';

const PAGE_ROWS = 100;
const FRESH_MS = 5_000;
/** Decimals of money; of other coins hundredths may be all there is. */
const CENTS = 2;

const REASONS: Readonly<Record<FundEntry['reason'], MessageId>> = {
  liquidationFee: 'positions.why.fee',
  loss: 'positions.why.fund',
  operator: 'fund.reason.operator',
};

const RULES = [
  'fund.rule.fee',
  'fund.rule.loss',
  'fund.rule.adl',
  'fund.rule.margin',
  'fund.rule.public',
] as const;

const NO_COINS: readonly string[] = [];

/** A coin that an address names and the fund cannot have narrows nothing. */
async function readFund(coin: string, before: string): Promise<ProtectionFund> {
  try {
    return await fetchProtectionFund(coin, before, PAGE_ROWS);
  } catch (error) {
    if (coin === '' || !(error instanceof ApiError) || error.status !== 400) throw error;
    return fetchProtectionFund('', before, PAGE_ROWS);
  }
}

function useFund(coin: string) {
  return usePages<FundEntry, ProtectionFund>({
    queryKey: ['protection-fund', coin],
    read: (before) => readFund(coin, before),
    enabled: true,
    staleTime: FRESH_MS,
  });
}

/** The coin that the address names; '' = the first. */
function useCoin() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const choose = useCallback(
    (chosen: string) => {
      const query = new URLSearchParams(search);
      query.set('coin', chosen);
      navigate(`${pathname}?${query}`, true);
    },
    [navigate, pathname, search],
  );
  return { named: new URLSearchParams(search).get('coin') ?? '', choose };
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

function useColumns(): readonly Column<FundEntry>[] {
  const t = useT();
  return [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(String(row.time)) },
    { key: 'reason', label: t('records.type'), cell: (row) => t(REASONS[row.reason]) },
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
  ];
}

/** The balance since the oldest payment that was read. */
function Course({ rows }: { readonly rows: readonly FundEntry[] }) {
  const values = rows.map(({ balance }) => Number(balance)).reverse();
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  const way = last > first ? 'up' : last < first ? 'down' : 'flat';
  return <Sparkline values={values} direction={way} width={320} height={64} />;
}

/** What the fund has of the coin that is chosen, with the choice. */
function Balance(props: {
  readonly fund: ReturnType<typeof useFund>;
  readonly named: string;
  readonly choose: (coin: string) => void;
}) {
  const t = useT();
  const { fund, named, choose } = props;
  const { last, rows } = fund;
  // Another coin is read for a moment: the choice stays, and keeps the focus.
  const known = useRef(NO_COINS);
  known.current = last?.coins ?? known.current;
  const coins = known.current;
  const coin = last?.coin ?? (coins.includes(named) ? named : '');
  return (
    <section className="card fund-balance">
      <div className="fund-head">
        <h2>{t('fund.balance')}</h2>
        {coins.length > 1 && (
          <ChoiceField
            label={t('assets.coin')}
            value={coin}
            items={coins.map((key) => ({ key, label: key }))}
            onChange={choose}
          />
        )}
      </div>
      <p className="fund-sum num">
        <bdi dir="ltr">
          {last === undefined ? '–' : amount(last.balance, coin === VALUE_COIN ? CENTS : undefined)}{' '}
          <span>{coin}</span>
        </bdi>
      </p>
      <Course rows={rows} />
    </section>
  );
}

/** The page at `/protection-fund`. */
export function ProtectionFundPage() {
  const t = useT();
  useTitle(`${t('nav.protectionFund')} | Halcyon`);
  const { named, choose } = useCoin();
  const fund = useFund(named);
  const columns = useColumns();
  const known = fund.last !== undefined;
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('nav.protectionFund')}</h1>
      <p className="page-intro">{t('fund.intro')}</p>
      <div className="fund-grid">
        <Balance fund={fund} named={named} choose={choose} />
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
