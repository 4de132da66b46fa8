/** What the panel under the chart shows: a list of the product, or balances. */
import type { ListName } from '../../desk/lists/list-product.ts';

/** Names of its tabs. */
export type OrdersTab = ListName | 'balances';
