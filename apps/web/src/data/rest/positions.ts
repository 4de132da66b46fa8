/** Positions, orders and records of contracts, by the trading API. Decimals and ids are text. */

import type { FuturesLogName, LiquidationRow } from '@halcyon/domain/web';
import { USDT_FUTURES } from './contracts.ts';
import { ApiError, get, post } from './http.ts';
import { bringRefusalWords } from './refusal-words.ts';
import type { RecordQuery } from './trade.ts';
import type { OrderAck } from './types.ts';
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

/** Direction of a position. */
export type HoldSide = 'long' | 'short';
export type PosMode = 'one_way_mode' | 'hedge_mode';
export type MarginModeWord = 'isolated' | 'crossed';

/** A row of a list that is read page by page. */
interface Paged {
  /** What the page behind it is asked for with, where it is not the row's id. */
  readonly endId?: string;
}

/** An open order of a contract. */
export interface ContractOrderRow extends Paged {
  readonly symbol: string;
  readonly orderId: string;
  readonly size: string;
  readonly baseVolume: string;
  readonly price: string;
  readonly priceAvg: string;
  readonly status: string;
  readonly side: 'buy' | 'sell';
  readonly posSide: HoldSide | 'net';
  readonly posMode: PosMode;
  readonly tradeSide: string;
  readonly orderType: 'limit' | 'market';
  readonly force: string;
  readonly reduceOnly?: string;
  readonly leverage: string;
  readonly marginMode: MarginModeWord;
  readonly orderSource?: string;
  readonly totalProfits?: string;
  readonly fee?: string;
  readonly presetStopSurplusPrice?: string;
  readonly presetStopLossPrice?: string;
  readonly cTime: string;
  readonly uTime: string;
}

/** An order of a contract that waits for a price. */
export interface ContractPlanRow {
  readonly symbol: string;
  readonly orderId: string;
  readonly planType: string;
  readonly size: string;
  readonly price: string;
  readonly executePrice?: string;
  readonly callbackRatio?: string;
  readonly triggerPrice: string;
  readonly triggerType: string;
  readonly side: 'buy' | 'sell';
  readonly posSide: HoldSide | 'net';
  readonly posMode: PosMode;
  readonly tradeSide: string;
  readonly orderType: 'limit' | 'market';
  readonly cTime: string;
}

/** A fill of a contract. */
export interface ContractFillRow extends Paged {
  readonly tradeId: string;
  readonly orderId: string;
  readonly symbol: string;
  readonly price: string;
  readonly baseVolume: string;
  readonly quoteVolume: string;
  readonly profit: string;
  readonly side: 'buy' | 'sell';
  readonly tradeSide: string;
  readonly posMode: PosMode;
  readonly tradeScope: 'maker' | 'taker';
  readonly feeDetail?: readonly { readonly feeCoin: string; readonly totalFee: string }[];
  readonly cTime: string;
}

/** A position that was closed. */
export interface ClosedPositionRow extends Paged {
  readonly positionId: string;
  readonly symbol: string;
  readonly holdSide: HoldSide;
  readonly marginMode: MarginModeWord;
  readonly openAvgPrice: string;
  readonly closeAvgPrice: string;
  readonly openTotalPos: string;
  readonly closeTotalPos: string;
  readonly pnl: string;
  readonly netProfit: string;
  readonly totalFunding: string;
  readonly openFee: string;
  readonly closeFee: string;
  readonly ctime: string;
  readonly utime: string;
}

/** An entry of the futures ledger. */
export interface ContractBillRow extends Paged {
  readonly billId: string;
  readonly symbol: string;
  readonly amount: string;
  readonly fee: string;
  readonly businessType: string;
  readonly coin: string;
  readonly balance: string;
  readonly cTime: string;
}

/** A futures account. */
export interface ContractAssetRow {
  readonly marginCoin: string;
  readonly locked: string;
  readonly available: string;
  readonly maxTransferOut: string;
  readonly accountEquity: string;
  readonly crossedRiskRate: string;
  readonly unrealizedPL: string;
}

