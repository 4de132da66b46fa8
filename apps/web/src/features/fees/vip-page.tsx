/** One's own fee level: rates, what is missing to the next one, coupons, and changes with receipts. */

import { type LevelTerms, levelSums, valueText, wholeUsdt } from '@halcyon/domain';
import type { FeeChangeInfo, FeeChanges, FeeGrantInfo, OwnFees } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { useTitle } from '../../components/use-title.ts';
import { amount, dateTime, plainPercent } from '../../data/format.ts';
import { usePages } from '../../data/query/use-pages.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { fetchFeeChanges } from '../../data/rest/fees.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { RequireSession } from '../auth/require-session.tsx';
import { ReceiptDialog } from '../receipts/receipt-dialog.tsx';
import { Rates } from './fees-page.tsx';
import { useOwnFees } from './use-fees.ts';
import './fees.css';

const AIMS = ['fees.spotVolume', 'fees.futuresVolume', 'nav.assets'] as const;

/** What was given, in words. */
function useGrantText() {
  const t = useT();
  return ({ kind, value, until }: FeeGrantInfo): string => {
    const what = {
      fixed: () => t('vip.fixed', { level: value }),
      level: () => t('vip.atLeast', { level: value }),
      discount: () => t('vip.discount', { percent: plainPercent(String(value / 100)) }),
    }[kind]();
    const when = until === 0 ? t('vip.open') : t('vip.until', { time: dateTime(until) });
    return `${what}, ${when}`;
  };
}

function Level({ own }: { readonly own: OwnFees }) {
  const t = useT();
  const { spot, margin, futures } = own.rates;
  const { level: comes } = levelSums(own.now);
  const isGiven = own.grants.some(({ kind }) => kind !== 'discount');
  return (
    <section className="card vip-card">
      <h2>{t('fees.own')}</h2>
      <p className="vip-level">
        {t('fees.level', { level: own.level })}
        {own.discount > 0 && (
          <span className="badge">
            {t('vip.discount', { percent: plainPercent(String(own.discount / 100)) })}
          </span>
        )}
      </p>
      <dl className="vip-rates">
        <dt>{t('nav.spot')}</dt>
        <dd>
          <Rates {...spot} />
        </dd>
        <dt>{t('positions.margin')}</dt>
        <dd>
          <Rates {...margin} />
        </dd>
        <dt>{t('nav.futures')}</dt>
        <dd>
          <Rates {...futures} />
        </dd>
      </dl>
      {own.level !== comes && !isGiven && <p>{t('vip.comes', { level: comes })}</p>}
      <p className="muted">{t('fees.note')}</p>
    </section>
  );
}

/** How far one has come on one of the ways to a level. */
function Way(props: { readonly label: MessageId; readonly has: bigint; readonly from: number }) {
  const t = useT();
  const { label, has, from } = props;
  const [part, whole] = [has < 0n ? 0n : has, wholeUsdt(from)];
  const missing = whole - part;
  const per = missing <= 0n ? 100 : Number((part * 100n) / whole);
  return (
    <li>
      <p className="vip-way">
        <span>{t(label)}</span>
        <bdi dir="ltr" className="num">
          {amount(valueText(has), 2)} / {amount(String(from))} USDT
        </bdi>
      </p>
      <progress max={100} value={per} aria-label={t(label)} />
      <p className="muted">
        {missing <= 0n
          ? t('vip.reached')
          : t('vip.missing', { amount: amount(valueText(missing), 2) })}
      </p>
    </li>
  );
}

function Progress({ own }: { readonly own: OwnFees }) {
  const t = useT();
  const { spotVolume, futuresVolume, assets, level } = levelSums(own.now);
  const terms: LevelTerms | undefined = own.now.terms[level + 1];
  const has = [spotVolume, futuresVolume, assets];
  return (
    <section className="card vip-card">
      <h2>{terms === undefined ? t('vip.top') : t('vip.next', { level: level + 1 })}</h2>
      {terms !== undefined && (
        <ul className="vip-ways">
          {AIMS.map((label, i) => {
            const from = terms[i] ?? null;
            return from === null ? null : (
              <Way key={label} label={label} has={has[i] ?? 0n} from={from} />
            );
          })}
        </ul>
      )}
      <p className="muted">{t('vip.rule.daily')}</p>
    </section>
  );
}

