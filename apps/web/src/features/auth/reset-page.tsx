/** A forgotten password: ask for a link, or, by the link of the mail, choose a new one. */

import { useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { TextField } from '../../components/text-field.tsx';
import { errorText } from '../../data/rest/error-text.ts';
import { ApiError } from '../../data/rest/http.ts';
import { useSession } from '../../data/state/session.ts';
import { askReset, resetPassword } from '../../data/state/sign-in.ts';
import { type FieldIssue, issueText } from '../../platform/locale/field-issue.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { useTitle } from '../shell/use-title.ts';
import { checkEmail, checkPassword, PASSWORD_MIN } from './credentials.ts';
import { useLinkToken } from './link-token.ts';
import './auth.css';

/** One field that is checked and sent. */
function useOneField(
  label: MessageId,
  check: (text: string) => FieldIssue | null,
  send: (text: string) => Promise<void>,
) {
  const t = useT();
  const [value, setValue] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const issue = check(value);
  const submit = async () => {
    setTried(true);
    if (issue !== null || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await send(value);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const error = tried && issue !== null ? issueText(t, issue, t(label)) : undefined;
  return { value, setValue, busy, failure, submit, error };
}

function Refusal({ failure }: { readonly failure: unknown }) {
  const t = useT();
  if (failure === null) return null;
  return (
    <p className="auth-refusal" role="alert">
      {errorText(t, failure)}
    </p>
  );
}

function AskForm() {
  const t = useT();
  const { outbox } = useSession();
  const [sent, setSent] = useState(false);
  const field = useOneField('auth.email', checkEmail, async (email) => {
    await askReset(email.trim());
    setSent(true);
  });
  if (sent) {
    return (
      <div className="auth-form" role="status">
        <p>{t('reset.sent')}</p>
        {outbox && <ButtonLink to={PATHS.outbox}>{t('reset.toOutbox')}</ButtonLink>}
      </div>
    );
  }
  return (
    <>
      <p className="muted">{t('reset.text')}</p>
      <form
        className="auth-form"
        noValidate
        onSubmit={(event) => submitForm(event, () => void field.submit())}
      >
        <TextField
          label={t('auth.email')}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          value={field.value}
          onChange={field.setValue}
          error={field.error}
        />
        <Refusal failure={field.failure} />
        <Button type="submit" look="primary" large block busy={field.busy}>
          {t('reset.send')}
        </Button>
      </form>
    </>
  );
}

function NewPasswordForm(props: { readonly token: string; readonly onAgain: () => void }) {
  const t = useT();
  const [done, setDone] = useState(false);
  const check = (password: string) => checkPassword(password, true);
  const field = useOneField('reset.newPassword', check, async (password) => {
    await resetPassword(props.token, password);
    setDone(true);
  });
  if (done) {
    return (
      <div className="auth-form" role="status">
        <p>{t('reset.done')}</p>
        <ButtonLink look="primary" to={PATHS.login}>
          {t('auth.login')}
        </ButtonLink>
      </div>
    );
  }
  const over = field.failure instanceof ApiError && field.failure.reason === 'resetOver';
  return (
    <>
      <p className="muted">{t('reset.newText')}</p>
      <form
        className="auth-form"
        noValidate
        onSubmit={(event) => submitForm(event, () => void field.submit())}
      >
        <TextField
          label={t('reset.newPassword')}
          type="password"
          name="password"
          autoComplete="new-password"
          value={field.value}
          onChange={field.setValue}
          error={field.error}
          hint={t('auth.passwordHint', { min: PASSWORD_MIN })}
        />
        <Refusal failure={field.failure} />
        {over && <Button onClick={props.onAgain}>{t('reset.again')}</Button>}
        <Button type="submit" look="primary" large block busy={field.busy}>
          {t('reset.set')}
        </Button>
      </form>
    </>
  );
}

/** The page at `/reset-password`. */
export function ResetPage() {
  const t = useT();
  const given = useLinkToken('token', PATHS.resetPassword);
  const [over, setOver] = useState('');
  // One that was refused makes room for the form that asks for another.
  const token = given === over ? '' : given;
  useTitle(`${t('reset.title')} | Halcyon`);
  return (
    <div className="auth">
      <div className="auth-card card">
        <h1>{t(token !== '' ? 'reset.newTitle' : 'reset.title')}</h1>
        {token !== '' ? (
          <NewPasswordForm key={token} token={token} onAgain={() => setOver(token)} />
        ) : (
          <AskForm />
        )}
      </div>
    </div>
  );
}