/** Place in the row of those that may be deleveraged: 5 is the first fifth. */
export interface AdlRow {
  readonly symbol: string;
  readonly holdSide: HoldSide;
  readonly adlRank: string;
}

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
  return get<AdlRow[]>(`${POSITION}/adlRank`, ASKED);
}

/** A page of closed positions. */
export async function fetchClosedPositions(page: ContractPage): Promise<ClosedPositionRow[]> {
  const path = `${POSITION}/history-position`;
  return (await get<{ list: ClosedPositionRow[] | null }>(path, { ...ASKED, ...page })).list ?? [];
}

interface Entrusted<Row> {
  readonly entrustedList: readonly Row[] | null;
}

/** A page of ended orders. */
export async function fetchContractHistory(
  page: ContractPage,
): Promise<readonly ContractOrderRow[]> {
  const path = `${ORDER}/orders-history`;
  const found = await get<Entrusted<ContractOrderRow>>(path, { ...ASKED, ...page });
  return found.entrustedList ?? [];
}

/** A page of fills. */
export async function fetchContractFills(page: ContractPage): Promise<readonly ContractFillRow[]> {
  const path = `${ORDER}/fills`;
  const found = await get<{ fillList: ContractFillRow[] | null }>(path, { ...ASKED, ...page });
  return found.fillList ?? [];
}

/** A page of what fundings brought and cost. */
export function fetchFundingBills(page: ContractPage): Promise<readonly ContractBillRow[]> {
  return fetchBillsOfContracts(page, 'contract_settle_fee');
}

/** A page of the ledger. @param businessType '' = of all kinds */
export async function fetchBillsOfContracts(
  page: ContractPage,
  businessType: string,
): Promise<readonly ContractBillRow[]> {
  const query = { ...ASKED, businessType, ...page };
  const found = await get<{ bills: ContractBillRow[] | null }>(`${ACCOUNT}/bill`, query);
  return found.bills ?? [];
}

/** The futures accounts. */
export function fetchContractAssets(): Promise<ContractAssetRow[]> {
  return get<ContractAssetRow[]>(`${ACCOUNT}/accounts`, ASKED);
}

/** What names a position in a request. */
export interface NamedPosition {
  readonly symbol: string;
  readonly side: HoldSide;
  readonly hedge: boolean;
}

/** The side of a position, as requests name it: in one-way mode by the order that opened it. */
export function holdSideOf({ side, hedge }: Omit<NamedPosition, 'symbol'>): string {
  if (hedge) return side;
  return side === 'long' ? 'buy' : 'sell';
}

/** An order that closes what is open of a position; without a price at market. */
export function closePosition(
  position: NamedPosition & { readonly mode: MarginModeWord },
  order: { readonly size: string; readonly price?: string; readonly clientOid: string },
): Promise<OrderAck> {
  const { symbol, side, hedge, mode } = position;
  // In hedge mode the side names the position, in one-way mode what the order does.
  const names = hedge
    ? { side: side === 'long' ? 'buy' : 'sell', tradeSide: 'close' }
    : { side: side === 'long' ? 'sell' : 'buy', reduceOnly: 'YES' };
  const orderType = order.price === undefined ? 'market' : 'limit';
  const body = { ...MARGINED, symbol, marginMode: mode, orderType, force: 'gtc', ...names };
  return post<OrderAck>(`${ORDER}/place-order`, { ...body, ...order });
}

/** What became of each position that was to be closed. */
export interface ClosedPositions {
  readonly successList: readonly { readonly symbol: string }[];
  readonly failureList: readonly { readonly symbol: string; readonly errorMsg: string }[];
}

/** So often the exchange closes at the market. */
const CLOSE_EVERY_MS = 1_000;

