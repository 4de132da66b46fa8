/** All roots: whether they hold together, whether what this browser saw before is still there, and the newest. */

import { hashText, type ReservesHead, sha256 } from '@halcyon/domain';
import { useEffect, useMemo } from 'react';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { HashText } from '../../components/hash-text.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { dateTime } from '../../data/format.ts';
import type { QueryResult } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { type Translate, useT } from '../../platform/locale/intl.tsx';
import { type ChainVerdict, chainVerdict } from './chain-verdict.ts';
import { keepRoot, readKept } from './kept-roots.ts';

const hash = hashText(sha256);
/** Rows that are drawn; the file has all. */
const SHOWN = 200;

function verdictTexts(t: Translate, verdict: ChainVerdict, count: number): readonly string[] {
  switch (verdict.name) {
    case 'none':
      return [t('reserves.none')];
    case 'holds': {
      const [first] = verdict.kept;
      const holds = t('reserves.chainHolds', { count: String(count) });
      if (first === undefined) return [holds];
      const kept = { count: String(verdict.kept.length), time: dateTime(String(first[2])) };
      return [holds, t('reserves.chainKept', kept)];
    }
    case 'broken':
      return [t('reserves.chainBroken', { seq: String(verdict.seq) })];
    case 'missing':
      return [t('reserves.chainMissing', { seq: String(verdict.root[0]) })];
    case 'other':
      return [t('reserves.chainOther')];
  }
}

/** The part of the page. */
export function ChainCard({ query }: { readonly query: QueryResult<readonly ReservesHead[]> }) {
  const t = useT();
  const { data, isPending, isError, error, refetch } = query;
  return (
    <section className="card reserves-card">
      <h2>{t('reserves.chain')}</h2>
      {isPending && <SkeletonRows rows={4} height={28} />}
      {data === undefined && isError && (
        <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Chain roots={data} />}
    </section>
  );
}

function Chain({ roots }: { readonly roots: readonly ReservesHead[] }) {
  const t = useT();
  const verdict = useMemo(() => chainVerdict(hash, roots, readKept()), [roots]);
  const newest = roots.at(-1);
  // Only after it was held against what was kept, and only where nothing is wrong.
  useEffect(() => {
    if (newest === undefined || verdict.name === 'broken' || verdict.name === 'missing') return;
    keepRoot(newest.exchange, [newest.seq, newest.link, newest.time]);
  }, [newest, verdict]);
  const isWrong = verdict.name !== 'holds' && verdict.name !== 'none';
  return (
    <>
      {verdictTexts(t, verdict, roots.length).map((text) => (
        <p
          key={text}
          className={`reserves-verdict ${isWrong ? 'wrong' : roots.length > 0 ? 'proved' : ''}`}
          role={isWrong ? 'alert' : 'status'}
        >
          <Icon name={isWrong ? 'error' : roots.length > 0 ? 'success' : 'info'} size={20} />
          <span>{text}</span>
        </p>
      ))}
      {roots.length > 0 && <Roots roots={roots} />}
    </>
  );
}

function Roots({ roots }: { readonly roots: readonly ReservesHead[] }) {
  const t = useT();
  const rows = useMemo(() => roots.slice(-SHOWN).reverse(), [roots]);
  const columns: readonly TableColumn<ReservesHead>[] = [
    {
      ...{ key: 'time', label: t('orders.time') },
      cell: ({ time }) => <span className="when">{dateTime(String(time))}</span>,
    },
    {
      ...{ key: 'seq', label: t('receipt.place'), end: true },
      cell: ({ seq }) => <bdi className="num">{seq}</bdi>,
    },
    {
      ...{ key: 'link', label: t('reserves.link'), goes: 0 },
      cell: ({ link }) => <HashText text={link} />,
    },
  ];
  return (
    <div className="reserves-roots">
      <DataTable
        label={t('reserves.chain')}
        columns={columns}
        rows={rows}
        rowKey={({ link }) => link}
      />
    </div>
  );
}
