/** Rows of pushes about margin accounts, JSON texts; what REST's rows say too comes from there. */
import { type AssetId, type InstrumentId, NO_PAIR, wireId } from '@halcyon/domain';
import type { ChannelRow } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import type { MarginAccountRef } from '../translate/margin.ts';
import { marginAssetRow, marginOrderRow } from '../translate/margin-rows.ts';
import { factsOfView } from '../translate/order-facts.ts';
import { amountText, priceText } from '../translate/text.ts';
import { selfTradeWord } from '../translate/words.ts';
import type { OrderMoment } from './rows.ts';

/** A row of the account-crossed or account-isolated channel. */
export function marginBalanceJson(views: Views, place: MarginAccountRef, id: AssetId): string {
  const asset = views.asset(id);
  if (asset === undefined) throw new Error(`asset ${id} is not in the views`);
  const { totalAmount, net, cTime, ...row } = marginAssetRow(views, place, asset);
  const pushed: ChannelRow<'MARGIN', 'account-crossed'> = { id: wireId(place.account), ...row };
  return JSON.stringify(pushed);
}

/** A row of the channels of orders; what was filled is all of the order's fills. */
export function marginOrderJson(views: Views, { order, ...moment }: OrderMoment): string {
  const { priceAvg, size, amount, ...row } = marginOrderRow(views, {
    ...factsOfView(order),
    ...moment,
    fee: BigInt(moment.fee),
    profit: BigInt(moment.profit),
    filledLots: moment.filledBase,
    updatedTime: moment.time,
  });
  const feeAsset = views.asset(order.feeAsset);
  const totalFee = amountText(feeAsset, -moment.fee);
  const feeCoin = feeAsset?.code ?? '';
  const fee = { feeCoin, deduction: 'no', totalDeductionFee: '0', totalFee } as const;
  return JSON.stringify({
    ...row,
    fillPrice: priceAvg,
    baseVolume: size,
    fillTotalAmount: amount,
    feeDetail: moment.filledBase === 0 ? [] : [fee],
    stpMode: selfTradeWord(order.selfTrade),
  } satisfies ChannelRow<'MARGIN', 'orders-crossed'>);
}

/** Rows of index-price: pairs by which lent coins are valued, once they have a price. */
export function indexPriceRows(views: Views, only: InstrumentId | null): string[] {
  const rows: string[] = [];
  for (const { market, index, indexTime } of views.loans.coins()) {
    const instrument = market === NO_PAIR || index === 0 ? undefined : views.instrument(market);
    if (instrument === undefined || (only !== null && only !== market)) continue;
    rows.push(
      JSON.stringify({
        symbol: instrument.symbol,
        baseCoin: views.asset(instrument.base)?.code ?? '',
        quoteCoin: views.asset(instrument.quote)?.code ?? '',
        indexPrice: priceText(instrument, index),
        ts: String(indexTime),
      } satisfies ChannelRow<'MARGIN', 'index-price'>),
    );
  }
  return rows;
}
