/** Public routes: time, coins, instruments, market data. */
import { GRANULARITY_NAMES, MONTHS } from '../intervals.ts';
import { LEVELS_MAX } from '../limits.ts';
import {
  choice,
  coin,
  list,
  object,
  optional,
  out,
  rows,
  symbol,
  text,
  time,
  whole,
} from '../schema/fields.ts';
import {
  candleWindow,
  merged,
  merging,
  pairs,
  pastCandles,
  tradeRow,
  tradeWindow,
  vipTerms,
} from './market-fields.ts';
import { areaSpecs } from './spec.ts';
import { SYMBOL_STATES, TRUE_OR_FALSE } from './words.ts';

const common = areaSpecs('Common', '/api/v2');
const spot = areaSpecs('Spot market', '/api/v2/spot');

const none = object({});

export const publicTime = common.publicGet({
  name: 'public.time',
  path: '/public/time',
  perSecond: 20,
  summary: 'Server time, ms',
  request: none,
  data: object({ serverTime: out.millis() }),
});

export const announcements = common.publicGet({
  name: 'public.announcements',
  path: '/public/annoucements',
  perSecond: 20,
  summary: 'Announcements of the operator',
  request: object({
    annType: optional(text('kind of announcement')),
    language: optional(text('language code', 10)),
    startTime: optional(time('from, ms')),
    endTime: optional(time('until, ms')),
    cursor: optional(text('page cursor')),
    limit: optional(whole('rows a page', 1, 10)),
  }),
  data: list(
    object({
      annId: out.text(),
      annTitle: out.text(),
      annDesc: out.text(),
      cTime: out.millis(),
      language: out.text(),
      annUrl: out.text(),
    }),
  ),
});

export const coins = spot.publicGet({
  name: 'spot.public.coins',
  path: '/public/coins',
  perSecond: 3,
  summary: 'Coins and the chains they move on',
  request: object({ coin: optional(coin()) }),
  data: list(
    object({
      coinId: out.text(),
      coin: out.text(),
      transfer: out.word(TRUE_OR_FALSE),
      chains: list(
        object({
          chain: out.text(),
          needTag: out.word(TRUE_OR_FALSE),
          withdrawable: out.word(TRUE_OR_FALSE),
          rechargeable: out.word(TRUE_OR_FALSE),
          withdrawFee: out.amount(),
          extraWithdrawFee: out.amount(),
          depositConfirm: out.text(),
          withdrawConfirm: out.text(),
          minDepositAmount: out.amount(),
          minWithdrawAmount: out.amount(),
          browserUrl: out.text(),
          contractAddress: out.text(),
          withdrawStep: out.text(),
          withdrawMinScale: out.text(),
          congestion: out.word(['normal']),
        }),
      ),
    }),
  ),
});

export const symbols = spot.publicGet({
  name: 'spot.public.symbols',
  path: '/public/symbols',
  perSecond: 20,
  summary: 'Instruments with their precisions, limits and default fees',
  request: object({ symbol: optional(symbol()) }),
  data: list(
    object({
      symbol: out.text(),
      baseCoin: out.text(),
      quoteCoin: out.text(),
      minTradeAmount: out.amount(),
      maxTradeAmount: out.amount(),
      takerFeeRate: out.amount(),
      makerFeeRate: out.amount(),
      pricePrecision: out.text('digits that the price of a new order may have'),
      quantityPrecision: out.text('digits that the size of a new order may have'),
      priceScale: out.text(
        'digits that prices are written with; those of older orders may be finer',
      ),
      quantityScale: out.text('digits that sizes are written with'),
      quotePrecision: out.text(),
      status: out.word(SYMBOL_STATES, 'gray: post-only or cancel-only'),
      minTradeUSDT: out.amount(
        'minTradeQuote in USDT at the last price, rounded up; 0 while nothing prices the quote coin',
      ),
      minTradeQuote: out.amount(
        'smallest order value, in the quote coin: by this orders are judged',
      ),
      buyLimitPriceRatio: out.amount(),
      sellLimitPriceRatio: out.amount(),
      areaSymbol: out.word(['no']),
      orderQuantity: out.text('open orders one account may have'),
      openTime: out.millis(),
      offTime: out.millis(),
    }),
  ),
});

export const vipFeeRate = spot.publicGet({
  name: 'spot.market.vipFeeRate',
  path: '/market/vip-fee-rate',
  perSecond: 10,
  summary: 'Spot fee schedule by VIP level',
  request: none,
  data: list(object({ level: out.number(), ...vipTerms })),
});

export const tickers = spot.publicGet({
  name: 'spot.market.tickers',
  path: '/market/tickers',
  perSecond: 20,
  summary: 'Last price, best prices and rolling 24 h statistics',
  request: object({ symbol: optional(symbol()) }),
  data: list(
    object({
      symbol: out.text(),
      high24h: out.amount(),
      open: out.amount(),
      low24h: out.amount(),
      lastPr: out.amount(),
      quoteVolume: out.amount(),
      baseVolume: out.amount(),
      usdtVolume: out.amount(),
      bidPr: out.amount(),
      askPr: out.amount(),
      bidSz: out.amount(),
      askSz: out.amount(),
      openUtc: out.amount(),
      ts: out.millis(),
      changeUtc24h: out.amount(),
      change24h: out.amount(),
    }),
  ),
});

