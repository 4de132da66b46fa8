/** Filters of a record table and its place in the pages. */

import { useMemo, useState } from 'react';
import type { RecordQuery } from '../../data/rest/trade.ts';
import { VALUE_COIN } from '../../data/state/portfolio.ts';
import type { RecordKind } from './record-kinds.tsx';

/** Rows of one page. */
export const PAGE_ROWS = 20;

const DAY_MS = 86_400_000;
const RANGE_DAYS = 89;

/** From and to, Unix ms; null leaves that side open. */
export type TimeRange = readonly [from: number | null, to: number | null];

/** The filter's state. */
export interface RecordFilter {
  /** Chosen pair or coin; empty for all. */
  readonly subject: string;
  setSubject(subject: string): void;
  readonly range: TimeRange;
  setRange(range: TimeRange): void;
  readonly page: number;
  readonly hasPrevious: boolean;
  next(cursor: string): void;
  previous(): void;
  readonly query: RecordQuery;
}

/** The range that is asked for: the chosen one, cut to the 90 days that the wire allows. */
export function effectiveRange(
  [from, to]: TimeRange,
  needed: boolean,
  now: number,
): readonly [number, number] | null {
  if (from === null && to === null && !needed) return null;
  const end = to ?? now;
  return [Math.max(from ?? 0, end - RANGE_DAYS * DAY_MS), end];
}

/** Filter and page of one kind of record. */
export function useRecordFilter(kind: RecordKind): RecordFilter {
  const [subject, setSubject] = useState(kind.needsCoin ? VALUE_COIN : '');
  const [range, setRange] = useState<TimeRange>([null, null]);
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [opened] = useState(() => Date.now());
  const query = useMemo((): RecordQuery => {
    // The end of an open range moves ahead of the clock, so that new rows are in it.
    const times = effectiveRange(range, kind.needsRange, opened + DAY_MS);
    return {
      ...(subject !== '' && { [kind.filter]: subject }),
      ...(times !== null && { startTime: times[0], endTime: times[1] }),
      idLessThan: cursors.at(-1),
      limit: PAGE_ROWS,
    };
  }, [subject, range, cursors, kind.filter, kind.needsRange, opened]);
  const restart = () => setCursors([]);
  return {
    subject,
    setSubject: (value) => {
      setSubject(value);
      restart();
    },
    range,
    setRange: (value) => {
      setRange(value);
      restart();
    },
    page: cursors.length + 1,
    hasPrevious: cursors.length > 0,
    next: (cursor) => setCursors([...cursors, cursor]),
    previous: () => setCursors(cursors.slice(0, -1)),
    query,
  };
}
