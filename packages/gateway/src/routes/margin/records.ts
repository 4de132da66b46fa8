/** What became of loans, and the ledger of margin accounts. */
import { LoanCause, lowerAscii, PostingReason, parseWireId, wireId } from '@halcyon/domain';
import { type MarginWord, type PageRequest, readPage, specs, WireError } from '@halcyon/protocol';
import type { BillRecord, LoanRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import type { Caller } from '../../auth/authenticate.ts';
import { knownAsset, type RestContext, type Route, signedRoute } from '../../http/context.ts';
import { marginCoin, pairOfRow, placeOf } from '../../translate/margin.ts';
import { amountText, dailyRateText } from '../../translate/text.ts';

const LIMIT = 100;
const LIMIT_MAX = 500;

interface ListRequest extends PageRequest {
  readonly symbol?: string;
  readonly coin?: string;
}

/** What such a list asks the records for. */
function filterOf(views: Views, kind: MarginWord, caller: Caller, request: ListRequest) {
  const { before, ...page } = readPage(request, LIMIT, LIMIT_MAX);
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
  const reference = request.named === undefined ? undefined : parseWireId(request.named);
  if (reference === null) return [];
  const wait = { minSeq: views.lastAckSeq(query.account) };
  return history.loans({ ...query, causes, reference }, wait);
}

/** What every row of a loan has. */
function headOf(views: Views, { instrument, asset, time }: LoanRecord | BillRecord) {
  const times = { cTime: String(time), uTime: String(time) };
  return { ...pairOfRow(views, instrument), coin: knownAsset(views, asset).code, ...times };
}

const REPAY_TYPES: Readonly<Partial<Record<LoanCause, string>>> = {
  [LoanCause.repaid]: 'manual_repay',
  [LoanCause.orderRepaid]: 'auto_repay',
  [LoanCause.liquidated]: 'liq_repay',
};

interface MarginType {
  readonly reason: PostingReason;
  /** Whether it is only what came, or only what went. */
  readonly sign?: 1 | -1;
}

/** Names by which clients know the entries of the ledger; the last four only this exchange has. */
const MARGIN_TYPES: Readonly<Record<string, MarginType>> = {
  transfer_in: { reason: PostingReason.transferIn },
  transfer_out: { reason: PostingReason.transferOut },
  liquidation_fee: { reason: PostingReason.liquidationFee },
  deal_in: { reason: PostingReason.tradeIn },
  deal_out: { reason: PostingReason.tradeOut },
  loan: { reason: PostingReason.loan, sign: 1 },
  repay: { reason: PostingReason.loan, sign: -1 },
  interest: { reason: PostingReason.interest },
  compensate: { reason: PostingReason.protection },
};

/** Movements that the wire has a name for and this exchange tells as trades. */
const UNKNOWN_HERE: ReadonlySet<string> = new Set([
  'exchange_in',
  'exchange_out',
  'sys_exchange_in',
  'sys_exchange_out',
]);

/** null: movements that this exchange has none of. */
function reasonsOf(marginType: string | undefined): readonly PostingReason[] | null | undefined {
  if (marginType === undefined) return undefined;
  const name = lowerAscii(marginType);
  if (UNKNOWN_HERE.has(name)) return null;
  if (Object.hasOwn(MARGIN_TYPES, name) && MARGIN_TYPES[name]!.sign === undefined) {
    return [MARGIN_TYPES[name]!.reason];
  }
  const whole = Object.entries(MARGIN_TYPES).filter(([, { sign }]) => sign === undefined);
  const expected = whole.map(([word]) => word).join('/');
  throw new WireError('fieldValue', { field: 'marginType', expected, value: marginType });
}

function billRow(views: Views, bill: BillRecord) {
  const { reason, amount, fee, balance } = bill;
  const asset = knownAsset(views, bill.asset);
  const found = Object.entries(MARGIN_TYPES).find(
    ([, one]) => one.reason === reason && (one.sign ?? 0) * Number(amount) >= 0,
  );
  return {
    ...headOf(views, bill),
    marginId: wireId(bill.id),
    amount: amountText(asset, amount + fee),
    balance: amountText(asset, balance),
    fee: amountText(asset, -fee),
    marginType: found?.[0] ?? 'other',
  };
}

/** The lists of one kind of margin account. */
export function marginRecordRoutes(kind: MarginWord): readonly Route[] {
  const own = specs[kind];
  const { borrowed, orderBorrowed, interest } = LoanCause;
  const repaid = Object.keys(REPAY_TYPES).map((cause) => Number(cause) as LoanCause);
  return [
    signedRoute(own.borrowHistory, async (context, request, caller) => {
      const { views } = context;
      const asked = { ...request, named: request.loanId };
      const loans = await loansOf(context, kind, caller, asked, [borrowed, orderBorrowed]);
      return withEnds(loans, (loan) => ({
        ...headOf(views, loan),
        loanId: wireId(loan.reference),
        borrowAmount: amountText(views.asset(loan.asset), loan.principalDelta),
        borrowType: loan.cause === borrowed ? 'manual_loan' : 'auto_loan',
      }));
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
          repayId: wireId(loan.reference),
          repayAmount: amountText(asset, -principalDelta - interestDelta),
          repayType: REPAY_TYPES[loan.cause] ?? '',
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
      const reasons = reasonsOf(request.marginType);
      if (reasons === null) return withEnds<BillRecord, never>([], () => undefined as never);
      // A bill of a cross margin account names the pair that it traded; all of them are wanted.
      const instrument = kind === 'crossed' ? undefined : query.instrument;
      const wait = { minSeq: views.lastAckSeq(query.account) };
      const bills = await history.bills({ ...query, instrument, reasons }, wait);
      return withEnds(bills, (bill) => {
        const { symbol = '', ...row } = billRow(views, bill);
        return kind === 'crossed' ? row : { symbol, ...row };
      });
    }),
  ];
}
