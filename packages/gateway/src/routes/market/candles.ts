import type { Instrument } from '@halcyon/domain';
import { type Granularity, intervalOfGranularity, specs, WireError } from '@halcyon/protocol';
import type { CandleQuery, CandleView, Views } from '@halcyon/views';
import { instrumentOf, knownAsset, publicRoute } from '../../http/context.ts';
import { amountText, candleTexts } from '../../translate/text.ts';
import { usdtVolumeText } from '../../translate/value.ts';

const LIMIT = 100;

/** Latest candles, or those of a window. */
export const candles = publicRoute(specs.market.candles, ({ views }, request) =>
  candleRows(views, request),
);

/** The same of a window further back. */
export const historyCandles = publicRoute(specs.market.historyCandles, ({ views }, request) =>
  candleRows(views, request),
);

function candleRows(
  views: Views,
  request: CandleRequest & { readonly symbol: string; readonly granularity: Granularity },
): string[][] {
  const instrument = instrumentOf(views, request.symbol);
  const interval = intervalOfGranularity(request.granularity);
  const read = (query: CandleQuery) => views.candles(instrument.id, interval, query);
  return candlesAsked(read, request).map((candle) => candleRow(views, instrument, candle));
}

/** What requests for candles say of time. */
export interface CandleRequest {
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly limit?: string | undefined;
}

/**
 * The candles that a request means: those that open from `startTime` on and before `endTime`, the one that
 * still forms included. A client that asks for `limit` intervals from a candle on gets that candle.
 * @param read of one instrument and interval
 */
export function candlesAsked(
  read: (query: CandleQuery) => CandleView[],
  request: CandleRequest,
): CandleView[] {
  const endTime = request.endTime === undefined ? undefined : Number(request.endTime) - 1;
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
