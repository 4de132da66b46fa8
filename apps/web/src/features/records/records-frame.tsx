/** Records of several kinds, with filters, paging and export: what the pages of all products show. */

import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useMemo, useState } from 'react';
import { AntdFrame } from '../../components/antd/antd-frame.tsx';
import { CardTable } from '../../components/antd/card-table.tsx';
import { Button } from '../../components/button.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { HashText } from '../../components/hash-text.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useTitle } from '../../components/use-title.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { KEYS } from '../../data/state/account.ts';
import { useListed } from '../../data/state/listed.ts';
import type { ProductName } from '../../data/state/product.ts';
import { useNavigate } from '../../platform/links/navigation.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { type MessageId, type Translate, useT } from '../../platform/locale/intl.tsx';
import { RequireSession } from '../auth/require-session.tsx';
import {
  DetailsButton,
  type ShownDetails,
  useOrderDetails,
} from '../order-details/use-order-details.tsx';
import { useReceipt } from '../receipts/use-receipt.tsx';
import type { ExportDialogProps } from './export-dialog.tsx';
import { listOfTab } from './export-request.ts';
import { choicesIn, searchWith } from './filter-address.ts';
import { choicesOf } from './narrow-words.ts';
import { monthText, PRESETS, type Preset, presetRange } from './periods.ts';
import type { RecordKey, RecordKind, RecordLine } from './record-kind.ts';
import { PAGE_ROWS, type RecordFilter, useRecordFilter } from './use-record-filter.ts';
import './records.css';

const ExportDialog = lazyPart<ExportDialogProps>(
  async () => (await import('./export-dialog.tsx')).ExportDialog,
  0,
);

/** Columns whose values are too long for half of a phone. */
const LONG: ReadonlySet<string> = new Set(['id', 'order', 'transaction']);

function useFilterOptions(kind: RecordKind, product: ProductName) {
  const t = useT();
  const instruments = useListed(product).data;
  return useMemo(() => {
    const list = [...(instruments?.values() ?? [])];
    if (kind.filter === 'symbol') {
      const pairs = list.map((item) => ({
        value: item.symbol,
        label: product === 'spot' ? `${item.base}/${item.quote}` : item.symbol,
      }));
      return [{ value: '', label: t('records.allPairs') }, ...pairs];
    }
    const coins = [...new Set(list.flatMap((item) => [item.base, item.quote]))].sort();
    const options = coins.map((coin) => ({ value: coin, label: coin }));
    return [{ value: '', label: t('records.allCoins') }, ...options];
  }, [instruments, kind, product, t]);
}

/** First and last day; two fields, since the focus never leaves an empty field of antd's range. */
function Days({ filter }: { readonly filter: RecordFilter }) {
  const t = useT();
  const [from, to] = filter.range;
  const today = dayjs();
  const first = from === null ? null : dayjs(from);
  const last = to === null ? null : dayjs(to);
  return (
    <>
      <DatePicker
        aria-label={t('records.fromDate')}
        placeholder={t('records.fromDate')}
        value={first}
        maxDate={last ?? today}
        onChange={(day) => filter.setRange([day?.startOf('day').valueOf() ?? null, to])}
      />
      <DatePicker
        aria-label={t('records.toDate')}
        placeholder={t('records.toDate')}
        value={last}
        {...(first !== null && { minDate: first })}
        maxDate={today}
        onChange={(day) => filter.setRange([from, day?.endOf('day').valueOf() ?? null])}
      />
    </>
  );
}

function periodText(t: Translate, preset: Preset): string {
  switch (preset) {
    case 'all':
      return t('records.period.all');
    case 'today':
      return t('records.period.today');
    case 'custom':
      return t('records.period.custom');
    case 'month':
    case 'lastMonth':
      return monthText(presetRange(preset, Date.now()));
    case 'year':
      return String(dayjs().year());
    case 'lastYear':
      return String(dayjs().year() - 1);
    default:
      return t('records.period.days', { days: Number(preset) });
  }
}

