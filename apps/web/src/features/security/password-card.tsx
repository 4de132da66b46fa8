/** Changes the password. */

import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { TextField } from '../../components/text-field.tsx';
import { toast } from '../../components/toast.tsx';
import { useRefusal } from '../../components/use-refusal.ts';
import { useSession } from '../../data/state/session.ts';
import { type FieldIssue, issueText } from '../../platform/locale/field-issue.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { checkPassword, PASSWORD_MIN } from '../auth/credentials.ts';
import { changePassword } from './security-api.ts';

function usePasswords(onDone: () => void) {
  const t = useT();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const { refusal, at, refuse, clear } = useRefusal(['currentPassword', 'password']);
  const issues = { current: checkPassword(current, false), next: checkPassword(next, true) };
  const submit = async () => {
    setTried(true);
    if (issues.current !== null || issues.next !== null || busy) return;
    setBusy(true);
    clear();
    try {
      await changePassword(current, next);
      setCurrent('');
      setNext('');
      setTried(false);
      toast('success', t('security.changed'));
      onDone();
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };
  const show = (issue: FieldIssue | null, label: MessageId) =>
    tried && issue !== null ? issueText(t, issue, t(label)) : undefined;
  return {
    current,
    setCurrent,
    next,
    setNext,
    busy,
    refusal,
    submit,
    currentError: show(issues.current, 'security.current') ?? at('currentPassword'),
    nextError: show(issues.next, 'reset.newPassword') ?? at('password'),
  };
}

/** The card. @param props.onDone told when the password is another */
export function PasswordCard({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const form = usePasswords(onDone);
  const { user } = useSession();
  return (
    <section className="card security-card">
      <h2>{t('security.change')}</h2>
      <p className="muted">{t('security.passwordText')}</p>
      <form
        className="security-form"
        noValidate
        onSubmit={(event) => submitForm(event, form.submit)}
      >
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
        <TextField
          label={t('security.current')}
          type="password"
          name="current"
          autoComplete="current-password"
          value={form.current}
          onChange={form.setCurrent}
          error={form.currentError}
        />
        <TextField
          label={t('reset.newPassword')}
          type="password"
          name="password"
          autoComplete="new-password"
          value={form.next}
          onChange={form.setNext}
          error={form.nextError}
          hint={t('auth.passwordHint', { min: PASSWORD_MIN })}
        />
        {form.refusal !== '' && (
          <p className="security-refusal" role="alert">
            {form.refusal}
          </p>
        )}
        <Button type="submit" look="primary" busy={form.busy}>
          {t('security.change')}
        </Button>
      </form>
    </section>
  );
}
