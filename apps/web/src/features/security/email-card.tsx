/** Another e-mail address: a link goes to it, and who follows that confirms it. */

import { useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { TextField } from '../../components/text-field.tsx';
import { useRefusal } from '../../components/use-refusal.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { useSession } from '../../data/state/session.ts';
import { issueText } from '../../platform/locale/field-issue.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { checkEmail } from '../auth/credentials.ts';
import { askEmailChange, confirmEmailChange } from './security-api.ts';

/** The card. */
export function EmailCard() {
  const t = useT();
  const { user, outbox } = useSession();
  const [email, setEmail] = useState('');
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const { refusal, at, refuse, clear } = useRefusal(['email']);
  const isOwn = email.trim().toLowerCase() === user?.email.toLowerCase();
  const issue = isOwn ? ({ id: 'check.email.same' } as const) : checkEmail(email);
  const submit = async () => {
    setTried(true);
    if (issue !== null || busy) return;
    setBusy(true);
    clear();
    try {
      await askEmailChange(email.trim());
      setSent(true);
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };
  const label = t('security.emailNew');
  return (
    <section className="card security-card">
      <h2>{t('security.email')}</h2>
      <p className="muted">{t('security.emailNow', { email: user?.email ?? '' })}</p>
      {sent ? (
        <div className="security-form" role="status">
          <p>{t('security.emailSent')}</p>
          {outbox && <ButtonLink to={PATHS.outbox}>{t('reset.toOutbox')}</ButtonLink>}
        </div>
      ) : (
        <form className="security-form" noValidate onSubmit={(event) => submitForm(event, submit)}>
          <TextField
            label={label}
            type="email"
            name="email"
            autoComplete="email"
            inputMode="email"
            value={email}
            onChange={setEmail}
            error={tried && issue !== null ? issueText(t, issue, label) : at('email')}
          />
          {refusal !== '' && (
            <p className="security-refusal" role="alert">
              {refusal}
            </p>
          )}
          <Button type="submit" look="primary" busy={busy}>
            {t('reset.send')}
          </Button>
        </form>
      )}
    </section>
  );
}

/** What the link of the mail shows, also to who is not signed in. */
export function EmailConfirm({ token }: { readonly token: string }) {
  const t = useT();
  const [phase, setPhase] = useState<'asked' | 'done' | 'refused'>('asked');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const confirm = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await confirmEmailChange(token);
      setPhase('done');
    } catch (error) {
      setRefusal(errorText(t, error));
      setPhase('refused');
    } finally {
      setBusy(false);
    }
  };
  if (phase === 'done') {
    return (
      <section className="card security-card" role="status">
        <p>{t('security.emailDone')}</p>
        <ButtonLink look="primary" to={PATHS.login}>
          {t('auth.login')}
        </ButtonLink>
      </section>
    );
  }
  return (
    <section className="card security-card">
      <h2>{t('security.emailConfirm')}</h2>
      <p className="muted">{t('security.emailConfirmText')}</p>
      {phase === 'refused' && (
        <p className="security-refusal" role="alert">
          {refusal}
        </p>
      )}
      <Button look="primary" busy={busy} onClick={() => void confirm()}>
        {t('security.emailConfirm')}
      </Button>
    </section>
  );
}