/** Side, type and status, as far as the kind of record has them; the empty value stands for all. */
function Narrow({ kind, filter }: { readonly kind: RecordKind; readonly filter: RecordFilter }) {
  const t = useT();
  return kind.narrows.map((name) => {
    const [label, all, nameOf] = choicesOf<typeof name>(name);
    return (
      <Select
        key={name}
        className="record-select"
        aria-label={t(label)}
        value={filter.narrowing[name] ?? ''}
        options={[
          { value: '', label: t(all) },
          ...choicesIn(kind, name).map((value) => ({ value, label: t(nameOf(value)) })),
        ]}
        onChange={(value) => filter.narrow({ [name]: value === '' ? undefined : value })}
      />
    );
  });
}

/** The button that leads to a file of these records; the dialog begins with what the page shows. */
function Export({ product, kind, filter }: FiltersProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { subject, narrowing, days } = filter;
  const { account = '' } = narrowing;
  const own = product === 'futures' ? 'futures' : 'spot';
  const ofPair = kind.filter === 'symbol';
  return (
    <>
      <Button className="record-export" onClick={() => setOpen(true)}>
        {t('records.export')}
      </Button>
      {open && (
        <ExportDialog
          list={listOfTab(kind.key, narrowing)}
          narrowing={narrowing}
          account={kind.narrows.includes('account') ? account : (kind.account ?? own)}
          symbol={ofPair && subject !== '' ? subject : undefined}
          coin={!ofPair && subject !== '' ? subject : undefined}
          range={days}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface FiltersProps {
  readonly product: ProductName;
  readonly kind: RecordKind;
  readonly filter: RecordFilter;
}

function Filters({ kind, product, filter }: FiltersProps) {
  const t = useT();
  const options = useFilterOptions(kind, product);
  const { preset, setPreset } = filter;
  return (
    <div className="record-filters">
      <Select
        showSearch
        className="record-select"
        aria-label={t(kind.filter === 'symbol' ? 'orders.pair' : 'assets.coin')}
        value={filter.subject}
        options={options}
        onChange={filter.setSubject}
      />
      <Narrow kind={kind} filter={filter} />
      <Select
        className="record-select"
        aria-label={t('records.period')}
        value={preset}
        // All of them without scrolling.
        virtual={false}
        listHeight={PRESETS.length * 40}
        options={PRESETS.map((value) => ({ value, label: periodText(t, value) }))}
        onChange={setPreset}
      />
      {preset === 'custom' && <Days filter={filter} />}
      <Export product={product} kind={kind} filter={filter} />
    </div>
  );
}

/** Columns that say which order a line is, or is of. */
const NAMES_ORDER: ReadonlySet<string> = new Set(['id', 'order']);

function cell(line: RecordLine, key: string, details: ShownDetails) {
  const text = line.cells[key] ?? '';
  if (text === '–') return <span className="cell-none">{text}</span>;
  if (line.order !== undefined && NAMES_ORDER.has(key)) {
    return (
      <DetailsButton id={line.order} details={details} look="link">
        {text}
      </DetailsButton>
    );
  }
  if (key === 'side' && line.side !== undefined) {
    return <span className={line.side === 'buy' ? 'up' : 'down'}>{text}</span>;
  }
  if (key === 'transaction') return <HashText text={text} />;
  return <span className={key === 'time' ? 'when' : 'num'}>{text}</span>;
}

function asAntdColumn({ key, goes, label, cell: render }: TableColumn<RecordLine>) {
  return { key, goes, title: label, align: 'end' as const, render };
}

/** What there was before, while the next is being read: a page that turns does not fold up. */
function useLastKnown<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

function Records(props: {
  readonly kind: RecordKind;
  readonly product: ProductName;
  readonly page: string;
}) {
  const { kind, product, page } = props;
  const t = useT();
  const receipts = useReceipt<RecordLine>(({ receipt }) => receipt);
  const details = useOrderDetails(product);
  const filter = useRecordFilter(kind);
  const { query, shownFrom } = filter;
  // Lines are texts: made before it is known how an instrument is written, they would stay wrong.
  const instruments = useListed(product);
  const result = useQuery({
    queryKey: [...KEYS.all, 'records', page, kind.key, query],
    queryFn: () => kind.fetch(query),
    staleTime: 5_000,
    enabled: instruments.isFetched,
  });
  const known = useLastKnown(result.data);
  const lines = known?.filter(({ time = shownFrom }) => time >= shownFrom);
  const last = result.isPending ? undefined : lines?.at(-1)?.id;
  return (
    <>
      <Filters product={product} kind={kind} filter={filter} />
      {result.isError && (
        <ErrorState message={errorText(t, result.error)} onRetry={() => void result.refetch()} />
      )}
      {!result.isError && lines === undefined && <SkeletonRows rows={PAGE_ROWS / 2} height={26} />}
      {!result.isError && lines !== undefined && (
        <CardTable<RecordLine>
          label={t(kind.label)}
          size="small"
          low
          rowKey="id"
          empty={<EmptyList what="records" />}
          loading={result.isPending}
          dataSource={lines}
          columns={[
            ...kind.columns.map((column) => ({
              key: column.key,
              goes: column.goes,
              title: t(column.label),
              className: LONG.has(column.key) ? 'cell-wide' : '',
              align: column.end === true ? ('end' as const) : ('start' as const),
              render: (line: RecordLine) => cell(line, column.key, details),
            })),
            // Where a kind has some.
            ...(kind.receipts === undefined ? [] : [asAntdColumn(receipts.column)]),
          ]}
        />
      )}
      {receipts.dialog}
      {details.dialog}
      <div className="record-pages">
        <Button disabled={!filter.hasPrevious} onClick={filter.previous}>
          {t('records.previous')}
        </Button>
        <span className="muted">{t('records.page', { page: filter.page })}</span>
        <Button
          disabled={(lines?.length ?? 0) < PAGE_ROWS || last === undefined}
          onClick={() => last !== undefined && filter.next(last)}
        >
          {t('records.next')}
        </Button>
      </div>
    </>
  );
}

/** Scrolls the row of tabs, and nothing else, until the chosen one is seen: a link may name the last. */
function useTabInSight(key: RecordKey): void {
  useEffect(() => {
    const tab = document.querySelector(`.record-tabs [data-key="${key}"]`);
    const row = tab?.parentElement;
    if (!tab || !row) return;
    const [own, seen] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
    row.scrollLeft += Math.min(0, own.left - seen.left) + Math.max(0, own.right - seen.right);
  }, [key]);
}

function Body({ product, title, kinds }: Props) {
  const t = useT();
  useTitle(`${t(title)} | Halcyon`);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get('tab');
  const current = kinds.find((kind) => kind.key === asked) ?? kinds[0];
  useTabInSight(current.key);
  const setTab = (key: RecordKey) =>
    navigate(pathname + searchWith(search, { tab: key === kinds[0].key ? '' : key }), true);
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t(title)}</h1>
      <div className="card">
        <Tabs
          className="record-tabs"
          label={t(title)}
          value={current.key}
          onChange={setTab}
          items={kinds.map((kind) => ({ key: kind.key, label: t(kind.label) }))}
        >
          <Records key={current.key} kind={current} product={product} page={title} />
        </Tabs>
      </div>
    </div>
  );
}

interface Props {
  readonly product: ProductName;
  readonly title: MessageId;
  /** In the order of their tabs; the first is shown where the address names none. */
  readonly kinds: readonly [RecordKind, ...RecordKind[]];
}

/** A page of records, for those who are signed in. */
export function RecordsFrame(props: Props) {
  return (
    <RequireSession>
      <AntdFrame>
        <Body {...props} />
      </AntdFrame>
    </RequireSession>
  );
}
