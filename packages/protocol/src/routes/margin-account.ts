/** Routes of margin accounts: balances, loans, limits and their history. The two kinds differ by the pair. */
import type { TOptional, TProperties, TString } from 'typebox';
import {
  clientOid,
  coin,
  decimal,
  id,
  list,
  object,
  optional,
  out,
  rows,
  symbol,
  text,
  whole,
} from '../schema/fields.ts';
import { MARGIN_ENTRIES, OTHER_ENTRY, REPAY_TYPES } from './account-words.ts';
import { balanceRow } from './margin-rows.ts';
import { areaSpecs } from './spec.ts';
import { byClientOid, page } from './trade-fields.ts';
import { ORDER_TYPES, OUTCOMES, SIDES } from './words.ts';

export type MarginWord = 'crossed' | 'isolated';

/** The pair of a request, or of a row: with isolated margin alone, where it is always there. */
interface OwnPair {
  readonly symbol: TOptional<TString>;
}

/** Fields that name the pair a request is about. */
export function pairField(kind: MarginWord): OwnPair {
  return (kind === 'isolated' ? { symbol: symbol('pair, `BTCUSDT`') } : {}) as OwnPair;
}

/** Fields that name the pair of a row. */
export function pairOut(kind: MarginWord): OwnPair {
  return (kind === 'isolated' ? { symbol: out.text() } : {}) as unknown as OwnPair;
}

/** The ends of a page: its last row is the next one's `idLessThan`. */
export const ends = { minId: out.text('of the last row'), maxId: out.text('of the first row') };
export const marginPage = page;

const times = { cTime: out.millis(), uTime: out.millis() };
const level = object({
  level: out.text(),
  limit: out.amount('largest debt'),
  dailyInterestRate: out.amount(),
  annualInterestRate: out.amount(),
  annuallyInterestRate: out.amount(),
  discountRate: out.amount(),
});