function Coupons({ grants }: { readonly grants: readonly FeeGrantInfo[] }) {
  const t = useT();
  const textOf = useGrantText();
  return (
    <section className="card vip-card">
      <h2>{t('vip.coupons')}</h2>
      {grants.length === 0 && <p className="muted">{t('vip.noCoupons')}</p>}
      <ul className="vip-coupons">
        {grants.map((grant) => (
          <li key={grant.id}>{textOf(grant)}</li>
        ))}
      </ul>
    </section>
  );
}

function useChangeColumns(
  open: (change: FeeChangeInfo) => void,
): readonly TableColumn<FeeChangeInfo>[] {
  const t = useT();
  const textOf = useGrantText();
  const what = (change: FeeChangeInfo): string => {
    if (change.grant === null) return t('vip.earned', { level: change.level });
    const given = textOf(change.grant);
    return t(change.change === 'given' ? 'vip.given' : 'vip.ended', { what: given });
  };
  return [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.time) },
    { key: 'what', label: t('records.change'), cell: what },
    {
      key: 'receipt',
      goes: 0,
      label: t('receipt.title'),
      end: true,
      cell: (row) =>
        row.receipt === null ? (
          row.reason
        ) : (
          <Button look="link" onClick={() => open(row)}>
            {t('positions.show')}
          </Button>
        ),
    },
  ];
}

function Changes() {
  const t = useT();
  const [shown, show] = useState<FeeChangeInfo | null>(null);
  const columns = useChangeColumns(show);
  const changes = usePages<FeeChangeInfo, FeeChanges>({
    queryKey: ['account', 'fees', 'changes'],
    read: fetchFeeChanges,
    enabled: true,
    staleTime: 0,
  });
  return (
    <section className="card">
      <h2>{t('vip.changes')}</h2>
      {changes.isError && changes.last === undefined && (
        <ErrorState message={errorText(t, changes.error)} onRetry={() => void changes.refetch()} />
      )}
      {changes.isPending && <SkeletonRows rows={3} height={28} />}
      {changes.last !== undefined && changes.rows.length === 0 && (
        <EmptyState text={t('vip.noChanges')} />
      )}
      {changes.rows.length > 0 && (
        <DataTable
          label={t('vip.changes')}
          columns={columns}
          rows={changes.rows}
          rowKey={({ id, change }) => `${id}${change}`}
          onEnd={changes.more}
        />
      )}
      {shown !== null && (
        <ReceiptDialog
          request={{ of: 'level', account: 'spot', id: shown.id }}
          onClose={() => show(null)}
        />
      )}
    </section>
  );
}

function Own() {
  const t = useT();
  const { data, isError, error, refetch } = useOwnFees();
  if (data === undefined) {
    if (!isError) return <SkeletonRows rows={8} height={24} />;
    return <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <div className="vip-grid">
        <Level own={data} />
        <Progress own={data} />
        <Coupons grants={data.grants} />
      </div>
      <Changes />
    </>
  );
}

/** The page at `/vip/detail`. */
export function VipPage() {
  const t = useT();
  useTitle(`${t('vip.title')} | Halcyon`);
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('vip.title')}</h1>
      <p className="page-intro">{t('vip.text')}</p>
      <RequireSession person>
        <Own />
      </RequireSession>
      <div className="fees-links">
        <ButtonLink to={PATHS.fees}>{t('fees.title')}</ButtonLink>
        <ButtonLink to={PATHS.vipIntroduce}>{t('vip.programme')}</ButtonLink>
      </div>
    </div>
  );
}
