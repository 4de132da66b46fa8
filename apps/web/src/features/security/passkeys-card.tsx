/** The passkeys of the account: added, named, removed. */

import type { PasskeyRow } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx';
import { FormEnd } from '../../components/form-end.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { TextField } from '../../components/text-field.tsx';
import { toast } from '../../components/toast.tsx';
import { useRefusal } from '../../components/use-refusal.ts';
import { dateTime } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { hasPasskeys, isDeclined } from '../auth/passkey.ts';
import { browserName } from './browser-name.ts';
import { addPasskey, fetchPasskeys, removePasskey, renamePasskey } from './passkeys-api.ts';
import { CodesDialog } from './setup-dialog.tsx';
import { useAct } from './use-act.ts';

const NAME_MAX = 40;

/** What stands over the card. */
type Open =
  | { readonly dialog: 'add' }
  | { readonly dialog: 'rename' | 'remove'; readonly row: PasskeyRow }
  | { readonly dialog: 'codes'; readonly codes: readonly string[] };

/** Asks for the name of a passkey, and does with it what it is asked for. */
function NameDialog(props: {
  readonly title: string;
  readonly name: string;
  readonly confirm: string;
  readonly save: (name: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const t = useT();
  const [name, setName] = useState(props.name);
  const [busy, setBusy] = useState(false);
  const { refusal, at, refuse, say, clear } = useRefusal(['name']);
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    clear();
    try {
      await props.save(name);
    } catch (error) {
      if (isDeclined(error)) say(t('passkey.declined'));
      else refuse(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form className="factor-setup" noValidate onSubmit={(event) => submitForm(event, submit)}>
        <TextField
          label={t('passkey.name')}
          name="name"
          value={name}
          onChange={(text) => setName(text.slice(0, NAME_MAX))}
          error={at('name')}
        />
        <FormEnd
          refusal={refusal}
          busy={busy}
          onClose={props.onClose}
          confirm={props.confirm}
          disabled={name.trim() === ''}
        />
      </form>
    </Dialog>
  );
}

function useColumns(show: (open: Open) => void): TableColumn<PasskeyRow>[] {
  const t = useT();
  return [
    { key: 'name', label: t('passkey.name'), cell: (row) => <bdi>{row.name}</bdi> },
    { key: 'made', label: t('passkey.made'), cell: (row) => dateTime(row.madeAt) },
    {
      key: 'used',
      label: t('passkey.used'),
      cell: (row) => (row.usedAt === null ? '–' : dateTime(row.usedAt)),
    },
    {
      key: 'acts',
      label: t('orders.actions'),
      end: true,
      cell: (row) => (
        <span className="security-actions security-row">
          <Button onClick={() => show({ dialog: 'rename', row })}>{t('passkey.rename')}</Button>
          <Button onClick={() => show({ dialog: 'remove', row })}>{t('factor.remove')}</Button>
        </span>
      ),
    },
  ];
}

function PasskeyDialogs(props: {
  readonly open: Open;
  readonly show: (open: Open | null) => void;
  readonly onChange: () => void;
}) {
  const t = useT();
  const { open, show, onChange } = props;
  const { busy, act } = useAct();
  const close = () => show(null);
  if (open.dialog === 'codes') return <CodesDialog codes={open.codes} onClose={close} />;
  if (open.dialog === 'add') {
    const save = async (name: string) => {
      const codes = await addPasskey(name);
      toast('success', t('passkey.added'));
      show(codes.length === 0 ? null : { dialog: 'codes', codes });
      onChange();
    };
    const name = browserName(navigator.userAgent);
    const title = t('passkey.add');
    return <NameDialog title={title} name={name} confirm={title} save={save} onClose={close} />;
  }
  const { row } = open;
  if (open.dialog === 'rename') {
    const save = async (name: string) => {
      await renamePasskey(row.id, name);
      close();
      onChange();
    };
    const words = { title: t('passkey.rename'), confirm: t('action.save') };
    return <NameDialog {...words} name={row.name} save={save} onClose={close} />;
  }
  const remove = () =>
    act(async () => {
      await removePasskey(row.id);
      toast('success', t('passkey.removed'));
      close();
      onChange();
    });
  return (
    <ConfirmDialog
      title={row.name}
      text={t('passkey.removeText')}
      confirm={t('factor.remove')}
      danger
      busy={busy}
      onConfirm={() => void remove()}
      onClose={close}
    />
  );
}

/** The card. @param props.onChange told when there is one more or less */
export function PasskeysCard({ onChange }: { readonly onChange: () => void }) {
  const t = useT();
  const [open, setOpen] = useState<Open | null>(null);
  const columns = useColumns(setOpen);
  const query = useQuery<readonly PasskeyRow[]>({
    queryKey: ['account', 'passkeys'],
    queryFn: fetchPasskeys,
    staleTime: 0,
  });
  const rows = query.data;
  return (
    <section className="card security-card security-wide">
      <h2>{t('passkey.title')}</h2>
      <p className="muted">{t('passkey.text')}</p>
      {rows === undefined && !query.isError && <SkeletonRows rows={2} height={28} />}
      {rows === undefined && query.isError && (
        <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />
      )}
      {rows !== undefined && rows.length > 0 && (
        <DataTable
          label={t('passkey.title')}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
        />
      )}
      {hasPasskeys() ? (
        <Button onClick={() => setOpen({ dialog: 'add' })}>{t('passkey.add')}</Button>
      ) : (
        <p>{t('passkey.cannot')}</p>
      )}
      {open !== null && <PasskeyDialogs open={open} show={setOpen} onChange={onChange} />}
    </section>
  );
}
