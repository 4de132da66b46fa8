/**
 * What a product is to keys, commands and the ladder: its order form's rules, its open orders, and what
 * closes what there is of an instrument.
 */

import type { OrderListName } from '@halcyon/domain/web';
import type { QueryKey } from '../../../data/query/query.ts';
import type { QueryClient } from '../../../data/query/query-client.ts';
import type { OrderDraft, SideName } from '../order-form/draft.ts';
import type { FormMarket, OrderProduct, OrderSums } from '../order-form/order-product.ts';

/** An open limit order. */
export interface DeskOrder {
  readonly id: string;
  readonly symbol: string;
  readonly side: SideName;
  readonly price: string;
  /** Base coins that are still to be filled, wide. */
  readonly open: bigint;
}

/** See the head of the file. */
export interface DeskProduct<M extends FormMarket = FormMarket, S extends OrderSums = OrderSums> {
  readonly form: OrderProduct<M, S>;
  /** Its open orders, where all of them are cancelled. */
  readonly list: OrderListName;
  /** What is read again after orders were changed. */
  readonly changes: QueryKey;
  /** A hook: open orders of all instruments, newest first. */
  useOrders(): readonly DeskOrder[];
  cancel(order: DeskOrder, client: QueryClient): Promise<unknown>;
  /** Absent: its orders cannot be amended. */
  amend?(order: DeskOrder, price: string): Promise<unknown>;
  /**
   * The orders that close so much of what there is; none where there is nothing, null while that is not
   * known.
   * @param freed base coins that orders hold which are cancelled first, wide
   */
  closing(market: M, percent: number, freed: bigint): readonly OrderDraft[] | null;
  /** Sends one of them, where that differs from sending an order of the form. */
  sendClosing?(draft: OrderDraft, market: M): ReturnType<OrderProduct<M, S>['send']>;
}
