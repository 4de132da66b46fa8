/** API keys: list, create, change, delete. */

import { Button, Tag } from 'antd';
import { useState } from 'react';
import { AntdFrame } from '../../components/antd/antd-frame.tsx';
import { AntdModal } from '../../components/antd/antd-modal.tsx';
import { CardTable } from '../../components/antd/card-table.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { ErrorState } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { dateTime, duration } from '../../data/format.ts';
import { useQuery, useQueryClient } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import type { ApiKeyRow, CreatedApiKey } from '../../data/rest/types.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { isOffered } from '../../platform/simulation/mode.ts';
import { venueKey } from '../../platform/simulation/venue.ts';
import { RequireSession } from '../shell/require-session.tsx';
import { useTitle } from '../shell/use-title.ts';
import { deleteKey, listKeys } from './keys-api.ts';
import './api-keys.css';

// Forms and codes come when a dialog is opened: they are as large as the page.
const KeyEditor = lazyPart(async () => (await import('./key-editor.tsx')).KeyEditor, 0);
const SecretDialog = lazyPart(async () => (await import('./secret-dialog.tsx')).SecretDialog, 0);

const LIST_KEY = venueKey('account', 'api-keys');

const PERMISSION_NAMES: Readonly<Record<string, MessageId>> = {
  read: 'keys.permission.read',
  trade: 'keys.permission.trade',
  transfer: 'keys.permission.transfer',
  withdraw: 'keys.permission.withdraw',
};

function useColumns(onEdit: (row: ApiKeyRow) => void, onDelete: (row: ApiKeyRow) => void) {
  const t = useT();
  const name = (permission: string) => {
    const id = PERMISSION_NAMES[permission];
    return id === undefined ? permission : t(id);
  };
  return [
    { key: 'label', title: t('keys.label'), render: (row: ApiKeyRow) => row.label },
    {
      key: 'key',
      title: t('keys.apiKey'),
      render: (row: ApiKeyRow) => <code className="key-mono">{row.apiKey}</code>,
    },
    {
      key: 'type',
      title: t('keys.type'),
      render: (row: ApiKeyRow) => t(`keys.type.${row.type}`),
    },
    {
      key: 'permissions',
      title: t('keys.permissions'),
      render: (row: ApiKeyRow) => row.permissions.map((item) => <Tag key={item}>{name(item)}</Tag>),
    },
    {
      key: 'ips',
      title: t('keys.addresses'),
      render: (row: ApiKeyRow) =>
        row.ipList.length === 0 ? t('keys.anyAddress') : row.ipList.join(', '),
    },
    {
      key: 'venue',
      title: t('keys.venue'),
      render: (row: ApiKeyRow) => t(`keys.venue.${row.venue}`),
    },
    {
      key: 'expires',
      title: t('keys.expires'),
      render: (row: ApiKeyRow) => (row.expiresAt ? dateTime(row.expiresAt) : t('keys.never')),
    },
    {
      key: 'window',
      title: t('keys.window'),
      render: (row: ApiKeyRow) => duration(row.windowMs, 3),
    },
    { key: 'made', title: t('keys.made'), render: (row: ApiKeyRow) => dateTime(row.createdAt) },
    {
      key: 'actions',
      title: t('orders.actions'),
      align: 'end' as const,
      render: (row: ApiKeyRow) => (
        <span className="key-actions">
          <Button
            size="small"
            aria-label={`${t('keys.edit')} ${row.label}`}
            onClick={() => onEdit(row)}
          >
            {t('keys.editShort')}
          </Button>
          <Button
            size="small"
            danger
            aria-label={`${t('keys.delete')} ${row.label}`}
            onClick={() => onDelete(row)}
          >
            {t('keys.delete')}
          </Button>
        </span>
      ),
    },
  ];
}

function useDeletion(refresh: () => void) {
  const t = useT();
  const [doomed, setDoomed] = useState<ApiKeyRow | null>(null);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    if (doomed === null) return;
    setBusy(true);
    try {
      await deleteKey(doomed.id);
      toast('success', t('keys.deleted'));
      setDoomed(null);
    } catch (error) {
      toast('error', errorText(t, error));
    } finally {
      setBusy(false);
      refresh();
    }
  };
  const dialog = doomed !== null && (
    <AntdModal
      title={t('keys.deleteTitle')}
      okText={t('keys.delete')}
      okButtonProps={{ danger: true }}
      cancelText={t('action.back')}
      confirmLoading={busy}
      onOk={() => void confirm()}
      onCancel={() => setDoomed(null)}
    >
      {t('keys.deleteText', { label: doomed.label })}
    </AntdModal>
  );
  return { ask: setDoomed, dialog };
}

function ApiKeys() {
  const t = useT();
  useTitle(`${t('nav.apiKeys')} | Halcyon`);
  const client = useQueryClient();
  const query = useQuery({ queryKey: LIST_KEY, queryFn: listKeys });
  const [editor, setEditor] = useState<{ readonly row: ApiKeyRow | null } | null>(null);
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey: LIST_KEY });
  const deletion = useDeletion(refresh);
  const columns = useColumns((row) => setEditor({ row }), deletion.ask);
  const onSaved = (key: CreatedApiKey | null) => {
    setEditor(null);
    setCreated(key);
    if (key === null) toast('success', t('keys.saved'));
    refresh();
  };
  return (
    <div className="page page-wide">
      <div className="key-head">
        <h1 className="page-title">{t('nav.apiKeys')}</h1>
        <Button type="primary" onClick={() => setEditor({ row: null })}>
          {t('keys.create')}
        </Button>
      </div>
      <p className="muted key-intro">
        {t('keys.intro')}{' '}
        {isOffered(PATHS.apiDocs) && <Link to={PATHS.apiDocs}>{t('nav.apiDocs')}</Link>}
      </p>
      <div className="card">
        {query.isError ? (
          <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <CardTable<ApiKeyRow>
            label={t('nav.apiKeys')}
            size="middle"
            rowKey="id"
            loading={query.isPending}
            dataSource={query.data ?? []}
            columns={columns}
          />
        )}
      </div>
      {editor !== null && (
        <KeyEditor editing={editor.row} onClose={() => setEditor(null)} onSaved={onSaved} />
      )}
      {created !== null && <SecretDialog created={created} onClose={() => setCreated(null)} />}
      {deletion.dialog}
    </div>
  );
}

/** The page at `/account/newapi`. */
export function ApiKeysPage() {
  return (
    <RequireSession person>
      <AntdFrame>
        <ApiKeys />
      </AntdFrame>
    </RequireSession>
  );
}
