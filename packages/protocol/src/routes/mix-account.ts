/** Routes: margin, leverage and modes of accounts; positions. */
import { CONTRACT_ENTRIES } from '@halcyon/domain/web';
import {
  choice,
  coin,
  decimal,
  list,
  object,
  optional,
  out,
  signedDecimal,
  text,
  whole,
} from '../schema/fields.ts';
import { OTHER_ENTRY } from './account-words.ts';
import { contractSymbol, marginCoin, productType } from './mix-fields.ts';
import { positionRow } from './mix-rows.ts';
import { endId } from './mix-trade-fields.ts';
import { areaSpecs } from './spec.ts';
import { orderType, page } from './trade-fields.ts';
import {
  ASSET_MODES,
  HOLD_SIDES,
  MARGIN_MODES,
  POS_MODES,
  POSITION_SIDES,
  SUCCESS,
} from './words.ts';

const endOfRows = out.text('of the page, for clients that page by rows');
const account = areaSpecs('Futures account', '/api/v2/mix/account');
const position = areaSpecs('Futures positions', '/api/v2/mix/position');

const own = { symbol: contractSymbol, productType, marginCoin };
const all = object({ productType });
const none = object({});

/** Leverages are whole numbers; the upper bound is the contract's. */
const leverage = () => whole('leverage', 0, 1_000_000);
const holdSide = () =>
  choice('hedge mode: long/short; one-way mode: buy/sell, not needed', HOLD_SIDES);
const posSide = () => choice('direction of the order', ['long', 'short']);

const balances = {
  marginCoin: out.text(),
  locked: out.amount('margin that open orders need'),
  available: out.amount('in the wallet'),
  crossedMaxAvailable: out.amount('what new orders may use'),
  isolatedMaxAvailable: out.amount('what new orders with isolated margin may use'),
  maxTransferOut: out.amount(),
  accountEquity: out.amount('wallet, isolated margins and unrealised profit'),
  usdtEquity: out.amount(),
  btcEquity: out.amount(),
  crossedRiskRate: out.amount('margin that must be kept by what is there; above 1 is liquidated'),
  unrealizedPL: out.amount(),
  coupon: out.amount(),
  crossedUnrealizedPL: out.amount(),
  isolatedUnrealizedPL: out.amount(),
  assetMode: out.word(ASSET_MODES, 'only the margin coin backs positions'),
};

export const mixAccount = account.get({
  name: 'mix.account.account',
  path: '/account',
  perSecond: 10,
  summary: 'The account with its settings in one contract',
  request: object(own),
  data: object({
    ...balances,
    crossedMarginLeverage: out.text(),
    isolatedLongLever: out.text(),
    isolatedShortLever: out.text(),
    marginMode: out.word(MARGIN_MODES),
    posMode: out.word(POS_MODES),
  }),
});

export const mixAccounts = account.get({
  name: 'mix.account.accounts',
  path: '/accounts',
  perSecond: 10,
  summary: 'The account of each margin coin',
  request: all,
  data: list(
    object({
      ...balances,
      isolatedMargin: out.amount('margin of isolated positions'),
      crossedMargin: out.amount('initial margin of cross positions'),
      unionTotalMagin: out.amount(),
      unionTotalMargin: out.amount(),
      unionAvailable: out.amount(),
      unionMm: out.amount(),
      assetList: list(object({ coin: out.text(), balance: out.amount(), available: out.amount() })),
    }),
  ),
});

export const subAccountAssets = account.get({
  name: 'mix.account.subAccountAssets',
  path: '/sub-account-assets',
  perSecond: 1,
  summary: 'Futures accounts of the sub-accounts, newest first',
  request: all,
  data: list(object({ userId: out.number(), assetList: list(object(balances)) })),
});

export const setLeverage = account.post('trade', {
  name: 'mix.account.setLeverage',
  path: '/set-leverage',
  perSecond: 5,
  summary: 'Leverage in a contract; by side where margin is isolated in hedge mode',
  request: object({
    ...own,
    leverage: optional(leverage()),
    longLeverage: optional(leverage()),
    shortLeverage: optional(leverage()),
    holdSide: optional(holdSide()),
  }),
  data: object({
    symbol: out.text(),
    marginCoin: out.text(),
    longLeverage: out.text(),
    shortLeverage: out.text(),
    crossMarginLeverage: out.text(),
    marginMode: out.word(MARGIN_MODES),
  }),
  idempotent: () => true,
});

