import { type DataOf, specs } from '@halcyon/protocol';
import type { TickerView, Views } from '@halcyon/views';
import { instrumentOf, knownAsset, publicRoute } from '../../http/context.ts';
import { amountText, priceText, rateText, sizeText } from '../../translate/text.ts';
import { usdtVolumeText } from '../../translate/value.ts';

type TickerRow = DataOf<typeof specs.market.tickers>[number];

/** Tickers of one or all instruments. */
export const tickers = publicRoute(specs.market.tickers, ({ views }, { symbol }) => {
  const chosen =
    symbol === undefined ? views.tickers() : [views.ticker(instrumentOf(views, symbol).id)];
  return chosen.flatMap((ticker) => tickerRow(views, ticker));
});

function tickerRow(views: Views, ticker: TickerView): TickerRow[] {
  const instrument = views.instrument(ticker.instrument);
  if (instrument === undefined) return [];
  const price = (ticks: number) => priceText(instrument, ticks);
  return [
    {
      symbol: instrument.symbol,
      high24h: price(ticker.high),
      open: price(ticker.open),
      low24h: price(ticker.low),
      lastPr: price(ticker.last),
      quoteVolume: amountText(knownAsset(views, instrument.quote), ticker.quoteVolume),
      baseVolume: sizeText(instrument, ticker.baseVolume),
      usdtVolume: usdtVolumeText(views, instrument, ticker.quoteVolume),
      bidPr: price(ticker.bidPrice),
      askPr: price(ticker.askPrice),
      bidSz: sizeText(instrument, ticker.bidSize),
      askSz: sizeText(instrument, ticker.askSize),
      openUtc: price(ticker.openUtc),
      ts: String(ticker.time),
      changeUtc24h: rateText(ticker.changeUtcPpm),
      change24h: rateText(ticker.changePpm),
    },
  ];
}
