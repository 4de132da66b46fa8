import type { Instrument } from '@halcyon/domain';
import { type Granularity, intervalOfGranularity, specs, WireError } from '@halcyon/protocol';
import type { CandleView, Views } from '@halcyon/views';
import { instrumentOf, knownAsset, publicRoute } from '../../http/context.ts';
import { amountText, priceText, sizeText } from '../../translate/text.ts';
import { usdtVolumeText } from '../../translate/value.ts';

const LIMIT = 100;

/** Latest candles, or those of a window. */
export const candles = publicRoute(specs.market.candles, ({ views }, request) =>
  candleRows(views, request, numberOf(request.endTime)),
);

/** Candles that open before `endTime`. */
export const historyCandles = publicRoute(specs.market.historyCandles, ({ views }, request) =>
  candleRows(views, request, Number(request.endTime) - 1),
);

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

interface Request {
  readonly symbol: string;
  readonly granularity: Granularity;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly limit?: string;
}

/** @param endTime the last moment at which a candle may open */
function candleRows(views: Views, request: Request, endTime: number | undefined): string[][] {
  const instrument = instrumentOf(views, request.symbol);
  const interval = intervalOfGranularity(request.granularity);
  const startTime = numberOf(request.startTime);
  if (startTime !== undefined && startTime > Number(request.endTime ?? startTime)) {
    // Who asks for what comes after the last candle ends the window now, before its begin.
    const newest = views.candles(instrument.id, interval, { limit: 1 })[0];
    if (newest === undefined || startTime >= newest.openTime) return [];
    throw new WireError('timeOrder');
  }
  const query = { startTime, endTime, limit: numberOf(request.limit) ?? LIMIT };
  return views
    .candles(instrument.id, interval, query)
    .map((candle) => candleRow(views, instrument, candle));
}

function candleRow(views: Views, instrument: Instrument, candle: CandleView): string[] {
  return [
    String(candle.openTime),
    priceText(instrument, candle.open),
    priceText(instrument, candle.high),
    priceText(instrument, candle.low),
    priceText(instrument, candle.close),
    sizeText(instrument, candle.baseVolume),
    usdtVolumeText(views, instrument, candle.quoteVolume),
    amountText(knownAsset(views, instrument.quote), candle.quoteVolume),
  ];
}
