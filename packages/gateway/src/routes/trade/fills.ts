import { wireId, wireUserId } from '@halcyon/domain';
import { type DataOf, readPage, specs } from '@halcyon/protocol';
import { type FillRecord, Liquidity } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { signedRoute } from '../../http/context.ts';
import { instrumentFilter } from '../../translate/lists.ts';
import { rowInstrument } from '../../translate/order-rows.ts';
import { amountText, priceText, sizeText } from '../../translate/text.ts';
import { orderTypeWord, sideOf, sideWord } from '../../translate/words.ts';
import { namedOrder } from './order-info.ts';

type FillRow = DataOf<typeof specs.trade.tradeFills>[number];

const LIMIT = 100;

/** The caller's trades. */
export const tradeFills = signedRoute(specs.trade.tradeFills, async (context, request, caller) => {
  const { views, history } = context;
  const { account, user } = caller;
  const { before, ...page } = readPage(request, LIMIT);
  const named = await namedOrder(context, caller, request);
  if (named === null) return [];
  const order = named?.id;
  const side = request.side === undefined ? undefined : sideOf(request.side);
  const query = { account, ...instrumentFilter(views, request), order, side, ...page };
  const rows = await history.fills(
    { ...query, idLessThan: before },
    { minSeq: views.lastAckSeq(account) },
  );
  return rows.map((fill) => fillRow(views, user, fill));
});

/** A trade as a row. */
export function fillRow(views: Views, user: number, fill: FillRecord): FillRow {
  const instrument = rowInstrument(views, fill.instrument);
  const feeAsset = views.asset(fill.feeAsset);
  return {
    userId: wireUserId(views.shownAs(user)),
    symbol: instrument.symbol,
    orderId: wireId(fill.order),
    tradeId: wireId(fill.trade),
    orderType: orderTypeWord(fill.type),
    side: sideWord(fill.side),
    priceAvg: priceText(instrument, fill.price),
    size: sizeText(instrument, fill.quantity),
    amount: amountText(views.asset(instrument.quote), fill.quote),
    feeDetail: {
      deduction: 'no',
      feeCoin: feeAsset?.code ?? '',
      totalDeductionFee: '',
      totalFee: amountText(feeAsset, -fill.fee),
    },
    tradeScope: fill.liquidity === Liquidity.taker ? 'taker' : 'maker',
    cTime: String(fill.time),
    uTime: String(fill.time),
  };
}
