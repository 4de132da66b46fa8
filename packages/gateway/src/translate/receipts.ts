/** Receipts of a person's entries, from the rows of the records. */
import {
  type AccountId,
  AccountKind,
  debtReceipt,
  entryReceipt,
  type FillFacts,
  fillPpm,
  fillReceipt,
  fundingReceipt,
  hasTier,
  interestReceipt,
  isMargin,
  kindOf,
  type LevelReceipt,
  LIQUIDATION_OPTION,
  LoanCause,
  legOf,
  liquidationReceipt,
  marginCoin,
  marginLiquidationReceipt,
  NO_PAIR,
  ORDER_RECEIPT_FILLS_MAX,
  orderReceipt,
  ownerOf,
  PostingReason,
  positionNamed,
  positionReceipt,
  type Receipt,
  type ReceiptInstrument,
  type RefusalReceipt,
  receiptHead,
  refusalReceipt,
  rejectionReceipt,
  TradeOrigin,
} from '@halcyon/domain';
import type { ReceiptSubject } from '@halcyon/domain/web';
import {
  type BillRecord,
  FeeChange,
  type LiquidationRecord,
  Liquidity,
  type OrderRecord,
  type PlacedFill,
  type RefusalRecord,
  StoredPlanStatus,
} from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { knownAsset, type RestContext } from '../http/context.ts';
import { userAckSeq } from './lists.ts';
import { rowInstrument } from './order-rows.ts';

const { tradeIn, tradeOut, contractTrade, funding } = PostingReason;
const { deposit, withdraw, transferIn, transferOut } = PostingReason;
const FILLS: readonly PostingReason[] = [tradeIn, tradeOut, contractTrade];
const MOVED: readonly PostingReason[] = [deposit, withdraw, transferIn, transferOut];
const PAGE = 500;

/** The entry that is asked about. */
export interface ReceiptQuery {
  readonly exchange: string;
  readonly of: ReceiptSubject;
  readonly account: AccountId;
  readonly id: number;
  /** Which side of a trade with oneself. */
  readonly liquidity?: Liquidity | undefined;
}

type VenueReads = Pick<RestContext, 'venue' | 'views' | 'history'>;

/** What the readers of receipts work with. */
interface ReceiptLookup extends VenueReads {
  readonly query: ReceiptQuery;
  /** What has to be in the rows. */
  readonly wait: { readonly minSeq: number };
}

/** The newest row up to the one that is asked for is it. */
function pageUpTo(id: number, limit = 1) {
  return { idLessThan: id + 1, limit };
}

function headOf(
  { venue, query }: ReceiptLookup,
  row: { readonly seq: number; readonly time: number },
) {
  const { exchange, account } = query;
  return receiptHead({ exchange, venue, account, seq: row.seq, time: row.time });
}

function listedOf(views: Views, id: number): ReceiptInstrument {
  const instrument = rowInstrument(views, id);
  const [base, quote] = [instrument.base, instrument.quote].map((one) => knownAsset(views, one));
  return { instrument, base: base!, quote: quote! };
}

function symbolOf(views: Views, id: number): string {
  return id === NO_PAIR ? '' : rowInstrument(views, id).symbol;
}

/** What the fees of the account followed from; null where it was not kept. */
async function termsAt(
  { views, history, query, wait }: ReceiptLookup,
  { instrument, seq }: Placed,
) {
  const user = ownerOf(query.account);
  const asked = { user, instrument, seq };
  let terms = await history.feeTerms(asked, wait);
  // What has not changed since is as the views have it, if the rows are as new.
  const isAsNow = Object.values(terms).includes('asNow');
  if (isAsNow) terms = await history.feeTerms(asked, { minSeq: views.seq });
  const { schedule, tier, contract } = terms;
  const own = rowInstrument(views, instrument).contract;
  return {
    schedule: schedule === 'asNow' ? views.fees : schedule,
    tier: tier === 'asNow' ? views.feeTier(user) : tier,
    contract: contract === 'asNow' ? own : contract,
  };
}

/** Where and when something happened. */
interface Placed {
  readonly instrument: number;
  readonly seq: number;
}