export const setAllLeverage = account.post('trade', {
  name: 'mix.account.setAllLeverage',
  path: '/set-all-leverage',
  perSecond: 5,
  summary: 'The same leverage in all contracts',
  request: object({ productType, leverage: leverage() }),
  data: out.word(SUCCESS),
  idempotent: () => true,
});

export const setMarginMode = account.post('trade', {
  name: 'mix.account.setMarginMode',
  path: '/set-margin-mode',
  perSecond: 5,
  summary: 'Cross or isolated margin in a contract without positions and orders',
  request: object({ ...own, marginMode: choice('margin mode', ['isolated', 'crossed']) }),
  data: object({
    symbol: out.text(),
    marginCoin: out.text(),
    longLeverage: out.text(),
    shortLeverage: out.text(),
    marginMode: out.word(MARGIN_MODES),
  }),
  idempotent: () => true,
});

export const setPositionMode = account.post('trade', {
  name: 'mix.account.setPositionMode',
  path: '/set-position-mode',
  perSecond: 5,
  summary: 'One position a contract, or a long and a short one; with nothing open',
  request: object({
    productType,
    posMode: choice('position mode', ['one_way_mode', 'hedge_mode']),
  }),
  data: object({ posMode: out.word(POS_MODES) }),
  idempotent: () => true,
});

export const setMargin = account.post('trade', {
  name: 'mix.account.setMargin',
  path: '/set-margin',
  perSecond: 5,
  summary: 'Adds margin to an isolated position, or takes some from it',
  request: object({
    ...own,
    amount: signedDecimal('margin coins, below 0 = taken'),
    holdSide: optional(holdSide()),
  }),
  data: out.word(SUCCESS),
});

export const setAutoMargin = account.post('trade', {
  name: 'mix.account.setAutoMargin',
  path: '/set-auto-margin',
  perSecond: 5,
  summary: 'Whether margin is added to an isolated position before it would be liquidated',
  request: object({
    symbol: contractSymbol,
    productType: optional(productType),
    marginCoin,
    autoMargin: choice('automatic margin', ['on', 'off']),
    holdSide: optional(holdSide()),
  }),
  data: out.word(SUCCESS),
  idempotent: () => true,
});

export const setAssetMode = account.post('trade', {
  name: 'mix.account.setAssetMode',
  path: '/set-asset-mode',
  perSecond: 2,
  summary: 'Which coins back positions: single, the margin coin alone',
  request: object({
    productType,
    assetMode: choice('asset mode', ['single', 'union']),
  }),
  data: out.word(SUCCESS),
  idempotent: () => true,
});

export const mixBill = account.get({
  name: 'mix.account.bill',
  path: '/bill',
  perSecond: 10,
  summary: 'Ledger of the account, newest first',
  request: object({
    productType,
    symbol: optional(contractSymbol),
    marginCoin: optional(marginCoin),
    coin: optional(coin()),
    businessType: optional(text('exact movement', 40)),
    onlyFunding: optional(choice('yes: without trades', ['yes', 'no'])),
    ...page,
  }),
  data: object({
    bills: list(
      object({
        billId: out.text(),
        symbol: out.text(),
        amount: out.amount('profit of a trade before its fee; + received'),
        fee: out.amount('- paid'),
        feeByCoupon: out.text(),
        businessType: out.word([...CONTRACT_ENTRIES, OTHER_ENTRY]),
        coin: out.text(),
        balance: out.amount(),
        cTime: out.millis(),
        endId: endOfRows,
      }),
    ),
    endId,
  }),
});

export const openCount = account.get({
  name: 'mix.account.openCount',
  path: '/open-count',
  perSecond: 10,
  summary: 'Size that an amount of margin opens at a price, with the fee',
  request: object({
    ...own,
    openAmount: decimal('margin coins'),
    openPrice: decimal('price'),
    leverage: optional(leverage()),
  }),
  data: object({ size: out.amount() }),
});

export const maxOpen = account.get({
  name: 'mix.account.maxOpen',
  path: '/max-open',
  perSecond: 20,
  summary: 'Largest order that the account may place now',
  request: object({
    ...own,
    posSide: posSide(),
    orderType,
    openPrice: optional(decimal('limit price')),
  }),
  data: object({ maxOpen: out.amount() }),
});

