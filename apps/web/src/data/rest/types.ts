/** Rows of the trading API that the page reads, by the names that it uses. Decimals and ids are texts. */

import type { OpenOrderRows } from '@halcyon/protocol/web';
import type { PostAnswer, RouteAnswer } from './trading.ts';

/** An instrument and the limits that the engine enforces. */
export type SymbolRow = RouteAnswer<'/api/v2/spot/public/symbols'>[number];

/** [ts, open, high, low, close, base volume, USDT volume, quote volume] */
export type CandleRow = RouteAnswer<'/api/v2/spot/market/candles'>[number];

/** Balance of one coin; `frozen` is what open orders hold. */
export type AssetRow = RouteAnswer<'/api/v2/spot/account/assets'>[number];

/** A coin of the funding account. */
export type FundingRow = RouteAnswer<'/api/v2/account/funding-assets'>[number];

/** An open order as the wire sends it: the limit price is in `priceAvg`. */
export type UnfilledRow = OpenOrderRows['book'] & Partial<OpenOrderRows['crossedBook']>;

/** A fill of the account, of spot or margin. Fees are negative when paid. */
export type FillRow = Omit<RouteAnswer<'/api/v2/spot/trade/fills'>[number], 'userId'>;

/** A trigger (plan) order. */
export type PlanRow = RouteAnswer<'/api/v2/spot/trade/current-plan-order'>['orderList'][number];

/** A deposit. */
export type DepositRow = RouteAnswer<'/api/v2/spot/wallet/deposit-records'>[number];

/** A withdrawal; the fee that was paid is below zero. */
export type WithdrawalRow = RouteAnswer<'/api/v2/spot/wallet/withdrawal-records'>[number];

/** Either. */
export type WalletRow = DepositRow | WithdrawalRow;

/** A transfer between accounts of the user. */
export type TransferRow = RouteAnswer<'/api/v2/spot/account/transferRecords'>[number];

/** What names an order that was placed, amended or cancelled. */
export type OrderAck = PostAnswer<'/api/v2/spot/trade/place-order'>;

type Position = RouteAnswer<'/api/v2/mix/position/all-position'>[number];
/** Direction of a position, whether there can be two of a contract, and what backs it. */
export type HoldSide = Position['holdSide'];
export type PosMode = Position['posMode'];
export type PositionMarginMode = Position['marginMode'];
/** Which price sets a plan off: the last one, the mark price or the index. */
export type PlanTriggerWord = PlanRow['triggerType'];
