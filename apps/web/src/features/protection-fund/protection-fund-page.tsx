/** The protection fund: what it has, every payment with its reason, its rules and limits; and the loan pools. */

import type { FundEntry, ProtectionFund } from '@halcyon/domain/web';
import { useCallback } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { useTitle } from '../../components/use-title.ts';
import { usePages } from '../../data/query/use-pages.ts';
import { RequestError } from '../../data/rest/api-error.ts';
import { fetchProtectionFund } from '../../data/rest/fund.ts';
import { useNavigate } from '../../platform/links/navigation.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { futuresPath } from '../../platform/routes/paths.ts';
import { FundBalance } from './fund-balance.tsx';
import { FundDeleveragings } from './fund-deleveragings.tsx';
import { FundEntries } from './fund-entries.tsx';
import { FundLimits } from './fund-limits.tsx';
import { LoanPools } from './loan-pools.tsx';
import './protection-fund.css';

const PAGE_ROWS = 100;
const FRESH_MS = 5_000;

const RULES = [
  'fund.rule.fee',
  'fund.rule.loss',
  'fund.rule.adl',
  'fund.rule.margin',
  'fund.rule.public',
] as const;

/** A coin that an address names and the fund cannot have narrows nothing. */
async function readFund(coin: string, before: string): Promise<ProtectionFund> {
  try {
    return await fetchProtectionFund(coin, before, PAGE_ROWS);
  } catch (error) {
    if (coin === '' || !(error instanceof RequestError) || error.status !== 400) throw error;
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

/** The page at `/protection-fund`. */
export function ProtectionFundPage() {
  const t = useT();
  useTitle(`${t('nav.protectionFund')} | Halcyon`);
  const { named, choose } = useCoin();
  const fund = useFund(named);
  return (
    <div className="page page-wide fund-page">
      <h1 className="page-title">{t('nav.protectionFund')}</h1>
      <p className="page-intro">{t('fund.intro')}</p>
      <div className="fund-grid">
        <FundBalance fund={fund} named={named} choose={choose} />
        <Rules />
      </div>
      <div className="fund-grid fund-tables">
        <FundLimits />
        <FundDeleveragings />
      </div>
      <LoanPools />
      <FundEntries fund={fund} />
    </div>
  );
}
