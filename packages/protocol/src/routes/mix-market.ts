/** Routes: prices, funding, terms of contracts. */
import { MIX_GRANULARITY_NAMES, MONTHS } from '../intervals.ts';
import { choice, coin, list, object, optional, out, rows, whole } from '../schema/fields.ts';
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
import { contractSymbol, productType } from './mix-fields.ts';
import { areaSpecs } from './spec.ts';
import { CONTRACT_STATES } from './words.ts';

const market = areaSpecs('Futures market', '/api/v2/mix/market');

const none = object({});
const one = { productType, symbol: contractSymbol };
const some = { productType, symbol: optional(contractSymbol) };
const all = object({ productType });
/** Contracts have no day on which they end. */
const delivery = { deliveryTime: out.text(), deliveryStartTime: out.text() };

export const contracts = market.publicGet({
  name: 'mix.market.contracts',
  path: '/contracts',
  perSecond: 20,
  summary: 'Contracts with their precisions, limits and fees of the lowest level',
  request: object(some),
  data: list(
    object({
      symbol: out.text(),
      baseCoin: out.text(),
      quoteCoin: out.text(),
      buyLimitPriceRatio: out.amount('how far a buy may be above the mark price'),
      sellLimitPriceRatio: out.amount('how far a sell may be below the mark price'),
      feeRateUpRatio: out.amount(),
      makerFeeRate: out.amount(),
      takerFeeRate: out.amount(),
      openCostUpRatio: out.amount(),
      supportMarginCoins: list(out.text()),
      minTradeNum: out.amount(),
      priceEndStep: out.text('step of prices in units of their last digit'),
      volumePlace: out.text('digits that the size of a new order may have'),
      pricePlace: out.text('digits that the price of a new order may have'),
      sizeMultiplier: out.amount('step of sizes'),
      symbolType: out.word(['perpetual']),
      minTradeUSDT: out.amount('smallest value of an order'),
      maxSymbolOrderNum: out.text('open orders of one account in this contract'),
      maxProductOrderNum: out.text('open orders of one account in all contracts'),
      maxPositionNum: out.text('positions of one account: a long and a short one a contract'),
      symbolStatus: out.word(CONTRACT_STATES, 'limit_open: reductions only'),
      offTime: out.text(),
      limitOpenTime: out.text(),
      ...delivery,
      deliveryPeriod: out.text(),
      openTime: out.text(),
      launchTime: out.text(),
      fundInterval: out.text('hours between two fundings'),
      minLever: out.text(),
      maxLever: out.text(),
      posLimit: out.text('empty: the largest position goes by its tiers (query-position-lever)'),
      maintainTime: out.text(),
      maxMarketOrderQty: out.amount(),
      maxOrderQty: out.amount(),
      isRwa: out.word(['NO']),
      liquidationFeeRate: out.amount('what a liquidation costs, of the value that is closed'),
      markPriceRatio: out.amount('how far the mark price may be from the index, of the index'),
      markImpactSize: out.amount(
        'settle coins that a side of the book, or trades, must be worth to count for the mark price',
      ),
      fundHourRatio: out.amount('what the protection fund pays in an hour at most, of the fund'),
      fundHourInterestRatio: out.amount('the same, of the open interest: the smaller of both'),
      fundHourMin: out.amount('but so many settle coins in any case, while it has them'),
    }),
  ),
});

const tickerRow = object({
  symbol: out.text(),
  lastPr: out.amount(),
  askPr: out.amount(),
  bidPr: out.amount(),
  bidSz: out.amount(),
  askSz: out.amount(),
  high24h: out.amount(),
  low24h: out.amount(),
  ts: out.millis(),
  change24h: out.amount(),
  baseVolume: out.amount(),
  quoteVolume: out.amount(),
  usdtVolume: out.amount(),
  openUtc: out.amount(),
  changeUtc24h: out.amount(),
  indexPrice: out.amount('0 before the first'),
  fundingRate: out.amount('expected of the round that runs'),
  holdingAmount: out.amount('open interest, base coins'),
  ...delivery,
  deliveryStatus: out.word(['']),
  open24h: out.amount(),
  markPrice: out.amount('0 before the first index'),
});

