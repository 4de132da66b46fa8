/** What the link of a mail shows to who froze the account: a proof thaws it. */

import type { ThawNeeds } from '@halcyon/domain/web';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { SkeletonRows } from '../../components/states.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { TextField } from '../../components/text-field.tsx';
import { errorText } from '../../data/rest/error-text.ts';
import { web } from '../../data/rest/web.ts';
import type { Proof } from '../../data/state/sign-in.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { CodeField } from '../auth/code-field.tsx';
import { hasPasskeys, isDeclined, showPasskey } from '../auth/passkey.ts';
import { fetchThawNeeds, thaw } from '../auth/thaw-api.ts';

/** What the link asks for, or why it helps no more. */
function useNeeds(token: string) {
  const [needs, setNeeds] = useState<ThawNeeds | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let shown = true;
    const unlessGone =
      <T,>(tell: (value: T) => void) =>
      (value: T) =>
        shown && tell(value);
    fetchThawNeeds(token).then(unlessGone(setNeeds), unlessGone(setFailure));
    return () => {
      shown = false;
    };
  }, [token]);
  return { needs, failure };
}

function ProofForm(props: {
  readonly token: string;
  readonly secondFactor: boolean;
  readonly onDone: () => void;
}) {
  const { token, secondFactor, onDone } = props;
  const t = useT();
  const [proof, setProof] = useState('');
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const give = async (ask: () => Promise<Proof>) => {
    if (busy) return;
    setBusy(true);
    try {
      await thaw(token, await ask());
      onDone();
    } catch (error) {
      setRefusal(isDeclined(error) ? t('passkey.declined') : errorText(t, error));
      setBusy(false);
    }
  };
  const submit = async () => {
    if (proof !== '')
      await give(async () => (secondFactor ? { code: proof } : { password: proof }));
  };
  const press = () =>
    give(async () => ({ passkey: await showPasskey(await web('POST /passkeys/login-challenge')) }));
  return (
    <form className="security-form" noValidate onSubmit={(event) => submitForm(event, submit)}>
      {secondFactor ? (
        <CodeField value={proof} onChange={setProof} error={refusal} />
      ) : (
        <TextField
          label={t('auth.password')}
          type="password"
          name="password"
          autoComplete="current-password"
          value={proof}
          onChange={setProof}
          error={refusal}
        />
      )}
      <div className="security-actions">
        <Button type="submit" look="primary" busy={busy}>
          {t('security.thaw')}
        </Button>
        {secondFactor && hasPasskeys() && (
          <Button onClick={() => void press()}>{t('passkey.use')}</Button>
        )}
      </div>
    </form>
  );
}

/** The card, also for who is not signed in. */
export function ThawConfirm({ token }: { readonly token: string }) {
  const t = useT();
  const { needs, failure } = useNeeds(token);
  const [done, setDone] = useState(false);
  const toLogin = (
    <ButtonLink look="primary" to={PATHS.login}>
      {t('auth.login')}
    </ButtonLink>
  );
  if (done) {
    return (
      <section className="card security-card" role="status">
        <p>{t('security.thawDone')}</p>
        {toLogin}
      </section>
    );
  }
  return (
    <section className="card security-card">
      <h2>{t('security.thaw')}</h2>
      <p className="muted">{t('security.thawText')}</p>
      {failure !== null && (
        <>
          <p className="security-refusal" role="alert">
            {errorText(t, failure)}
          </p>
          {toLogin}
        </>
      )}
      {failure === null && needs === null && <SkeletonRows rows={2} height={24} />}
      {needs !== null && <ProofForm token={token} {...needs} onDone={() => setDone(true)} />}
    </section>
  );
}
