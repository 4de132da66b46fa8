/** Writes records to a file: any list of any account and time, or a tax year at one press. */

import {
  EXPORT_FORMATS,
  EXPORT_LISTS,
  type ExportAccount,
  type ExportFormat,
  type ExportList,
  type ExportState,
} from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormEnd } from '../../components/form-end.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { amount } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { endExport, exportRecords, fetchExport } from '../../data/rest/exports.ts';
import type { RecordFilterFields } from '../../data/rest/trade.ts';
import { KEYS } from '../../data/state/account.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import {
  type ExportChoice,
  fileName,
  hasAccounts,
  narrowingOf,
  requestOf,
  yearsAt,
} from './export-request.ts';
import { narrowingWords } from './narrow-words.ts';
import { monthRange, monthText, type TimeRange, yearRange } from './periods.ts';

const LISTS: Readonly<Record<ExportList, MessageId>> = {
  ledger: 'records.ledger',
  balances: 'export.balances',
  orders: 'orders.history',
  plans: 'orders.plans',
  refusals: 'records.refused',
  fills: 'orders.fills',
  converts: 'convert.history',
  positions: 'positions.history',
  funding: 'positions.funding',
  liquidations: 'positions.why.title',
  deposits: 'records.deposits',
  withdrawals: 'wallet.withdrawals',
  transfers: 'records.transfers',
  loans: 'marginPage.loans',
  repayments: 'marginPage.repayments',
  interest: 'marginPage.interest',
};

const ACCOUNTS: Readonly<Record<ExportAccount, MessageId>> = {
  spot: 'transfer.spot',
  funding: 'assets.funding',
  futures: 'transfer.futures',
  crossed: 'transfer.cross',
  isolated: 'transfer.isolated',
};
type AccountKey = keyof typeof ACCOUNTS | '';
const ACCOUNT_KEYS = Object.keys(ACCOUNTS) as readonly (keyof typeof ACCOUNTS)[];

const FORMATS: Readonly<Record<ExportFormat, MessageId>> = {
  csv: 'export.csv',
  parquet: 'export.parquet',
};
const LOOK_MS = 1_000;
const ALL_TIME: TimeRange = [null, null];

/** What the page has chosen when the dialog opens. */
export interface ExportDialogProps {
  readonly list: ExportList;
  readonly account: AccountKey;
  readonly symbol?: string | undefined;
  readonly coin?: string | undefined;
  readonly narrowing: RecordFilterFields;
  readonly range: TimeRange;
  readonly onClose: () => void;
}

/** How far the file is. */
function Progress({ state, onEnd }: { readonly state: ExportState; readonly onEnd: () => void }) {
  const t = useT();
  const { stage, percent } = state;
  const rows = amount(String(state.rows));
  if (stage === 'failed') return <p role="alert">{t('export.failed')}</p>;
  if (stage === 'done') return <p role="status">{t('export.done', { rows })}</p>;
  const text = t('export.running', { percent, rows });
  return (
    <div className="export-progress">
      <progress max={100} value={percent} aria-label={text} />
      <span className="num">{text}</span>
      <Button onClick={onEnd}>{t('export.end')}</Button>
    </div>
  );
}

/** Begins exports of this dialog, and follows what the person has. */
function useExport() {
  const t = useT();
  const [refusal, setRefusal] = useState('');
  const [begun, setBegun] = useState('');
  const found = useQuery({
    queryKey: [...KEYS.all, 'export'],
    queryFn: fetchExport,
    staleTime: 0,
    refetchInterval: LOOK_MS,
  });
  const newest = found.data?.export ?? null;
  const busy = newest?.stage === 'running';
  // What was done before this dialog is no news.
  const state = busy || newest?.id === begun ? newest : null;
  const begin = async (choice: ExportChoice) => {
    setRefusal('');
    try {
      setBegun(await exportRecords(fileName(choice), requestOf(choice)));
    } catch (error) {
      setRefusal(errorText(t, error));
    }
    await found.refetch();
  };
  const end = () => {
    setRefusal('');
    endExport().then(found.refetch, (error: unknown) => setRefusal(errorText(t, error)));
  };
  return { state, busy, refusal, begin, end };
}

/** A month or a tax year of everything, at one press. */
function Years(props: {
  readonly format: ExportFormat;
  readonly busy: boolean;
  readonly onBegin: (choice: ExportChoice) => void;
}) {
  const t = useT();
  const { format, busy, onBegin } = props;
  const now = Date.now();
  const spans: readonly (readonly [label: string, range: TimeRange])[] = [
    ...[0, 1]
      .map((before) => monthRange(now, before))
      .map((range) => [monthText(range), range] as const),
    ...yearsAt(now).map(
      (year) => [t('export.year', { year: String(year) }), yearRange(year)] as const,
    ),
  ];
  return (
    <div className="export-years">
      {spans.map(([label, range]) => (
        <Button
          key={label}
          disabled={busy}
          onClick={() => onBegin({ list: 'ledger', format, account: '', range })}
        >
          {label}
        </Button>
      ))}
      <span className="muted">{t('export.yearHint')}</span>
    </div>
  );
}

