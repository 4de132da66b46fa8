/** Routes: copy trading with contracts, for followers. */
import { COPY_CODE_LENGTH_MAX, LEVERAGE_MAX } from '@halcyon/domain';
import { COPY_LISTED_MAX } from '@halcyon/domain/web/copying';
import { choice, decimal, id, list, object, optional, out, text, whole } from '../schema/fields.ts';
import {
  closedTrackRow,
  numbered,
  since,
  trackingList,
  trackRow,
  tracks,
  traderId,
} from './copy-fields.ts';
import {
  CERTIFICATIONS,
  FOLLOWED_LEVERAGES,
  FOLLOWED_MARGINS,
  GUARDIAN_MODES,
  LEAVING_WAYS,
  LEVER_TYPES,
  MARGIN_TYPES,
  TRACE_TYPES,
} from './copy-words.ts';
import { contractSymbol, marginCoin, PRODUCT_TYPES, productType } from './mix-fields.ts';
import { areaSpecs } from './spec.ts';
import { HOLD_SIDES, MARGIN_MODES, ON_OR_OFF, SUCCESS, YES_OR_NO } from './words.ts';

const copy = areaSpecs('Copy trading, followers', '/api/v2/copy/mix-follower');

const leverage = (description: string) => optional(whole(description, 1, LEVERAGE_MAX));
const autoCopy = optional(choice('off: nothing that opens is copied', ON_OR_OFF));
const traderName = out.text('the number of the trader’s portfolio: nobody’s name is told');

export const followTrader = copy.post('copy', {
  name: 'copy.follower.follow',
  path: '/copy-settings',
  perSecond: 1,
  summary: 'Follows a trader with money of the spot account',
  request: object({
    traderId,
    copyAmount: decimal('how much is put in, coins'),
    code: optional(text('invitation code of a trader who has one', COPY_CODE_LENGTH_MAX)),
    copyAllPostions: optional(choice('open positions are not copied', ['no'])),
    autoCopy,
    equityGuardian: optional(choice('whether copying ends at an equity', ON_OR_OFF)),
    equityGuardianMode: optional(choice('what equity says; absent: amount', GUARDIAN_MODES)),
    equity: optional(decimal('where copying ends: coins, or percent of copyAmount')),
    marginMode: optional(choice('margin mode of positions', FOLLOWED_MARGINS)),
    leverage: optional(choice('leverage of positions', FOLLOWED_LEVERAGES)),
    multiple: leverage('the fixed leverage'),
  }),
  data: out.word(SUCCESS),
});

const setting = {
  marginCoin: optional(marginCoin),
  longLeverage: leverage('of leverType specify'),
  shortLeverage: leverage('as longLeverage'),
  traceValue: decimal('percent of the ratio of the equities, coins, or times'),
  maxHoldSize: optional(decimal('what a position may be worth, coins; 0 = any')),
  stopSurplusRatio: optional(decimal('take profit of each position, percent; 0 = none')),
  stopLossRatio: optional(decimal('stop loss of each position, percent; 0 = none')),
};

export const setFollowing = copy.post('copy', {
  name: 'copy.follower.settings',
  path: '/settings',
  perSecond: 5,
  summary: 'Sets what is copied of a trader: the named contracts alone, all of them alike',
  request: object({
    traderId,
    autoCopy,
    settings: list(
      object({
        symbol: contractSymbol,
        productType,
        marginType: choice('margin mode: the trader’s, or marginMode', MARGIN_TYPES),
        marginMode: optional(choice('of marginType specify; absent: crossed', MARGIN_MODES)),
        leverType: choice('leverage: the trader’s, or longLeverage', LEVER_TYPES),
        traceType: choice('how an order that opens is sized', TRACE_TYPES),
        ...setting,
      }),
      { minItems: 1, maxItems: COPY_LISTED_MAX },
    ),
  }),
  data: out.word(SUCCESS),
});

export const following = copy.get({
  name: 'copy.follower.querySettings',
  path: '/query-settings',
  perSecond: 5,
  summary: 'What is copied of a trader, one row a contract',
  request: object({ traderId }),
  data: object({
    followerEnable: out.word(YES_OR_NO, 'NO: nothing that opens is copied'),
    detailList: list(
      object({
        symbol: out.text(),
        productType: out.word(PRODUCT_TYPES),
        marginType: out.word(MARGIN_TYPES),
        marginCoin: out.text(),
        leverType: out.word(LEVER_TYPES),
        longLeverage: out.text('of leverType specify; else empty'),
        shortLeverage: out.text('the same'),
        traceType: out.word(TRACE_TYPES),
        traceValue: out.amount(),
        maxHoldSize: out.amount('0 = any'),
        stopSurplusRatio: out.amount('percent; 0 = none'),
        stopLossRatio: out.amount('percent; 0 = none'),
      }),
    ),
  }),
});

