/** Sets an authenticator app up: scan, type the first code, keep the backup codes. */

import type { FactorSetup } from '@halcyon/domain/web';
import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormEnd } from '../../components/form-end.tsx';
import { OnceDialog } from '../../components/once-dialog.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { useRefusal } from '../../components/use-refusal.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { CodeField } from '../auth/code-field.tsx';
import { beginSetup, confirmSetup } from './factor-api.ts';

/** The secret on screen, and whether its time is over. */
function useSetup(first: FactorSetup, onFailure: (error: unknown) => void) {
  const [setup, setSetup] = useState(first);
  const [expired, setExpired] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setExpired(true), setup.validMs);
    return () => clearTimeout(timer);
  }, [setup]);
  const refresh = () => {
    beginSetup().then((next) => {
      setSetup(next);
      setExpired(false);
    }, onFailure);
  };
  return { setup, expired, refresh };
}

/** The dialog. @param props.onDone told the backup codes */
export function SetupDialog(props: {
  readonly first: FactorSetup;
  readonly onDone: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const t = useT();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const { refusal, at, refuse, clear } = useRefusal(['code']);
  const { setup, expired, refresh } = useSetup(props.first, refuse);
  const submit = async () => {
    if (busy || code === '') return;
    setBusy(true);
    clear();
    try {
      props.onDone(await confirmSetup(code));
    } catch (error) {
      refuse(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('factor.title')} onClose={props.onClose}>
      <p className="muted">{t('factor.scan')}</p>
      <form className="factor-setup" noValidate onSubmit={(event) => submitForm(event, submit)}>
        <QrCode
          value={setup.uri}
          label={t('factor.qr')}
          size={200}
          expired={expired}
          onRefresh={refresh}
        />
        {!expired && <CodeBlock name={t('factor.secret')} code={setup.secret} />}
        <CodeField
          label={t('factor.codeOfApp')}
          value={code}
          onChange={setCode}
          error={at('code')}
        />
        <FormEnd
          refusal={refusal}
          busy={busy}
          onClose={props.onClose}
          confirm={t('factor.setUp')}
          disabled={expired}
        />
      </form>
    </Dialog>
  );
}

/** The backup codes; closing it is the last time that they are on screen. */
export function CodesDialog(props: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) {
  const t = useT();
  return (
    <OnceDialog title={t('factor.codesTitle')}>
      <p className="muted">{t('factor.codesText')}</p>
      <CodeBlock name={t('factor.codesTitle')} code={props.codes.join('\n')} first />
      <div className="dialog-actions">
        <Button look="primary" onClick={props.onClose}>
          {t('factor.kept')}
        </Button>
      </div>
    </OnceDialog>
  );
}
