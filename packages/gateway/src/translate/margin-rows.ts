/** Rows of margin accounts, which answers and pushes share. */
import { type Asset, LoanOption, OrderType, wireId } from '@halcyon/domain';
import { LOAN_TYPES, type LoanTypeName } from '@halcyon/domain/web';
import type { DataOf, specs } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { type MarginAccountRef, pairOfRow } from './margin.ts';
import type { CommonOrderFacts } from './order-facts.ts';
import { rowInstrument } from './order-rows.ts';
import { amountText, averagePriceText, priceText, sizeText } from './text.ts';
import { forceWord, orderTypeWord, sideWord } from './words.ts';

type OrderRow = DataOf<typeof specs.crossed.openOrders>['orderList'][number];

/** A balance with what is owed of it. */
export function marginAssetRow(
  views: Views,
  { account, instrument }: MarginAccountRef,
  asset: Asset,
) {
  const { available, held, updatedTime } = views.balance(account, asset.id, instrument);
  const debt = views.loans.debt(account, asset.id, instrument);
  const total = available + held;
  const owed = BigInt(debt.principal) + BigInt(debt.interest);
  const time = String(Math.max(updatedTime, debt.updatedTime));
  return {
    ...pairOfRow(views, instrument),
    coin: asset.code,
    totalAmount: amountText(asset, total),
    available: amountText(asset, available),
    frozen: amountText(asset, held),
    borrow: amountText(asset, debt.principal),
    interest: amountText(asset, debt.interest),
    net: amountText(asset, total - owed),
    coupon: '0',
    cTime: time,
    uTime: time,
  };
}

const { autoLoan, autoRepay } = LoanOption;
/** What an order's `loanType` stands for. */
export const LOAN_OPTIONS = {
  normal: 0,
  autoLoan,
  autoRepay,
  autoLoanAndRepay: autoLoan | autoRepay,
} as const satisfies Record<LoanTypeName, number>;

/** The word of an order's options. */
export function loanTypeWord(options: number): LoanTypeName {
  const own = options & (autoLoan | autoRepay);
  return LOAN_TYPES.find((word) => LOAN_OPTIONS[word] === own) ?? 'normal';
}

/** A row of an order. */
export function marginOrderRow(views: Views, order: CommonOrderFacts): OrderRow {
  const instrument = rowInstrument(views, order.instrument);
  const quote = views.asset(instrument.quote);
  const market = order.type === OrderType.market;
  const byQuote = order.quoteAmount > 0;
  const worth = BigInt(order.price) * BigInt(order.quantity) * BigInt(instrument.quoteFactor);
  // A market order has its size in one coin; in the other it says what it traded, where clients read the cost.
  const inQuote = market ? order.filledQuote : worth;
  return {
    orderId: wireId(order.id),
    symbol: instrument.symbol,
    orderType: orderTypeWord(order.type),
    enterPointSource: 'API',
    clientOid: order.clientId,
    loanType: loanTypeWord(order.options),
    price: market ? '0' : priceText(instrument, order.price),
    side: sideWord(order.side),
    status: order.status,
    baseSize: sizeText(instrument, byQuote ? order.filledLots : order.quantity),
    quoteSize: amountText(quote, byQuote ? order.quoteAmount : inQuote),
    priceAvg: averagePriceText(instrument, order.filledLots, order.filledQuote),
    size: sizeText(instrument, order.filledLots),
    amount: amountText(quote, order.filledQuote),
    force: market ? '' : forceWord(order.timeInForce),
    cTime: String(order.createdTime),
    uTime: String(order.updatedTime),
  };
}