export const followedTraders = copy.get({
  name: 'copy.follower.traders',
  path: '/query-traders',
  perSecond: 5,
  summary: 'Traders who are followed, the last joined first',
  request: object({ ...numbered, ...since }),
  data: list(
    object({
      certificationType: out.word(CERTIFICATIONS),
      traderId: out.text(),
      traderName,
      maxFollowLimit: out.text('followers that the trader takes'),
      followCount: out.text('followers now'),
      bgbMaxFollowLimit: out.text('0: there is no platform coin'),
      bgbFollowCount: out.text('0'),
      traceTotalMarginAmount: out.amount('paid in, less what was given back'),
      traceTotalNetProfit: out.amount('what it has above that'),
      traceTotalProfit: out.amount('the same before profit shares'),
      currentTradingPairs: list(out.text('contracts with an open position')),
      followerTime: out.millis('when it was joined'),
    }),
  ),
});

const followed = { ...tracks, traderId: optional(traderId) };

export const followerCurrentTracks = copy.get({
  name: 'copy.follower.currentTracks',
  path: '/query-current-orders',
  perSecond: 5,
  summary: 'Open positions that follow traders, newest first',
  request: object(followed),
  data: list(
    object({
      ...trackRow,
      traderId: out.text(),
      traderName,
      openAvgPrice: out.amount('as openPriceAvg'),
      openSize: out.amount('what is open now'),
      openMarginSz: out.amount('its margin'),
      closeOrderId: out.text('last order of the trader that closed of it; empty: none did'),
      closeAvgPrice: out.amount('of what was closed of it; 0: nothing'),
      closeSize: out.amount('what was closed of it'),
      closeTime: out.millis('empty: it is open'),
    }),
  ),
});

export const followerHistoryTracks = copy.get({
  name: 'copy.follower.historyTracks',
  path: '/query-history-orders',
  perSecond: 5,
  summary: 'Closed positions that followed traders, the last opened first',
  request: object(followed),
  data: trackingList({
    ...closedTrackRow,
    traderId: out.text(),
    netProfit: out.amount('realised, with fees and fundings'),
    profitRate: out.amount('netProfit by the margin that opening needed, percent'),
  }),
});

export const followSizes = copy.get({
  name: 'copy.follower.quantityLimit',
  path: '/query-quantity-limit',
  perSecond: 5,
  summary: 'How small and how large a copied order may be, base coin',
  request: object({ productType, symbol: optional(contractSymbol) }),
  data: list(
    object({ symbol: out.text(), minFollowSize: out.amount(), maxFollowSize: out.amount() }),
  ),
});

export const leaveTrader = copy.post('copy', {
  name: 'copy.follower.leave',
  path: '/cancel-trader',
  perSecond: 5,
  summary: 'Leaves a trader at once',
  request: object({
    traderId,
    exit: optional(choice('what becomes of positions; absent: as set', LEAVING_WAYS)),
  }),
  data: out.word(SUCCESS),
});

export const closeFollowerPositions = copy.post('copy', {
  name: 'copy.follower.closePositions',
  path: '/close-positions',
  perSecond: 5,
  summary: 'Closes own positions that follow traders, at the market; copying goes on',
  request: object({
    productType,
    traderId: optional(traderId),
    trackingNo: optional(id('one position; absent: all, or those of symbol')),
    symbol: optional(contractSymbol),
    marginCoin: optional(marginCoin),
    marginMode: optional(choice('only positions of this margin mode', MARGIN_MODES)),
    holdSide: optional(choice('only positions of this direction', HOLD_SIDES)),
  }),
  data: object({ orderIdList: list(out.text()) }),
});

export const setFollowerStops = copy.post('copy', {
  name: 'copy.follower.settingTpsl',
  path: '/setting-tpsl',
  perSecond: 5,
  summary: 'Sets take profit and stop loss of one own position that follows a trader',
  request: object({
    productType,
    symbol: optional(contractSymbol),
    trackingNo: id('the position'),
    traderId: optional(traderId),
    stopSurplusPrice: optional(decimal('mark price that takes profit; 0 removes it, absent stays')),
    stopLossPrice: optional(decimal('mark price that stops the loss; 0 removes it, absent stays')),
  }),
  data: out.word(SUCCESS),
});
