/** Shows what a new key consists of, once. */

import { Alert, Button } from 'antd';
import { useEffect, useState } from 'react';
import { AntdModal } from '../../components/antd/antd-modal.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { toast } from '../../components/toast.tsx';
import type { CreatedApiKey } from '../../data/rest/types.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';

function Secret({ label, value }: { readonly label: MessageId; readonly value: string }) {
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
        <Button size="small" onClick={() => void copy()}>
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

/** The dialog; closing it is the last time that the secret is on screen. */
export function SecretDialog(props: {
  readonly created: CreatedApiKey;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { created } = props;
  return (
    <AntdModal
      title={t('keys.created')}
      mask={{ closable: false }}
      keyboard={false}
      onCancel={props.onClose}
      footer={
        <Button type="primary" onClick={props.onClose}>
          {t('keys.stored')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t('keys.once')} />
      <dl className="key-secrets">
        <Secret label="keys.apiKey" value={created.apiKey} />
        {created.secretKey !== undefined && (
          <Secret label="keys.secret" value={created.secretKey} />
        )}
        {created.passphrase !== undefined && (
          <Secret label="keys.passphrase" value={created.passphrase} />
        )}
      </dl>
      <SecretCode created={created} />
    </AntdModal>
  );
}
