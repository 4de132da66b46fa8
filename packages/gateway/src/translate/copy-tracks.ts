/** Positions of traders and followers as rows of the trading API, and which of them a request asks for. */
import { parsePositionId, positionNamed, Side, wireId, wirePositionId } from '@halcyon/domain';
import { readPage, USDT_FUTURES } from '@halcyon/protocol';
import type { CopyTrackRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { type ContractRequest, contractFilter } from './contract-requests.ts';
import { rowInstrument } from './order-rows.ts';
import { amountText, averagePriceText, sizeText } from './text.ts';

const LIMIT = 20;

/** What requests for tracked positions say. */
export type TracksRequest = Omit<ContractRequest, 'symbol'> & {
  readonly symbol?: string;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly idLessThan?: string;
  readonly idGreaterThan?: string;
  readonly limit?: string;
};

/** The page that is asked for; null = there are no contracts of the product type. @throws WireError */
export function tracksAsked(views: Views, request: TracksRequest) {
  const chosen = contractFilter(views, request);
  if (chosen === null) return null;
  const { before, ...page } = readPage(request, LIMIT);
  const { idGreaterThan: after } = request;
  return {
    ...{ ...chosen, ...page },
    below: before === undefined ? undefined : positionNamed(before).opened,
    above: after === undefined ? undefined : (parsePositionId(after)?.opened ?? 0),
  };
}

/** Where the page after these rows begins. */
export function endIdOf(rows: readonly CopyTrackRecord[]): string {
  const last = rows.at(-1);
  return last === undefined ? '' : wirePositionId(last);
}

/** The number that a position and those that follow it have. */
export function trackingNo({ tracked, leg }: CopyTrackRecord): string {
  return wirePositionId({ opened: tracked, leg });
}

function orderId(order: number): string {
  return order === 0 ? '' : wireId(order);
}

/** What all rows of positions have. */
export function trackRow(views: Views, record: CopyTrackRecord) {
  const contract = rowInstrument(views, record.instrument);
  const value = record.openedValue * BigInt(contract.quoteFactor);
  return {
    trackingNo: trackingNo(record),
    symbol: contract.symbol,
    posSide: record.side === Side.buy ? ('long' as const) : ('short' as const),
    openOrderId: orderId(record.openOrder),
    openLeverage: String(record.leverage),
    openPriceAvg: averagePriceText(contract, record.openedLots, value),
    openTime: String(record.openedAt),
    openFee: amountText(views.asset(contract.quote), 0 - record.openingFees),
  };
}

/** Size that is open now. */
export function openSize(views: Views, { instrument, lots }: CopyTrackRecord): string {
  return sizeText(rowInstrument(views, instrument), Math.abs(lots));
}

/** What was closed of a position. */
export function closedPart(views: Views, record: CopyTrackRecord) {
  const contract = rowInstrument(views, record.instrument);
  const value = record.closedValue * BigInt(contract.quoteFactor);
  return {
    closeOrderId: orderId(record.closeOrder),
    closePriceAvg: averagePriceText(contract, record.closedLots, value),
    closeSize: sizeText(contract, record.closedLots),
    closeTime: record.closedAt === 0 ? '' : String(record.closedAt),
  };
}

/** What rows of closed positions have besides. */
export function closedTrackRow(views: Views, record: CopyTrackRecord) {
  const contract = rowInstrument(views, record.instrument);
  const amount = (units: number): string => amountText(views.asset(contract.quote), units);
  return {
    ...trackRow(views, record),
    ...closedPart(views, record),
    productType: USDT_FUTURES,
    openSize: sizeText(contract, record.openedLots),
    achievedPL: amount(record.profit),
    closeFee: amount(record.openingFees - record.fees),
  };
}
