/** The wire contract about perpetual contracts: terms, account, settings, orders. */

import type { FuturesAccount } from '@halcyon/domain/web';
import { type Body, post, type RouteAnswer, read } from './trading.ts';
import type { OrderAck, PositionMarginMode, PosMode } from './types.ts';
import { web } from './web.ts';

/** What the wire calls the contracts that are margined in USDT. */
export const USDT_FUTURES = 'USDT-FUTURES';
/** The coin of their margin. */
export const MARGIN_COIN = 'USDT';

/** A contract and the limits that the engine enforces. */
export type ContractRow = RouteAnswer<'/api/v2/mix/market/contracts'>[number];

/** All contracts. */
export function fetchContracts(signal?: AbortSignal): Promise<ContractRow[]> {
  return read('/api/v2/mix/market/contracts', { productType: USDT_FUTURES }, signal);
}

/** Body of a limit or market order. */
export type ContractOrderBody = Uncoined<Body<'/api/v2/mix/order/place-order'>>;
/** Body of a trigger order or a trailing stop. */
export type ContractPlanBody = Uncoined<Body<'/api/v2/mix/order/place-plan-order'>>;
/** What is the same for all contracts is added here. */
type Uncoined<B> = Omit<B, 'productType' | 'marginCoin'>;

const OF_CONTRACTS = { productType: USDT_FUTURES, marginCoin: MARGIN_COIN } as const;

/** Places a limit or market order. */
export function placeContractOrder(body: ContractOrderBody): Promise<OrderAck> {
  return post('/api/v2/mix/order/place-order', { ...OF_CONTRACTS, ...body });
}

/** Places a trigger order or a trailing stop. */
export function placeContractPlan(body: ContractPlanBody): Promise<OrderAck> {
  return post('/api/v2/mix/order/place-plan-order', { ...OF_CONTRACTS, ...body });
}

/** Sets the leverage; of one side where only it is meant. */
export function setLeverage(
  symbol: string,
  leverage: number,
  holdSide?: 'long' | 'short',
): Promise<unknown> {
  const body = { ...OF_CONTRACTS, symbol, leverage: String(leverage), holdSide };
  return post('/api/v2/mix/account/set-leverage', body);
}

/** Sets the margin mode of a contract. */
export function setMarginMode(symbol: string, marginMode: PositionMarginMode): Promise<unknown> {
  return post('/api/v2/mix/account/set-margin-mode', { ...OF_CONTRACTS, symbol, marginMode });
}

/** Sets the position mode of all contracts. */
export function setPositionMode(posMode: PosMode): Promise<unknown> {
  return post('/api/v2/mix/account/set-position-mode', { productType: USDT_FUTURES, posMode });
}

/** The account as the engine reckons with it, with one contract. */
export function fetchFuturesAccount(symbol: string): Promise<FuturesAccount> {
  return web('GET /futures/account', { symbol });
}
