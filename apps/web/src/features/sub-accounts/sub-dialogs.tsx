/** Dialogs that make and change a sub-account. */

import {
  SUB_ACCOUNT_GRANTS,
  type SubAccountEntry,
  type SubAccountGrant,
} from '@halcyon/domain/web';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx';
import { FormEnd } from '../../components/form-end.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { TextField } from '../../components/text-field.tsx';
import { toast } from '../../components/toast.tsx';
import { useRefusal } from '../../components/use-refusal.ts';
import { loadSession } from '../../data/state/session.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { changeSub, createSub, freezeSub } from './sub-api.ts';

const NAME_FORM = /^[A-Za-z]{8}$/;
const REMARK_MAX = 20;

interface DialogProps {
  readonly onClose: () => void;
  /** After something changed. */
  readonly onDone: () => void;
}

/** What a dialog sends: one at a time, and the dialog stays where it is refused. */
function useSending({ onClose, onDone }: DialogProps, fields: readonly string[] = []) {
  const [busy, setBusy] = useState(false);
  const { refusal, at, refuse, clear } = useRefusal(fields);
  const send = async (work: () => Promise<string>) => {
    setBusy(true);
    clear();
    try {
      toast('success', await work());
      onDone();
      onClose();
    } catch (error) {
      refuse(error);
      setBusy(false);
    }
  };
  return { busy, refusal, at, clear, send };
}

/** A name as it is typed: what is wrong is said once it was sent. */
function useName(
  first: string,
  { at, clear }: Pick<ReturnType<typeof useSending>, 'at' | 'clear'>,
) {
  const t = useT();
  const [name, setName] = useState(first);
  const [checked, setChecked] = useState(false);
  const valid = NAME_FORM.test(name);
  const field = (
    <TextField
      label={t('subs.name')}
      name="name"
      value={name}
      onChange={(text) => {
        clear();
        setName(text);
      }}
      hint={t('subs.nameHint')}
      error={checked && !valid ? t('subs.nameHint') : at('name')}
    />
  );
  return { name, valid, check: () => setChecked(true), field };
}

function Form(props: { readonly onSubmit: () => Promise<void>; readonly children: ReactNode }) {
  return (
    <form className="subs-form" noValidate onSubmit={(event) => submitForm(event, props.onSubmit)}>
      {props.children}
    </form>
  );
}

/** Makes one. */
export function CreateDialog(props: DialogProps) {
  const t = useT();
  const sending = useSending(props, ['name']);
  const { busy, refusal, send } = sending;
  const { name, valid, check, field } = useName('', sending);
  const submit = async () => {
    check();
    if (!valid) return;
    await send(async () => {
      await createSub(name);
      // The account menu lists them from the first one on.
      await loadSession();
      return t('subs.created', { name });
    });
  };
  return (
    <Dialog title={t('subs.create')} onClose={props.onClose}>
      <Form onSubmit={submit}>
        {field}
        <FormEnd refusal={refusal} busy={busy} onClose={props.onClose} confirm={t('subs.create')} />
      </Form>
    </Dialog>
  );
}

function Grants(props: {
  readonly value: readonly SubAccountGrant[];
  readonly onChange: (value: readonly SubAccountGrant[]) => void;
}) {
  const t = useT();
  const { value, onChange } = props;
  const toggle = (grant: SubAccountGrant, on: boolean) =>
    onChange(SUB_ACCOUNT_GRANTS.filter((one) => (one === grant ? on : value.includes(one))));
  return (
    <fieldset className="subs-grants">
      <legend>{t('keys.permissions')}</legend>
      {SUB_ACCOUNT_GRANTS.map((grant) => (
        <label key={grant} className="check">
          <input
            type="checkbox"
            checked={value.includes(grant)}
            onChange={(event) => toggle(grant, event.target.checked)}
          />
          {t(`keys.permission.${grant}`)}
        </label>
      ))}
      <p className="field-hint">{t('subs.grantsHint')}</p>
    </fieldset>
  );
}

/** Changes name, remark and what it may do. */
export function EditDialog(props: DialogProps & { readonly sub: SubAccountEntry }) {
  const t = useT();
  const { sub, onClose } = props;
  const sending = useSending(props, ['name', 'remark']);
  const { busy, refusal, send } = sending;
  const { name, valid, check, field } = useName(sub.name, sending);
  const [remark, setRemark] = useState(sub.remark);
  const [permissions, setPermissions] = useState(sub.permissions);
  const short = remark.trim().length <= REMARK_MAX;
  const submit = async () => {
    check();
    if (!valid || !short || permissions.length === 0) return;
    await send(async () => {
      await changeSub(sub.uid, { name, remark: remark.trim(), permissions });
      return t('subs.saved');
    });
  };
  return (
    <Dialog title={t('subs.edit', { name: sub.name })} onClose={onClose}>
      <Form onSubmit={submit}>
        {field}
        <TextField
          label={t('subs.remark')}
          name="remark"
          value={remark}
          onChange={setRemark}
          hint={t('subs.remarkHint', { max: REMARK_MAX })}
          error={short ? sending.at('remark') : t('subs.remarkHint', { max: REMARK_MAX })}
        />
        <Grants value={permissions} onChange={setPermissions} />
        <FormEnd
          refusal={refusal}
          busy={busy}
          onClose={onClose}
          disabled={permissions.length === 0}
        />
      </Form>
    </Dialog>
  );
}

/** Freezes one, said what that does. */
export function FreezeDialog(props: DialogProps & { readonly sub: SubAccountEntry }) {
  const t = useT();
  const { sub, onClose } = props;
  const { busy, refusal, send } = useSending(props);
  const freeze = () =>
    void send(async () => {
      await freezeSub(sub.uid);
      return t('subs.saved');
    });
  return (
    <ConfirmDialog
      title={t('subs.freeze')}
      text={t('subs.freezeText', { name: sub.name })}
      confirm={t('subs.freeze')}
      danger
      busy={busy}
      onConfirm={freeze}
      onClose={onClose}
    >
      {refusal !== '' && (
        <p className="order-refusal" role="alert">
          {refusal}
        </p>
      )}
    </ConfirmDialog>
  );
}
