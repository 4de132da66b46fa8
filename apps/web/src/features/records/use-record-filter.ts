/** Filters of a record table and its place in the pages. */

import { useMemo, useState } from 'react';
import type { Narrowing, RecordQuery } from '../../data/rest/trade.ts';
import { useNavigate } from '../../platform/links/navigation.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { type ChosenFilter, filterIn, searchWith, subjectKey } from './filter-address.ts';
import { type Preset, presetRange, type TimeRange } from './periods.ts';
import type { RecordKind } from './record-kinds.tsx';

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
  narrow(change: Narrowing): void;
  setPreset(preset: Preset): void;
  setRange(range: TimeRange): void;
  readonly page: number;
  readonly hasPrevious: boolean;
  next(cursor: string): void;
  previous(): void;
  readonly query: RecordQuery;
}

/** The range that is asked for: the chosen one, cut to the days that one query may span. */
export function effectiveRange(
  [from, to]: TimeRange,
  { needsRange, rangeDays }: Pick<RecordKind, 'needsRange' | 'rangeDays'>,
  now: number,
): readonly [number, number] | null {
  if (from === null && to === null && !needsRange) return null;
  const end = to ?? now;
  const earliest = rangeDays === null ? 0 : end - rangeDays * DAY_MS;
  return [Math.max(from ?? 0, earliest), end];
}

/** Filter and page of one kind of record; the address has the filter. */
export function useRecordFilter(kind: RecordKind): RecordFilter {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [opened] = useState(() => Date.now());
  const [pages, setPages] = useState<Pages>({ search, cursors: [] });
  // Another filter has pages of its own.
  const cursors = pages.search === search ? pages.cursors : NO_CURSORS;
  const chosen = useMemo(() => filterIn(search, kind), [search, kind]);
  const query = useMemo((): RecordQuery => {
    const { subject, narrowing, preset, range } = chosen;
    const days = preset === 'custom' ? range : presetRange(preset, opened);
    // The end of an open range moves ahead of the clock, so that new rows are in it.
    const times = effectiveRange(days, kind, opened + DAY_MS);
    return {
      ...(subject !== '' && { [kind.filter]: subject }),
      ...narrowing,
      ...(times !== null && { startTime: times[0], endTime: times[1] }),
      idLessThan: cursors.at(-1),
      limit: PAGE_ROWS,
    };
  }, [chosen, cursors, kind, opened]);
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
  };
}
