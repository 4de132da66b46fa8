import { type Instrument, wireId } from '@halcyon/domain';
import { type DataOf, readPage, specs, TRADES_MAX } from '@halcyon/protocol';
import type { TradeView } from '@halcyon/views';
import { instrumentOf, publicRoute } from '../../http/context.ts';
import { priceText, sizeText } from '../../translate/text.ts';
import { sideWord } from '../../translate/words.ts';

type TradeRow = DataOf<typeof specs.market.fills>[number];

const RECENT_LIMIT = 100;
const HISTORY_LIMIT = 500;

/** The latest public trades. */
export const fills = publicRoute(specs.market.fills, ({ views }, request) => {
  const instrument = instrumentOf(views, request.symbol);
  const limit = Math.min(Number(request.limit ?? RECENT_LIMIT), TRADES_MAX);
  return views.trades(instrument.id, limit).map((trade) => tradeRow(instrument, trade));
});

/** Public trades by time or page. */
export const fillsHistory = publicRoute(specs.market.fillsHistory, ({ views }, request) => {
  const instrument = instrumentOf(views, request.symbol);
  const { limit, ...query } = readPage(request, HISTORY_LIMIT);
  return views.trades(instrument.id, limit, query).map((trade) => tradeRow(instrument, trade));
});

function tradeRow(instrument: Instrument, trade: TradeView): TradeRow {
  return {
    symbol: instrument.symbol,
    tradeId: wireId(trade.trade),
    side: sideWord(trade.takerSide),
    price: priceText(instrument, trade.price),
    size: sizeText(instrument, trade.quantity),
    ts: String(trade.time),
  };
}