/** Closes; what comes sooner than it may is not refused but waits, for whoever closes is in a hurry. */
async function closeAtMarket(body: Readonly<Record<string, string>>): Promise<ClosedPositions> {
  const send = () => post<ClosedPositions>(`${ORDER}/close-positions`, { ...ASKED, ...body });
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 429)) throw error;
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
  const body = { ...MARGINED, symbol, side: side === 'long' ? 'sell' : 'buy', clientOid };
  return post<OrderAck>(`${ORDER}/click-backhand`, body);
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
  const body = { symbol, holdSide, marginCoin: MARGIN_COIN, autoMargin: on ? 'on' : 'off' };
  return post(`${ACCOUNT}/set-auto-margin`, body);
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
  const planType = exit.size === undefined ? `pos_${kind}` : `${kind}_plan`;
  const body = { ...MARGINED, symbol, planType, holdSide: holdSideOf(position), ...rest };
  return post<OrderAck>(`${ORDER}/place-tpsl-order`, body);
}

/** Whether a plan is a take profit or a stop loss of a position. */
export function isExit({ planType }: Pick<ContractPlanRow, 'planType'>): boolean {
  return /profit|loss/.test(planType);
}

/** Changes the trigger of a plan and leaves the rest as it is. */
export function moveContractPlan(row: ContractPlanRow, triggerPrice: string): Promise<OrderAck> {
  const { orderId, symbol } = row;
  if (isExit(row)) {
    const body = { ...MARGINED, orderId, symbol, triggerPrice };
    return post<OrderAck>(`${ORDER}/modify-tpsl-order`, body);
  }
  const body = { ...MARGINED, orderId, symbol, newTriggerPrice: triggerPrice };
  return post<OrderAck>(`${ORDER}/modify-plan-order`, body);
}

/** Cancels a plan. */
export async function cancelContractPlan({ symbol, orderId }: ContractPlanRow): Promise<void> {
  const body = { ...MARGINED, symbol, orderIdList: [{ orderId }] };
  await refuseFailed(await post<Batch>(`${ORDER}/cancel-plan-order`, body));
}

interface Batch {
  readonly failureList?: readonly { readonly errorMsg: string; readonly errorCode?: string }[];
}

/** Items of a batch have no names of errors: what the usual codes stand for. */
const BATCH_REASONS: Readonly<Record<string, string>> = {
  22002: 'positionNotFound',
  40768: 'contractOrderNotFound',
  43025: 'planNotFound',
};

/** A batch of one tells a refusal in its list. */
async function refuseFailed(batch: Batch): Promise<void> {
  const [failed] = batch.failureList ?? [];
  if (failed === undefined) return;
  const { errorCode = '', errorMsg } = failed;
  await bringRefusalWords();
  throw new ApiError(errorCode, errorMsg, 200, BATCH_REASONS[errorCode]);
}

/** Changes price or size of an open order. */
export function amendContractOrder(body: {
  readonly symbol: string;
  readonly orderId: string;
  readonly newClientOid: string;
  readonly newPrice?: string;
  readonly newSize?: string;
}): Promise<OrderAck> {
  return post<OrderAck>(`${ORDER}/modify-order`, { ...ASKED, ...body });
}

/** Cancels an open order. */
export function cancelContractOrder(symbol: string, orderId: string): Promise<OrderAck> {
  return post<OrderAck>(`${ORDER}/cancel-order`, { ...MARGINED, symbol, orderId });
}

/** A page of steps of liquidations. */
export async function fetchLiquidations(page: ContractPage): Promise<readonly LiquidationRow[]> {
  const { idLessThan: before, ...rest } = page;
  const query = { before, ...rest };
  return (await web('GET /futures/liquidations', query)).rows;
}

/** Rows of the past by list. */
interface FuturesLogRows {
  readonly fills: ContractFillRow;
  readonly ledger: ContractBillRow;
  readonly funding: ContractBillRow;
  readonly positions: ClosedPositionRow;
  readonly liquidations: LiquidationRow & Paged;
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
