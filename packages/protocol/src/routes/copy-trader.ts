/** Routes: copy trading with contracts, for traders. */
import { COPY_CODE_LENGTH_MAX, COPY_FOLLOWERS_MAX } from '@halcyon/domain';
import { COPY_LISTED_MAX } from '@halcyon/domain/web/copying';
import {
  choice,
  coin,
  decimal,
  id,
  list,
  object,
  optional,
  out,
  rows,
  text,
  time,
  whole,
} from '../schema/fields.ts';
import {
  closedTrackRow,
  numbered,
  since,
  trackingList,
  trackingNo,
  trackRow,
  tracks,
} from './copy-fields.ts';
import { LIST_ORDERS, STOP_TYPES, SYMBOL_CHANGES } from './copy-words.ts';
import { contractSymbol, PRODUCT_TYPES, productType } from './mix-fields.ts';
import { endId } from './mix-trade-fields.ts';
import { areaSpecs, PERMISSIONS } from './spec.ts';
import { POS_MODES, SUCCESS, YES_OR_NO } from './words.ts';

const copy = areaSpecs('Copy trading, traders', '/api/v2/copy/mix-trader');

/** Which of the own portfolios a request is about. */
const own = {
  traderId: optional(id('which of the own portfolios; absent: the only one, or that of the key')),
};
const followerName = out.text('the number of the follower’s portfolio: nobody’s name is told');
const row = { coin: out.text(), profit: out.amount() };

export const traderFollowers = copy.get({
  name: 'copy.trader.followers',
  path: '/config-query-followers',
  perSecond: 5,
  summary: 'Who follows and followed, newest first',
  request: object({ ...own, ...numbered, ...since }),
  data: list(
    object({
      followerUid: out.text('the number of the follower’s portfolio'),
      followerName,
      followerHeadPic: out.text('empty: there are no pictures'),
      followerTime: out.millis('when it joined'),
      accountEquity: out.amount('what it has now'),
      isRemove: out.word(YES_OR_NO, 'whether it has left'),
    }),
  ),
});

export const setTraderSymbols = copy.post('copy', {
  name: 'copy.trader.settingSymbols',
  path: '/config-setting-symbols',
  perSecond: 5,
  summary: 'Sets in which contracts a trader opens positions; what is open in others may be closed',
  request: object({
    ...own,
    settingList: list(
      object({
        symbol: contractSymbol,
        productType,
        settingType: choice(
          'DELETE: nothing is opened in it, ADD: it may be again',
          SYMBOL_CHANGES,
        ),
        stopSurplusRatio: optional(decimal('0: take profit is set of each position')),
        stopLossRatio: optional(decimal('0: stop loss is set of each position')),
      }),
      { minItems: 1, maxItems: COPY_LISTED_MAX },
    ),
  }),
  data: out.word(SUCCESS),
});

const baseSettings = {
  perSecond: 5,
  request: object({
    ...own,
    enable: optional(choice('NO: nobody joins for now; who follows stays', YES_OR_NO)),
    showTotalEquity: optional(choice('YES: what a trader has is public', ['YES'])),
    showTpsl: optional(choice('NO: stops are told to nobody', ['NO'])),
  }),
  data: out.word(SUCCESS),
} as const;

export const setTraderBase = copy.post('copy', {
  ...baseSettings,
  name: 'copy.trader.settingsBase',
  path: '/config-settings-base',
  summary: 'Sets whether a trader takes followers',
});

export const setTraderBaseNamed = copy.post('copy', {
  ...baseSettings,
  name: 'copy.trader.settingBase',
  path: '/config-setting-base',
  summary: 'The same, as some clients name it',
});

