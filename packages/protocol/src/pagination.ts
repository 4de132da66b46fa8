/** Pagination: pages by cursor and windows of time, the same on every list. */
import { parseWireId } from '@halcyon/domain';
import { WireError } from './errors.ts';
import { QUERY_WINDOW_MS } from './limits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Clients go 90 days back from one reading of their clock and end at the next, some ms later. */
const CLOCK_READINGS_MS = 60 * 1000;

/** What lists may be narrowed by, as text of the wire. */
export interface WirePageRequest {
  readonly idLessThan?: string | undefined;
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly limit?: string | undefined;
}

/** The same as numbers; absent bounds are undefined. */
export interface PageBounds {
  /** Internal id: only rows below it. */
  readonly before: number | undefined;
  /** Unix ms, inclusive. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  readonly limit: number;
}

/**
 * Reads a page request.
 * @param limitDefault rows when `limit` is absent
 * @throws WireError when the window is upside down or spans more than 90 days
 */
export function readPage(request: WirePageRequest, limitDefault: number): PageBounds {
  const startTime = request.startTime === undefined ? undefined : Number(request.startTime);
  const endTime = request.endTime === undefined ? undefined : Number(request.endTime);
  if (startTime !== undefined && endTime !== undefined) {
    if (startTime > endTime) throw new WireError('timeOrder');
    if (endTime - startTime > QUERY_WINDOW_MS + CLOCK_READINGS_MS) {
      throw new WireError('timeWindow', { limit: QUERY_WINDOW_MS / DAY_MS });
    }
  }
  return {
    before: request.idLessThan === undefined ? undefined : pageId(request.idLessThan),
    startTime,
    endTime,
    limit: request.limit === undefined ? limitDefault : Number(request.limit),
  };
}

/** The internal number of an `idLessThan`: ids below ours (a client's 0 or 1) select nothing. */
function pageId(text: string): number {
  return parseWireId(text) ?? (text.length >= 19 ? Number.MAX_SAFE_INTEGER : 0);
}
