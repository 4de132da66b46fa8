/** Positions, orders and records of contracts, by the trading API. Decimals and ids are text. */

import type { FuturesLogName, LiquidationRow } from '@halcyon/domain/web';
import type { FuturesLogRows, OpenOrderRows } from '@halcyon/protocol/web';
import { RequestError } from './api-error.ts';
import { USDT_FUTURES } from './contracts.ts';
import { EXIT_WORDS } from './exit-words.ts';
import { bringRefusalWords } from './refusal-words.ts';
import type { RecordQuery } from './trade.ts';
import { type Body, type PostAnswer, post, type RouteAnswer, read } from './trading.ts';
import type { HoldSide, OrderAck, PositionMarginMode } from './types.ts';
import { web } from './web.ts';

const POSITION = '/api/v2/mix/position';
const ORDER = '/api/v2/mix/order';
const ACCOUNT = '/api/v2/mix/account';

/** The coin that contracts are margined in. */
export const MARGIN_COIN = 'USDT';

/** What every request of contracts says. */
const ASKED = { productType: USDT_FUTURES } as const;
/** The same where the coin is said too. */
const MARGINED = { ...ASKED, marginCoin: MARGIN_COIN } as const;

/** An open order of a contract. */
export type OpenContractOrderRow = OpenOrderRows['contractBook'];
/** An order of a contract that waits for a price. */
export type ContractPlanRow = OpenOrderRows['contractPlans'];
/** A fill of a contract. */
export type ContractFillRow = RouteAnswer<'/api/v2/mix/order/fills'>['fillList'][number];
/** A position that was closed. */
export type ClosedPositionRow =
  RouteAnswer<'/api/v2/mix/position/history-position'>['list'][number];
/** An entry of the futures ledger. */
export type ContractBillRow = RouteAnswer<'/api/v2/mix/account/bill'>['bills'][number];
/** A futures account. */
export type ContractAssetRow = RouteAnswer<'/api/v2/mix/account/accounts'>[number];
/** Place in the row of those that may be deleveraged: 5 is the first fifth. */
export type AdlRow = RouteAnswer<'/api/v2/mix/position/adlRank'>[number];

/** A page behind an id, newest first; an absent id = from the newest. */
export interface ContractPage {
  readonly symbol?: string | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly idLessThan?: string | undefined;
  readonly limit: number;
}

/** Ranks of all open positions. */
export function fetchAdlRanks(): Promise<AdlRow[]> {
  return read(`${POSITION}/adlRank`, ASKED);
}

/** A page of closed positions. */
export async function fetchClosedPositions(page: ContractPage): Promise<ClosedPositionRow[]> {
  return (await read(`${POSITION}/history-position`, { ...ASKED, ...page })).list;
}

/** A page of ended orders. */
export async function fetchContractHistory(
  page: ContractPage,
): Promise<readonly (OpenContractOrderRow & { readonly endId: string })[]> {
  return (await read(`${ORDER}/orders-history`, { ...ASKED, ...page })).entrustedList;
}

/** A page of fills. */
export async function fetchContractFills(page: ContractPage): Promise<readonly ContractFillRow[]> {
  return (await read(`${ORDER}/fills`, { ...ASKED, ...page })).fillList;
}

/** A page of what fundings brought and cost. */
export async function fetchFundingBills(page: ContractPage): Promise<readonly ContractBillRow[]> {
  const query = { ...ASKED, businessType: 'contract_settle_fee', ...page } as const;
  return (await read(`${ACCOUNT}/bill`, query)).bills;
}

/** The futures accounts. */
export function fetchContractAssets(): Promise<ContractAssetRow[]> {
  return read(`${ACCOUNT}/accounts`, ASKED);
}

/** What names a position in a request. */
export interface NamedPosition {
  readonly symbol: string;
  readonly side: HoldSide;
  readonly hedge: boolean;
}

