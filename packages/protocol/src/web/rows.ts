/** Rows of the web app's lists that are those of the trading API. */
import type {
  FuturesLogName,
  LiquidationRow,
  LoanTypeName,
  OpenListName,
  OpenOrderPage,
  OrderPage,
  ParentOrderRow,
} from '@halcyon/domain/web';
import type { AnsweredAt } from '../routes/registry.ts';

/** With the parent order whose order it is; '' = of none. */
type OpenOrder = AnsweredAt<'GET /api/v2/spot/trade/unfilled-orders'>[number] & {
  readonly parent: string;
};
/** As those of spot, with the rule by which they borrow. */
type MarginOpenOrder = OpenOrder & { readonly loanType: LoanTypeName };
type PendingOrders = AnsweredAt<'GET /api/v2/mix/order/orders-pending'>;
type PendingPlans = AnsweredAt<'GET /api/v2/mix/order/orders-plan-pending'>;
/** A page says by itself where the next one begins. */
type Unpaged<Row> = Omit<Row, 'endId'>;

/** What has not ended, by list. */
export interface OpenOrderRows extends Record<OpenListName, object> {
  readonly book: OpenOrder;
  readonly plans: AnsweredAt<'GET /api/v2/spot/trade/current-plan-order'>['orderList'][number];
  readonly contractBook: Unpaged<PendingOrders['entrustedList'][number]>;
  readonly contractPlans: Unpaged<PendingPlans['entrustedList'][number]>;
  readonly crossedBook: MarginOpenOrder;
  readonly isolatedBook: MarginOpenOrder;
  readonly parents: ParentOrderRow;
}
export type OpenOrders = OpenOrderPage<OpenOrderRows[OpenListName]>;

/** The past of a futures account, by list. `endId`: what the page behind a row is asked for with. */
export interface FuturesLogRows extends Record<FuturesLogName, { readonly endId: string }> {
  readonly fills: AnsweredAt<'GET /api/v2/mix/order/fills'>['fillList'][number];
  readonly ledger: AnsweredAt<'GET /api/v2/mix/account/bill'>['bills'][number];
  readonly funding: AnsweredAt<'GET /api/v2/mix/account/bill'>['bills'][number];
  readonly positions: AnsweredAt<'GET /api/v2/mix/position/history-position'>['list'][number];
  readonly liquidations: LiquidationRow & { readonly endId: string };
}
/**
 * `GET /futures/log?list=&symbol=&startTime=&endTime=&before=&limit=`, newest first; the window of
 * positions is one of their ends. Fills take `side` and `order`: those of this order alone; the ledger
 * `businessType`, fundings `way`, positions `holdSide` and `mode`, liquidations `mode`. Rows are those
 * of the trading API's lists, with `endId`: what the page behind a row is asked for with; liquidations
 * have a row of their own.
 */
export type FuturesLog = OrderPage<FuturesLogRows[FuturesLogName]>;

/** All that changed the money of a copy portfolio, as the ledger of a futures account has it. */
export type CopyLedgerPage = OrderPage<FuturesLogRows['ledger']>;

/**
 * `GET /ledger?account=&coin=&businessType=&startTime=&endTime=&before=&limit=`, newest first, over any span
 * of time. Rows are those of the trading API's `spot/account/bills`, which has no list of the funding account;
 * but the fee of a withdrawal, which is counted to the withdrawals there, is `withdraw_fee`, as in files.
 */
export type LedgerPage = OrderPage<Omit<Bill, 'businessType'> & LedgerEntry>;
type Bill = AnsweredAt<'GET /api/v2/spot/account/bills'>[number];
interface LedgerEntry {
  readonly businessType: Bill['businessType'] | 'withdraw_fee';
}
