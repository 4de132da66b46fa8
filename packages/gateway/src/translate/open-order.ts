/** The open order that a change is about: its instrument decides how the change is read. */
import type { AccountId } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import type { OrderView, Views } from '@halcyon/views';
import { type OrderRefusal, orderRefusal } from '../http/context.ts';
import { Missing } from '../refusals/missing.ts';
import { type NamedOrder, notFound, orderName } from '../refusals/order-name.ts';
import { rowInstrument } from './order-rows.ts';

/** An order of the account and how refusals about it are explained. */
export interface OpenOrder {
  readonly order: OrderView;
  readonly refused: OrderRefusal;
}

/**
 * The named order. Throws Missing when the account has none of that name that is open, and WireError
 * that there is none when it is in another instrument than `symbol`.
 */
export function openOrder(
  views: Views,
  request: NamedOrder & { readonly symbol?: string },
  account: AccountId,
): OpenOrder {
  const name = orderName(request, account);
  const { order: id, clientId } = name;
  const order = id === 0 ? views.orderByClientId(account, clientId) : views.order(id);
  if (order === undefined || order.account !== account || order.doneReason !== null) {
    throw new Missing('order', account, name);
  }
  const instrument = rowInstrument(views, order.instrument);
  if (request.symbol !== undefined && request.symbol !== instrument.symbol) {
    throw new WireError(notFound(account));
  }
  return { order, refused: orderRefusal(views, instrument, order.side) };
}
