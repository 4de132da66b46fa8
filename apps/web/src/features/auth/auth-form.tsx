/** The form that signs in or up: on a page of its own, or in a dialog. */

import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { TextField } from '../../components/text-field.tsx';
import { useRefusal } from '../../components/use-refusal.ts';
import { RequestError } from '../../data/rest/api-error.ts';
import { signIn, signUp } from '../../data/state/sign-in.ts';
import { type FieldIssue, issueText } from '../../platform/locale/field-issue.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { CodeField } from './code-field.tsx';
import { checkEmail, checkPassword, PASSWORD_MIN } from './credentials.ts';
import { ThawOffer } from './thaw-part.ts';
import './auth.css';

/** The form stands before it comes. */
const PasskeySignIn = lazyPart(
  async () => (await import('./passkey-sign-in.tsx')).PasskeySignIn,
  0,
);

/** Signing in or signing up. */
export type AuthKind = 'login' | 'register';

function isFor(reason: string, error: unknown): boolean {
  return error instanceof RequestError && error.reason === reason;
}

function useAuthForm(page: AuthKind) {
  const t = useT();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [codeNeeded, setCodeNeeded] = useState(false);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const { refusal, at, refuse, say, clear } = useRefusal([
    ...['email', 'password'],
    ...(codeNeeded ? ['code'] : []),
  ]);
  const [selfFrozen, setSelfFrozen] = useState(false);
  const issues = {
    email: checkEmail(email),
    password: checkPassword(password, page === 'register'),
  };
  const submit = async (done?: () => void) => {
    setTried(true);
    if (issues.email !== null || issues.password !== null || busy) return;
    setBusy(true);
    clear();
    setSelfFrozen(false);
    try {
      const given = { email: email.trim(), password };
      if (page === 'register') await signUp(given);
      else await signIn(codeNeeded ? { ...given, code } : given);
      done?.();
    } catch (error) {
      const needed = page === 'login' && !codeNeeded && isFor('codeNeeded', error);
      const unsure = page === 'register' && isFor('badCredentials', error);
      setCodeNeeded(codeNeeded || needed);
      setSelfFrozen(isFor('selfFrozen', error));
      // That a code is needed is no refusal: the field for it appears.
      if (unsure) say(t('auth.registeredUnsure'));
      else if (!needed) refuse(error);
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
    code,
    setCode,
    codeNeeded,
    busy,
    refusal,
    selfFrozen,
    submit,
    emailError: show(issues.email, 'auth.email') ?? at('email'),
    passwordError: show(issues.password, 'auth.password') ?? at('password'),
    codeError: at('code'),
  };
}

/** The form. @param props.onDone called once somebody is signed in */
export function AuthForm(props: { readonly page: AuthKind; readonly onDone?: () => void }) {
  const { page } = props;
  const t = useT();
  const form = useAuthForm(page);
  const signUp = page === 'register';
  const fields = (
    <form
      className="auth-form"
      noValidate
      onSubmit={(event) => submitForm(event, () => form.submit(props.onDone))}
    >
      <TextField
        label={t('auth.email')}
        type="email"
        name="email"
        autoComplete={signUp ? 'username' : 'username webauthn'}
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
      {form.codeNeeded && (
        <>
          <CodeField
            value={form.code}
            onChange={form.setCode}
            error={form.codeError}
            hint={t('auth.codeHint')}
            comes
          />
          <p className="field-hint">{t('auth.codeLost')}</p>
        </>
      )}
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
  if (signUp) return fields;
  return (
    <>
      {fields}
      {form.selfFrozen && <ThawOffer email={form.email} />}
      <PasskeySignIn onDone={props.onDone} />
    </>
  );
}
