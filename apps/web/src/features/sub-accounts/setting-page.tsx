/**
 * Settings of sub-accounts. They are virtual: nobody signs in as one, so that devices and the
 * anti-phishing code are their owner's, which the pages say.
 */

import type { FamilyRead, SecurityState, SubAccountEntry } from '@halcyon/domain/web';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { useTitle } from '../../components/use-title.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { actAs } from '../../platform/client/acting.ts';
import { useNavigate } from '../../platform/links/navigation.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { leaveSimulation } from '../../platform/simulation/mode.ts';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import { RequireSession } from '../auth/require-session.tsx';
import { PhishingCard } from '../security/phishing-card.tsx';
import { fetchSecurity } from '../security/security-api.ts';
import { BrowsersCard, LoginsCard, SessionsCard } from '../security/sessions-card.tsx';
import { SettingLinks } from './setting-links.tsx';
import { TransferHistory } from './transfer-history.tsx';
import { useFamily } from './use-family.ts';
import '../security/security.css';
import './sub-accounts.css';

// Tables and forms of keys are as large as all the rest.
const SubKeys = lazyPart(async () => (await import('./sub-keys.tsx')).SubKeys, 6);

/** A page of settings. */
export type SettingName = 'phishing' | 'devices' | 'history' | 'keys';

const NAMES: Readonly<Record<SettingName, MessageId>> = {
  phishing: 'security.phishing',
  devices: 'subs.devices',
  history: 'subs.history',
  keys: 'nav.apiKeys',
};

function Phishing() {
  const t = useT();
  const query = useQuery<SecurityState>({
    queryKey: ['account', 'security'],
    queryFn: fetchSecurity,
    staleTime: 0,
  });
  return (
    <>
      <p className="subs-intro">{t('subs.phishingText')}</p>
      {query.isError && (
        <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && (
        <div className="security-grid">
          <PhishingCard code={query.data.antiPhishing} onDone={() => void query.refetch()} />
        </div>
      )}
    </>
  );
}

function Devices() {
  const t = useT();
  return (
    <>
      <p className="subs-intro">{t('subs.devicesText')}</p>
      <div className="security-grid">
        <SessionsCard />
        <BrowsersCard />
        <LoginsCard />
      </div>
    </>
  );
}

/** In simulation: what is different there, and the way to where the rest is done. */
function OnPaper() {
  const t = useT();
  if (!SIMULATING) return null;
  return (
    <p className="subs-intro">
      {t('subs.onPaper')}{' '}
      <Button look="link" onClick={() => leaveSimulation()}>
        {t('simulation.leave')}
      </Button>
    </p>
  );
}

/** Which sub-account a page is about: that of its address, else the newest. */
function OfOne(props: {
  readonly text: MessageId;
  readonly children: (sub: SubAccountEntry, family: FamilyRead) => ReactNode;
}) {
  const t = useT();
  const query = useFamily();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const family = query.data;
  if (family === undefined) {
    if (!query.isError) return <SkeletonRows rows={6} height={28} />;
    const retry = () => void query.refetch();
    return <ErrorState message={errorText(t, query.error)} onRetry={retry} />;
  }
  const named = new URLSearchParams(search).get('uid');
  const sub = family.subs.find(({ uid }) => uid === named) ?? family.subs[0];
  if (sub === undefined) {
    return (
      <>
        <OnPaper />
        <EmptyState text={t('subs.none')} />
      </>
    );
  }
  return (
    <>
      <p className="subs-intro">{t(props.text)}</p>
      <OnPaper />
      <div className="subs-head">
        <ChoiceField
          label={t('subs.one')}
          value={sub.uid}
          items={family.subs.map(({ uid, name }) => ({ key: uid, label: name }))}
          onChange={(uid) => navigate(`${pathname}?uid=${encodeURIComponent(uid)}`, true)}
        />
        {sub.frozen ? (
          <span className="badge badge-warn">{t('subs.frozen')}</span>
        ) : (
          <Button aria-label={`${t('subs.act')} ${sub.name}`} onClick={() => actAs(sub.uid)}>
            {t('subs.act')}
          </Button>
        )}
      </div>
      {props.children(sub, family)}
    </>
  );
}

function Shown({ setting }: { readonly setting: SettingName }) {
  switch (setting) {
    case 'phishing':
      return <Phishing />;
    case 'devices':
      return <Devices />;
    case 'history':
      return (
        <OfOne text="subs.historyText">
          {(sub, family) => <TransferHistory key={sub.uid} sub={sub} family={family} />}
        </OfOne>
      );
    case 'keys':
      return <OfOne text="subs.keysText">{(sub) => <SubKeys key={sub.uid} sub={sub} />}</OfOne>;
  }
}

/** The pages below `/subaccount/setting`. */
export function SettingPage({ setting }: { readonly setting: SettingName }) {
  const t = useT();
  const name = t(NAMES[setting]);
  useTitle(`${t('subs.title')}: ${name} | Halcyon`);
  return (
    <RequireSession person>
      <div className="page page-wide">
        <h1 className="page-title">
          {t('subs.title')}: {name}
        </h1>
        <SettingLinks />
        <Shown setting={setting} />
      </div>
    </RequireSession>
  );
}