export const liqPrice = account.get({
  name: 'mix.account.liqPrice',
  path: '/liq-price',
  perSecond: 20,
  summary: 'Liquidation price of the position when an order has traded; 0: there is none',
  request: object({
    ...own,
    posSide: posSide(),
    orderType,
    openAmount: decimal('size, base coins'),
    openPrice: optional(decimal('limit price')),
  }),
  data: object({ liqPrice: out.amount() }),
});

export const isolatedSymbols = account.get({
  name: 'mix.account.isolatedSymbols',
  path: '/isolated-symbols',
  perSecond: 10,
  summary: 'Contracts in which the account has isolated margin',
  request: all,
  data: list(object({ symbol: out.text(), marginMode: out.word(MARGIN_MODES) })),
});

export const switchUnionUsdt = account.get({
  name: 'mix.account.switchUnionUsdt',
  path: '/switch-union-usdt',
  perSecond: 1,
  summary: 'What leaving union margin would need: nothing, there is none',
  request: none,
  data: object({ usdtAmount: out.amount() }),
});

export const unionConfig = account.get({
  name: 'mix.account.unionConfig',
  path: '/union-config',
  perSecond: 1,
  summary: 'Terms of union margin: 0, there is none',
  request: none,
  data: object({
    imr: out.amount(),
    mmr: out.amount(),
    individualLimit: out.amount(),
    individualLimitRatio: out.amount(),
  }),
});

export const transferLimits = account.get({
  name: 'mix.account.transferLimits',
  path: '/transfer-limits',
  perSecond: 1,
  summary: 'What of a coin union margin takes: 0, there is none',
  request: object({ coin: coin() }),
  data: object({ coin: out.text(), maxTransferIn: out.amount() }),
});

export const interestHistory = account.get({
  name: 'mix.account.interestHistory',
  path: '/interest-history',
  perSecond: 5,
  summary: 'Interest of borrowed margin: none is lent',
  request: object({ productType, coin: optional(coin()), ...page }),
  data: object({
    nextSettleTime: out.text(),
    borrowAmount: out.amount(),
    borrowLimit: out.amount(),
    interestList: list(none),
    endId,
  }),
});

export const unionConvert = account.post('trade', {
  name: 'mix.account.unionConvert',
  path: '/union-convert',
  perSecond: 1,
  summary: 'Converts a coin of union margin: always refused, there is none',
  request: object({ coin: coin(), amount: decimal('amount') }),
  data: object({ usdtAmount: out.amount() }),
});

export const allPosition = position.get({
  name: 'mix.position.allPosition',
  path: '/all-position',
  perSecond: 5,
  summary: 'Open positions',
  request: object({ productType, marginCoin: optional(marginCoin) }),
  data: list(object(positionRow)),
});

export const singlePosition = position.get({
  name: 'mix.position.singlePosition',
  path: '/single-position',
  perSecond: 10,
  summary: 'Open positions in a contract',
  request: object(own),
  data: list(object(positionRow)),
});

export const historyPosition = position.get({
  name: 'mix.position.historyPosition',
  path: '/history-position',
  perSecond: 20,
  summary: 'Closed positions, the last closed first; the window is one of closing times',
  request: object({
    symbol: optional(contractSymbol),
    productType: optional(productType),
    ...page,
  }),
  data: object({
    list: list(
      object({
        positionId: out.text(),
        marginCoin: out.text(),
        symbol: out.text(),
        holdSide: out.word(POSITION_SIDES),
        openAvgPrice: out.amount(),
        closeAvgPrice: out.amount(),
        marginMode: out.word(MARGIN_MODES),
        leverage: out.text(),
        openTotalPos: out.amount(),
        closeTotalPos: out.amount(),
        pnl: out.amount('realised, before fees'),
        netProfit: out.amount('with fees and fundings'),
        totalFunding: out.amount(),
        openFee: out.amount('- paid'),
        closeFee: out.amount('- paid'),
        posMode: out.word(POS_MODES),
        ctime: out.millis(),
        utime: out.millis(),
        cTime: out.millis(),
        uTime: out.millis(),
        endId: endOfRows,
      }),
    ),
    endId,
  }),
});

export const adlRank = position.get({
  name: 'mix.position.adlRank',
  path: '/adlRank',
  perSecond: 5,
  summary: 'How near positions are to being deleveraged: 5 the first fifth, 1 the last',
  request: all,
  data: list(
    object({
      symbol: out.text(),
      marginCoin: out.text(),
      holdSide: out.word(POSITION_SIDES),
      adlRank: out.text(),
      rank: out.text(),
    }),
  ),
});