export const ticker = market.publicGet({
  name: 'mix.market.ticker',
  path: '/ticker',
  perSecond: 20,
  summary: 'Prices and rolling 24 h statistics of a contract',
  request: object(one),
  data: list(tickerRow),
});

export const tickers = market.publicGet({
  name: 'mix.market.tickers',
  path: '/tickers',
  perSecond: 20,
  summary: 'Prices and rolling 24 h statistics of all contracts',
  request: all,
  data: list(tickerRow),
});

const levels = list(list(out.number()));

export const mergeDepth = market.publicGet({
  name: 'mix.market.mergeDepth',
  path: '/merge-depth',
  perSecond: 20,
  summary: 'Order book merged into price steps, best first, [price, size] as numbers',
  request: object({
    ...one,
    ...merging,
  }),
  data: object({ asks: levels, bids: levels, ...merged }),
});

const granularity = choice('candle interval', MIX_GRANULARITY_NAMES, MONTHS);

export const candles = market.publicGet({
  name: 'mix.market.candles',
  path: '/candles',
  perSecond: 20,
  summary: 'Candles, oldest first: [ts, open, high, low, close, base, quote volume]',
  request: object({
    ...one,
    granularity,
    ...candleWindow,
    kLineType: optional(choice('of trades, mark or index price', ['market', 'mark', 'index'])),
  }),
  data: pairs,
});

function history<const P extends string>(name: string, path: P, of: string) {
  return market.publicGet({
    name: `mix.market.${name}`,
    path,
    perSecond: 20,
    summary: `Past candles of ${of} before endTime, oldest first`,
    request: object({
      ...one,
      granularity,
      ...pastCandles,
      endTime: optional(pastCandles.endTime),
    }),
    data: pairs,
  });
}

export const historyCandles = history('historyCandles', '/history-candles', 'trades');
export const historyMarkCandles = history(
  'historyMarkCandles',
  '/history-mark-candles',
  'the mark price',
);
export const historyIndexCandles = history(
  'historyIndexCandles',
  '/history-index-candles',
  'the index price',
);

export const marketFills = market.publicGet({
  name: 'mix.market.fills',
  path: '/fills',
  perSecond: 20,
  summary: 'Latest public trades, newest first',
  request: object({ ...one, limit: optional(rows()) }),
  data: list(tradeRow),
});

export const marketFillsHistory = market.publicGet({
  name: 'mix.market.fillsHistory',
  path: '/fills-history',
  perSecond: 10,
  summary: 'Public trades by time or page, newest first',
  request: object({
    ...one,
    ...tradeWindow,
  }),
  data: list(tradeRow),
});

export const symbolPrice = market.publicGet({
  name: 'mix.market.symbolPrice',
  path: '/symbol-price',
  perSecond: 20,
  summary: 'Last, index and mark price',
  request: object(one),
  data: list(
    object({
      symbol: out.text(),
      price: out.amount(),
      indexPrice: out.amount(),
      markPrice: out.amount(),
      ts: out.millis(),
    }),
  ),
});

export const openInterest = market.publicGet({
  name: 'mix.market.openInterest',
  path: '/open-interest',
  perSecond: 20,
  summary: 'Size of all long positions of a contract, base coins',
  request: object(one),
  data: object({
    openInterestList: list(object({ symbol: out.text(), size: out.amount() })),
    ts: out.millis(),
  }),
});

export const oiLimit = market.publicGet({
  name: 'mix.market.oiLimit',
  path: '/oi-limit',
  perSecond: 10,
  summary: 'Largest value of a position, and of all open ones together at the mark price',
  request: object(some),
  data: list(
    object({
      symbol: out.text(),
      notionalValue: out.amount(),
      totalNotionalValue: out.amount(),
    }),
  ),
});

