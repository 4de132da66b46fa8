/** Conversions that were carried out, as rows of the wire. */
import { wireId } from '@halcyon/domain';
import type { DataOf, specs } from '@halcyon/protocol';
import type { OrderRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { factsOfHistory } from '../translate/order-facts.ts';
import { amountText } from '../translate/text.ts';
import { convertedOf, convertPrice } from './terms.ts';

type ConvertRow = DataOf<typeof specs.convert.convertRecord>['dataList'][number];

/** A conversion; its order is what carried it out. */
export function convertRow(views: Views, order: OrderRecord): ConvertRow {
  const { from, to, given, received } = convertedOf(views, factsOfHistory(order));
  return {
    id: wireId(order.id),
    ts: String(order.createdAt),
    fromCoin: from.code,
    fromCoinSize: amountText(from, given),
    toCoin: to.code,
    toCoinSize: amountText(to, received),
    cnvtPrice: convertPrice(from, to, given, received),
    fee: amountText(to, order.fee),
  };
}