/** Routes that both kinds have. */
function common<const K extends MarginWord>(kind: K) {
  const area = areaSpecs(
    kind === 'crossed' ? 'Cross margin' : 'Isolated margin',
    `/api/v2/margin/${kind}` as const,
  );
  const pair = pairField(kind);
  const pairRow = pairOut(kind);
  const name = (own: string) => `margin.${kind}.${own}`;
  const listOf = <R extends TProperties>(row: R) =>
    object({ resultList: list(object({ ...pairRow, ...row, ...times })), ...ends });
  const loan = { ...pair, coin: coin(), clientOid: optional(clientOid('your own id of it')) };
  const window = { ...pair, coin: optional(coin()), ...marginPage };
  return {
    borrow: area.post('trade', {
      name: name('borrow'),
      path: '/account/borrow',
      perSecond: 10,
      summary: 'Borrows a coin; a repeated clientOid returns the first result',
      request: object({ ...loan, borrowAmount: decimal('amount of the coin') }),
      data: object({
        loanId: out.text(),
        ...pairRow,
        coin: out.text(),
        borrowAmount: out.amount(),
      }),
      idempotent: byClientOid,
    }),
    repay: area.post('trade', {
      name: name('repay'),
      path: '/account/repay',
      perSecond: 10,
      summary: 'Pays back what is owed of a coin, interest first',
      request: object({ ...loan, repayAmount: decimal('amount of the coin') }),
      data: object({
        repayId: out.text(),
        ...pairRow,
        coin: out.text(),
        remainDebtAmount: out.amount('with interest'),
        repayAmount: out.amount(),
      }),
      idempotent: byClientOid,
    }),
    flashRepayStatus: area.post('trade', {
      name: name('flashRepayStatus'),
      path: '/account/query-flash-repay-status',
      perSecond: 10,
      summary: 'Which of your flash repayments paid something back; they are over when they answer',
      request: object({ idList: list(id('a repayId')) }),
      data: list(object({ repayId: out.text(), status: out.word(['finish']) })),
      idempotent: () => true,
    }),
    assets: area.get({
      name: name('assets'),
      path: '/account/assets',
      perSecond: 10,
      summary: 'What the account has and owes',
      request: object({
        coin: optional(coin()),
        ...(kind === 'isolated' ? { symbol: optional(symbol()) } : ({} as OwnPair)),
      }),
      data: list(
        object({
          ...pairRow,
          ...balanceRow,
        }),
      ),
    }),
    borrowHistory: area.get({
      name: name('borrowHistory'),
      path: '/borrow-history',
      perSecond: 10,
      summary: 'Loans, newest first',
      request: object({ ...window, loanId: optional(id('one loan')) }),
      data: listOf({
        loanId: out.text(),
        coin: out.text(),
        borrowAmount: out.amount(),
        amount: out.amount('the same'),
        borrowType: out.word(['manual_loan', 'auto_loan'], 'auto_loan: for an order'),
      }),
    }),
    repayHistory: area.get({
      name: name('repayHistory'),
      path: '/repay-history',
      perSecond: 10,
      summary: 'Repayments, newest first',
      request: object({ ...window, repayId: optional(id('one repayment')) }),
      data: listOf({
        repayId: out.text(),
        coin: out.text(),
        repayAmount: out.amount(),
        repayType: out.word(REPAY_TYPES, 'liq_repay: in a liquidation'),
        repayInterest: out.amount(),
        repayPrincipal: out.amount(),
      }),
    }),
    interestHistory: area.get({
      name: name('interestHistory'),
      path: '/interest-history',
      perSecond: 10,
      summary: 'Interest that was charged, newest first',
      request: object(window),
      data: listOf({
        interestId: out.text(),
        loanCoin: out.text(),
        interestCoin: out.text(),
        dailyInterestRate: out.amount(),
        interestAmount: out.amount(),
        interstType: out.word(
          ['first', 'scheduled'],
          'first: with the loan; scheduled: for an hour',
        ),
      }),
    }),
    liquidationHistory: area.get({
      name: name('liquidationHistory'),
      path: '/liquidation-history',
      perSecond: 10,
      summary: 'What liquidations did, newest first; a long one has a row for each of its steps',
      request: object({ ...pair, ...marginPage }),
      data: listOf({
        liqId: out.text(),
        liqStartTime: out.millis(),
        liqEndTime: out.millis(),
        liqRiskRatio: out.amount('what had to be kept by what was there'),
        totalAssets: out.amount('before it, in USDT at the index'),
        totalDebt: out.amount('before it, in USDT at the index'),
        liqFee: out.amount('to the protection fund, USDT'),
      }),
    }),
    liquidationOrders: area.get({
      name: name('liquidationOrders'),
      path: '/liquidation-order',
      perSecond: 10,
      summary: 'Orders that liquidations placed, newest first',
      request: object({
        ...marginPage,
        symbol: optional(symbol()),
        type: optional(text('`place_order`; swaps do not exist here', 20)),
        fromCoin: optional(coin()),
        toCoin: optional(coin()),
      }),
      data: object({
        resultList: list(
          object({
            symbol: out.text(),
            orderType: out.word(ORDER_TYPES),
            side: out.word(SIDES),
            priceAvg: out.amount(),
            price: out.amount(),
            fillSize: out.amount(),
            size: out.amount(),
            amount: out.amount('filled, in the quote coin'),
            orderId: out.text(),
            fromCoin: out.text(),
            toCoin: out.text(),
            fromSize: out.amount('paid'),
            toSize: out.amount('got, before the fee'),
            ...times,
          }),
        ),
        idLessThan: out.text('of the last row'),
      }),
    }),
    financialRecords: area.get({
      name: name('financialRecords'),
      path: '/financial-records',
      perSecond: 10,
      summary: 'Ledger of the account, newest first',
      request: object({
        ...window,
        marginType: optional(text('kind of movement, as rows have it', 40)),
      }),
      data: listOf({
        marginId: out.text(),
        coin: out.text(),
        amount: out.amount(),
        balance: out.amount(),
        fee: out.amount(),
        marginType: out.word([...MARGIN_ENTRIES, OTHER_ENTRY]),
      }),
    }),
  };
}

const cross = areaSpecs('Cross margin', '/api/v2/margin/crossed');
const isolated = areaSpecs('Isolated margin', '/api/v2/margin/isolated');

export const crossed = {
  ...common('crossed'),
  flashRepay: cross.post('trade', {
    name: 'margin.crossed.flashRepay',
    path: '/account/flash-repay',
    perSecond: 10,
    summary:
      'Pays back what is owed of a coin, or all, with everything in the account, by market orders',
    request: object({ coin: optional(coin('all that is owed where it is left out')) }),
    data: object({ repayId: out.text(), coin: out.text() }),
  }),
  riskRate: cross.get({
    name: 'margin.crossed.riskRate',
    path: '/account/risk-rate',
    perSecond: 10,
    summary: 'What must be kept by what is there: above 1 the account is liquidated',
    request: object({}),
    data: object({ riskRateRatio: out.amount(), riskRate: out.amount('the same') }),
  }),
  maxBorrowable: cross.get({
    name: 'margin.crossed.maxBorrowable',
    path: '/account/max-borrowable-amount',
    perSecond: 10,
    summary: 'What may be borrowed of a coin now',
    request: object({ coin: coin() }),
    data: object({ coin: out.text(), maxBorrowableAmount: out.amount() }),
  }),
  maxTransferOut: cross.get({
    name: 'margin.crossed.maxTransferOut',
    path: '/account/max-transfer-out-amount',
    perSecond: 10,
    summary: 'What may be transferred out of a coin now',
    request: object({ coin: coin() }),
    data: object({ coin: out.text(), maxTransferOutAmount: out.amount() }),
  }),
  interestRate: cross.get({
    name: 'margin.crossed.interestRate',
    path: '/interest-rate-and-limit',
    perSecond: 10,
    summary: 'Rate of this hour, and the largest debt',
    request: object({ coin: coin() }),
    data: list(
      object({
        coin: out.text(),
        leverage: out.text(),
        transferable: out.flag(),
        borrowable: out.flag('whether there is something in the pool'),
        dailyInterestRate: out.amount(),
        annualInterestRate: out.amount(),
        maxBorrowableAmount: out.amount('largest debt of the caller'),
        vipList: list(level),
      }),
    ),
  }),
  tierData: cross.get({
    name: 'margin.crossed.tierData',
    path: '/tier-data',
    perSecond: 10,
    summary: 'Tiers of the debts of a coin',
    request: object({ coin: coin() }),
    data: list(
      object({
        tier: out.text(),
        leverage: out.text(),
        coin: out.text(),
        maxBorrowableAmount: out.amount('debt up to which it reaches'),
        maintainMarginRate: out.amount(),
      }),
    ),
  }),
};

