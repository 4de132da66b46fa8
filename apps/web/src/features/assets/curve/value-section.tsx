/** Worth over time, profit and loss by day and by account: pictures and tables of the same numbers. */

import { CURVE_ACCOUNTS, CURVE_RANGES, type CurveRange, type CurveRow } from '@halcyon/domain/web';
import { useMemo, useState } from 'react';
import { DataTable, type TableColumn } from '../../../components/data-table.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../components/states.tsx';
import { Segments } from '../../../components/tabs.tsx';
import { dayText } from '../../../data/duration.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { useValueCurve } from '../../../data/state/value-curve.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import {
  type CurveOf,
  type CurveSpan,
  type CurveStep,
  fromFirst,
  spanOf,
  spansOf,
  stepsOf,
} from './curve-steps.ts';
import { Change, useCurveTexts } from './curve-texts.tsx';
import { ProfitPicture, spanName } from './profit-picture.tsx';
import { WorthPicture } from './worth-picture.tsx';
import './curve.css';

const OF: readonly CurveOf[] = ['all', ...CURVE_ACCOUNTS];
const NAMES: Readonly<Record<CurveOf, MessageId>> = {
  all: 'curve.all',
  spot: 'assets.spot',
  margin: 'assets.margin',
  futures: 'assets.futures',
  funding: 'assets.funding',
};

/** A span with the name of its row. */
interface NamedSpan extends CurveSpan {
  readonly name: string;
}

function SpanTable(props: {
  readonly label: string;
  readonly head: string;
  readonly rows: readonly NamedSpan[];
}) {
  const t = useT();
  const texts = useCurveTexts();
  const worth = (key: 'opening' | 'closing'): TableColumn<NamedSpan> => ({
    key,
    label: t(`curve.${key}`),
    cell: (row) => <bdi dir="ltr">{texts.worth(row[key])}</bdi>,
    end: true,
  });
  const change = (key: 'inflow' | 'profit'): TableColumn<NamedSpan> => ({
    key,
    label: t(`curve.${key}`),
    cell: (row) =>
      key === 'profit' ? <Change value={row.profit} /> : <Moved value={row.inflow} />,
    end: true,
  });
  const columns: readonly TableColumn<NamedSpan>[] = [
    { key: 'name', label: props.head, cell: ({ name }) => name },
    worth('opening'),
    change('inflow'),
    change('profit'),
    worth('closing'),
  ];
  return (
    <DataTable
      label={props.label}
      columns={columns}
      rows={props.rows}
      rowKey={({ name }) => name}
    />
  );
}

/** What came in or went out, which is neither good nor bad. */
function Moved({ value }: { readonly value: bigint }) {
  const texts = useCurveTexts();
  return <bdi dir="ltr">{value === 0n ? '–' : texts.worth(value)}</bdi>;
}

function ByAccount({ rows }: { readonly rows: readonly CurveRow[] }) {
  const t = useT();
  const spans = OF.flatMap((of) => {
    const span = spanOf(stepsOf(rows, of));
    return span === null ? [] : [{ ...span, name: t(NAMES[of]) }];
  });
  return (
    <>
      <h3>{t('curve.byAccount')}</h3>
      <SpanTable label={t('curve.byAccount')} head={t('curve.account')} rows={spans} />
    </>
  );
}

function Pictures(props: { readonly steps: readonly CurveStep[]; readonly byDay: boolean }) {
  const t = useT();
  const { steps, byDay } = props;
  const spans = useMemo(() => spansOf(steps, byDay), [steps, byDay]);
  const heading = t(byDay ? 'curve.byDay' : 'curve.byHour');
  if (spans.length === 0) return <EmptyState text={t('curve.none')} />;
  const named = spans.map((span) => ({ ...span, name: spanName(span, byDay) }));
  return (
    <>
      <WorthPicture steps={steps} />
      <h3>{heading}</h3>
      <ProfitPicture spans={spans} byDay={byDay} />
      <details className="curve-table">
        <summary>{t('curve.table')}</summary>
        <SpanTable
          label={heading}
          head={t(byDay ? 'curve.day' : 'curve.hour')}
          rows={named.reverse()}
        />
      </details>
    </>
  );
}

function Curve(props: { readonly range: CurveRange; readonly of: CurveOf }) {
  const t = useT();
  const { data, isError, error, refetch } = useValueCurve(props.range);
  const rows = data?.rows;
  const steps = useMemo(() => fromFirst(stepsOf(rows ?? [], props.of)), [rows, props.of]);
  if (rows === undefined) {
    if (!isError) return <SkeletonRows rows={8} />;
    return <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <Pictures key={`${props.range} ${props.of}`} steps={steps} byDay={props.range !== '1D'} />
      {fromFirst(stepsOf(rows, 'all')).length > 1 && <ByAccount rows={rows} />}
    </>
  );
}

/** The section. */
export function ValueSection() {
  const t = useT();
  const [range, setRange] = useState<CurveRange>('30D');
  const [of, setOf] = useState<CurveOf>('all');
  const { ratesOf } = useCurveTexts();
  return (
    <section className="card value-section" aria-labelledby="value-section">
      <h2 id="value-section">{t('curve.title')}</h2>
      <div className="curve-choices">
        <Segments<CurveRange>
          label={t('curve.range')}
          items={CURVE_RANGES.map((key) => ({ key, label: t(`curve.${key}`) }))}
          value={range}
          onChange={setRange}
        />
        <Segments<CurveOf>
          label={t('curve.account')}
          items={OF.map((key) => ({ key, label: t(NAMES[key]) }))}
          value={of}
          onChange={setOf}
        />
      </div>
      <Curve range={range} of={of} />
      <p className="curve-note muted">{t('curve.note')}</p>
      {ratesOf !== null && (
        <p className="curve-note muted">{t('curve.rates', { day: dayText(ratesOf) })}</p>
      )}
    </section>
  );
}
