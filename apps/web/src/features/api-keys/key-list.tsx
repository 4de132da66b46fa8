/** API keys of an account: list, create, change, delete. */

import type { ApiKeyRow, CreatedApiKey } from '@halcyon/domain/web';
import { Button, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { CardTable } from '../../components/antd/card-table.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { ErrorState } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { duration } from '../../data/duration.ts';
import { dateTime } from '../../data/format.ts';
import { useQuery, useQueryClient } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { Link } from '../../platform/links/navigation.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { isOffered } from '../../platform/simulation/mode.ts';
import { venueKey } from '../../platform/simulation/venue.ts';
import { useKeyOwner } from './key-owner.ts';
import { stopEverything } from './keys-api.ts';
import './api-keys.css';

// Forms and codes come when a dialog is opened: they are as large as the page.
const KeyEditor = lazyPart(async () => (await import('./key-editor.tsx')).KeyEditor, 0);
const KeyRequestsDialog = lazyPart(
  async () => (await import('./key-requests.tsx')).KeyRequestsDialog,
  0,
);
const SecretDialog = lazyPart(async () => (await import('./secret-dialog.tsx')).SecretDialog, 0);

const PERMISSION_NAMES: Readonly<Record<string, MessageId>> = {
  read: 'keys.permission.read',
  spot_trade: 'keys.permission.spot_trade',
  margin_trade: 'keys.permission.margin_trade',
  contract_trade: 'keys.permission.contract_trade',
  transfer: 'keys.permission.transfer',
  withdraw: 'keys.permission.withdraw',
  copy: 'keys.permission.copy',
};

/** What can be done with a key. */
interface RowActions {
  readonly edit: (row: ApiKeyRow) => void;
  readonly remove: (row: ApiKeyRow) => void;
  readonly requests: (row: ApiKeyRow) => void;
  readonly switchOn: (row: ApiKeyRow) => void;
}

function ActionButtons(props: { readonly row: ApiKeyRow; readonly actions: RowActions }) {
  const t = useT();
  const { row, actions } = props;
  const { label, disabled } = row;
  return (
    <span className="row-actions key-row-actions">
      {disabled && (
        <Button
          size="small"
          aria-label={`${t('keys.switchOn')} ${label}`}
          onClick={() => actions.switchOn(row)}
        >
          {t('keys.switchOn')}
        </Button>
      )}
      <Button
        size="small"
        aria-label={`${t('keys.requests')} ${label}`}
        onClick={() => actions.requests(row)}
      >
        {t('keys.requests')}
      </Button>
      <Button
        size="small"
        aria-label={`${t('keys.edit')} ${label}`}
        onClick={() => actions.edit(row)}
      >
        {t('keys.editShort')}
      </Button>
      <Button
        size="small"
        danger
        aria-label={`${t('keys.delete')} ${label}`}
        onClick={() => actions.remove(row)}
      >
        {t('keys.delete')}
      </Button>
    </span>
  );
}

/** When a key was last used, and from where. */
function LastUse({ row }: { readonly row: ApiKeyRow }) {
  const t = useT();
  if (row.lastUsedAt === null) return t('keys.never');
  return (
    <>
      <div>{dateTime(row.lastUsedAt)}</div>
      <div className="num">{row.lastUsedAddress}</div>
    </>
  );
}

function useColumns(actions: RowActions) {
  const t = useT();
  const name = (permission: string) => {
    const id = PERMISSION_NAMES[permission];
    return id === undefined ? permission : t(id);
  };
  return [
    {
      key: 'label',
      title: t('keys.label'),
      render: (row: ApiKeyRow) => (
        <>
          {row.label} {row.disabled && <Tag color="red">{t('keys.off')}</Tag>}
          {row.portfolio !== '' && <Tag>{t('copy.portfolioOf', { id: row.portfolio })}</Tag>}
        </>
      ),
    },
    {
      key: 'key',
      title: t('keys.apiKey'),
      render: (row: ApiKeyRow) => <code className="key-mono key-id">{row.apiKey}</code>,
    },
    {
      key: 'type',
      title: t('keys.type'),
      render: (row: ApiKeyRow) => t(`keys.type.${row.type}`),
    },
    {
      key: 'permissions',
      title: t('keys.permissions'),
      render: (row: ApiKeyRow) => (
        <span className="key-tags">
          {row.permissions.map((item) => (
            <Tag key={item}>{name(item)}</Tag>
          ))}
        </span>
      ),
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
      key: 'used',
      title: t('keys.lastUsed'),
      render: (row: ApiKeyRow) => <LastUse row={row} />,
    },
    {
      key: 'actions',
      goes: 0,
      title: t('orders.actions'),
      align: 'end' as const,
      render: (row: ApiKeyRow) => <ActionButtons row={row} actions={actions} />,
    },
  ];
}

function useDeletion(refresh: () => void) {
  const t = useT();
  const keys = useKeyOwner();
  const [doomed, setDoomed] = useState<ApiKeyRow | null>(null);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    if (doomed === null) return;
    setBusy(true);
    try {
      await keys.remove(doomed.id);
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
    <ConfirmDialog
      title={t('keys.deleteTitle')}
      text={t('keys.deleteText', { label: doomed.label })}
      confirm={t('keys.delete')}
      busy={busy}
      danger
      onConfirm={() => void confirm()}
      onClose={() => setDoomed(null)}
    />
  );
  return { ask: setDoomed, dialog };
}

/** Stops everything that trades by itself, asked once. */
function useKillSwitch(refresh: () => void) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      const { keys, orders } = await stopEverything();
      toast('success', t('keys.stopped', { keys, orders }));
      setAsking(false);
    } catch (error) {
      toast('error', errorText(t, error));
    } finally {
      setBusy(false);
      refresh();
    }
  };
  const dialog = asking && (
    <ConfirmDialog
      title={t('keys.stopTitle')}
      text={t('keys.stopText')}
      confirm={t('keys.stop')}
      busy={busy}
      danger
      onConfirm={() => void confirm()}
      onClose={() => setAsking(false)}
    />
  );
  return { ask: () => setAsking(true), dialog };
}