export const currentFundRate = market.publicGet({
  name: 'mix.market.currentFundRate',
  path: '/current-fund-rate',
  perSecond: 20,
  summary: 'Expected rate of the next funding, its time and bounds',
  request: object(some),
  data: list(
    object({
      symbol: out.text(),
      fundingRate: out.amount(),
      fundingRateInterval: out.text('hours'),
      nextUpdate: out.millis('empty before the first index'),
      minFundingRate: out.amount(),
      maxFundingRate: out.amount(),
    }),
  ),
});

export const fundingTime = market.publicGet({
  name: 'mix.market.fundingTime',
  path: '/funding-time',
  perSecond: 20,
  summary: 'Time of the next funding',
  request: object(one),
  data: list(
    object({
      symbol: out.text(),
      nextFundingTime: out.millis('empty before the first index'),
      ratePeriod: out.text('hours'),
    }),
  ),
});

export const historyFundRate = market.publicGet({
  name: 'mix.market.historyFundRate',
  path: '/history-fund-rate',
  perSecond: 20,
  summary: 'Past fundings, newest first',
  request: object({
    ...one,
    pageSize: optional(rows()),
    pageNo: optional(whole('page, from 1', 1, 1_000_000)),
  }),
  data: list(object({ symbol: out.text(), fundingRate: out.amount(), fundingTime: out.millis() })),
});

export const positionTiers = market.publicGet({
  name: 'mix.market.positionTiers',
  path: '/query-position-lever',
  perSecond: 10,
  summary: 'Risk tiers; each rate is that of the part of a value within its tier',
  request: object(one),
  data: list(
    object({
      symbol: out.text(),
      level: out.text(),
      startUnit: out.amount('value of a position, USDT'),
      endUnit: out.amount(),
      leverage: out.text('highest'),
      keepMarginRate: out.amount(),
    }),
  ),
});

export const vipFeeRate = market.publicGet({
  name: 'mix.market.vipFeeRate',
  path: '/vip-fee-rate',
  perSecond: 10,
  summary: 'Futures fee schedule by VIP level; a contract may be cheaper',
  request: none,
  data: list(object({ level: out.text(), ...vipTerms })),
});

export const discountRate = market.publicGet({
  name: 'mix.market.discountRate',
  path: '/discount-rate',
  perSecond: 5,
  summary: 'What other coins count as margin: none does',
  request: none,
  data: list(none),
});

export const exchangeRate = market.publicGet({
  name: 'mix.market.exchangeRate',
  path: '/exchange-rate',
  perSecond: 5,
  summary: 'What other coins are converted at: none is',
  request: none,
  data: list(none),
});

export const unionInterestRateHistory = market.publicGet({
  name: 'mix.market.unionInterestRateHistory',
  path: '/union-interest-rate-history',
  perSecond: 5,
  summary: 'Interest of borrowed margin: none is lent',
  request: object({ coin: coin() }),
  data: object({ coin: out.text(), historyInterestRateList: list(none) }),
});

const PERIODS = ['5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h'] as const;

/** Ratios over time: what accounts hold and trade by direction is not kept. */
function ratios<const P extends string>(
  name: string,
  path: P,
  what: string,
  periods: readonly string[],
) {
  return market.publicGet({
    name: `mix.market.${name}`,
    path,
    perSecond: 1,
    summary: `${what} by direction: not kept, always empty`,
    request: object({
      symbol: contractSymbol,
      period: optional(choice('period', periods)),
    }),
    data: list(none),
  });
}

export const accountLongShort = ratios('accountLongShort', '/account-long-short', 'Accounts', [
  ...PERIODS,
  '1d',
]);
export const positionLongShort = ratios('positionLongShort', '/position-long-short', 'Positions', [
  ...PERIODS,
  '1d',
]);
export const longShort = ratios('longShort', '/long-short', 'Volume', [...PERIODS, '1Dutc']);
