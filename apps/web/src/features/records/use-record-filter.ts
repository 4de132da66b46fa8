/** Filters of a record table and its place in the pages. */

import { useMemo, useState } from 'react';
import type { Narrowing, RecordQuery } from '../../data/rest/trade.ts';
import { VALUE_COIN } from '../../data/state/portfolio.ts';
import { type Preset, presetRange, type TimeRange } from './periods.ts';
import type { RecordKind } from './record-kinds.tsx';

/** Rows of one page. */
export const PAGE_ROWS = 20;

const DAY_MS = 86_400_000;

/** The filter's state. */
export interface RecordFilter {
  /** Chosen pair or coin; empty for all. */
  readonly subject: string;
  setSubject(subject: string): void;
  readonly narrowing: Narrowing;
  narrow(change: Narrowing): void;
  readonly preset: Preset;
  setPreset(preset: Preset): void;
  /** The days of the preset `custom`. */
  readonly range: TimeRange;
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

/** Filter and page of one kind of record. */
export function useRecordFilter(kind: RecordKind): RecordFilter {
  const [subject, setSubject] = useState(kind.needsCoin ? VALUE_COIN : '');
  const [narrowing, setNarrowing] = useState<Narrowing>({});
  const [preset, setPreset] = useState<Preset>('all');
  const [range, setRange] = useState<TimeRange>([null, null]);
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [opened] = useState(() => Date.now());
  const query = useMemo((): RecordQuery => {
    const chosen = preset === 'custom' ? range : presetRange(preset, opened);
    // The end of an open range moves ahead of the clock, so that new rows are in it.
    const times = effectiveRange(chosen, kind, opened + DAY_MS);
    return {
      ...(subject !== '' && { [kind.filter]: subject }),
      ...narrowing,
      ...(times !== null && { startTime: times[0], endTime: times[1] }),
      idLessThan: cursors.at(-1),
      limit: PAGE_ROWS,
    };
  }, [subject, narrowing, preset, range, cursors, kind, opened]);
  /** Another filter has pages of its own. */
  const first =
    <T>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setCursors([]);
    };
  return {
    subject,
    setSubject: first(setSubject),
    narrowing,
    narrow: first((change) => setNarrowing((before) => ({ ...before, ...change }))),
    preset,
    setPreset: first(setPreset),
    range,
    setRange: first(setRange),
    page: cursors.length + 1,
    hasPrevious: cursors.length > 0,
    next: (cursor) => setCursors([...cursors, cursor]),
    previous: () => setCursors(cursors.slice(0, -1)),
    query,
  };
}
