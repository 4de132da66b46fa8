/** Shows what a new key consists of, once. */

import { Alert, Button, Modal } from 'antd';
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

/** The dialog; closing it is the last time that the secret is on screen. */
export function SecretDialog(props: {
  readonly created: CreatedApiKey;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { created } = props;
  return (
    <Modal
      open
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
    </Modal>
  );
}
