/** Filters of a record table and its place in the pages. */

import { useMemo, useState } from 'react';
import type { RecordFilterFields, RecordQuery } from '../../data/rest/trade.ts';
import { useNavigate } from '../../platform/links/navigation.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { type ChosenFilter, filterIn, searchWith, subjectKey } from './filter-address.ts';
import { type Preset, presetRange, type TimeRange } from './periods.ts';
import type { RecordKind } from './record-kind.ts';

/** Rows of one page. */
export const PAGE_ROWS = 20;

const DAY_MS = 86_400_000;

/** Behind which rows each page begins but the first, of the filter that an address has. */
interface Pages {
  readonly search: string;
  readonly cursors: readonly string[];
}

const NO_CURSORS: readonly string[] = [];

/** The filter's state. */
export interface RecordFilter extends ChosenFilter {
  setSubject(subject: string): void;
  narrow(change: RecordFilterFields): void;
  setPreset(preset: Preset): void;
  setRange(range: TimeRange): void;
  readonly page: number;
  readonly hasPrevious: boolean;
  next(cursor: string): void;
  previous(): void;
  readonly query: RecordQuery;
  /** The chosen span of time. */
  readonly days: TimeRange;
  /** Lines before this are not shown, Unix ms. */
  readonly shownFrom: number;
}

/** What of a span of time is asked for, and from when on lines are shown. */
interface Window {
  readonly startTime?: number;
  readonly endTime?: number;
  /** Unix ms; 0 = all. */
  readonly shownFrom: number;
}

/**
 * The trading API takes so many days between two ends, and any number where one end is open: of more
 * days the later end is asked for, and the page ends the list at the other.
 */
export function windowOf(
  [from, to]: TimeRange,
  { rangeDays }: Pick<RecordKind, 'rangeDays'>,
): Window {
  const end = to === null ? {} : { endTime: to };
  if (from === null) return { ...end, shownFrom: 0 };
  const tooLong = rangeDays !== null && to !== null && to - from > rangeDays * DAY_MS;
  return tooLong ? { ...end, shownFrom: from } : { startTime: from, ...end, shownFrom: 0 };
}

/** Filter and page of one kind of record; the address has the filter. */
export function useRecordFilter(kind: RecordKind): RecordFilter {
  const { pathname, search: address } = useLocation();
  // Which order's details are open is no filter.
  const search = useMemo(() => searchWith(address, { order: '' }), [address]);
  const navigate = useNavigate();
  const [opened] = useState(() => Date.now());
  const [pages, setPages] = useState<Pages>({ search, cursors: [] });
  // Another filter has pages of its own.
  const cursors = pages.search === search ? pages.cursors : NO_CURSORS;
  const chosen = useMemo(() => filterIn(search, kind), [search, kind]);
  const days = useMemo(() => {
    const { preset, range } = chosen;
    return preset === 'custom' ? range : presetRange(preset, opened);
  }, [chosen, opened]);
  const shown = useMemo(() => windowOf(days, kind), [days, kind]);
  const query = useMemo((): RecordQuery => {
    const { subject, narrowing } = chosen;
    const { shownFrom: _, ...times } = shown;
    return {
      ...(subject !== '' && { [kind.filter]: subject }),
      ...narrowing,
      ...times,
      idLessThan: cursors.at(-1),
      limit: PAGE_ROWS,
    };
  }, [chosen, cursors, kind, shown]);
  const change = (changes: Parameters<typeof searchWith>[1]) =>
    navigate(pathname + searchWith(search, changes), true);
  return {
    ...chosen,
    setSubject: (subject) => change({ [subjectKey(kind)]: subject }),
    narrow: (narrowing) => change(narrowing),
    setPreset: (preset) => change({ period: preset === 'all' ? '' : preset, from: null, to: null }),
    setRange: ([from, to]) => change({ from, to }),
    page: cursors.length + 1,
    hasPrevious: cursors.length > 0,
    next: (cursor) => setPages({ search, cursors: [...cursors, cursor] }),
    previous: () => setPages({ search, cursors: cursors.slice(0, -1) }),
    query,
    days,
    shownFrom: shown.shownFrom,
  };
}
