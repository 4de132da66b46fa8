/** A forgotten password: ask for a link, or, by the link of the mail, choose a new one. */

import { useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { TextField } from '../../components/text-field.tsx';
import { useTitle } from '../../components/use-title.ts';
import { RequestError } from '../../data/rest/api-error.ts';
import { askReset, resetPassword } from '../../data/state/sign-in.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { AskLink, Refusal, useOneField } from './ask-link.tsx';
import { checkPassword, PASSWORD_MIN } from './credentials.ts';
import { useFirstField } from './first-field.ts';
import { useLinkToken } from './link-token.ts';
import './auth.css';

function NewPasswordForm(props: { readonly token: string; readonly onAgain: () => void }) {
  const t = useT();
  const [done, setDone] = useState(false);
  const check = (password: string) => checkPassword(password, true);
  const field = useOneField(
    'reset.newPassword',
    check,
    async (password) => {
      await resetPassword(props.token, password);
      setDone(true);
    },
    { of: 'password' },
  );
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
  const over = field.failure instanceof RequestError && field.failure.reason === 'resetOver';
  return (
    <>
      <p className="muted">{t('reset.newText')}</p>
      <form className="auth-form" noValidate onSubmit={(event) => submitForm(event, field.submit)}>
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
        {field.general && <Refusal failure={field.failure} />}
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
  useFirstField(token);
  return (
    <div className="auth">
      <div className="auth-card card">
        <h1>{t(token !== '' ? 'reset.newTitle' : 'reset.title')}</h1>
        {token !== '' ? (
          <NewPasswordForm key={token} token={token} onAgain={() => setOver(token)} />
        ) : (
          <AskLink text="reset.text" sent="reset.sent" ask={askReset} />
        )}
      </div>
    </div>
  );
}