async function rateOf(lookup: ReceiptLookup, fill: PlacedFill, { instrument }: ReceiptInstrument) {
  const isTaker = fill.liquidity === Liquidity.taker;
  const isContract = instrument.contract !== null;
  const liquidates = isContract && isTaker && (fill.options & LIQUIDATION_OPTION) !== 0;
  if (fill.origin !== TradeOrigin.book || liquidates) return 0;
  const { schedule, tier, contract } = await termsAt(lookup, fill);
  if (schedule === null || tier === null || !hasTier(schedule, tier)) return null;
  if (isContract && contract === null) return null;
  return fillPpm(schedule, {
    ...{ tier, isTaker, isMargin: isMargin(lookup.query.account) },
    contract: isContract ? contract : null,
  });
}

async function fillOf(lookup: ReceiptLookup, trade: number, isIt: (fill: PlacedFill) => boolean) {
  const { views, history, query, wait } = lookup;
  const { account } = query;
  const found = await history.fills({ account, ...pageUpTo(trade) }, wait);
  const fill = found.find((one) => one.trade === trade && isIt(one));
  if (fill === undefined) return null;
  const listed = listedOf(views, fill.instrument);
  const facts: FillFacts = {
    ...fill,
    isTaker: fill.liquidity === Liquidity.taker,
    ratePpm: await rateOf(lookup, fill, listed),
  };
  return fillReceipt(headOf(lookup, fill), listed, facts);
}

/** An order of more fills than a receipt lists. */
export class LongOrderError extends Error {
  override readonly name = 'LongOrderError';
}

/** An order, or a conversion: all that it traded until it ended. @throws LongOrderError */
async function orderOf(lookup: ReceiptLookup): Promise<Receipt | null> {
  const { views, history, query, wait } = lookup;
  const { account, id } = query;
  const order = await history.orderById({ account, order: id }, wait);
  if (order === null || order.doneReason === -1) return null;
  const max = ORDER_RECEIPT_FILLS_MAX;
  if (order.trades > max) {
    throw new LongOrderError(`id must be of an order of at most ${max} fills: each has its own`);
  }
  const fills = await fillsOfOrder(lookup, order);
  const { side, doneReason: reason, createdAt, seq, instrument } = order;
  const head = headOf(lookup, { seq, time: createdAt });
  return orderReceipt(head, listedOf(views, instrument), { order: id, side, reason, fills });
}

/** A position that was closed; the trade that opened it says of which contract it is. */
async function positionOf(lookup: ReceiptLookup): Promise<Receipt | null> {
  const { views, history, query, wait } = lookup;
  const { account, id } = query;
  const { opened, leg } = positionNamed(id);
  const fills = await history.fills({ account, ...pageUpTo(opened) }, wait);
  const first = fills.find(({ trade }) => trade === opened);
  if (first === undefined) return null;
  const { instrument } = first;
  const position = await history.positionByTrade({ account, instrument, leg, opened }, wait);
  if (position === null || position.closedId === 0) return null;
  const head = headOf(lookup, { seq: position.seq, time: position.openedAt });
  return positionReceipt(head, listedOf(views, instrument), position);
}

/** The oldest first. */
async function fillsOfOrder({ history, query, wait }: ReceiptLookup, { instrument }: OrderRecord) {
  const { account, id: order } = query;
  const found: PlacedFill[] = [];
  for (let before: number | undefined; ; ) {
    const asked = { account, instrument, order, idLessThan: before, limit: PAGE };
    const fills = await history.fills(asked, wait);
    found.push(...fills);
    before = fills.at(-1)?.trade;
    if (before === undefined) break;
  }
  const isTaker = ({ liquidity }: PlacedFill) => liquidity === Liquidity.taker;
  return found.reverse().map((fill) => ({ ...fill, isTaker: isTaker(fill) }));
}

async function fundingOf(lookup: ReceiptLookup, id: number) {
  const { views, history, query, wait } = lookup;
  const [row] = await history.fundings({ account: query.account, ...pageUpTo(id) }, wait);
  if (row === undefined || row.id !== id) return null;
  return fundingReceipt(headOf(lookup, row), listedOf(views, row.instrument), row);
}