const pair = { symbol: symbol('pair, `BTCUSDT`') };

export const isolatedSpecs = {
  ...common('isolated'),
  flashRepay: isolated.post('trade', {
    name: 'margin.isolated.flashRepay',
    path: '/account/flash-repay',
    perSecond: 10,
    summary: 'Pays back what is owed in pairs with everything in them, by market orders',
    request: object({
      symbolList: optional(list(symbol('all pairs that owe where it is left out'))),
    }),
    data: list(object({ repayId: out.text(), symbol: out.text(), result: out.word(OUTCOMES) })),
  }),
  riskRate: isolated.get({
    name: 'margin.isolated.riskRate',
    path: '/account/risk-rate',
    perSecond: 10,
    summary: 'What must be kept by what is there, of each pair: above 1 it is liquidated',
    request: object({
      symbol: optional(symbol()),
      pageNum: optional(whole('page, from 1', 1, 1_000_000)),
      pageSize: optional(rows()),
    }),
    data: list(object({ symbol: out.text(), riskRateRatio: out.amount() })),
  }),
  maxBorrowable: isolated.get({
    name: 'margin.isolated.maxBorrowable',
    path: '/account/max-borrowable-amount',
    perSecond: 10,
    summary: 'What may be borrowed of the coins of a pair now',
    request: object(pair),
    data: object({
      symbol: out.text(),
      baseCoin: out.text(),
      baseCoinMaxBorrowAmount: out.amount(),
      quoteCoin: out.text(),
      quoteCoinMaxBorrowAmount: out.amount(),
    }),
  }),
  maxTransferOut: isolated.get({
    name: 'margin.isolated.maxTransferOut',
    path: '/account/max-transfer-out-amount',
    perSecond: 10,
    summary: 'What may be transferred out of the coins of a pair now',
    request: object(pair),
    data: object({
      symbol: out.text(),
      baseCoin: out.text(),
      baseCoinMaxTransferOutAmount: out.amount(),
      quoteCoin: out.text(),
      quoteCoinMaxTransferOutAmount: out.amount(),
    }),
  }),
  interestRate: isolated.get({
    name: 'margin.isolated.interestRate',
    path: '/interest-rate-and-limit',
    perSecond: 10,
    summary: 'Rates of this hour, and the largest debts',
    request: object(pair),
    data: list(
      object({
        symbol: out.text(),
        leverage: out.text(),
        baseCoin: out.text(),
        baseTransferable: out.flag(),
        baseBorrowable: out.flag(),
        baseDailyInterestRate: out.amount(),
        baseAnnuallyInterestRate: out.amount(),
        baseMaxBorrowableAmount: out.amount(),
        baseVipList: list(level),
        quoteCoin: out.text(),
        quoteTransferable: out.flag(),
        quoteTransferInAble: out.flag(),
        quoteBorrowable: out.flag(),
        quoteDailyInterestRate: out.amount(),
        quoteAnnuallyInterestRate: out.amount(),
        quoteMaxBorrowableAmount: out.amount(),
        quoteList: list(level),
      }),
    ),
  }),
  tierData: isolated.get({
    name: 'margin.isolated.tierData',
    path: '/tier-data',
    perSecond: 10,
    summary: 'Tiers of the debts of a pair: the stricter of its two coins',
    request: object(pair),
    data: list(
      object({
        tier: out.text(),
        symbol: out.text(),
        leverage: out.text(),
        baseCoin: out.text(),
        quoteCoin: out.text(),
        baseMaxBorrowableAmount: out.amount(),
        quoteMaxBorrowableAmount: out.amount(),
        maintainMarginRate: out.amount(),
        initRate: out.amount(),
      }),
    ),
  }),
};
