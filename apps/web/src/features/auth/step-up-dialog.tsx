/** The password again, for a person who was away: what they asked for goes on afterwards. */

import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { stepUp, useSession } from '../../data/state/session.ts';
import { useT } from '../../platform/locale/intl.tsx';

/** @param onDone told true when the person is back, false when the dialog was closed */
export function StepUpDialog({ onDone }: { readonly onDone: (back: boolean) => void }) {
  const t = useT();
  const { user } = useSession();
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || password === '') return;
    setBusy(true);
    try {
      await stepUp(password);
      onDone(true);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : t('state.failed'));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('stepUp.title')} onClose={() => onDone(false)}>
      <p className="muted">{t('stepUp.text')}</p>
      <form className="auth-form" noValidate onSubmit={(event) => void submit(event)}>
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
        <TextField
          label={t('auth.password')}
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={refusal}
        />
        <div className="dialog-actions">
          <Button onClick={() => onDone(false)}>{t('action.back')}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {t('stepUp.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
