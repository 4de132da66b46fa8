/** The security of an account: password, second factor, anti-phishing code, sessions, sign-ins. */

import type { SecurityState } from '@halcyon/domain/web';
import { ButtonLink } from '../../components/button.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { useTitle } from '../../components/use-title.ts';
import { dateTime } from '../../data/format.ts';
import { useQuery, useQueryClient } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { useLinkToken } from '../auth/link-token.ts';
import { RequireSession } from '../auth/require-session.tsx';
import { EmailCard, EmailConfirm } from './email-card.tsx';
import { CloseCard, FreezeCard } from './end-cards.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PhishingCard } from './phishing-card.tsx';
import { fetchSecurity } from './security-api.ts';
import { BrowsersCard, LoginsCard, SessionsCard } from './sessions-card.tsx';
import { ThawConfirm } from './thaw-card.tsx';
import './security.css';

function FactorLink({ set }: { readonly set: boolean }) {
  const t = useT();
  return (
    <section className="card security-card">
      <h2>{t('factor.title')}</h2>
      <p className="muted">{t('factor.intro')}</p>
      <div className="security-actions">
        <ButtonLink to={PATHS.modifyVerification}>
          {t(set ? 'factor.change' : 'factor.setUp')}
        </ButtonLink>
      </div>
    </section>
  );
}

function Security() {
  const t = useT();
  const security = useQuery<SecurityState>({
    queryKey: ['account', 'security'],
    queryFn: fetchSecurity,
    staleTime: 0,
  });
  const client = useQueryClient();
  const state = security.data;
  if (state === undefined) {
    if (!security.isError) return <SkeletonRows rows={8} height={24} />;
    const retry = () => void security.refetch();
    return <ErrorState message={errorText(t, security.error)} onRetry={retry} />;
  }
  const { withdrawalsFrozenUntil: until } = state;
  const refreshAll = () => void client.invalidateQueries({ queryKey: ['account'] });
  return (
    <>
      {until !== null && (
        <p className="security-frozen" role="status">
          {t('security.frozen', { date: dateTime(until) })}
        </p>
      )}
      <div className="security-grid">
        <PasswordCard onDone={refreshAll} />
        <FactorLink set={state.secondFactor} />
        <EmailCard />
        <PhishingCard code={state.antiPhishing} onDone={() => void security.refetch()} />
        <FreezeCard />
        <CloseCard />
        <PasskeysCard onChange={refreshAll} />
        <SessionsCard />
        <BrowsersCard />
        <LoginsCard />
      </div>
    </>
  );
}

/** The page at `/account/security`. */
export function SecurityPage() {
  const t = useT();
  useTitle(`${t('nav.security')} | Halcyon`);
  const email = useLinkToken('email', PATHS.security);
  const thaw = useLinkToken('thaw', PATHS.security);
  if (email !== '' || thaw !== '') {
    return (
      <div className="page">
        <h1 className="page-title">{t('nav.security')}</h1>
        {thaw === '' ? <EmailConfirm token={email} /> : <ThawConfirm token={thaw} />}
      </div>
    );
  }
  return (
    <RequireSession person>
      <div className="page page-wide">
        <h1 className="page-title">{t('nav.security')}</h1>
        <Security />
      </div>
    </RequireSession>
  );
}
