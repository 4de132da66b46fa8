/** What settings and an amount would have brought, tried before they apply. */

import type { CopyDryRow, CopyDryRun } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { DataTable, LOW_CELLS, type TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/states.tsx';
import { amount } from '../../data/format.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { type WebRequestFields, web } from '../../data/rest/web.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { FigureLine } from '../terminal/figure-line.tsx';
import { useOutcomeColumns } from './columns.tsx';
import { Money, REASON_NAMES, TimeText } from './figures.tsx';
import { GrowthPicture } from './growth-curve.tsx';
import { ResultTable } from './result-table.tsx';

/** What is tried: the fields of a form as they are. */
export type DryRunFields = WebRequestFields<'POST /copy/dry-runs'>;

function useDryRun(fields: DryRunFields) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [found, setFound] = useState<{ readonly of: string; readonly run: CopyDryRun } | null>(
    null,
  );
  const of = JSON.stringify(fields);
  const ask = async () => {
    setBusy(true);
    setRefusal('');
    try {
      setFound({ of, run: await web('POST /copy/dry-runs', fields) });
    } catch (error) {
      setRefusal(errorText(t, error));
    } finally {
      setBusy(false);
    }
  };
  // What was tried with other settings says nothing of these.
  return { busy, refusal, ask, run: found?.of === of ? found.run : null };
}

function Figures({ run }: { readonly run: CopyDryRun }) {
  const t = useT();
  const { coin, leftOut } = run;
  const money = (label: string, text: string, signed = false) => (
    <FigureLine label={label} value={<Money coin={coin} text={text} signed={signed} />} />
  );
  const count = (label: string, number: number) =>
    number > 0 && <FigureLine label={label} value={number} />;
  return (
    <dl className="order-figures">
      {money(t('curve.profit'), run.profit, true)}
      {money(t('futures.equity'), run.equity)}
      {money(t('orders.fee'), run.fees)}
      {money(t('positions.funding'), run.funding, true)}
      {money(t('copy.shares'), run.shares)}
      {money(t('copy.due'), run.due)}
      <FigureLine label={t('copy.dryFrom')} value={<TimeText at={run.from} />} />
      <FigureLine
        label={t('copy.dryCopied')}
        value={
          <bdi dir="ltr">
            {run.copied} / {run.orders}
          </bdi>
        }
      />
      {count(t('copy.dryBeyond'), run.beyond)}
      {leftOut.map(
        ({ reason, count: times }) =>
          reason !== 'none' && (
            <FigureLine
              key={reason}
              label={`${t('copy.leftOut')}: ${t(REASON_NAMES[reason])}`}
              value={times}
            />
          ),
      )}
      {count(t('copy.dryExits'), run.exits)}
      {count(t('copy.dryLiquidated'), run.liquidations)}
      {run.endedAt !== null && (
        <FigureLine label={t('copy.dryEnded')} value={<TimeText at={run.endedAt} />} />
      )}
    </dl>
  );
}

function useRowColumns(coin: string): readonly TableColumn<CopyDryRow>[] {
  const t = useT();
  const columns = useOutcomeColumns(coin, false);
  return [
    ...(columns as readonly TableColumn<Omit<CopyDryRow, 'beyond'>>[]),
    {
      key: 'beyond',
      label: t('copy.dryBeyond'),
      cell: ({ beyond, size }) => (beyond ? <bdi dir="ltr">{amount(size)}</bdi> : '–'),
    },
  ];
}

function Result({ run }: { readonly run: CopyDryRun }) {
  const t = useT();
  const { rows, curve, result, coin } = run;
  const columns = useRowColumns(coin);
  const title = t('copy.dryTitle');
  return (
    <section className="copy-section" aria-label={title}>
      <h3>{title}</h3>
      <p className="muted copy-note">{t('copy.dryNote')}</p>
      {rows.length === 0 && <EmptyState text={t('copy.dryNone')} />}
      {rows.length > 0 && (
        <>
          <Figures run={run} />
          {curve.length > 1 && <GrowthPicture label={title} points={curve} />}
          <ResultTable label={t('copy.results')} columns={[{ key: 'dry', head: title, result }]} />
          <div className="copy-list">
            <DataTable
              label={t('copy.dryCopied')}
              columns={columns}
              rows={rows}
              rowKey={({ batch }) => batch}
              cells={LOW_CELLS}
            />
          </div>
        </>
      )}
    </section>
  );
}

/** The button, and what came of it as long as the fields are the same. */
export function DryRun({ fields }: { readonly fields: DryRunFields }) {
  const t = useT();
  const { busy, refusal, ask, run } = useDryRun(fields);
  return (
    <>
      <div className="copy-actions">
        <Button busy={busy} onClick={() => void ask()}>
          {t('copy.dry')}
        </Button>
      </div>
      {refusal !== '' && (
        <p className="order-refusal" role="alert">
          {refusal}
        </p>
      )}
      {run !== null && <Result run={run} />}
    </>
  );
}
