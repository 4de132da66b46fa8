import type { Instrument } from '@halcyon/domain';
import { intervalOfGranularity, specs, WireError } from '@halcyon/protocol';
import type { CandleQuery, CandleView, Views } from '@halcyon/views';
import { instrumentOf, knownAsset, publicRoute } from '../../http/context.ts';
import { amountText, priceText, sizeText } from '../../translate/text.ts';
import { usdtVolumeText } from '../../translate/value.ts';

const LIMIT = 100;

/** Latest candles, or those of a window. */
export const candles = publicRoute(specs.market.candles, ({ views }, request) => {
  checkOrder(request);
  return candleRows(views, request.symbol, request.granularity, {
    startTime: numberOf(request.startTime),
    endTime: numberOf(request.endTime),
    limit: numberOf(request.limit) ?? LIMIT,
  });
});

/** Candles that open before `endTime`. */
export const historyCandles = publicRoute(specs.market.historyCandles, ({ views }, request) => {
  checkOrder(request);
  return candleRows(views, request.symbol, request.granularity, {
    startTime: numberOf(request.startTime),
    endTime: Number(request.endTime) - 1,
    limit: numberOf(request.limit) ?? LIMIT,
  });
});

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function checkOrder(request: { readonly startTime?: string; readonly endTime?: string }): void {
  const { startTime, endTime } = request;
  if (startTime === undefined || endTime === undefined) return;
  if (Number(startTime) > Number(endTime)) throw new WireError('timeOrder');
}

function candleRows(
  views: Views,
  symbol: string,
  granularity: string,
  query: CandleQuery,
): string[][] {
  const instrument = instrumentOf(views, symbol);
  const interval = intervalOfGranularity(granularity);
  if (interval === null) {
    throw new WireError('fieldValue', {
      field: 'granularity',
      expected: 'a known interval',
      value: granularity,
    });
  }
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
