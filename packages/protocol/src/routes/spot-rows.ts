/** Rows of spot that answers and pushes share, and beside them what a push has instead. */
import { list, object, optional, out, without } from '../schema/fields.ts';
import { feeDetail } from './trade-fields.ts';
import {
  CHILD_FORCES,
  ENTER_POINTS,
  FORCES,
  ORDER_STATES,
  ORDER_TYPES,
  PARENT_STATES,
  PARENT_TYPES,
  PLAN_STATES,
  SIDES,
  SIZE_UNITS,
  SPOT_PLAN_STATES,
  SPOT_PLAN_TYPES,
  STP_MODES,
  TRADE_SCOPES,
  TRIGGER_TYPES,
} from './words.ts';

/** A balance. */
export const assetRow = object({
  coin: out.text(),
  available: out.amount(),
  frozen: out.amount('held by orders'),
  locked: out.amount('held by other things'),
  limitAvailable: out.amount(),
  uTime: out.millis(),
});

/** A push of `orders`: one for every change of an order; the fill's fields only where there was one. */
export const orderPush = object({
  instId: out.text(),
  orderId: out.text(),
  clientOid: out.text(),
  size: out.amount('as placed'),
  newSize: out.amount('as amended'),
  notional: out.amount('value of the order; of a market order what it traded'),
  orderType: out.word(ORDER_TYPES),
  force: out.word(FORCES),
  side: out.word(SIDES),
  price: optional(out.amount('limit price; absent of a market order')),
  fillPrice: optional(out.amount()),
  tradeId: optional(out.text()),
  baseVolume: optional(out.amount('base amount of this fill')),
  fillTime: optional(out.millis()),
  fillFee: optional(out.amount('negative when paid')),
  fillFeeCoin: optional(out.text()),
  tradeScope: optional(out.word(['T', 'M'], 'taker or maker')),
  accBaseVolume: out.amount('base amount of all fills'),
  priceAvg: out.amount('average fill price'),
  status: out.word(ORDER_STATES),
  cTime: out.millis(),
  uTime: out.millis(),
  stpMode: out.word(STP_MODES),
  feeDetail: list(object({ feeCoin: out.text(), fee: out.amount('negative when paid') })),
  enterPointSource: out.word(ENTER_POINTS),
});

/** A fill, and its push. */
export const fillRow = {
  userId: out.text(),
  symbol: out.text(),
  orderId: out.text(),
  tradeId: out.text(),
  orderType: out.word(ORDER_TYPES),
  side: out.word(SIDES),
  priceAvg: out.amount(),
  size: out.amount(),
  amount: out.amount(),
  feeDetail,
  tradeScope: out.word(TRADE_SCOPES),
  cTime: out.millis(),
  uTime: out.millis(),
};
export const fillPush = object({
  ...without(fillRow, 'userId'),
  clientOid: out.text(),
  feeDetail: list(feeDetail),
});

/** A plan that waits or ended, and its push. */
export const planRow = {
  orderId: out.text(),
  clientOid: out.text(),
  symbol: out.text(),
  size: out.amount(),
  executePrice: out.text(),
  triggerPrice: out.amount(),
  status: out.word(SPOT_PLAN_STATES),
  orderType: out.word(ORDER_TYPES),
  side: out.word(SIDES),
  planType: out.word(SPOT_PLAN_TYPES),
  sizeUnit: out.word(SIZE_UNITS, 'what size counts'),
  triggerType: out.word(TRIGGER_TYPES),
  enterPointSource: out.word(ENTER_POINTS),
  callbackRatio: optional(out.text('of a trailing stop: percent')),
  reason: optional(out.text('of status fail_execute: name of the error that refused the order')),
  errorCode: optional(out.text('of status fail_execute: code of that error')),
  uTime: out.millis(),
  cTime: out.millis(),
};
export const planPush = object({
  ...without(planRow, 'symbol'),
  instId: out.text(),
  status: out.word(PLAN_STATES),
  price: out.amount('as triggerPrice'),
  actualSize: out.amount('of the order it became; 0: none'),
  stpMode: out.word(STP_MODES),
});

/** A parent order, and its push. */
export const parentRow = {
  orderId: out.text(),
  clientOid: out.text('orders of it: clientOid is this orderId, # and a number'),
  symbol: out.text(),
  side: out.word(SIDES),
  parentType: out.word(PARENT_TYPES),
  size: out.amount(),
  price: out.text('empty: none, which only twap may have'),
  endPrice: out.text('scaled; else empty'),
  count: out.text('scaled, twap; else empty'),
  displaySize: out.text('iceberg; else empty'),
  duration: out.text('twap: seconds; else empty'),
  slippage: out.text('twap: percent, empty where none was given; else empty'),
  force: out.word(CHILD_FORCES),
  stpMode: out.word(STP_MODES),
  status: out.word(PARENT_STATES),
  reason: optional(out.text('of status paused: name of the error that paused it; absent: you did')),
  errorCode: optional(out.text('code of that error')),
  baseVolume: out.amount('what its orders traded'),
  priceAvg: out.amount('average price of that; 0: nothing'),
  cTime: out.millis(),
  uTime: out.millis(),
};
export const parentPush = object({ ...without(parentRow, 'symbol'), instId: out.text() });
