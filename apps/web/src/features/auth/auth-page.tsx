/** Sign-in and sign-up: one form, two pages. */

import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { signIn, useSession } from '../../data/state/session.ts';
import { type FieldIssue, issueText } from '../../platform/forms/rules.ts';
import { Link, Navigate, useNavigate } from '../../platform/links/navigation.tsx';
import { safeReturnTo } from '../../platform/links/return-to.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { authPath, PATHS, spotPath } from '../../platform/routes/paths.ts';
import { useTitle } from '../shell/use-title.ts';
import { checkEmail, checkPassword, PASSWORD_MIN } from './credentials.ts';
import './auth.css';

type Page = 'login' | 'register';

function useAuthForm(page: Page) {
  const t = useT();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const issues = {
    email: checkEmail(email),
    password: checkPassword(password, page === 'register'),
  };
  const submit = async (event: FormEvent, done: () => void) => {
    event.preventDefault();
    setTried(true);
    if (issues.email !== null || issues.password !== null || busy) return;
    setBusy(true);
    setRefusal('');
    try {
      await signIn(page, { email: email.trim(), password });
      done();
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : t('state.failed'));
    } finally {
      setBusy(false);
    }
  };
  const show = (issue: FieldIssue | null, label: MessageId) =>
    tried && issue !== null ? issueText(t, issue, t(label)) : undefined;
  return {
    email,
    setEmail,
    password,
    setPassword,
    busy,
    refusal,
    submit,
    emailError: show(issues.email, 'auth.email'),
    passwordError: show(issues.password, 'auth.password'),
  };
}

function AuthForm({ page, target }: { readonly page: Page; readonly target: string }) {
  const t = useT();
  const navigate = useNavigate();
  const form = useAuthForm(page);
  const signUp = page === 'register';
  return (
    <form
      className="auth-form"
      noValidate
      onSubmit={(event) => void form.submit(event, () => navigate(target, { replace: true }))}
    >
      <TextField
        label={t('auth.email')}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        value={form.email}
        onChange={form.setEmail}
        error={form.emailError}
      />
      <TextField
        label={t('auth.password')}
        type="password"
        name="password"
        autoComplete={signUp ? 'new-password' : 'current-password'}
        value={form.password}
        onChange={form.setPassword}
        error={form.passwordError}
        hint={signUp ? t('auth.passwordHint', { min: PASSWORD_MIN }) : undefined}
      />
      {form.refusal !== '' && (
        <p className="auth-refusal" role="alert">
          {form.refusal}
        </p>
      )}
      <Button type="submit" look="primary" large block busy={form.busy}>
        {t(signUp ? 'auth.createAccount' : 'auth.login')}
      </Button>
    </form>
  );
}

/** The page at `/login` or `/register`. */
export function AuthPage({ page }: { readonly page: Page }) {
  const t = useT();
  const session = useSession();
  const [params] = useSearchParams();
  const back = safeReturnTo(params.get('returnTo'));
  const signUp = page === 'register';
  const target = back ?? (signUp ? PATHS.spotAssets : spotPath());
  useTitle(`${t(signUp ? 'auth.register' : 'auth.login')} | Halcyon`);
  if (session.user !== null) return <Navigate to={target} replace />;
  const other: Page = signUp ? 'login' : 'register';
  return (
    <div className="auth">
      <div className="auth-card card">
        <h1>{t(signUp ? 'auth.registerTitle' : 'auth.loginTitle')}</h1>
        <p className="muted">{t(signUp ? 'auth.registerText' : 'auth.loginText')}</p>
        <AuthForm key={page} page={page} target={target} />
        <p className="auth-other">
          {t(signUp ? 'auth.haveAccount' : 'auth.noAccount')}{' '}
          <Link to={authPath(other, back ?? '/')}>{t(`auth.${other}`)}</Link>
        </p>
      </div>
    </div>
  );
}
