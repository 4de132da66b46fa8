/** The open order that a change is about: its instrument decides how the change is read. */
import type { AccountId } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import type { OrderView, Views } from '@halcyon/views';
import { type OrderRefusal, orderRefusal } from '../http/context.ts';
import { rowInstrument } from './order-rows.ts';
import { type NamedOrder, orderName } from './orders.ts';

/** An order of the account and how refusals about it are explained. */
export interface OpenOrder {
  readonly order: OrderView;
  readonly refused: OrderRefusal;
}

/**
 * The named order. Throws WireError orderNotFound when the account has none of that name that is open,
 * or has it in another instrument than `symbol`.
 */
export function openOrder(
  views: Views,
  request: NamedOrder & { readonly symbol?: string },
  account: AccountId,
): OpenOrder {
  const { order: id, clientId } = orderName(request);
  const order = id === 0 ? views.orderByClientId(account, clientId) : views.order(id);
  if (order === undefined || order.account !== account || order.doneReason !== null) {
    throw new WireError('orderNotFound');
  }
  const instrument = rowInstrument(views, order.instrument);
  if (request.symbol !== undefined && request.symbol !== instrument.symbol) {
    throw new WireError('orderNotFound');
  }
  return { order, refused: orderRefusal(views, instrument, order.side) };
}