/** Switches a key on that was switched off. */
function useSwitchOn(refresh: () => void) {
  const t = useT();
  const keys = useKeyOwner();
  return async (row: ApiKeyRow) => {
    try {
      await keys.switchOn(row.id);
      toast('success', t('keys.saved'));
    } catch (error) {
      toast('error', errorText(t, error));
    } finally {
      refresh();
    }
  };
}

/** The list. @param props.heading stands beside its buttons */
export function KeyList({ heading }: { readonly heading?: ReactNode }) {
  const t = useT();
  const keys = useKeyOwner();
  const listKey = venueKey('account', 'api-keys', keys.account);
  const client = useQueryClient();
  const query = useQuery({ queryKey: listKey, queryFn: keys.list });
  const [editor, setEditor] = useState<{ readonly row: ApiKeyRow | null } | null>(null);
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey: listKey });
  const deletion = useDeletion(refresh);
  const kill = useKillSwitch(refresh);
  const [inspected, setInspected] = useState<ApiKeyRow | null>(null);
  const switchOn = useSwitchOn(refresh);
  const columns = useColumns({
    edit: (row) => setEditor({ row }),
    remove: deletion.ask,
    requests: setInspected,
    switchOn: (row) => void switchOn(row),
  });
  const onSaved = (key: CreatedApiKey | null) => {
    setEditor(null);
    setCreated(key);
    if (key === null) toast('success', t('keys.saved'));
    refresh();
  };
  return (
    <>
      <div className="key-head">
        {heading}
        <span className="key-actions">
          {keys.account === '' && (
            <Button danger onClick={kill.ask}>
              {t('keys.stop')}
            </Button>
          )}
          <Button type="primary" onClick={() => setEditor({ row: null })}>
            {t('keys.create')}
          </Button>
        </span>
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
            empty={<EmptyList what="keys" />}
            size="middle"
            low
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
      {inspected !== null && (
        <KeyRequestsDialog apiKey={inspected} onClose={() => setInspected(null)} />
      )}
      {deletion.dialog}
      {kill.dialog}
    </>
  );
}
