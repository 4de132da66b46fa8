import type { Instrument } from '@halcyon/domain';
import { type Granularity, intervalOfGranularity, specs, WireError } from '@halcyon/protocol';
import type { CandleQuery, CandleView, Views } from '@halcyon/views';
import { instrumentOf, knownAsset, publicRoute } from '../../http/context.ts';
import { amountText, candleTexts } from '../../translate/text.ts';
import { usdtVolumeText } from '../../translate/value.ts';

const LIMIT = 100;

/** Latest candles, or those of a window. */
export const candles = publicRoute(specs.market.candles, ({ views }, request) =>
  candleRows(views, request, lastOpening(request, 'recent')),
);

/** Candles that open before `endTime`. */
export const historyCandles = publicRoute(specs.market.historyCandles, ({ views }, request) =>
  candleRows(views, request, lastOpening(request, 'history')),
);

function candleRows(
  views: Views,
  request: CandleRequest & { readonly symbol: string; readonly granularity: Granularity },
  endTime: number | undefined,
): string[][] {
  const instrument = instrumentOf(views, request.symbol);
  const interval = intervalOfGranularity(request.granularity);
  return candlesAsked(
    (query) => views.candles(instrument.id, interval, query),
    request,
    endTime,
  ).map((candle) => candleRow(views, instrument, candle));
}

/** What requests for candles say of time. */
export interface CandleRequest {
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly limit?: string | undefined;
}

/** The last moment at which a candle may open: the history ends before `endTime`. */
export function lastOpening(
  { endTime }: CandleRequest,
  list: 'recent' | 'history',
): number | undefined {
  if (endTime === undefined) return undefined;
  return list === 'recent' ? Number(endTime) : Number(endTime) - 1;
}

/** The candles that a request means. @param read of one instrument and interval */
export function candlesAsked(
  read: (query: CandleQuery) => CandleView[],
  request: CandleRequest,
  endTime: number | undefined,
): CandleView[] {
  const startTime = request.startTime === undefined ? undefined : Number(request.startTime);
  if (startTime !== undefined && startTime > Number(request.endTime ?? startTime)) {
    // Who asks for what comes after the last candle ends the window now, before its begin.
    const newest = read({ limit: 1 })[0];
    if (newest === undefined || startTime >= newest.openTime) return [];
    throw new WireError('timeOrder');
  }
  return read({ startTime, endTime, limit: Number(request.limit ?? LIMIT) });
}

function candleRow(views: Views, instrument: Instrument, candle: CandleView): string[] {
  return [
    ...candleTexts(instrument, candle),
    usdtVolumeText(views, instrument, candle.quoteVolume),
    amountText(knownAsset(views, instrument.quote), candle.quoteVolume),
  ];
}
