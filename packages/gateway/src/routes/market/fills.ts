import { type Instrument, wireId } from '@halcyon/domain';
import { type DataOf, readPage, specs, type WirePageRequest } from '@halcyon/protocol';
import type { TradeView, Views } from '@halcyon/views';
import { instrumentOf, publicRoute } from '../../http/context.ts';
import { priceText, sizeText } from '../../translate/text.ts';
import { sideWord } from '../../translate/words.ts';

type TradeRow = DataOf<typeof specs.market.fills>[number];

const RECENT_LIMIT = 100;
const HISTORY_LIMIT = 500;

/** The latest public trades. */
export const fills = publicRoute(specs.market.fills, ({ views }, request) =>
  latestTrades(views, instrumentOf(views, request.symbol), request.limit),
);

/** Public trades by time or page. */
export const fillsHistory = publicRoute(specs.market.fillsHistory, ({ views }, request) =>
  pastTrades(views, instrumentOf(views, request.symbol), request),
);

/** Rows of an instrument's latest trades. */
export function latestTrades(views: Views, instrument: Instrument, limit?: string): TradeRow[] {
  const count = Number(limit ?? RECENT_LIMIT);
  return views.trades(instrument.id, count).map((trade) => tradeRow(instrument, trade));
}

/** Rows of an instrument's trades by time or page. */
export function pastTrades(
  views: Views,
  instrument: Instrument,
  request: WirePageRequest,
): TradeRow[] {
  const { limit, ...query } = readPage(request, HISTORY_LIMIT);
  return views.trades(instrument.id, limit, query).map((trade) => tradeRow(instrument, trade));
}

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