export const orderbook = spot.publicGet({
  name: 'spot.market.orderbook',
  path: '/market/orderbook',
  perSecond: 20,
  summary: 'Order book, best first, [price, size]',
  request: object({
    symbol: symbol(),
    type: optional(
      choice('step of merging', ['step0', 'step1', 'step2', 'step3', 'step4', 'step5']),
    ),
    limit: optional(whole('levels a side', 1, LEVELS_MAX)),
  }),
  data: object({ asks: pairs, bids: pairs, ts: out.millis() }),
});

export const mergeDepth = spot.publicGet({
  name: 'spot.market.mergeDepth',
  path: '/market/merge-depth',
  perSecond: 20,
  summary: 'Order book merged into price steps',
  request: object({
    symbol: symbol(),
    ...merging,
  }),
  data: object({ asks: pairs, bids: pairs, ...merged }),
});

const granularity = choice('candle interval', GRANULARITY_NAMES, MONTHS);

export const candles = spot.publicGet({
  name: 'spot.market.candles',
  path: '/market/candles',
  perSecond: 20,
  summary: 'Candles, oldest first: [ts, open, high, low, close, base, usdt, quote volume]',
  request: object({
    symbol: symbol(),
    granularity,
    ...candleWindow,
  }),
  data: pairs,
});

export const historyCandles = spot.publicGet({
  name: 'spot.market.historyCandles',
  path: '/market/history-candles',
  perSecond: 20,
  summary: 'Past candles before endTime, oldest first',
  request: object({
    symbol: symbol(),
    granularity,
    ...pastCandles,
  }),
  data: pairs,
});

export const fills = spot.publicGet({
  name: 'spot.market.fills',
  path: '/market/fills',
  perSecond: 10,
  summary: 'Latest public trades, newest first',
  request: object({ symbol: symbol(), limit: optional(rows()) }),
  data: list(tradeRow),
});

export const fillsHistory = spot.publicGet({
  name: 'spot.market.fillsHistory',
  path: '/market/fills-history',
  perSecond: 10,
  summary: 'Public trades by time or page, newest first',
  request: object({
    symbol: symbol(),
    ...tradeWindow,
  }),
  data: list(tradeRow),
});

export const auction = spot.publicGet({
  name: 'spot.market.auction',
  path: '/market/auction',
  perSecond: 20,
  summary: 'Call auction of an instrument; none is held here',
  request: object({ symbol: symbol() }),
  data: object({ stage: out.text(), stageEndTime: out.millis(), auctionEndTime: out.millis() }),
});

export const marginCurrencies = common.publicGet({
  name: 'margin.currencies',
  path: '/margin/currencies',
  perSecond: 10,
  summary: 'Pairs that margin accounts trade',
  request: none,
  data: list(
    object({
      symbol: out.text(),
      baseCoin: out.text(),
      quoteCoin: out.text(),
      maxCrossedLeverage: out.text('0: it is not traded with cross margin'),
      maxIsolatedLeverage: out.text('0: it has no isolated margin'),
      warningRiskRatio: out.amount('above it the owner is called'),
      liquidationRiskRatio: out.amount('above it the account is liquidated'),
      minTradeAmount: out.amount(),
      maxTradeAmount: out.amount(),
      takerFeeRate: out.amount(),
      makerFeeRate: out.amount(),
      pricePrecision: out.text(),
      quantityPrecision: out.text(),
      minTradeUSDT: out.amount(),
      isBorrowable: out.flag(),
      userMinBorrow: out.amount('smallest loan of the base coin'),
      status: out.word(['0', '1'], '1: open'),
      isIsolatedBaseBorrowable: out.flag(),
      isIsolatedQuoteBorrowable: out.flag(),
      isCrossBorrowable: out.flag(),
    }),
  ),
});

export const marginLongShort = common.publicGet({
  name: 'margin.longShort',
  path: '/margin/market/long-short-ratio',
  perSecond: 1,
  summary: 'Margin by direction over time: not kept, always empty',
  request: object({
    symbol: symbol(),
    period: optional(choice('period', ['24h', '30d'])),
    coin: optional(coin()),
  }),
  data: list(none),
});

export const marginInterestRate = common.get({
  name: 'margin.interestRate',
  path: '/margin/interest-rate-record',
  perSecond: 10,
  summary: 'What borrowing a coin costs in this hour',
  request: object({ coin: coin() }),
  data: object({
    coin: out.text(),
    dailyInterestRate: out.amount(),
    annualInterestRate: out.amount(),
    updatedTime: out.millis('start of the clock hour that it is the rate of'),
  }),
});
