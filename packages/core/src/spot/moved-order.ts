/** What a resting order must satisfy to go to another price, or to a larger size. */
import { KEPT_OPTIONS, OrderType, Reject, TimeInForce } from '@halcyon/domain';
import {
  ORDER_LANES,
  ORDER_WORDS,
  OrderFlag,
  OrderLane,
  OrderWord,
} from '../matching/order-record.ts';
import type { CommandOutcome } from '../outcome.ts';
import type { State } from '../state/state.ts';
import { checkChanged, checkLimitSize, checkState } from './order-checks.ts';
import { NO_ATTACHED } from './order-request.ts';
import { selfTradeOf } from './own-order.ts';
import type { SpotTrading } from './spot-trading.ts';

/** Whether the order in `slot` may have this price and this size, what has traded of it included. */
export function checkMoved(
  state: State,
  trading: SpotTrading,
  out: CommandOutcome,
  slot: number,
  price: number,
  quantity: number,
): boolean {
  const market = trading.marketOf(slot);
  const { f64, i32 } = state.orders;
  const lane = slot * ORDER_LANES;
  const word = slot * ORDER_WORDS;
  const flags = i32[word + OrderWord.flags]!;
  const side = (flags & OrderFlag.side) as 0 | 1;
  const postOnly = ((flags >>> OrderFlag.timeInForceShift) & 3) === TimeInForce.postOnly;
  if (!checkState(market, out, postOnly)) return false;
  if (!checkLimitSize(market, out, side, price, quantity)) return false;
  const before = {
    price: f64[lane + OrderLane.price]!,
    quantity: f64[lane + OrderLane.quantity]!,
  };
  if (!checkChanged(market, out, before, { price, quantity })) return false;
  if (postOnly && market.book.crosses(side, price)) {
    const other = market.book.best(side === 0 ? 1 : 0);
    return out.refuse(Reject.postOnlyWouldTake, other, price);
  }
  const request = {
    options: (flags >>> OrderFlag.optionsShift) & KEPT_OPTIONS,
    ...NO_ATTACHED,
    account: i32[word + OrderWord.account]!,
    instrument: market.instrument.id,
    side,
    type: OrderType.limit,
    timeInForce: TimeInForce.gtc,
    selfTrade: selfTradeOf(flags),
    price,
    quantity: f64[lane + OrderLane.remaining]! + quantity - before.quantity,
    quoteAmount: 0,
    clientId: '',
  };
  if (market.contract !== null) return trading.contracts.orders.checkChange(market, request, slot);
  if ((flags & OrderFlag.margin) !== 0) return trading.margin.checkChange(market, request, slot);
  const balance = i32[word + OrderWord.balance]!;
  return trading.checkMoney(market, request, balance, trading.heldBy(market, slot));
}
