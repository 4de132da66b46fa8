/** The past of margin accounts as the web app shows it, both accounts in one list, newest first. */
import {
  type AccountId,
  AccountKind,
  accountOf,
  formatDecimal,
  type InstrumentId,
  isMargin,
  kindOf,
  LoanCause,
  loanRatio,
  MARGIN_SCALE,
  NO_PAIR,
  ORDER_CAUSES,
  ownerOf,
  PostingReason,
  Side,
  type UserId,
  wireId,
  wireLoanId,
} from '@halcyon/domain';
import type {
  FamilySides,
  InterestRow,
  LoanMaker,
  LoanRow,
  MarginFillRow,
  MarginKind,
  MarginLedgerGroup,
  MarginLedgerRow,
  MarginLedgerType,
  MarginLiquidationRow,
  MarginLog,
  MarginLogName,
  MarginLogRows,
  MarginOrderRow,
  MarginTransferRow,
  OrderEndName,
  OrderKindName,
  OrderPage,
  RepaymentRow,
} from '@halcyon/domain/web';
import {
  type BillRecord,
  type FillRecord,
  Liquidity,
  type LoanRecord,
  type MarginLiquidationRecord,
  type MovementRecord,
} from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { knownAsset, type RestContext } from '../http/context.ts';
import { kindWord } from './accounts.ts';
import { loanTypeWord } from './margin-rows.ts';
import { endedOrderRow, orderQueryOf } from './order-history.ts';
import { rowInstrument } from './order-rows.ts';
import { amountText, priceText, rateText, sizeText } from './text.ts';
import { sideWord } from './words.ts';