export const traderSymbols = copy.get({
  name: 'copy.trader.symbols',
  path: '/config-query-symbols',
  perSecond: 5,
  summary: 'Contracts that traders trade, of a trader with the own terms',
  request: object({ ...own, productType }),
  data: list(
    object({
      symbol: out.text(),
      openTrader: out.word(YES_OR_NO, 'whether positions may be opened in it'),
      minOpenCount: out.amount('smallest order, base coin'),
      maxLeverage: out.text(),
      stopSurplusRatio: out.text('empty: a stop is set of each position'),
      stopLossRatio: out.text('empty: a stop is set of each position'),
    }),
  ),
});

export const traderCurrentTracks = copy.get({
  name: 'copy.trader.currentTracks',
  path: '/order-current-track',
  perSecond: 5,
  summary: 'Open positions of a trader, newest first',
  request: object({ ...own, ...tracks }),
  data: trackingList({
    ...trackRow,
    openSize: out.amount('what is open now'),
    presetStopSurplusPrice: out.text('take profit of the position; empty: none'),
    presetStopLossPrice: out.text('stop loss of the position; empty: none'),
    followCount: out.text('followers who have a part of openOrderId'),
  }),
});

export const traderHistoryTracks = copy.get({
  name: 'copy.trader.historyTracks',
  path: '/order-history-track',
  perSecond: 5,
  summary: 'Closed positions of a trader, the last opened first',
  request: object({
    ...own,
    ...tracks,
    order: optional(choice('desc = the last opened first', LIST_ORDERS)),
  }),
  data: trackingList({
    ...closedTrackRow,
    stopType: out.word(STOP_TYPES, 'empty: it is not told'),
    cTime: out.millis('as openTime'),
  }),
});

export const closeTraderPositions = copy.post('copy', {
  name: 'copy.trader.closePositions',
  path: '/order-close-positions',
  perSecond: 5,
  summary: 'Closes positions of a trader, and what followers have of them, at the market',
  request: object({
    ...own,
    productType,
    trackingNo: optional(id('one position; absent: all, or those of symbol')),
    symbol: optional(contractSymbol),
  }),
  data: list(object({ trackingNo, symbol: out.text(), productType: out.word(PRODUCT_TYPES) })),
});

export const setTraderStops = copy.post('copy', {
  name: 'copy.trader.modifyTpsl',
  path: '/order-modify-tpsl',
  perSecond: 5,
  summary: 'Sets take profit and stop loss of a position, for all who have a part of it',
  request: object({
    ...own,
    productType,
    trackingNo: id('the position'),
    stopSurplusPrice: optional(decimal('mark price that takes profit; 0 removes it, absent stays')),
    stopLossPrice: optional(decimal('mark price that stops the loss; 0 removes it, absent stays')),
  }),
  data: out.word(SUCCESS),
});

export const removeFollower = copy.post('copy', {
  name: 'copy.trader.removeFollower',
  path: '/config-remove-follower',
  perSecond: 5,
  summary: 'Lets a follower go, who leaves at once as its settings say',
  request: object({ ...own, followerUid: id('the number of the follower’s portfolio') }),
  data: out.word(SUCCESS),
});

const rates = list(object({ rate: out.amount('percent'), ctime: out.millis('end of the day') }));
const amounts = list(object({ amount: out.amount(), ctime: out.millis('end of the day') }));

export const traderTotals = copy.get({
  name: 'copy.trader.totals',
  path: '/order-total-detail',
  perSecond: 5,
  summary: 'Result of a trader over the last year, as the page shows it',
  request: object(own),
  data: object({
    roi: out.amount('time-weighted, percent'),
    totalpl: out.amount('what it has above what was paid in'),
    totalEquity: out.amount(),
    tradingOrderNum: out.text('positions that were closed'),
    gainNum: out.text('those of them with a profit net of fees and fundings'),
    lossNum: out.text('the others'),
    winRate: out.amount('percent'),
    totalFollowerNum: out.text('who follow and followed'),
    currentFollowerNum: out.text(),
    tradingPairsAvailableList: list(out.text()),
    lastWeekRoiList: rates,
    lastWeekProfitList: amounts,
    lastMonthRoiList: rates,
    lastMonthProfitList: amounts,
  }),
});

