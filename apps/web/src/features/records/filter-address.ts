/** Filters of records as the page's address has them: shared, kept, and gone back to as links are. */

import {
  CONTRACT_ENTRIES,
  FUNDING_WAYS,
  HOLD_SIDES,
  MARGIN_KINDS,
  MARGIN_LEDGER_GROUPS,
  ORDER_ENDS,
  type OrderKindName,
} from '@halcyon/domain/web';
import { ORDER_KIND_LABELS } from '../../data/order-kinds.ts';
import type { RecordFilterFields } from '../../data/rest/trade.ts';
import { PRESETS, type Preset, type TimeRange } from './periods.ts';

/** What the ledger of spot can be narrowed to. */
export const BUSINESS_TYPES = [
  'DEPOSIT',
  'WITHDRAW',
  'BUY',
  'SELL',
  'WITHDRAW_FEE',
  'TRANSFER_IN',
  'TRANSFER_OUT',
] as const;

/** What that of the funding account can be narrowed to: nothing is traded there. */
export const FUNDING_BUSINESS_TYPES = ['TRANSFER_IN', 'TRANSFER_OUT'] as const;

/** All that records can be narrowed to; anything else in an address narrows nothing. */
export const NARROWINGS = {
  account: MARGIN_KINDS,
  side: ['buy', 'sell'],
  kind: Object.keys(ORDER_KIND_LABELS) as OrderKindName[],
  status: ORDER_ENDS,
  businessType: [...BUSINESS_TYPES, ...CONTRACT_ENTRIES],
  group: MARGIN_LEDGER_GROUPS,
  holdSide: HOLD_SIDES,
  mode: MARGIN_KINDS,
  way: FUNDING_WAYS,
} as const satisfies Readonly<Record<keyof RecordFilterFields, readonly string[]>>;

/** What is chosen. */
export interface ChosenFilter {
  /** Pair or coin; '' = all. */
  readonly subject: string;
  readonly narrowing: RecordFilterFields;
  readonly preset: Preset;
  /** The days of the preset `custom`. */
  readonly range: TimeRange;
}

/** What of a kind of record its filter depends on. */
export interface FilteredKind {
  /** Which filter it takes. */
  readonly filter: 'symbol' | 'coin';
  /** What else it can be narrowed by. */
  readonly narrows: readonly (keyof RecordFilterFields)[];
  /** Where not all that a narrowing can be is of this kind. */
  readonly choices?: Partial<Readonly<Record<keyof RecordFilterFields, readonly string[]>>>;
}

/** Name of the pair or coin in the address. */
export function subjectKey({ filter }: Pick<FilteredKind, 'filter'>): string {
  return filter === 'symbol' ? 'pair' : 'coin';
}

function timeIn(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** What a kind of record can be narrowed to by a name. */
export function choicesIn<Name extends keyof RecordFilterFields>(
  { choices }: Pick<FilteredKind, 'choices'>,
  name: Name,
): readonly (typeof NARROWINGS)[Name][number][] {
  const all: readonly (typeof NARROWINGS)[Name][number][] = NARROWINGS[name];
  const own = choices?.[name];
  return own === undefined ? all : all.filter((value) => own.includes(value));
}

/** What an address says of a kind of record; what the kind cannot be narrowed by is passed over. */
export function filterIn(search: string, kind: FilteredKind): ChosenFilter {
  const query = new URLSearchParams(search);
  const narrowing = kind.narrows.flatMap((name) => {
    const value = choicesIn(kind, name).find((word) => word === query.get(name));
    return value === undefined ? [] : [[name, value]];
  });
  return {
    subject: query.get(subjectKey(kind))?.toUpperCase() ?? '',
    narrowing: Object.fromEntries(narrowing) as RecordFilterFields,
    preset: PRESETS.find((preset) => preset === query.get('period')) ?? 'all',
    range: [timeIn(query.get('from')), timeIn(query.get('to'))],
  };
}

/** The address with some of it changed; what is undefined, null or empty leaves it. */
export function searchWith(
  search: string,
  changes: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const query = new URLSearchParams(search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined || value === null || value === '') query.delete(key);
    else query.set(key, String(value));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}
