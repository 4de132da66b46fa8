/** The form that makes or changes an API key. */

import { type KeyPermission, PORTFOLIO_KEY_PERMISSIONS } from '@halcyon/domain';
import type { ApiKeyRow, CreatedApiKey } from '@halcyon/domain/web';
import { Checkbox, DatePicker, Form, Input, Segmented } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { FormEnd } from '../../components/form-end.tsx';
import { Upload } from '../../components/upload.tsx';
import { refusalOf } from '../../data/rest/error-text.ts';
import { checkField } from '../../platform/forms/rules.ts';
import { type FieldIssue, issueText } from '../../platform/locale/field-issue.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import {
  checkAddresses,
  checkPassphrase,
  checkPublicKey,
  checkWindow,
  type KeyType,
  LABEL_MAX,
  splitAddresses,
  WINDOW_MAX,
  WINDOW_MIN,
  windowMs,
  windowText,
} from './key-form.ts';
import { type KeyOwner, type KeySettings, useKeyOwner } from './key-owner.ts';
import '../desk/order-form/order-form.css';

interface Props {
  /** The key to change; null to make a new one. */
  readonly editing: ApiKeyRow | null;
  readonly onClose: () => void;
  readonly onSaved: (created: CreatedApiKey | null) => void;
}

interface Values {
  readonly label: string;
  readonly permissions: readonly KeyPermission[];
  readonly addresses: string;
  readonly expires: Dayjs | null;
  readonly window: string;
  readonly publicKey?: string;
  readonly passphrase?: string;
}

/** Fields of the form by the names that the request has. */
const FIELDS: Readonly<Record<string, keyof Values>> = {
  label: 'label',
  permissions: 'permissions',
  ipList: 'addresses',
  expiresAt: 'expires',
  windowMs: 'window',
  publicKey: 'publicKey',
  passphrase: 'passphrase',
};

const TYPES: readonly KeyType[] = ['hmac', 'rsa', 'ed25519'];
const TYPE_HINTS: Readonly<Record<KeyType, MessageId>> = {
  hmac: 'keys.hint.hmac',
  rsa: 'keys.hint.rsa',
  ed25519: 'keys.hint.ed25519',
};

function settingsOf(values: Values): KeySettings {
  return {
    label: values.label.trim(),
    permissions: values.permissions,
    ipList: splitAddresses(values.addresses ?? ''),
    expiresAt: values.expires?.endOf('day').valueOf() ?? null,
    windowMs: windowMs(values.window ?? ''),
  };
}

async function save(keys: KeyOwner, editing: ApiKeyRow | null, type: KeyType, values: Values) {
  const settings = settingsOf(values);
  if (editing !== null) {
    await keys.update(editing.id, settings);
    return null;
  }
  const { publicKey, passphrase } = values;
  return keys.create({
    ...settings,
    type,
    ...(type !== 'hmac' && publicKey !== undefined && { publicKey: publicKey.trim() }),
    ...(passphrase !== undefined && passphrase !== '' && { passphrase }),
  });
}

/** An antd rule from a check of ours. */
function useRule() {
  const t = useT();
  return (label: MessageId, check: (text: string) => FieldIssue | null) => ({
    validator: (_rule: unknown, value: unknown) => {
      const issue = check(typeof value === 'string' ? value : '');
      return issue === null ? Promise.resolve() : Promise.reject(issueText(t, issue, t(label)));
    },
  });
}

const PEM_BYTES_MAX = 16_384;

/** Fills the public key in from a file. */
function PublicKeyFile() {
  const t = useT();
  const form = Form.useFormInstance();
  const read = async (file: File) => {
    form.setFieldValue('publicKey', await file.text());
    await form.validateFields(['publicKey']).catch(() => undefined);
  };
  return (
    <Form.Item label={t('upload.publicKey')}>
      <Upload
        label={t('upload.publicKey')}
        endings={['.pem', '.pub', '.txt']}
        bytesMax={PEM_BYTES_MAX}
        onFile={read}
        onRemove={() => form.setFieldValue('publicKey', '')}
      />
    </Form.Item>
  );
}

function NewKeyFields(props: { readonly type: KeyType; readonly onType: (type: KeyType) => void }) {
  const t = useT();
  const rule = useRule();
  const { type } = props;
  return (
    <>
      <Form.Item label={t('keys.type')} extra={t(TYPE_HINTS[type])}>
        <Segmented<KeyType>
          block
          aria-label={t('keys.type')}
          // Its choices take the focus; the row itself would be a stop of no use.
          tabIndex={-1}
          value={type}
          onChange={props.onType}
          options={TYPES.map((value) => ({ value, label: t(`keys.type.${value}`) }))}
        />
      </Form.Item>
      {type !== 'hmac' && <PublicKeyFile />}
      {type !== 'hmac' && (
        <Form.Item
          name="publicKey"
          label={t('keys.publicKey')}
          rules={[rule('keys.publicKey', (text) => checkPublicKey(text, type))]}
        >
          <Input.TextArea
            rows={5}
            spellCheck={false}
            className="key-mono"
            placeholder="-----BEGIN PUBLIC KEY-----"
          />
        </Form.Item>
      )}
      <Form.Item
        name="passphrase"
        label={t('keys.passphrase')}
        extra={t('keys.passphraseHint')}
        rules={[rule('keys.passphrase', checkPassphrase)]}
      >
        <Input autoComplete="off" spellCheck={false} maxLength={32} />
      </Form.Item>
    </>
  );
}