/** An entry of the ledger: what came of a trade or a funding tells of that. */
async function entryOf(lookup: ReceiptLookup): Promise<Receipt | null> {
  const { views, history, query, wait } = lookup;
  const { account, id } = query;
  const [bill] = await history.bills({ account, ...pageUpTo(id) }, wait);
  if (bill === undefined || bill.id !== id) return null;
  if (FILLS.includes(bill.reason))
    return fillOf(lookup, bill.reference, (fill) => isOf(fill, bill));
  if (bill.reason === funding) return fundingOf(lookup, id);
  const symbol = symbolOf(views, bill.instrument);
  const coin = knownAsset(views, bill.asset);
  return entryReceipt(headOf(lookup, bill), { symbol, coin }, bill);
}

function isOf(fill: PlacedFill, bill: BillRecord): boolean {
  return fill.side === bill.side;
}

/** What a deposit, withdrawal or transfer changed of the account that it came to or went from. */
async function movementOf(lookup: ReceiptLookup): Promise<Receipt | null> {
  const { history, query, wait } = lookup;
  const user = ownerOf(query.account);
  const movement = await history.movementById({ user, id: query.id }, wait);
  if (movement === null) return null;
  const { fromUser, fromAccount, toAccount, asset, time, updatedAt } = movement;
  const account = fromUser === user ? fromAccount : toAccount;
  const window = { startTime: time, endTime: Math.max(time, updatedAt) };
  const asked = { account, asset, reasons: MOVED, ...window, limit: PAGE };
  for (let before: number | undefined; ; ) {
    const bills = await history.bills({ ...asked, idLessThan: before }, wait);
    const bill = bills.find(({ reference }) => reference === query.id);
    if (bill !== undefined)
      return entryOf({ ...lookup, query: { ...query, account, id: bill.id } });
    before = bills.at(-1)?.id;
    if (before === undefined) return null;
  }
}

async function interestOf(lookup: ReceiptLookup): Promise<Receipt | null> {
  const { views, history, query, wait } = lookup;
  const { account, id } = query;
  const [row, loan] = await history.loans({ account, ...pageUpTo(id, 2) }, wait);
  if (row === undefined || row.id !== id || row.cause !== LoanCause.interest) return null;
  // The first hour is charged for what was lent, in the row before.
  const isFirst = row.reference !== 0 && loan?.reference === row.reference;
  const symbol = symbolOf(views, row.instrument);
  return interestReceipt(headOf(lookup, row), knownAsset(views, row.asset), {
    symbol,
    principal: isFirst ? loan.principalDelta : row.principal,
    ratePpm: row.rate,
    amount: row.interestDelta,
  });
}

async function debtOf(lookup: ReceiptLookup): Promise<Receipt | null> {
  const { views, history, query, wait } = lookup;
  const { account, id } = query;
  const [row] = await history.loans({ account, ...pageUpTo(id) }, wait);
  if (row === undefined || row.id !== id || row.cause === LoanCause.interest) return null;
  const symbol = symbolOf(views, row.instrument);
  return debtReceipt(headOf(lookup, row), knownAsset(views, row.asset), { ...row, symbol });
}

/** What a step of a liquidation closed, settle units. */
async function closedValue(lookup: ReceiptLookup, step: LiquidationRecord): Promise<number> {
  const { history, query, wait } = lookup;
  const { instrument, leg, time } = step;
  const asked = { account: query.account, instrument, leg, startTime: time, endTime: time };
  let value = 0;
  let before: number | undefined;
  for (;;) {
    const fills = await history.fills({ ...asked, idLessThan: before, limit: PAGE }, wait);
    for (const fill of fills) if (isClosedBy(fill, step)) value += fill.quote;
    before = fills.at(-1)?.trade;
    if (before === undefined) return value;
  }
}

/** A liquidation takes from the book, and off it from those that it deleverages. */
function isClosedBy(fill: PlacedFill, { seq, leg }: LiquidationRecord): boolean {
  const { origin, options, liquidity } = fill;
  const liquidates = origin === TradeOrigin.book && (options & LIQUIDATION_OPTION) !== 0;
  const closes = liquidates || origin === TradeOrigin.deleveraging;
  return closes && liquidity === Liquidity.taker && fill.seq === seq && legOf(options) === leg;
}

