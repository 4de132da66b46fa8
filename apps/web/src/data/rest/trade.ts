/** Orders, plans, fills, balances and records of the signed-in person. */

import type {
  FundingWay,
  MarginKind,
  MarginLedgerGroup,
  OrderEndName,
  OrderKindName,
} from '@halcyon/domain/web';
import { type Body, post, read } from './trading.ts';
import type { AssetRow, FillRow, FundingRow, OrderAck } from './types.ts';

const TRADE = '/api/v2/spot/trade';

/** Filters and the paging cursor of a record query. */
export interface RecordQuery {
  readonly symbol?: string | undefined;
  readonly coin?: string | undefined;
  readonly groupType?: string | undefined;
  /** Of margin alone: of which account, and of what the ledger's entries come. */
  readonly account?: MarginKind | undefined;
  readonly group?: MarginLedgerGroup | undefined;
  /** Of the ledger alone. */
  readonly businessType?: string | undefined;
  /** Of orders and fills. */
  readonly side?: 'buy' | 'sell' | undefined;
  /** Of positions and liquidations of contracts, and of fundings. */
  readonly holdSide?: 'long' | 'short' | undefined;
  readonly mode?: MarginKind | undefined;
  readonly way?: FundingWay | undefined;
  /** Of orders alone. */
  readonly kind?: OrderKindName | undefined;
  readonly status?: OrderEndName | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly idLessThan?: string | undefined;
  readonly limit: number;
}

/** Which fills are wanted. */
export interface FillQuery extends RecordQuery {
  /** Those of this order alone. */
  readonly orderId?: string;
}

/** What records are narrowed by besides pair or coin and time; what is not there narrows nothing. */
export type RecordFilterFields = Pick<
  RecordQuery,
  'account' | 'side' | 'kind' | 'status' | 'businessType' | 'group' | 'holdSide' | 'mode' | 'way'
>;

/** Body of a place-order call: wire names, decimals as text. */
export type OrderBody = Body<'/api/v2/spot/trade/place-order'>;

/** Body of a trigger order or a trailing stop. */
export type PlanBody = Body<'/api/v2/spot/trade/place-plan-order'>;

/** Places a limit or market order. */
export function placeOrder(body: OrderBody): Promise<OrderAck> {
  return post(`${TRADE}/place-order`, body);
}

/** Places a trigger order or a trailing stop. */
export function placePlanOrder(body: PlanBody): Promise<OrderAck> {
  return post(`${TRADE}/place-plan-order`, body);
}

/** Places two orders of which one cancels the other. */
export function placeOcoOrder(body: Body<'/api/v2/spot/trade/place-oco-order'>): Promise<OrderAck> {
  return post(`${TRADE}/place-oco-order`, body);
}

/** Changes price or quantity of an open order in place. */
export function amendOrder(body: Body<'/api/v2/spot/trade/modify-order'>): Promise<OrderAck> {
  return post(`${TRADE}/modify-order`, body);
}

/** Cancels one open order. */
export function cancelOrder(symbol: string, orderId: string): Promise<OrderAck> {
  return post(`${TRADE}/cancel-order`, { symbol, orderId });
}

/** Changes trigger, price or size of a waiting plan; what is not to change is given as it is. */
export function amendPlanOrder(
  body: Body<'/api/v2/spot/trade/modify-plan-order'>,
): Promise<OrderAck> {
  return post(`${TRADE}/modify-plan-order`, body);
}

/** Cancels one plan order. */
export function cancelPlanOrder(orderId: string): Promise<unknown> {
  return post(`${TRADE}/cancel-plan-order`, { orderId });
}

/** A page of fills, newest first. */
export function fetchFills(query: FillQuery): Promise<FillRow[]> {
  return read(`${TRADE}/fills`, { ...query });
}

/** Balances; with `all` also the coins that were never held. */
export function fetchAssets(all: boolean): Promise<AssetRow[]> {
  return read('/api/v2/spot/account/assets', { assetType: all ? 'all' : 'hold_only' });
}

/** What the funding account holds. */
export function fetchFunding(): Promise<FundingRow[]> {
  return read('/api/v2/account/funding-assets', {});
}
