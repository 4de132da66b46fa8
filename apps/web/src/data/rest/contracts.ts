/** The wire contract about perpetual contracts: terms, account, settings, orders. */

import type { FuturesAccount } from '@halcyon/domain/web';
import { get, post } from './http.ts';
import type { OrderAck } from './types.ts';
import { web } from './web.ts';

/** What the wire calls the contracts that are margined in USDT. */
export const USDT_FUTURES = 'USDT-FUTURES';
/** The coin of their margin. */
export const MARGIN_COIN = 'USDT';

/** A contract and the limits that the engine enforces. */
export interface ContractRow {
  symbol: string;
  baseCoin: string;
  quoteCoin: string;
  minTradeNum: string;
  maxOrderQty: string;
  takerFeeRate: string;
  makerFeeRate: string;
  pricePlace: string;
  volumePlace: string;
  symbolStatus: string;
  minTradeUSDT: string;
  buyLimitPriceRatio: string;
  sellLimitPriceRatio: string;
  maxSymbolOrderNum: string;
}

/** All contracts. */
export function fetchContracts(signal?: AbortSignal): Promise<ContractRow[]> {
  const query = { productType: USDT_FUTURES };
  return get<ContractRow[]>('/api/v2/mix/market/contracts', query, signal);
}

/** What the wire calls the position modes and margin modes. */
export type PositionModeWord = 'one_way_mode' | 'hedge_mode';
export type MarginModeWord = 'crossed' | 'isolated';

/** What an order of a contract is for, as the wire says it. */
interface OrderHead {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly size: string;
  readonly orderType: 'limit' | 'market';
  readonly clientOid: string;
  readonly marginMode: MarginModeWord;
  /** In hedge mode alone: what happens to the position that `side` names. */
  readonly tradeSide?: 'open' | 'close';
  /** In one-way mode alone. */
  readonly reduceOnly?: 'YES' | 'NO';
}

/** Body of a limit or market order. */
export interface ContractOrderBody extends OrderHead {
  readonly force: 'gtc' | 'ioc' | 'fok' | 'post_only';
  readonly price?: string;
  readonly presetStopSurplusPrice?: string;
  readonly presetStopLossPrice?: string;
}

/** Which price sets a plan off: the last one, the mark price or the index. */
export type TriggerWord = 'fill_price' | 'mark_price' | 'index_price';

/** Body of a trigger order or a trailing stop. */
export interface ContractPlanBody extends OrderHead {
  readonly planType: 'normal_plan' | 'track_plan';
  readonly triggerType: TriggerWord;
  readonly triggerPrice?: string;
  readonly price?: string;
  readonly callbackRatio?: string;
}

function order<T>(what: string, body: OrderHead): Promise<T> {
  const { symbol, ...rest } = body;
  return post<T>(`/api/v2/mix/order/${what}`, { ...contractOf(symbol), ...rest });
}

function contractOf(symbol: string) {
  return { symbol, productType: USDT_FUTURES, marginCoin: MARGIN_COIN };
}

/** Places a limit or market order. */
export function placeContractOrder(body: ContractOrderBody): Promise<OrderAck> {
  return order('place-order', body);
}

/** Places a trigger order or a trailing stop. */
export function placeContractPlan(body: ContractPlanBody): Promise<OrderAck> {
  return order('place-plan-order', body);
}

/** Sets the leverage; of one side where only it is meant. */
export function setLeverage(
  symbol: string,
  leverage: number,
  holdSide?: 'long' | 'short',
): Promise<unknown> {
  const body = { ...contractOf(symbol), leverage: String(leverage), holdSide };
  return post('/api/v2/mix/account/set-leverage', body);
}

/** Sets the margin mode of a contract. */
export function setMarginMode(symbol: string, marginMode: MarginModeWord): Promise<unknown> {
  return post('/api/v2/mix/account/set-margin-mode', { ...contractOf(symbol), marginMode });
}

/** Sets the position mode of all contracts. */
export function setPositionMode(posMode: PositionModeWord): Promise<unknown> {
  return post('/api/v2/mix/account/set-position-mode', { productType: USDT_FUTURES, posMode });
}

/** The account as the engine reckons with it, with one contract. */
export function fetchFuturesAccount(symbol: string): Promise<FuturesAccount> {
  return web('GET /futures/account', { symbol });
}