function LabelField() {
  const t = useT();
  const rule = useRule();
  const check = (text: string) =>
    checkField(text, { required: true, whitespace: true, max: LABEL_MAX });
  return (
    <Form.Item name="label" label={t('keys.label')} rules={[rule('keys.label', check)]}>
      <Input maxLength={LABEL_MAX} autoComplete="off" />
    </Form.Item>
  );
}

/** What is outside an open dialog is behind it. */
const dialogOf = (field: HTMLElement): HTMLElement => field.closest('dialog') ?? document.body;

/** @param props.portfolio that the key acts for; '' = its owner */
function SharedFields({ portfolio }: Pick<ApiKeyRow, 'portfolio'>) {
  const t = useT();
  const rule = useRule();
  const form = Form.useFormInstance();
  const { permissions: all } = useKeyOwner();
  const permissions = portfolio === '' ? all : PORTFOLIO_KEY_PERMISSIONS;
  return (
    <>
      <Form.Item
        name="permissions"
        label={t('keys.permissions')}
        extra={all.includes('copy') && t('keys.copyHint')}
        rules={[
          {
            validator: (_rule: unknown, value: unknown) =>
              Array.isArray(value) && value.length > 0
                ? Promise.resolve()
                : Promise.reject(t('form.required', { label: t('keys.permissions') })),
          },
        ]}
      >
        <Checkbox.Group
          options={permissions.map((value) => ({ value, label: t(`keys.permission.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="addresses"
        label={t('keys.addresses')}
        extra={t('keys.addressesHint')}
        dependencies={['permissions']}
        rules={[
          rule('keys.addresses', (text) =>
            checkAddresses(text, form.getFieldValue('permissions') ?? []),
          ),
        ]}
      >
        <Input.TextArea rows={2} spellCheck={false} className="key-mono" />
      </Form.Item>
      <Form.Item name="expires" label={t('keys.expires')} extra={t('keys.expiresHint')}>
        <DatePicker minDate={dayjs()} getPopupContainer={dialogOf} />
      </Form.Item>
      <Form.Item
        name="window"
        label={t('keys.window')}
        extra={t('keys.windowHint', { min: WINDOW_MIN, max: WINDOW_MAX })}
        rules={[rule('keys.window', checkWindow)]}
      >
        <Input
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={12}
          placeholder={String(WINDOW_MAX)}
        />
      </Form.Item>
    </>
  );
}

/** The dialog. */
export function KeyEditor({ editing, onClose, onSaved }: Props) {
  const t = useT();
  const keys = useKeyOwner();
  const [form] = Form.useForm<Values>();
  const [type, setType] = useState<KeyType>('hmac');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const submit = async (values: Values) => {
    setBusy(true);
    setRefusal('');
    try {
      onSaved(await save(keys, editing, type, values));
    } catch (error) {
      const { field, text } = refusalOf(t, error);
      const name = FIELDS[field];
      if (name === undefined || form.getFieldInstance(name) === undefined) setRefusal(text);
      else {
        form.setFields([{ name, errors: [text] }]);
        form.focusField(name);
      }
    } finally {
      setBusy(false);
    }
  };
  const initial: Values = {
    label: editing?.label ?? '',
    permissions: editing?.permissions ?? ['read'],
    addresses: editing?.ipList.join('\n') ?? '',
    expires: editing?.expiresAt ? dayjs(Number(editing.expiresAt)) : null,
    window: editing === null ? '' : windowText(editing.windowMs),
  };
  return (
    <Dialog title={t(editing === null ? 'keys.create' : 'keys.edit')} onClose={onClose}>
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={initial}
        requiredMark={false}
        onFinish={(values) => void submit(values)}
        onFinishFailed={({ errorFields: [first] }) => first && form.focusField(first.name)}
      >
        {SIMULATING && editing === null && <p className="key-hint">{t('keys.paperHint')}</p>}
        <LabelField />
        {editing === null && <NewKeyFields type={type} onType={setType} />}
        <SharedFields portfolio={editing?.portfolio ?? ''} />
        <FormEnd
          refusal={refusal}
          busy={busy}
          confirm={t(editing === null ? 'keys.create' : 'action.save')}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  );
}