/** The side of a position, as requests name it: in one-way mode by the order that opened it. */
export function holdSideOf({
  side,
  hedge,
}: Omit<NamedPosition, 'symbol'>): HoldSide | 'buy' | 'sell' {
  if (hedge) return side;
  return side === 'long' ? 'buy' : 'sell';
}

/** An order that closes what is open of a position; without a price at market. */
export function closePosition(
  position: NamedPosition & { readonly mode: PositionMarginMode },
  order: { readonly size: string; readonly price?: string; readonly clientOid: string },
): Promise<OrderAck> {
  const { symbol, side, hedge, mode } = position;
  // In hedge mode the side names the position, in one-way mode what the order does.
  const names = hedge
    ? ({ side: side === 'long' ? 'buy' : 'sell', tradeSide: 'close' } as const)
    : ({ side: side === 'long' ? 'sell' : 'buy', reduceOnly: 'YES' } as const);
  const orderType = order.price === undefined ? 'market' : 'limit';
  const head = { ...MARGINED, symbol, marginMode: mode, orderType, force: 'gtc' } as const;
  return post(`${ORDER}/place-order`, { ...head, ...names, ...order });
}

const CLOSE = '/api/v2/mix/order/close-positions';
/** What became of each position that was to be closed. */
export type ClosedPositions = PostAnswer<typeof CLOSE>;

/** So often the exchange closes at the market. */
const CLOSE_EVERY_MS = 1_000;

/** Closes; what comes sooner than it may is not refused but waits, for whoever closes is in a hurry. */
async function closeAtMarket(
  body: Omit<Body<typeof CLOSE>, 'productType'>,
): Promise<ClosedPositions> {
  const send = () => post(CLOSE, { ...ASKED, ...body });
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof RequestError && error.status === 429)) throw error;
    await new Promise((resolve) => setTimeout(resolve, CLOSE_EVERY_MS));
    return send();
  }
}

/** Closes a position at the market, whole. */
export async function flashClose(position: NamedPosition): Promise<void> {
  const { symbol } = position;
  await refuseFailed(await closeAtMarket({ symbol, holdSide: holdSideOf(position) }));
}

/** Closes all positions at the market, whole. */
export function flashCloseAll(): Promise<ClosedPositions> {
  return closeAtMarket({});
}

/** Closes a position at market and opens as much on the other side. */
export function reversePosition(
  { symbol, side }: NamedPosition,
  clientOid: string,
): Promise<OrderAck> {
  const other = side === 'long' ? 'sell' : 'buy';
  return post(`${ORDER}/click-backhand`, { ...MARGINED, symbol, side: other, clientOid });
}

/** Puts margin into an isolated position, or takes it out where the amount is below zero. */
export function changeMargin(position: NamedPosition, amount: string): Promise<unknown> {
  const { symbol } = position;
  const body = { ...MARGINED, symbol, holdSide: holdSideOf(position), amount };
  return post(`${ACCOUNT}/set-margin`, body);
}

/** Whether an isolated position takes margin from the wallet before it is liquidated. */
export function setAutoMargin(position: NamedPosition, on: boolean): Promise<unknown> {
  const { symbol } = position;
  const holdSide = holdSideOf(position);
  const autoMargin = on ? 'on' : 'off';
  return post(`${ACCOUNT}/set-auto-margin`, {
    symbol,
    holdSide,
    marginCoin: MARGIN_COIN,
    autoMargin,
  });
}

/** Which price sets a plan off. */
export type TriggerType = 'fill_price' | 'mark_price';

/** A take profit or a stop loss of a position. */
export interface ExitBody {
  readonly kind: 'profit' | 'loss';
  readonly triggerPrice: string;
  readonly triggerType: TriggerType;
  /** Absent = at market. */
  readonly executePrice?: string;
  /** Absent = of the whole position, however large it is then. */
  readonly size?: string;
  readonly clientOid: string;
}

