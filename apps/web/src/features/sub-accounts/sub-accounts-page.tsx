/** Sub-accounts: made, acted as, changed and frozen, with what each is worth and transfers between them. */

import type { FamilyRead, SubAccountEntry } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { useTitle } from '../../components/use-title.ts';
import { wide } from '../../data/decimal.ts';
import { listed, money } from '../../data/format.ts';
import { useQueryClient } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { KEYS } from '../../data/state/account.ts';
import { actAs } from '../../platform/client/acting.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { RequireSession } from '../auth/require-session.tsx';
import { useAct } from '../security/use-act.ts';
import { worthOf } from './family-spare.ts';
import { SettingLinks } from './setting-links.tsx';
import { cancelOfSub, changeSub } from './sub-api.ts';
import { CreateDialog, EditDialog, FreezeDialog } from './sub-dialogs.tsx';
import { FamilyTransferDialog } from './transfer-dialog.tsx';
import { useFamily } from './use-family.ts';
import './sub-accounts.css';

/** What is asked about a sub-account; `create` is about none. */
type Asked =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'freeze' | 'transfer'; readonly sub: SubAccountEntry };

interface RowActions {
  readonly ask: (asked: Asked) => void;
  readonly thaw: (sub: SubAccountEntry) => void;
  readonly cancelAll: (sub: SubAccountEntry) => void;
}

function Actions({
  sub,
  actions,
}: {
  readonly sub: SubAccountEntry;
  readonly actions: RowActions;
}) {
  const t = useT();
  const { ask, thaw, cancelAll } = actions;
  const named = (text: string) => `${text} ${sub.name}`;
  const button = (text: string, onClick: () => void) => (
    <Button aria-label={named(text)} onClick={onClick}>
      {text}
    </Button>
  );
  return (
    <span className="subs-actions subs-wide">
      {!sub.frozen && button(t('subs.act'), () => actAs(sub.uid))}
      {button(t('nav.transfer'), () => ask({ kind: 'transfer', sub }))}
      {button(t('keys.editShort'), () => ask({ kind: 'edit', sub }))}
      {sub.frozen
        ? button(t('subs.thaw'), () => thaw(sub))
        : button(t('subs.freeze'), () => ask({ kind: 'freeze', sub }))}
      {sub.frozen && button(t('orders.cancelAll'), () => cancelAll(sub))}
    </span>
  );
}

function useColumns(actions: RowActions): TableColumn<SubAccountEntry>[] {
  const t = useT();
  return [
    {
      key: 'name',
      label: t('subs.name'),
      cell: (sub) => (
        <>
          <strong>{sub.name}</strong>{' '}
          {sub.frozen && <span className="badge badge-warn">{t('subs.frozen')}</span>}
          {sub.remark !== '' && <bdi className="muted subs-remark">{sub.remark}</bdi>}
        </>
      ),
    },
    { key: 'uid', label: t('subs.uid'), cell: (sub) => <span className="num">{sub.uid}</span> },
    {
      key: 'value',
      label: t('subs.value'),
      cell: (sub) => <span className="num">{money(wide(sub.value))}</span>,
      end: true,
    },
    {
      key: 'grants',
      label: t('keys.permissions'),
      cell: (sub) => (
        <span className="subs-wide">
          {listed(sub.permissions.map((one) => t(`keys.permission.${one}`)))}
        </span>
      ),
    },
    {
      key: 'actions',
      goes: 0,
      label: t('orders.actions'),
      cell: (sub) => <Actions sub={sub} actions={actions} />,
      end: true,
    },
  ];
}

function Summary({ family }: { readonly family: FamilyRead }) {
  const t = useT();
  const rows = [
    [t('subs.main'), wide(family.own.value)],
    [t('subs.all'), worthOf(family)],
  ] as const;
  return (
    <dl className="subs-summary">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt className="muted">{name}</dt>
          <dd className="num">{money(value)} USDT</dd>
        </div>
      ))}
    </dl>
  );
}

function Family({ family }: { readonly family: FamilyRead }) {
  const t = useT();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { act } = useAct();
  const refresh = () => void client.invalidateQueries({ queryKey: KEYS.all });
  const close = () => setAsked(null);
  const thaw = (sub: SubAccountEntry) =>
    void act(async () => {
      await changeSub(sub.uid, { frozen: false });
      toast('success', t('subs.saved'));
      refresh();
    });
  const cancelAll = (sub: SubAccountEntry) =>
    void act(async () => {
      const { orders } = await cancelOfSub(sub.uid);
      toast('success', t('orders.allCancelled', { count: orders }));
    });
  const columns = useColumns({ ask: setAsked, thaw, cancelAll });
  const done = { onClose: close, onDone: refresh };
  return (
    <>
      <div className="subs-head">
        <Summary family={family} />
        <Button look="primary" onClick={() => setAsked({ kind: 'create' })}>
          {t('subs.create')}
        </Button>
      </div>
      <section className="card">
        {family.subs.length === 0 ? (
          <EmptyState text={t('subs.none')} />
        ) : (
          <DataTable
            label={t('subs.title')}
            columns={columns}
            rows={family.subs}
            rowKey={(sub) => sub.uid}
          />
        )}
      </section>
      {asked?.kind === 'create' && <CreateDialog {...done} />}
      {asked?.kind === 'edit' && <EditDialog sub={asked.sub} {...done} />}
      {asked?.kind === 'freeze' && <FreezeDialog sub={asked.sub} {...done} />}
      {asked?.kind === 'transfer' && (
        <FamilyTransferDialog family={family} to={asked.sub.uid} onClose={close} />
      )}
    </>
  );
}

function SubAccounts() {
  const t = useT();
  const query = useFamily();
  if (query.data !== undefined) return <Family family={query.data} />;
  if (!query.isError) return <SkeletonRows rows={6} height={28} />;
  return <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />;
}

/** The page at `/subaccount`. */
export function SubAccountsPage() {
  const t = useT();
  useTitle(`${t('subs.title')} | Halcyon`);
  return (
    <RequireSession person>
      <div className="page page-wide">
        <h1 className="page-title">{t('subs.title')}</h1>
        <SettingLinks />
        <p className="subs-intro">{t('subs.intro')}</p>
        <SubAccounts />
      </div>
    </RequireSession>
  );
}
