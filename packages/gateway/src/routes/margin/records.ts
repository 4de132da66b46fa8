/** What became of loans, and the ledger of margin accounts. */
import {
  formatDecimal,
  LoanCause,
  loanRatio,
  lowerAscii,
  MARGIN_SCALE,
  PostingReason,
  parseWireLoanId,
  Side,
  wireId,
  wireLoanId,
} from '@halcyon/domain';
import {
  type DataOf,
  MARGIN_ENTRIES,
  type MarginEntryWord,
  type MarginWord,
  OTHER_ENTRY,
  type RepayTypeWord,
  readPage,
  specs,
  WireError,
  type WirePageRequest,
} from '@halcyon/protocol';
import type { BillRecord, BillsQuery, LoanRecord, MarginLiquidationRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import type { Caller } from '../../auth/authenticate.ts';
import {
  assetOf,
  instrumentOf,
  knownAsset,
  type RestContext,
  type Route,
  signedRoute,
} from '../../http/context.ts';
import { coinsOf, marginAccount, marginCoin, pairOfRow, placeOf } from '../../translate/margin.ts';
import { type CommonOrderFacts, factsOfHistory } from '../../translate/order-facts.ts';
import { rowInstrument } from '../../translate/order-rows.ts';
import {
  amountText,
  averagePriceText,
  dailyRateText,
  priceText,
  rateText,
  sizeText,
} from '../../translate/text.ts';
import { orderTypeWord, sideWord } from '../../translate/words.ts';

const LIMIT = 100;

interface ListRequest extends WirePageRequest {
  readonly symbol?: string;
  readonly coin?: string;
}

/** What such a list asks the records for. */
function filterOf(views: Views, kind: MarginWord, caller: Caller, request: ListRequest) {
  const { before, ...page } = readPage(request, LIMIT);
  const place = placeOf(views, kind, caller, request);
  const { coin } = request;
  const asset = coin === undefined ? undefined : marginCoin(views, place, coin).id;
  return { ...place, asset, ...page, idLessThan: before };
}

/** Rows with the ids at their ends. */
function withEnds<T extends { readonly id: number }, R>(
  records: readonly T[],
  row: (record: T) => R,
): { resultList: R[]; minId: string; maxId: string } {
  const idOf = (record: T | undefined) => (record === undefined ? '' : wireId(record.id));
  return { resultList: records.map(row), minId: idOf(records.at(-1)), maxId: idOf(records[0]) };
}

/** Changes of debts by these causes. @param named the loan or repayment that alone is wanted */
async function loansOf(
  { views, history }: RestContext,
  kind: MarginWord,
  caller: Caller,
  request: ListRequest & { readonly named?: string | undefined },
  causes: readonly LoanCause[],
): Promise<LoanRecord[]> {
  const query = filterOf(views, kind, caller, request);
  const wait = { minSeq: views.lastAckSeq(query.account) };
  if (request.named === undefined) return history.loans({ ...query, causes }, wait);
  const named = parseWireLoanId(request.named);
  const meant = causes.filter((cause) => named?.causes.includes(cause));
  if (named === null || meant.length === 0) return [];
  return history.loans({ ...query, causes: meant, reference: named.reference }, wait);
}

/** What every row of a loan has. */
function headOf(views: Views, { instrument, asset, time }: LoanRecord | BillRecord) {
  const times = { cTime: String(time), uTime: String(time) };
  return { ...pairOfRow(views, instrument), coin: knownAsset(views, asset).code, ...times };
}

const REPAY_TYPES: ReadonlyMap<LoanCause, RepayTypeWord> = new Map([
  [LoanCause.repaid, 'manual_repay'],
  [LoanCause.orderRepaid, 'auto_repay'],
  [LoanCause.liquidated, 'liq_repay'],
  [LoanCause.takenOver, 'liq_repay'],
]);

interface MarginType {
  readonly reason: PostingReason;
  /** Whether it is only what came, or only what went. */
  readonly sign?: BillsQuery['sign'];
}

/** What the names stand for by which clients know the entries of the ledger. */
const MARGIN_TYPES: Readonly<Record<MarginEntryWord, MarginType>> = {
  transfer_in: { reason: PostingReason.transferIn },
  transfer_out: { reason: PostingReason.transferOut },
  borrow: { reason: PostingReason.loan, sign: 1 },
  repay: { reason: PostingReason.loan, sign: -1 },
  liquidation_fee: { reason: PostingReason.liquidationFee },
  compensate: { reason: PostingReason.protection },
  confiscated: { reason: PostingReason.takenOver },
  deal_in: { reason: PostingReason.tradeIn },
  deal_out: { reason: PostingReason.tradeOut },
  interest: { reason: PostingReason.interest },
};

/** Movements that the wire has a name for: here what is exchanged is a trade. */
const UNKNOWN_HERE: ReadonlySet<string> = new Set([
  'exchange_in',
  'exchange_out',
  'sys_exchange_in',
  'sys_exchange_out',
]);

/** What of the ledger is asked for; null: movements that this exchange has none of. */
function billsOf(marginType: string | undefined): Pick<BillsQuery, 'reasons' | 'sign'> | null {
  if (marginType === undefined) return {};
  const name = lowerAscii(marginType);
  if (UNKNOWN_HERE.has(name)) return null;
  const known = MARGIN_ENTRIES.find((entry) => entry === name);
  if (known !== undefined) {
    const { reason, sign } = MARGIN_TYPES[known];
    return { reasons: [reason], sign };
  }
  const expected = MARGIN_ENTRIES.join('/');
  throw new WireError('fieldValue', { field: 'marginType', expected, value: marginType });
}

type BillRow = DataOf<typeof specs.isolated.financialRecords>['resultList'][number];

function billRow(views: Views, bill: BillRecord): BillRow {
  const { reason, amount, fee, balance } = bill;
  const asset = knownAsset(views, bill.asset);
  const found = MARGIN_ENTRIES.find((name) => {
    const one = MARGIN_TYPES[name];
    return one.reason === reason && (one.sign ?? 0) * Number(amount) >= 0;
  });
  return {
    ...headOf(views, bill),
    marginId: wireId(bill.id),
    amount: amountText(asset, amount + fee),
    balance: amountText(asset, balance),
    fee: amountText(asset, -fee),
    marginType: found ?? OTHER_ENTRY,
  };
}

/** Steps of liquidations; each began and ended in one command. */
function liquidationRow(views: Views, step: MarginLiquidationRecord) {
  const time = String(step.time);
  const money = (units: number): string => formatDecimal(units, MARGIN_SCALE);
  return {
    ...pairOfRow(views, step.instrument),
    liqId: wireId(step.id),
    liqStartTime: time,
    liqEndTime: time,
    liqRiskRatio: rateText(loanRatio(step)),
    totalAssets: money(step.assets),
    totalDebt: money(step.debts),
    liqFee: money(step.fee),
    uTime: time,
    cTime: time,
  };
}

/** An order that a liquidation placed: what it paid with, and what it got for it. */
function liquidationOrderRow(views: Views, order: CommonOrderFacts) {
  const instrument = rowInstrument(views, order.instrument);
  const [base, quote] = coinsOf(views, instrument);
  const filled = sizeText(instrument, order.filledLots);
  const amount = amountText(quote, order.filledQuote);
  const buys = order.side === Side.buy;
  return {
    symbol: instrument.symbol,
    orderType: orderTypeWord(order.type),
    side: sideWord(order.side),
    priceAvg: averagePriceText(instrument, order.filledLots, order.filledQuote),
    price: priceText(instrument, order.price),
    fillSize: filled,
    size: sizeText(instrument, order.quantity),
    amount,
    orderId: wireId(order.id),
    fromCoin: buys ? quote.code : base.code,
    toCoin: buys ? base.code : quote.code,
    fromSize: buys ? amount : filled,
    toSize: buys ? filled : amount,
    cTime: String(order.createdTime),
    uTime: String(order.updatedTime),
  };
}

/** The lists of liquidations of one kind of margin account. */
function liquidationRoutes(kind: MarginWord): readonly Route[] {
  const own = specs[kind];
  return [
    signedRoute(own.liquidationHistory, async ({ views, history }, request, caller) => {
      const { asset: _, ...query } = filterOf(views, kind, caller, request);
      const wait = { minSeq: views.lastAckSeq(query.account) };
      const steps = await history.marginLiquidations(query, wait);
      return withEnds(steps, (step) => liquidationRow(views, step));
    }),
    signedRoute(own.liquidationOrders, async ({ views, history }, request, caller) => {
      if (request.type !== undefined && lowerAscii(request.type) !== 'place_order') {
        if (lowerAscii(request.type) === 'swap') return { resultList: [], idLessThan: '' };
        const expected = 'place_order/swap';
        throw new WireError('fieldValue', { field: 'type', expected, value: request.type });
      }
      const { before, ...page } = readPage(request, LIMIT);
      const { symbol } = request;
      const codeOf = (coin: string | undefined) => coin && assetOf(views, coin).code;
      const [fromCoin, toCoin] = [codeOf(request.fromCoin), codeOf(request.toCoin)];
      const instrument = symbol === undefined ? undefined : instrumentOf(views, symbol).id;
      const account = marginAccount(kind, caller);
      const query = { account, instrument, ...page, idLessThan: before, liquidation: true };
      const orders = await history.orderHistory(query, { minSeq: views.lastAckSeq(account) });
      const rows = orders.map((order) => liquidationOrderRow(views, factsOfHistory(order)));
      const last = orders.at(-1);
      return {
        resultList: rows.filter(
          (row) =>
            (fromCoin === undefined || row.fromCoin === fromCoin) &&
            (toCoin === undefined || row.toCoin === toCoin),
        ),
        idLessThan: last === undefined ? '' : wireId(last.id),
      };
    }),
  ];
}

/** The lists of one kind of margin account. */
export function marginRecordRoutes(kind: MarginWord): readonly Route[] {
  const own = specs[kind];
  const { borrowed, orderBorrowed, interest } = LoanCause;
  const repaid = [...REPAY_TYPES.keys()];
  return [
    ...liquidationRoutes(kind),
    signedRoute(own.borrowHistory, async (context, request, caller) => {
      const { views } = context;
      const asked = { ...request, named: request.loanId };
      const loans = await loansOf(context, kind, caller, asked, [borrowed, orderBorrowed]);
      return withEnds(loans, (loan) => {
        const amount = amountText(views.asset(loan.asset), loan.principalDelta);
        return {
          ...headOf(views, loan),
          loanId: wireLoanId(loan.cause, loan.reference),
          borrowAmount: amount,
          amount,
          borrowType: loan.cause === borrowed ? 'manual_loan' : 'auto_loan',
        };
      });
    }),
    signedRoute(own.repayHistory, async (context, request, caller) => {
      const { views } = context;
      const asked = { ...request, named: request.repayId };
      const loans = await loansOf(context, kind, caller, asked, repaid);
      return withEnds(loans, (loan) => {
        const asset = views.asset(loan.asset);
        const { principalDelta, interestDelta } = loan;
        return {
          ...headOf(views, loan),
          repayId: wireLoanId(loan.cause, loan.reference),
          repayAmount: amountText(asset, -principalDelta - interestDelta),
          repayType: REPAY_TYPES.get(loan.cause)!,
          repayInterest: amountText(asset, -interestDelta),
          repayPrincipal: amountText(asset, -principalDelta),
        };
      });
    }),
    signedRoute(own.interestHistory, async (context, request, caller) => {
      const { views } = context;
      const charged = await loansOf(context, kind, caller, request, [interest]);
      return withEnds(charged, (loan) => {
        const { coin, ...head } = headOf(views, loan);
        return {
          ...head,
          interestId: wireId(loan.id),
          loanCoin: coin,
          interestCoin: coin,
          dailyInterestRate: dailyRateText(loan.rate),
          interestAmount: amountText(views.asset(loan.asset), loan.interestDelta),
          interstType: loan.reference === 0 ? 'scheduled' : 'first',
        };
      });
    }),
    signedRoute(own.financialRecords, async ({ views, history }, request, caller) => {
      const query = filterOf(views, kind, caller, request);
      const chosen = billsOf(request.marginType);
      if (chosen === null) return withEnds<BillRecord, never>([], () => undefined as never);
      // A bill of a cross margin account names the pair that it traded; all of them are wanted.
      const instrument = kind === 'crossed' ? undefined : query.instrument;
      const wait = { minSeq: views.lastAckSeq(query.account) };
      const bills = await history.bills({ ...query, ...chosen, instrument }, wait);
      return withEnds(bills, (bill) => {
        const { symbol = '', ...row } = billRow(views, bill);
        return kind === 'crossed' ? row : { symbol, ...row };
      });
    }),
  ];
}