export const traderSharesDue = copy.get({
  name: 'copy.trader.sharesDue',
  path: '/profit-details',
  perSecond: 5,
  summary: 'Share of each follower that would be due were it settled now, newest follower first',
  request: object({ ...own, coin: optional(coin()), ...numbered }),
  data: list(object({ ...row, nickName: followerName })),
});

export const traderShares = copy.get({
  name: 'copy.trader.shares',
  path: '/profit-history-details',
  perSecond: 5,
  summary: 'Settled shares that were paid, newest first',
  request: object({
    ...own,
    coin: optional(coin()),
    startTime: optional(time('from, ms')),
    endTime: optional(time('until, ms')),
    idLessThan: optional(id('only rows before this one')),
    idGreaterThan: optional(id('only rows after this one')),
    limit: optional(rows()),
  }),
  data: object({
    profitList: list(
      object({
        profitId: out.text(),
        ...row,
        nickName: followerName,
        profitTime: out.millis(),
      }),
    ),
    endId,
  }),
});

export const traderShareSums = copy.get({
  name: 'copy.trader.shareSums',
  path: '/profit-history-summarys',
  perSecond: 5,
  summary: 'What a trader was paid, yesterday and in all, and would be due now',
  request: object(own),
  data: object({
    profitSummary: object({
      yesterdayProfit: out.amount('paid on the day before this one, UTC'),
      yesterdayTime: out.millis('its first moment'),
      sumProfit: out.amount(),
      waitProfit: out.amount('would be due were it settled now'),
    }),
    profitHistoryList: list(
      object({
        coin: out.text(),
        profitCount: out.text('shares that were paid'),
        lastProfitTime: out.millis('of the last one; empty: none was'),
      }),
    ),
  }),
});

export const traderSharesByDay = copy.get({
  name: 'copy.trader.sharesByDay',
  path: '/profits-group-coin-date',
  perSecond: 5,
  summary: 'What a trader was paid by day, UTC, newest first',
  request: object({ ...own, ...numbered }),
  data: list(object({ ...row, profitTime: out.millis('first moment of the day') })),
});

export const createCopyKey = copy.post('copy', {
  name: 'copy.trader.createKey',
  path: '/create-copy-api',
  perSecond: 1,
  summary: 'Makes an API key of a portfolio, which trades in it and sees nothing else',
  request: object({ ...own, passphrase: text('8 to 32 letters and digits', 100) }),
  data: list(
    object({
      apikey: out.text(),
      secret: out.text('told this once'),
      permissions: list(out.word(PERMISSIONS)),
    }),
  ),
  proved: true,
});

export const openPortfolio = copy.post('copy', {
  name: 'copy.trader.openPortfolio',
  path: '/open-portfolio',
  perSecond: 1,
  summary: 'Opens a portfolio as a trader with money of the spot account; on paper, too',
  request: object({
    copyAmount: decimal('how much is put in, coins'),
    profitShare: optional(
      decimal('share of new profit, percent; on paper 0; absent = the highest'),
    ),
    posMode: optional(choice('for good; absent = one_way_mode', POS_MODES)),
    maxFollowers: optional(whole('followers that it takes', 1, COPY_FOLLOWERS_MAX)),
    minCopyAmount: optional(decimal('what a follower puts in at the least, coins')),
    maxCopyAmount: optional(decimal('and at the most')),
    code: optional(text('invitation code that followers need', COPY_CODE_LENGTH_MAX)),
  }),
  data: object({ traderId: out.text('the number of the portfolio') }),
});

export const endPortfolio = copy.post('copy', {
  name: 'copy.trader.endPortfolio',
  path: '/end-portfolio',
  perSecond: 1,
  summary: 'Ends a portfolio of a trader: followers leave as they have set it, the money goes back',
  request: object(own),
  data: out.word(SUCCESS),
});
