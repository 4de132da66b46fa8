/** Forms of one field that is checked and sent; the one that has a link mailed. */

import { useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { TextField } from '../../components/text-field.tsx';
import { errorText, refusalOf } from '../../data/rest/error-text.ts';
import { useSession } from '../../data/state/session.ts';
import { type FieldIssue, issueText } from '../../platform/locale/field-issue.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { checkEmail } from './credentials.ts';
import './auth.css';

/** One field that is checked and sent. @param of what the request calls it */
export function useOneField(
  label: MessageId,
  check: (text: string) => FieldIssue | null,
  send: (text: string) => Promise<void>,
  { of, initial = '' }: { readonly of: 'email' | 'password'; readonly initial?: string },
) {
  const t = useT();
  const [value, setValue] = useState(initial);
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
  const refused = failure === null ? null : refusalOf(t, failure);
  const own = refused !== null && refused.field === of ? refused.text : undefined;
  const error = tried && issue !== null ? issueText(t, issue, t(label)) : own;
  return { value, setValue, busy, failure, submit, error, general: own === undefined };
}

/** Why it was refused; nothing where it was not. */
export function Refusal({ failure }: { readonly failure: unknown }) {
  const t = useT();
  if (failure === null) return null;
  return (
    <p className="auth-refusal" role="alert">
      {errorText(t, failure)}
    </p>
  );
}

/** Asks for an e-mail address that a link is sent to. */
export function AskLink(props: {
  readonly text: MessageId;
  readonly sent: MessageId;
  readonly email?: string;
  readonly ask: (email: string) => Promise<void>;
}) {
  const t = useT();
  const { outbox } = useSession();
  const [sent, setSent] = useState(false);
  const ask = async (email: string) => {
    await props.ask(email.trim());
    setSent(true);
  };
  const field = useOneField('auth.email', checkEmail, ask, {
    of: 'email',
    initial: props.email ?? '',
  });
  if (sent) {
    return (
      <div className="auth-form" role="status">
        <p>{t(props.sent)}</p>
        {outbox && <ButtonLink to={PATHS.outbox}>{t('reset.toOutbox')}</ButtonLink>}
      </div>
    );
  }
  return (
    <>
      <p className="muted">{t(props.text)}</p>
      <form className="auth-form" noValidate onSubmit={(event) => submitForm(event, field.submit)}>
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
        {field.general && <Refusal failure={field.failure} />}
        <Button type="submit" look="primary" large block busy={field.busy}>
          {t('reset.send')}
        </Button>
      </form>
    </>
  );
}
