/** Shows what a new key consists of, once. */

import type { CreatedApiKey } from '@halcyon/domain/web';
import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { OnceDialog } from '../../components/once-dialog.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { toast } from '../../components/toast.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';

function Secret(props: {
  readonly label: MessageId;
  readonly value: string;
  /** Whether the dialog begins with its button: Enter, pressed once more than needed, copies it. */
  readonly first?: true;
}) {
  const { label, value } = props;
  const t = useT();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast('success', t('action.copied'));
    } catch {
      toast('warning', t('action.copyFailed'));
    }
  };
  return (
    <div className="key-secret">
      <dt>{t(label)}</dt>
      <dd>
        <code>{value}</code>
        <Button data-first-focus={props.first} onClick={() => void copy()}>
          {t('action.copy')}
          <span className="visually-hidden">{t(label)}</span>
        </Button>
      </dd>
    </div>
  );
}

/** How long the code stays on screen: long enough for a camera, short enough for passers-by. */
const QR_MS = 60_000;

/** The three values as one code for a phone; it expires, and can be made again. */
function SecretCode({ created }: { readonly created: CreatedApiKey }) {
  const t = useT();
  const [phase, setPhase] = useState<'hidden' | 'shown' | 'expired'>('hidden');
  useEffect(() => {
    if (phase !== 'shown') return;
    const timer = setTimeout(() => setPhase('expired'), QR_MS);
    return () => clearTimeout(timer);
  }, [phase]);
  const { apiKey, secretKey, passphrase } = created;
  return (
    <div className="key-code">
      <Button onClick={() => setPhase(phase === 'hidden' ? 'shown' : 'hidden')}>
        {t(phase === 'hidden' ? 'qr.show' : 'qr.hide')}
      </Button>
      {phase !== 'hidden' && (
        <QrCode
          value={JSON.stringify({ apiKey, secretKey, passphrase })}
          label={t('keys.created')}
          size={220}
          expired={phase === 'expired'}
          onRefresh={() => setPhase('shown')}
        />
      )}
    </div>
  );
}

/** The dialog; closing it, by its one button, is the last time that the secret is on screen. */
export function SecretDialog(props: {
  readonly created: CreatedApiKey;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { created } = props;
  return (
    <OnceDialog title={t('keys.created')}>
      <p className="key-once" role="alert">
        {t('keys.once')}
      </p>
      <dl className="key-secrets">
        <Secret label="keys.apiKey" value={created.apiKey} first />
        {created.secretKey !== undefined && (
          <Secret label="keys.secret" value={created.secretKey} />
        )}
        {created.passphrase !== undefined && (
          <Secret label="keys.passphrase" value={created.passphrase} />
        )}
      </dl>
      <SecretCode created={created} />
      <div className="dialog-actions">
        <Button look="primary" onClick={props.onClose}>
          {t('keys.stored')}
        </Button>
      </div>
    </OnceDialog>
  );
}
