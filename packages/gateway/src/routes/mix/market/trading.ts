/** The book, trades and candles of a contract. */
import type { Interval } from '@halcyon/domain';
import { intervalOfMixGranularity, type Like, type MixGranularity, specs } from '@halcyon/protocol';
import type { CandleQuery, CandleView, LevelView, Views } from '@halcyon/views';
import {
  type ContractInstrument,
  contractOf,
  knownAsset,
  publicRoute,
} from '../../../http/context.ts';
import { amountText, candleTexts, priceText, sizeText } from '../../../translate/text.ts';
import { type CandleRequest, candlesAsked } from '../../market/candles.ts';
import { latestTrades, pastTrades } from '../../market/fills.ts';
import { mergedBook } from '../../market/merge-depth.ts';

/** The book merged into price steps; its levels are numbers on this wire. */
export const mergeDepth = publicRoute(specs.mix.mergeDepth, ({ views, clock }, request) => {
  const contract = contractOf(views, request.productType, request.symbol);
  const { bids, asks, ...rest } = mergedBook(views, contract, request);
  const rows = (levels: readonly LevelView[]): number[][] =>
    levels.map(({ price, total }) => [
      Number(priceText(contract, price)),
      Number(sizeText(contract, total)),
    ]);
  return { asks: rows(asks), bids: rows(bids), ts: String(clock()), ...rest };
});

/** The latest public trades. */
export const marketFills = publicRoute(specs.mix.marketFills, ({ views }, request) =>
  latestTrades(views, contractOf(views, request.productType, request.symbol), request.limit),
);

/** Public trades by time or page. */
export const marketFillsHistory = publicRoute(specs.mix.marketFillsHistory, ({ views }, request) =>
  pastTrades(views, contractOf(views, request.productType, request.symbol), request),
);

type Line = 'market' | 'mark' | 'index';

/** Latest candles, or those of a window. */
export const candles = publicRoute(specs.mix.candles, ({ views }, request) => {
  const contract = contractOf(views, request.productType, request.symbol);
  const line = request.kLineType ?? 'market';
  return candleRows(views, contract, line, request);
});

function history(spec: Like<typeof specs.mix.historyCandles>, line: Line) {
  return publicRoute(spec, ({ views }, request) => {
    const contract = contractOf(views, request.productType, request.symbol);
    return candleRows(views, contract, line, request);
  });
}

/** Candles of a window further back, of trades, of the mark and of the index price. */
export const historyCandles = history(specs.mix.historyCandles, 'market');
export const historyMarkCandles = history(specs.mix.historyMarkCandles, 'mark');
export const historyIndexCandles = history(specs.mix.historyIndexCandles, 'index');

function candleRows(
  views: Views,
  contract: ContractInstrument,
  line: Line,
  request: CandleRequest & { readonly granularity: MixGranularity },
): string[][] {
  const interval = intervalOfMixGranularity(request.granularity);
  const read = (query: CandleQuery) => readCandles(views, contract.id, line, interval, query);
  const quote = knownAsset(views, contract.quote);
  return candlesAsked(read, request).map((candle) => [
    ...candleTexts(contract, candle),
    amountText(quote, candle.quoteVolume),
  ]);
}

function readCandles(
  views: Views,
  id: number,
  line: Line,
  interval: Interval,
  query: CandleQuery,
): CandleView[] {
  if (line === 'mark') return views.contracts.markCandles(id, interval, query);
  if (line === 'index') return views.contracts.indexCandles(id, interval, query);
  return views.candles(id, interval, query);
}
