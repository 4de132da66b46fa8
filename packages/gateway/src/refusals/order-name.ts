/** How requests and commands name an order or a plan that exists. */
import { type AccountId, AccountKind, kindOf, parseWireId } from '@halcyon/domain';
import { type ErrorName, WireError } from '@halcyon/protocol';

/** An order named by a request. */
export interface NamedOrder {
  readonly orderId?: string;
  readonly clientOid?: string;
}

/** How a command names an order: by number, or by client id where the number is 0. */
export interface OrderName {
  readonly order: number;
  readonly clientId: string;
}

/** What a request can name. */
export type Nameable = 'order' | 'plan' | 'parent';

/** Whether an account trades contracts: its refusals have codes of their own. */
export function tradesContracts(account: AccountId): boolean {
  return kindOf(account) === AccountKind.usdtFutures;
}

/** The refusal of a request that names nothing of the account's. */
export function notFound(account: AccountId, what: Nameable = 'order'): ErrorName {
  if (what === 'plan') return 'planNotFound';
  if (what === 'parent') return 'parentNotFound';
  return tradesContracts(account) ? 'contractOrderNotFound' : 'orderNotFound';
}

/**
 * The order that a request of an account names; `orderId` counts where both are given.
 * An id that cannot be one of ours names no order.
 */
export function orderName(
  request: NamedOrder,
  account: AccountId,
  what: Nameable = 'order',
): OrderName {
  if (request.orderId !== undefined) {
    const order = parseWireId(request.orderId);
    if (order === null || order === 0) throw new WireError(notFound(account, what));
    return { order, clientId: '' };
  }
  if (request.clientOid === undefined) {
    throw new WireError('needOneOf', { fields: 'orderId, clientOid' });
  }
  return { order: 0, clientId: request.clientOid };
}