/** The periods to choose from by their keys: all time, that of the page, and years. */
function usePeriods(page: TimeRange) {
  const t = useT();
  const own = page[0] !== null || page[1] !== null;
  const ranges = new Map<string, TimeRange>([
    ...(own ? ([['page', page]] as const) : []),
    ['all', ALL_TIME],
    ...yearsAt(Date.now()).map((year) => [String(year), yearRange(year)] as const),
  ]);
  const items = [...ranges.keys()].map((key) => {
    const names: Readonly<Record<string, string>> = {
      page: t('export.asPage'),
      all: t('records.period.all'),
    };
    return { key, label: names[key] ?? key };
  });
  return { items, rangeOf: (key: string) => ranges.get(key) ?? ALL_TIME };
}

/** The fields: what, of which account, of what alone, of when, and how it is written. */
function Fields(props: {
  readonly choice: Choice;
  readonly subject: string;
  readonly periods: ReturnType<typeof usePeriods>['items'];
  readonly onChange: (change: Partial<Choice>) => void;
}) {
  const t = useT();
  const { choice, subject, periods, onChange } = props;
  const { list, account } = choice;
  return (
    <>
      <ChoiceField
        label={t('export.what')}
        value={list}
        items={EXPORT_LISTS.map((key) => ({ key, label: t(LISTS[key]) }))}
        onChange={(key) => onChange({ list: key })}
      />
      {hasAccounts(list) && (
        <ChoiceField<AccountKey>
          label={t('export.account')}
          value={account}
          items={[
            { key: '', label: t('export.allAccounts') },
            ...ACCOUNT_KEYS.map((key) => ({ key, label: t(ACCOUNTS[key]) })),
          ]}
          onChange={(key) => onChange({ account: key })}
        />
      )}
      {subject !== '' && (
        <ChoiceField
          label={t('export.only')}
          value={choice.narrowed ? 'one' : 'all'}
          items={[
            { key: 'one', label: subject },
            { key: 'all', label: t('export.all') },
          ]}
          onChange={(key) => onChange({ narrowed: key === 'one' })}
        />
      )}
      <ChoiceField
        label={t('records.period')}
        value={choice.period}
        items={periods}
        onChange={(period) => onChange({ period })}
      />
      <ChoiceField
        label={t('export.format')}
        value={choice.format}
        items={EXPORT_FORMATS.map((key) => ({ key, label: t(FORMATS[key]) }))}
        onChange={(format) => onChange({ format })}
      />
    </>
  );
}

interface Choice {
  readonly list: ExportList;
  readonly account: AccountKey;
  /** Whether the page's pair or coin is kept. */
  readonly narrowed: boolean;
  readonly period: string;
  readonly format: ExportFormat;
}

/** The dialog. */
export function ExportDialog(props: ExportDialogProps) {
  const t = useT();
  const { symbol, coin, narrowing, range, onClose } = props;
  const { items, rangeOf } = usePeriods(range);
  const [choice, setChoice] = useState<Choice>({
    ...{ list: props.list, account: props.account, narrowed: true, format: 'csv' },
    period: items[0]?.key ?? 'all',
  });
  const { state, busy, refusal, begin, end } = useExport();
  const { list, account, format } = choice;
  // The page's pair is one of its account: of another nothing is narrowed by it, nor by its words.
  const own = account === props.account;
  const pair = own ? symbol : undefined;
  const whole = { list, account, format, range: rangeOf(choice.period) };
  const narrowed = { ...whole, symbol: pair, coin, narrowing: own ? narrowing : {} };
  // What of the page's filter this list takes.
  const taken = requestOf(narrowed);
  const words = narrowingWords(t, narrowingOf(list, narrowed.narrowing));
  const subject = [taken.symbol ?? taken.coin, ...words];
  const submit = () => void begin(choice.narrowed ? narrowed : whole);
  return (
    <Dialog title={t('export.title')} onClose={onClose}>
      <form className="export-form" noValidate onSubmit={(event) => submitForm(event, submit)}>
        <Years format={format} busy={busy} onBegin={(one) => void begin(one)} />
        <Fields
          choice={choice}
          subject={subject.filter((word) => word !== undefined).join(' · ')}
          periods={items}
          onChange={(change) => setChoice({ ...choice, ...change })}
        />
        <p className="muted">{t('export.note')}</p>
        {state !== null && <Progress state={state} onEnd={end} />}
        <FormEnd refusal={refusal} busy={busy} onClose={onClose} confirm={t('records.export')} />
      </form>
    </Dialog>
  );
}
