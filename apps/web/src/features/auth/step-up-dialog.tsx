/**
 * A proof of who is here: the code or a passkey of who has a second factor, else the password. What was
 * asked for goes on.
 */

import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { TextField } from '../../components/text-field.tsx';
import { RequestError } from '../../data/rest/api-error.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { web } from '../../data/rest/web.ts';
import { useSession } from '../../data/state/session.ts';
import { type Proof, stepUp } from '../../data/state/sign-in.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { CodeField } from './code-field.tsx';
import { hasPasskeys, isDeclined, showPasskey } from './passkey.ts';

/** @param onDone told true when the proof was given, false when the dialog was closed */
export function StepUpDialog({ onDone }: { readonly onDone: (given: boolean) => void }) {
  const t = useT();
  const { user } = useSession();
  const [byCode, setByCode] = useState(user?.secondFactor === true);
  const [codeCame, setCodeCame] = useState(false);
  const [proof, setProof] = useState('');
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const give = async (ask: () => Promise<Proof>) => {
    if (busy) return;
    setBusy(true);
    try {
      await stepUp(await ask());
      onDone(true);
    } catch (error) {
      const needed = error instanceof RequestError && error.reason === 'codeNeeded';
      // Another tab set the app up: what was typed is no proof any more.
      if (needed) setProof('');
      setByCode(byCode || needed);
      setCodeCame(codeCame || (needed && !byCode));
      setRefusal(isDeclined(error) ? t('passkey.declined') : errorText(t, error));
      setBusy(false);
    }
  };
  const submit = async () => {
    if (proof !== '') await give(async () => (byCode ? { code: proof } : { password: proof }));
  };
  const press = () =>
    give(async () => ({ passkey: await showPasskey(await web('POST /passkeys/proof-challenge')) }));
  return (
    <Dialog title={t('stepUp.title')} onClose={() => onDone(false)}>
      <p className="muted">{t(byCode ? 'stepUp.codeText' : 'stepUp.text')}</p>
      <form className="auth-form" noValidate onSubmit={(event) => submitForm(event, submit)}>
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
        {byCode ? (
          <CodeField value={proof} onChange={setProof} error={refusal} comes={codeCame} />
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
        {user?.passkeys === true && hasPasskeys() && (
          <Button block onClick={() => void press()}>
            {t('passkey.use')}
          </Button>
        )}
        <div className="dialog-actions">
          <Button onClick={() => onDone(false)}>{t('action.cancel')}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {t('stepUp.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
