import { wireId } from '@halcyon/domain';
import { readPage, specs } from '@halcyon/protocol';
import { signedRoute } from '../../http/context.ts';
import { instrumentFilter } from '../../translate/lists.ts';
import { rowInstrument } from '../../translate/order-rows.ts';
import { priceText, sizeText } from '../../translate/text.ts';
import { selfTradeWord } from '../../translate/words.ts';

const LIMIT = 100;

/** Trades of the caller with himself that self-trade prevention kept from happening. */
export const preventedMatches = signedRoute(
  specs.trade.preventedMatches,
  async ({ views, history }, request, { account }) => {
    const { before, ...page } = readPage(request, LIMIT);
    const rows = await history.preventedMatches(
      { account, ...instrumentFilter(views, request), ...page, idLessThan: before },
      { minSeq: views.lastAckSeq(account) },
    );
    return rows.map((row) => {
      const instrument = rowInstrument(views, row.instrument);
      return {
        preventedMatchId: wireId(row.id),
        symbol: instrument.symbol,
        takerOrderId: wireId(row.takerOrder),
        makerOrderId: wireId(row.makerOrder),
        price: priceText(instrument, row.price),
        size: sizeText(instrument, row.quantity),
        stpMode: selfTradeWord(row.mode),
        cTime: String(row.time),
      };
    });
  },
);