/** Places a take profit or a stop loss of a position. */
export function placeExit(position: NamedPosition, exit: ExitBody): Promise<OrderAck> {
  const { kind, ...rest } = exit;
  const { symbol } = position;
  const planType = exit.size === undefined ? (`pos_${kind}` as const) : (`${kind}_plan` as const);
  const body = { ...MARGINED, symbol, planType, holdSide: holdSideOf(position), ...rest };
  return post(`${ORDER}/place-tpsl-order`, body);
}

/** Whether a plan takes a profit or limits a loss of a position. */
export function isExit({ planType }: Pick<ContractPlanRow, 'planType'>): boolean {
  return EXIT_WORDS.includes(planType);
}

/** Changes the trigger of a plan and leaves the rest as it is. */
export function moveContractPlan(row: ContractPlanRow, triggerPrice: string): Promise<OrderAck> {
  const { orderId, symbol } = row;
  if (isExit(row)) {
    const body = { ...MARGINED, orderId, symbol, triggerPrice };
    return post(`${ORDER}/modify-tpsl-order`, body);
  }
  const body = { ...MARGINED, orderId, symbol, newTriggerPrice: triggerPrice };
  return post(`${ORDER}/modify-plan-order`, body);
}

/** Cancels a plan. */
export async function cancelContractPlan({ symbol, orderId }: ContractPlanRow): Promise<void> {
  const body = { ...MARGINED, symbol, orderIdList: [{ orderId }] };
  await refuseFailed(await post(`${ORDER}/cancel-plan-order`, body));
}

/** Items of a batch have no names of errors: what the usual codes stand for. */
const BATCH_REASONS: Readonly<Record<string, string>> = {
  22002: 'positionNotFound',
  40768: 'contractOrderNotFound',
  43025: 'planNotFound',
};

/** A batch of one tells a refusal in its list. */
async function refuseFailed({
  failureList: [failed],
}: {
  readonly failureList: readonly { readonly errorCode: string; readonly errorMsg: string }[];
}): Promise<void> {
  if (failed !== undefined) throw await batchError(failed);
}

/** An item of a batch that was refused, as an error of its own. */
export async function batchError(failed: {
  readonly errorCode: string;
  readonly errorMsg: string;
}): Promise<RequestError> {
  const { errorCode, errorMsg } = failed;
  await bringRefusalWords();
  return new RequestError(errorCode, errorMsg, 200, BATCH_REASONS[errorCode]);
}

/** Changes price or size of an open order. */
export function amendContractOrder(
  body: Omit<Body<'/api/v2/mix/order/modify-order'>, 'productType'>,
): Promise<OrderAck> {
  return post(`${ORDER}/modify-order`, { ...ASKED, ...body });
}

/** Cancels an open order. */
export function cancelContractOrder(symbol: string, orderId: string): Promise<OrderAck> {
  return post(`${ORDER}/cancel-order`, { ...MARGINED, symbol, orderId });
}

/** A page of steps of liquidations. */
export async function fetchLiquidations(page: ContractPage): Promise<readonly LiquidationRow[]> {
  const { idLessThan: before, ...rest } = page;
  const query = { before, ...rest };
  return (await web('GET /futures/liquidations', query)).rows;
}

/** Which rows of the past are wanted. */
export interface FuturesLogQuery
  extends Omit<RecordQuery, 'groupType' | 'account' | 'group' | 'coin' | 'kind' | 'status'> {
  /** Of fills: those of this order alone. */
  readonly order?: string;
}

/** A page of a list of the past, newest first, by the web app's own API. */
export async function fetchFuturesLog<Name extends FuturesLogName>(
  list: Name,
  { idLessThan: before, ...query }: FuturesLogQuery,
): Promise<readonly FuturesLogRows[Name][]> {
  const { rows } = await web('GET /futures/log', { list, before, ...query });
  return rows as readonly FuturesLogRows[Name][];
}
