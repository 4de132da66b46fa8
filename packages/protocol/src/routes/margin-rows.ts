/** Rows of margin accounts that answers and pushes share, and beside them what a push has instead. */
import { LOAN_TYPES } from '@halcyon/domain/web';
import { list, object, optional, out, without } from '../schema/fields.ts';
import { feeDetail } from './trade-fields.ts';
import { ENTER_POINTS, FORCES, ORDER_STATES, ORDER_TYPES, SIDES, STP_MODES } from './words.ts';

/** A balance with what is owed of it, and its push. */
export const balanceRow = {
  coin: out.text(),
  totalAmount: out.amount('available and frozen'),
  available: out.amount(),
  frozen: out.amount('held by orders'),
  transferable: out.amount('what may be transferred out now'),
  borrow: out.amount('owed, without interest'),
  interest: out.amount('owed'),
  net: out.amount('total less what is owed'),
  coupon: out.amount(),
  cTime: out.millis(),
  uTime: out.millis(),
};
export const balancePush = object({
  ...without(balanceRow, 'totalAmount', 'transferable', 'net', 'cTime'),
  id: out.text('the account'),
  symbol: optional(out.text('of isolated margin: the pair')),
});

/** An order, and its push: what was filled is all of its fills. */
export const orderRow = {
  orderId: out.text(),
  symbol: out.text(),
  orderType: out.word(ORDER_TYPES),
  enterPointSource: out.word(ENTER_POINTS),
  clientOid: out.text(),
  loanType: out.word(LOAN_TYPES),
  price: out.amount(),
  side: out.word(SIDES),
  status: out.word(ORDER_STATES),
  baseSize: out.amount('wanted; 0 of a market buy'),
  quoteSize: out.amount('wanted by a market buy; else price times amount'),
  priceAvg: out.amount('average fill price'),
  size: out.amount('traded'),
  amount: out.amount('traded, in quote'),
  force: out.word(['', ...FORCES], 'empty: market'),
  cTime: out.millis(),
  uTime: out.millis(),
};
export const orderPush = object({
  ...without(orderRow, 'priceAvg', 'size', 'amount'),
  fillPrice: out.amount('average fill price'),
  baseVolume: out.amount('traded'),
  fillTotalAmount: out.amount('traded, in quote'),
  feeDetail: list(feeDetail),
  stpMode: out.word(STP_MODES),
});

/** A push of `index-price`: a pair by which a lent coin is valued. */
export const indexPricePush = object({
  symbol: out.text(),
  baseCoin: out.text(),
  quoteCoin: out.text(),
  indexPrice: out.amount(),
  ts: out.millis(),
});