/** Which rows are wanted; what is not there narrows nothing. */
export interface MarginLogFilter {
  readonly account?: MarginKind | undefined;
  readonly instrument?: InstrumentId | undefined;
  readonly asset?: number | undefined;
  readonly side?: Side | undefined;
  readonly kind?: OrderKindName | undefined;
  readonly status?: OrderEndName | undefined;
  readonly group?: MarginLedgerGroup | undefined;
  readonly order?: number | undefined;
  /** The loan or repayment that alone is wanted; of lists of debts. */
  readonly loan?: { readonly causes: readonly LoanCause[]; readonly reference: number } | undefined;
  /** Unix ms, inclusive. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  /** Only ids below this one. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Says whose accounts transfers are between, for one of their users. */
export type SidesOf = (
  user: UserId,
  moves: readonly MovementRecord[],
) => Promise<(move: MovementRecord) => FamilySides>;

interface VenueReads extends Pick<RestContext, 'views' | 'history'> {
  readonly sidesOf: SidesOf;
}
/** Rows with their ids. */
export type Found<Row> = readonly (readonly [id: number, row: Row])[];
/** Reads a page of one account. */
type Reader<Row> = (
  venueContext: VenueReads,
  account: AccountId,
  filter: MarginLogFilter,
) => Promise<Found<Row>>;

const KINDS: Readonly<Record<MarginKind, AccountKind>> = {
  crossed: AccountKind.crossMargin,
  isolated: AccountKind.isolatedMargin,
};

function accountWord(account: AccountId): MarginKind {
  return kindOf(account) === AccountKind.crossMargin ? 'crossed' : 'isolated';
}

function pairText(views: Views, instrument: InstrumentId): string {
  return instrument === NO_PAIR ? '' : rowInstrument(views, instrument).symbol;
}

/** What every query of the records has, and when its answer must be whole. */
function pageOf({ views }: VenueReads, account: AccountId, filter: MarginLogFilter) {
  const { instrument, asset, startTime, endTime, before, limit } = filter;
  const query = { account, instrument, asset, startTime, endTime, idLessThan: before, limit };
  return { query, wait: { minSeq: views.lastAckSeq(account) } };
}

const readOrders: Reader<MarginOrderRow> = async (venueContext, account, filter) => {
  const { views, history } = venueContext;
  const { instrument, side, kind, status, startTime, endTime, before, limit } = filter;
  const asked = { instrument, side, kind, status, startTime, endTime, before, limit };
  const query = orderQueryOf(account, asked);
  if (query === null) return [];
  const found = await history.orderHistory(query, { minSeq: views.lastAckSeq(account) });
  return found.map((order) => {
    const own = { account: accountWord(account), loanType: loanTypeWord(order.options) };
    return [order.id, { ...endedOrderRow(views, order), ...own }] as const;
  });
};

function fillRow(views: Views, account: AccountId, fill: FillRecord): MarginFillRow {
  const instrument = rowInstrument(views, fill.instrument);
  const feeAsset = views.asset(fill.feeAsset);
  return {
    id: wireId(fill.trade),
    account: accountWord(account),
    symbol: instrument.symbol,
    time: fill.time,
    order: wireId(fill.order),
    side: sideWord(fill.side),
    price: priceText(instrument, fill.price),
    size: sizeText(instrument, fill.quantity),
    value: amountText(views.asset(instrument.quote), fill.quote),
    fee: amountText(feeAsset, fill.fee),
    feeCoin: feeAsset?.code ?? '',
    role: fill.liquidity === Liquidity.taker ? 'taker' : 'maker',
  };
}

const readFills: Reader<MarginFillRow> = async (venueContext, account, filter) => {
  const { query, wait } = pageOf(venueContext, account, filter);
  const { side, order } = filter;
  const found = await venueContext.history.fills({ ...query, side, order }, wait);
  return found.map((fill) => [fill.trade, fillRow(venueContext.views, account, fill)] as const);
};

const { tradeIn, tradeOut, feeIn, loan, interest, liquidationFee, protection } = PostingReason;
const { transferIn, transferOut } = PostingReason;
/** What belongs to a group of ledger entries. */
export const LEDGER_GROUPS: Readonly<Record<MarginLedgerGroup, readonly PostingReason[]>> = {
  trade: [tradeIn, tradeOut, feeIn],
  loan: [loan],
  interest: [interest],
  transfer: [transferIn, transferOut],
  liquidation: [liquidationFee, protection, PostingReason.takenOver],
};

function ledgerType({ reason, side, amount }: BillRecord): MarginLedgerType {
  if (LEDGER_GROUPS.trade.includes(reason)) return side === Side.sell ? 'sell' : 'buy';
  switch (reason) {
    case loan:
      return amount > 0n ? 'borrowed' : 'repaid';
    case interest:
      return 'interest';
    case transferIn:
      return 'transferIn';
    case transferOut:
      return 'transferOut';
    case liquidationFee:
      return 'liquidationFee';
    case protection:
      return 'protection';
    case PostingReason.takenOver:
      return 'takenOver';
    default:
      return 'other';
  }
}

const readLedger: Reader<MarginLedgerRow> = async (venueContext, account, filter) => {
  const { query, wait } = pageOf(venueContext, account, filter);
  const reasons = filter.group === undefined ? undefined : LEDGER_GROUPS[filter.group];
  const found = await venueContext.history.bills({ ...query, reasons }, wait);
  return found.map((bill) => {
    const asset = knownAsset(venueContext.views, bill.asset);
    const row: MarginLedgerRow = {
      id: wireId(bill.id),
      account: accountWord(account),
      symbol: pairText(venueContext.views, bill.instrument),
      time: bill.time,
      type: ledgerType(bill),
      coin: asset.code,
      change: amountText(asset, bill.amount),
      fee: amountText(asset, bill.fee),
      balance: amountText(asset, bill.balance),
    };
    return [bill.id, row] as const;
  });
};

function transferRow(
  views: Views,
  account: AccountId,
  move: MovementRecord,
  sides: FamilySides,
): MarginTransferRow {
  const asset = knownAsset(views, move.asset);
  return {
    id: wireId(move.id),
    account: accountWord(account),
    symbol: pairText(views, move.instrument),
    time: move.time,
    coin: asset.code,
    amount: amountText(asset, move.amount),
    from: kindWord(move.fromAccount),
    to: kindWord(move.toAccount),
    ...sides,
  };
}

const readTransfers: Reader<MarginTransferRow> = async (venueContext, account, filter) => {
  const { query, wait } = pageOf(venueContext, account, filter);
  const { account: ofAccount, ...rest } = query;
  const asked = { ...rest, user: ownerOf(account), ofAccount };
  const sent = await venueContext.history.transfers(asked, wait);
  // What came from another account of the same root.
  const came = await venueContext.history.familyTransfers({ ...asked, side: 'to' }, wait);
  // What went from one margin account to the other is in the list of both, and told once.
  const own = sent.filter(({ fromAccount, toAccount, fromUser, toUser }) => {
    const both = isMargin(fromAccount) && isMargin(toAccount) && fromUser === toUser;
    return filter.account !== undefined || !both || kindOf(account) === AccountKind.crossMargin;
  });
  const moves = [...own, ...came];
  const sidesOf = await venueContext.sidesOf(ownerOf(account), moves);
  return moves.map(
    (move) => [move.id, transferRow(venueContext.views, account, move, sidesOf(move))] as const,
  );
};

const MAKERS: Readonly<Partial<Record<LoanCause, LoanMaker>>> = {
  [LoanCause.orderBorrowed]: 'order',
  [LoanCause.orderRepaid]: 'order',
  [LoanCause.liquidated]: 'liquidation',
  [LoanCause.writtenOff]: 'lost',
  [LoanCause.takenOver]: 'pool',
};

/** Reads changes of debts. @param row makes the columns that a list has beside those of a loan */
function debtReader<More>(
  causes: readonly LoanCause[],
  more: (views: Views, loan: LoanRecord) => More,
): Reader<LoanRow & More> {
  return async (venueContext, account, filter) => {
    const { query, wait } = pageOf(venueContext, account, filter);
    const { views } = venueContext;
    const { order, loan } = filter;
    // A loan by hand may have the number of an order.
    const named = loan ?? { causes: order === undefined ? causes : ORDER_CAUSES, reference: order };
    const meant = causes.filter((one) => named.causes.includes(one));
    if (meant.length === 0) return [];
    const asked = { ...query, causes: meant, reference: named.reference };
    const found = await venueContext.history.loans(asked, wait);
    return found.map((record) => {
      const asset = knownAsset(views, record.asset);
      const { principal, interest: owed, principalDelta, interestDelta } = record;
      const units = principalDelta < 0 || interestDelta < 0 ? -principalDelta - interestDelta : 0;
      const row: LoanRow = {
        id: wireId(record.id),
        account: accountWord(account),
        symbol: pairText(views, record.instrument),
        time: record.time,
        reference: wireLoanId(record.cause, record.reference),
        coin: asset.code,
        amount: amountText(asset, units > 0 ? units : principalDelta),
        by: MAKERS[record.cause] ?? 'hand',
        owed: amountText(asset, principal + owed),
      };
      return [record.id, { ...row, ...more(views, record) }] as const;
    });
  };
}

const readLoans = debtReader<object>([LoanCause.borrowed, LoanCause.orderBorrowed], () => ({}));

const { repaid, orderRepaid, liquidated, writtenOff, takenOver } = LoanCause;
const readRepayments: Reader<RepaymentRow> = debtReader(
  [repaid, orderRepaid, liquidated, writtenOff, takenOver],
  (views, { asset, principalDelta, interestDelta }) => ({
    principal: amountText(views.asset(asset), -principalDelta),
    interest: amountText(views.asset(asset), -interestDelta),
  }),
);

const readInterest: Reader<InterestRow> = async (venueContext, account, filter) => {
  const { query, wait } = pageOf(venueContext, account, filter);
  const causes = [LoanCause.interest];
  const found = await venueContext.history.loans({ ...query, causes }, wait);
  return found.map((charge) => {
    const asset = knownAsset(venueContext.views, charge.asset);
    const row: InterestRow = {
      id: wireId(charge.id),
      account: accountWord(account),
      symbol: pairText(venueContext.views, charge.instrument),
      time: charge.time,
      coin: asset.code,
      principal: amountText(asset, charge.principal),
      yearly: rateText(charge.rate),
      amount: amountText(asset, charge.interestDelta),
      first: charge.reference !== 0,
    };
    return [charge.id, row] as const;
  });
};

function liquidationRow(views: Views, step: MarginLiquidationRecord): MarginLiquidationRow {
  const settle = views.loans.settleAsset;
  const money = (units: number) => formatDecimal(units, MARGIN_SCALE);
  const { equity, keeps } = step;
  return {
    id: wireId(step.id),
    account: accountWord(step.account),
    symbol: pairText(views, step.instrument),
    time: step.time,
    reference: wireLoanId(LoanCause.liquidated, step.seq),
    coin: settle === undefined ? '' : knownAsset(views, settle).code,
    equity: money(equity),
    keeps: money(keeps),
    ratio: equity > 0 ? rateText(loanRatio({ equity, keeps })) : '',
    fee: money(step.fee),
    paidByFund: money(step.paidByFund),
    lostByPools: money(step.lostByPools),
    ended: step.ended,
  };
}

const readLiquidations: Reader<MarginLiquidationRow> = async (venueContext, account, filter) => {
  const { query, wait } = pageOf(venueContext, account, filter);
  const { asset: _none, ...asked } = query;
  const found = await venueContext.history.marginLiquidations(asked, wait);
  return found.map((step) => [step.id, liquidationRow(venueContext.views, step)] as const);
};

const READERS: { readonly [Name in MarginLogName]: Reader<MarginLogRows[Name]> } = {
  orders: readOrders,
  fills: readFills,
  ledger: readLedger,
  transfers: readTransfers,
  loans: readLoans,
  repayments: readRepayments,
  interest: readInterest,
  liquidations: readLiquidations,
};

/** Rows more than a page has that are read: whether there is one after it, and see `pageOfFound`. */
export const ROWS_BEHIND = 2;

/** A page of a list of a person's margin accounts. Ids of a list count over both accounts. */
export async function marginLog<Name extends MarginLogName>(
  venueContext: VenueReads,
  user: UserId,
  list: Name,
  filter: MarginLogFilter,
): Promise<MarginLog<Name>> {
  const read: Reader<MarginLogRows[Name]> = READERS[list];
  const kinds = filter.account === undefined ? Object.values(KINDS) : [KINDS[filter.account]];
  const page = { ...filter, limit: filter.limit + ROWS_BEHIND };
  const accounts = kinds.map((kind) => accountOf(user, kind));
  const found = (await Promise.all(accounts.map((one) => read(venueContext, one, page)))).flat();
  return pageOfFound(
    found.sort(([one], [other]) => other - one),
    filter.limit,
  );
}

/**
 * A page; rows with one id, as of somebody who traded with himself, are not parted. The records do not
 * part them either and may give one row less: so two more are asked for than are shown.
 */
export function pageOfFound<Row>(sorted: Found<Row>, limit: number): OrderPage<Row> {
  const whole = sorted[limit - 1]?.[0] === sorted[limit]?.[0] ? limit + 1 : limit;
  const shown = sorted.slice(0, whole);
  const last = shown.at(-1);
  const more = sorted.length > shown.length && last !== undefined;
  return { rows: shown.map(([, row]) => row), next: more ? wireId(last[0]) : null };
}
