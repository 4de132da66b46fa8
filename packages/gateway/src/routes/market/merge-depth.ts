import { formatDecimal, type Instrument, lowerAscii } from '@halcyon/domain';
import { LEVELS_MAX, MERGED_LEVELS, type RequestOf, specs, WireError } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { instrumentOf, publicRoute } from '../../http/context.ts';
import { levelRows } from './orderbook.ts';

/** The book merged into price steps. */
export const mergeDepth = publicRoute(specs.market.mergeDepth, ({ views, clock }, request) => {
  const instrument = instrumentOf(views, request.symbol);
  const { bids, asks, ...rest } = mergedBook(views, instrument, request);
  return {
    asks: levelRows(instrument, asks),
    bids: levelRows(instrument, bids),
    ts: String(clock()),
    ...rest,
  };
});

/** What a book can be merged by. */
export type MergeRequest = Pick<RequestOf<typeof specs.market.mergeDepth>, 'precision' | 'limit'>;

/** The book merged into steps of 10^N times the instrument's price step, N from the precision's name. */
export function mergedBook(views: Views, instrument: Instrument, request: MergeRequest) {
  const precision = request.precision ?? 'scale0';
  const power = Number(precision.slice(5));
  const step = 10 ** power * instrument.priceStep;
  return {
    ...views.book(instrument.id).merged(step, levels(request.limit)),
    scale: formatDecimal(step, instrument.priceScale),
    precision,
    isMaxPrecision: power === 0 ? ('YES' as const) : ('NO' as const),
  };
}

function levels(limit: string | undefined): number {
  if (limit === undefined) return MERGED_LEVELS;
  if (lowerAscii(limit) === 'max') return LEVELS_MAX;
  const count = /^[1-9][0-9]{0,4}$/.test(limit) ? Number(limit) : 0;
  if (count >= 1 && count <= LEVELS_MAX) return count;
  const expected = `1 to ${LEVELS_MAX} or max`;
  throw new WireError('fieldValue', { field: 'limit', expected, value: limit });
}
