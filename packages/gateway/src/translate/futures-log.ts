/** The past of a futures account as the web app shows it, newest first; see domain/web/futures-records.ts. */
import {
  type AccountId,
  type InstrumentId,
  type MarginMode,
  PostingReason,
  type Side,
  wireId,
} from '@halcyon/domain';
import type { FuturesLogName } from '@halcyon/domain/web';
import type { CopyLedgerPage, FuturesLog, FuturesLogRows } from '@halcyon/protocol/web';
import type { RestContext } from '../http/context.ts';
import { closedPositionRow } from './closed-position-row.ts';
import { contractBillRow } from './contract-bill-rows.ts';
import { contractFillRow } from './contract-order-rows.ts';
import { liquidationRow } from './liquidation-row.ts';
import { type Found, pageOfFound, ROWS_BEHIND } from './margin-log.ts';

/** Which rows are wanted; what is not there narrows nothing. */
export interface FuturesLogFilter {
  readonly instrument?: InstrumentId | undefined;
  /** Of fills: that of the order; of positions buy = long. */
  readonly side?: Side | undefined;
  /** Of fills: those of this order alone. */
  readonly order?: number | undefined;
  /** Of ledger entries. */
  readonly reasons?: readonly PostingReason[] | undefined;
  /** Of fundings. */
  readonly received?: boolean | undefined;
  /** Of positions and liquidations. */
  readonly marginMode?: MarginMode | undefined;
  /** Unix ms, inclusive. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  /** Only ids below this one. */
  readonly before?: number | undefined;
  readonly limit: number;
}

type VenueReads = Pick<RestContext, 'views' | 'history'>;
type Query = Omit<FuturesLogFilter, 'before'> & {
  readonly account: AccountId;
  readonly idLessThan: number | undefined;
};
type Reader<Row> = (
  venueContext: VenueReads,
  query: Query,
  wait: { readonly minSeq: number },
) => Promise<Found<Row>>;

/** A row that says what the page behind it is asked for with. */
function row<Row extends object>(id: number, made: Row) {
  return [id, { ...made, endId: wireId(id) }] as const;
}

const readBills: Reader<FuturesLogRows['ledger']> = async ({ views, history }, query, wait) => {
  const found = await history.bills(query, wait);
  return found.map((bill) => row(bill.id, contractBillRow(views, bill)));
};

const READERS: { readonly [Name in FuturesLogName]: Reader<FuturesLogRows[Name]> } = {
  fills: async ({ views, history }, query, wait) => {
    const found = await history.fills(query, wait);
    return found.map((fill) => row(fill.trade, contractFillRow(views, fill)));
  },
  ledger: readBills,
  funding: (venueContext, query, wait) =>
    readBills(venueContext, { ...query, reasons: [PostingReason.funding] }, wait),
  positions: async ({ views, history }, query, wait) => {
    const found = await history.positionHistory(query, wait);
    return found.map((position) => row(position.closedId, closedPositionRow(views, position)));
  },
  liquidations: async ({ views, history }, query, wait) => {
    const found = await history.liquidations(query, wait);
    return found.map((step) => row(step.id, liquidationRow(views, step)));
  },
};

/** A page of a list of a futures account. */
export async function futuresLog(
  venueContext: VenueReads,
  account: AccountId,
  list: FuturesLogName,
  { before, ...filter }: FuturesLogFilter,
): Promise<FuturesLog> {
  const query = { ...filter, account, idLessThan: before, limit: filter.limit + ROWS_BEHIND };
  const wait = { minSeq: venueContext.views.lastAckSeq(account) };
  const read: Reader<FuturesLogRows[FuturesLogName]> = READERS[list];
  return pageOfFound(await read(venueContext, query, wait), filter.limit);
}

/** A page of the ledger of an account that is no user's own, such as a copy portfolio's. */
export async function contractLedger(
  venueContext: VenueReads,
  account: AccountId,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<CopyLedgerPage> {
  const query = { account, idLessThan: before, limit: limit + ROWS_BEHIND };
  return pageOfFound(
    await readBills(venueContext, query, { minSeq: venueContext.views.seq }),
    limit,
  );
}