async function liquidationOf(lookup: ReceiptLookup): Promise<Receipt | null> {
  const { views, history, query, wait } = lookup;
  const { account, id } = query;
  if (kindOf(account) !== AccountKind.usdtFutures) return marginLiquidationOf(lookup);
  const [step] = await history.liquidations({ account, ...pageUpTo(id) }, wait);
  if (step === undefined || step.id !== id) return null;
  const { contract } = await termsAt(lookup, step);
  return liquidationReceipt(headOf(lookup, step), listedOf(views, step.instrument), {
    ...step,
    value: await closedValue(lookup, step),
    ratePpm: contract?.liquidationPpm ?? null,
  });
}

async function marginLiquidationOf(lookup: ReceiptLookup): Promise<Receipt | null> {
  const { views, history, query, wait } = lookup;
  const { account, id } = query;
  const [step] = await history.marginLiquidations({ account, ...pageUpTo(id) }, wait);
  if (step === undefined || step.id !== id) return null;
  const settle = views.loans.settleAsset;
  const coin = settle === undefined ? '' : knownAsset(views, settle).code;
  const symbol = symbolOf(views, step.instrument);
  return marginLiquidationReceipt(headOf(lookup, step), { symbol, coin }, step);
}

async function levelOf(lookup: ReceiptLookup): Promise<Receipt | null> {
  const { history, query, wait } = lookup;
  const user = ownerOf(query.account);
  const found = await history.feeChanges({ user, beforeSeq: query.id + 1, limit: 10 }, wait);
  const change = found.find(({ seq, change: of }) => seq === query.id && of === FeeChange.earned);
  if (change === undefined) return null;
  const basis = JSON.parse(change.receipt) as LevelReceipt;
  return { ...headOf(lookup, change), kind: 'level', level: change.value, basis };
}

async function rejectionOf(lookup: ReceiptLookup): Promise<Receipt | null> {
  const { views, history, query, wait } = lookup;
  const { account, id } = query;
  const plan = await history.planById({ account, plan: id }, wait);
  if (plan === null || plan.status !== StoredPlanStatus.failed) return null;
  const seq = await history.planFailure({ account, plan: id }, wait);
  if (seq === null) return null;
  const head = headOf(lookup, { seq, time: plan.updatedAt });
  return rejectionReceipt(head, listedOf(views, plan.instrument), { ...plan, plan: id });
}

async function refusalOf(lookup: ReceiptLookup): Promise<Receipt | null> {
  const { history, query, wait } = lookup;
  const { account, id } = query;
  const [refused] = await history.refusals({ account, ...pageUpTo(id) }, wait);
  return refused?.id === id ? refusalOfRow(lookup, query.exchange, refused) : null;
}

/** The receipt of a refused order. */
export function refusalOfRow(
  { venue, views }: Pick<VenueReads, 'venue' | 'views'>,
  exchange: string,
  refused: RefusalRecord,
): RefusalReceipt {
  const { account, seq, time } = refused;
  const listed = listedOf(views, refused.instrument);
  const settle = views.loans.settleAsset;
  const lent = settle === undefined ? undefined : knownAsset(views, settle);
  const margin = marginCoin(account, lent, listed.quote);
  const head = receiptHead({ exchange, venue, account, seq, time });
  return refusalReceipt(head, listed, { ...refused, margin });
}

const READERS: Readonly<
  Record<ReceiptSubject, (lookup: ReceiptLookup) => Promise<Receipt | null>>
> = {
  fill: (lookup) => {
    const { id, liquidity } = lookup.query;
    return fillOf(lookup, id, (fill) => liquidity === undefined || fill.liquidity === liquidity);
  },
  order: orderOf,
  position: positionOf,
  entry: entryOf,
  movement: movementOf,
  interest: interestOf,
  debt: debtOf,
  liquidation: liquidationOf,
  level: levelOf,
  rejection: rejectionOf,
  refusal: refusalOf,
};

/** The receipt of an entry; null where the account has no such entry. */
export function receiptOf(venueContext: VenueReads, query: ReceiptQuery): Promise<Receipt | null> {
  const minSeq = userAckSeq(venueContext.views, ownerOf(query.account));
  const { venue, views, history } = venueContext;
  return READERS[query.of]({ venue, views, history, query, wait: { minSeq } });
}
