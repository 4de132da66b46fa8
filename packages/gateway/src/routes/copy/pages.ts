/** Pages by number. */

/** Which page is wanted, as requests say it. */
interface Numbered {
  readonly pageNo?: string;
  readonly pageSize?: string;
}

const ROWS = 20;

/** Rows before a page, and on it. */
export function numberedPage({ pageNo = '1', pageSize = String(ROWS) }: Numbered) {
  const limit = Number(pageSize);
  return { skip: (Number(pageNo) - 1) * limit, limit };
}

/** A window of time, Unix ms. */
export function windowOf({ startTime, endTime }: { startTime?: string; endTime?: string }) {
  return {
    startTime: startTime === undefined ? undefined : Number(startTime),
    endTime: endTime === undefined ? undefined : Number(endTime),
  };
}
