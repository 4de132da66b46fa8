/**
 * What the web app and the server tell each other about orders, besides what the trading API has. All
 * routes lie below `/api/web/v1/orders`, need a session, and are of the venue that the request is
 * marked for. Amounts, prices and ids are text, times Unix ms.
 */
import type { OrderKindName } from '../order-kinds.ts';
import type { MarginKind } from './margin.ts';

export type { OrderKindName } from '../order-kinds.ts';

/** What became of an order that ended: a plan is `executed` when it became an order. */
export const ORDER_ENDS = ['filled', 'cancelled', 'executed', 'failed'] as const;
export type OrderEndName = (typeof ORDER_ENDS)[number];

/** The lists of what has not ended: orders in the book, and plans that wait for a price. */
export const ORDER_LISTS = [
  'book',
  'plans',
  'contractBook',
  'contractPlans',
  'crossedBook',
  'isolatedBook',
] as const;
export type OrderListName = (typeof ORDER_LISTS)[number];

/** These and parent orders of spot, whose orders are in the book and held with it. */
export const OPEN_LISTS = [...ORDER_LISTS, 'parents'] as const;
export type OpenListName = (typeof OPEN_LISTS)[number];

/** Whether a list is of the futures account. */
export function isOfContracts(list: OpenListName): boolean {
  return list === 'contractBook' || list === 'contractPlans';
}

/** The list of a margin account: orders alone, it has no plans. */
export const MARGIN_LISTS = {
  crossed: 'crossedBook',
  isolated: 'isolatedBook',
} as const satisfies Record<MarginKind, OrderListName>;

/** Accounts whose ended orders are listed: that of spot, those of margin, and that of contracts. */
export const HISTORY_ACCOUNTS = ['spot', 'crossed', 'isolated', 'futures'] as const;
export type HistoryAccount = (typeof HISTORY_ACCOUNTS)[number];

/** Most rows of one page. */
export const ORDER_PAGE_MAX = 500;

/** A page of a list: `next` goes into `before` of the request for the page after it; null = none. */
export interface OrderPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** `GET /open?list=&symbol=&before=&limit=`, newest first; rows are those of the trading API's lists, of
 * margin accounts those of spot with `loanType`; those of `book` have `parent`, parent orders are `ParentOrderRow`. */
export interface OpenOrderPage<Row> extends OrderPage<Row> {
  /** Rows of all pages, of all symbols. */
  readonly total: number;
}

/** Open orders that are alike. */
export interface OrderGroup {
  readonly symbol: string;
  readonly kind: OrderKindName;
  readonly side: 'buy' | 'sell';
  readonly count: number;
}

/** `GET /cancellable?list=&symbol=`: what a `POST /cancel` with this `upTo` cancels. */
export interface Cancellable {
  readonly groups: readonly OrderGroup[];
  /** The newest of them; what comes later is not meant. '0' = there is none. */
  readonly upTo: string;
}

/** Body of `POST /cancel`. */
export interface CancelOrders {
  readonly list: OrderListName;
  /** Of this symbol alone. */
  readonly symbol?: string;
  readonly upTo: string;
}

/** Answer to `POST /cancel`: orders that had ended meanwhile count as neither. */
export interface CancelledOrders {
  readonly cancelled: number;
  /** Those that were refused, and still are open. */
  readonly refused: number;
}

/** What a history can be of alone; else it has orders and plans. */
export const HISTORY_PARTS = ['orders', 'plans'] as const;
export type HistoryPart = (typeof HISTORY_PARTS)[number];

/** One ended order or plan: a row of `GET /history?account=&only=`, newest first. */
export interface OrderHistoryRow {
  readonly id: string;
  readonly symbol: string;
  readonly kind: OrderKindName;
  readonly side: 'buy' | 'sell';
  /** Time in force; '' of what never reached the book. */
  readonly force: 'gtc' | 'ioc' | 'fok' | 'post_only' | '';
  /** Limit price; '' = at market. */
  readonly price: string;
  /** '' = none. */
  readonly trigger: string;
  /** Of a trailing stop: percent that the price may come back; '' = none. */
  readonly callback: string;
  /** '' = nothing was filled. */
  readonly average: string;
  /** Zero = all of a position. */
  readonly size: string;
  /** What `size` counts. */
  readonly sizeUnit: 'base' | 'quote';
  readonly filledBase: string;
  readonly fee: string;
  readonly feeCoin: string;
  readonly status: OrderEndName;
  /**
   * Why it ended without being filled whole: a `cancelReason` of the trading API, or the name of the
   * error that refused the order of a plan; '' = as it was meant to.
   */
  readonly reason: string;
  /** Of contracts: what its fills realised before fees, in the settle coin; of plans there is none. */
  readonly profit?: string;
  /** The plan that set an order off, or the order that a plan became; '' = none. */
  readonly linked: string;
  /** The parent order whose order it is; '' = of none. */
  readonly parent: string;
  readonly createdAt: number;
  readonly endedAt: number;
}
