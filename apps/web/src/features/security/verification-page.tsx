/** The second factor: set up, changed, removed, and its backup codes. */

import type { FactorSetup, FactorState } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { useTitle } from '../../components/use-title.ts';
import { dateTime } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { useSession } from '../../data/state/session.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { RequireSession } from '../auth/require-session.tsx';
import { beginSetup, fetchFactor, removeFactor, renewCodes } from './factor-api.ts';
import { CodesDialog, SetupDialog } from './setup-dialog.tsx';
import { useAct } from './use-act.ts';
import './security.css';

/** What stands over the page. */
type Open =
  | { readonly dialog: 'setup'; readonly first: FactorSetup }
  | { readonly dialog: 'codes'; readonly codes: readonly string[] }
  | { readonly dialog: 'remove' };

function FactorCard(props: { readonly state: FactorState; readonly refetch: () => void }) {
  const t = useT();
  const { state, refetch } = props;
  const { user } = useSession();
  const hasCodes = user?.secondFactor === true;
  const { busy, act } = useAct();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const setUp = () => act(async () => setOpen({ dialog: 'setup', first: await beginSetup() }));
  const renew = () => act(async () => setOpen({ dialog: 'codes', codes: await renewCodes() }));
  const remove = () =>
    act(async () => {
      await removeFactor();
      toast('success', t('factor.removed'));
      close();
      refetch();
    });
  const done = (codes: readonly string[]) => {
    setOpen({ dialog: 'codes', codes });
    refetch();
  };
  const closeCodes = () => {
    close();
    refetch();
  };
  return (
    <section className="card security-card">
      <h2>{t('factor.title')}</h2>
      <p className="muted">{t('factor.intro')}</p>
      {state.madeAt === null ? (
        <p>{t('factor.off')}</p>
      ) : (
        <p>{t('factor.on', { date: dateTime(state.madeAt) })}</p>
      )}
      {hasCodes && <p>{t('factor.left', { count: state.backupCodesLeft })}</p>}
      <div className="security-actions">
        <Button look="primary" busy={busy} onClick={() => void setUp()}>
          {t(state.madeAt === null ? 'factor.setUp' : 'factor.change')}
        </Button>
        {hasCodes && <Button onClick={() => void renew()}>{t('factor.renew')}</Button>}
        {state.madeAt !== null && (
          <Button look="danger" onClick={() => setOpen({ dialog: 'remove' })}>
            {t('factor.remove')}
          </Button>
        )}
      </div>
      <p className="muted">{t('auth.codeLost')}</p>
      {open?.dialog === 'setup' && <SetupDialog first={open.first} onDone={done} onClose={close} />}
      {open?.dialog === 'codes' && <CodesDialog codes={open.codes} onClose={closeCodes} />}
      {open?.dialog === 'remove' && (
        <ConfirmDialog
          title={t('factor.title')}
          text={t(user?.passkeys === true ? 'passkey.removeApp' : 'factor.removeText')}
          confirm={t('factor.remove')}
          danger
          busy={busy}
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
    </section>
  );
}

function Verification() {
  const t = useT();
  const factor = useQuery<FactorState>({
    queryKey: ['account', 'second-factor'],
    queryFn: fetchFactor,
    staleTime: 0,
  });
  if (factor.data !== undefined) {
    return <FactorCard state={factor.data} refetch={() => void factor.refetch()} />;
  }
  if (!factor.isError) return <SkeletonRows rows={5} height={24} />;
  return <ErrorState message={errorText(t, factor.error)} onRetry={() => void factor.refetch()} />;
}

/** The page at `/modifyverification`. */
export function VerificationPage() {
  const t = useT();
  useTitle(`${t('nav.verification')} | Halcyon`);
  return (
    <RequireSession person>
      <div className="page">
        <h1 className="page-title">{t('nav.verification')}</h1>
        <Verification />
      </div>
    </RequireSession>
  );
}
