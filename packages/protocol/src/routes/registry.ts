/** Every route of the API. */
import type { Static } from 'typebox';
import * as account from './account.ts';
import * as convert from './convert.ts';
import * as copyFollower from './copy-follower.ts';
import * as copyTrader from './copy-trader.ts';
import { crossed, isolatedSpecs } from './margin-account.ts';
import { marginTradeSpecs } from './margin-trade.ts';
import * as mixAccount from './mix-account.ts';
import * as mixMarket from './mix-market.ts';
import * as mixPlans from './mix-plans.ts';
import * as mixTrade from './mix-trade.ts';
import type { RouteSpec } from './spec.ts';
import * as market from './spot-market.ts';
import * as parents from './spot-parents.ts';
import * as plans from './spot-plans.ts';
import * as trade from './spot-trade.ts';
import * as subAccounts from './sub-accounts.ts';

/** Specs by area, for handlers to name theirs. */
export const specs = {
  market: {
    publicTime: market.publicTime,
    announcements: market.announcements,
    coins: market.coins,
    symbols: market.symbols,
    vipFeeRate: market.vipFeeRate,
    tickers: market.tickers,
    orderbook: market.orderbook,
    mergeDepth: market.mergeDepth,
    candles: market.candles,
    historyCandles: market.historyCandles,
    fills: market.fills,
    fillsHistory: market.fillsHistory,
    auction: market.auction,
    marginCurrencies: market.marginCurrencies,
    marginLongShort: market.marginLongShort,
    marginInterestRate: market.marginInterestRate,
  },
  trade: { ...trade, ...plans, ...parents },
  account: {
    assets: account.assets,
    bills: account.bills,
    accountInfo: account.accountInfo,
    transferRecords: account.transferRecords,
    deductInfo: account.deductInfo,
    switchDeduct: account.switchDeduct,
    upgradeStatus: account.upgradeStatus,
    upgrade: account.upgrade,
    modifyDepositAccount: account.modifyDepositAccount,
    transfer: account.transfer,
    transferCoinInfo: account.transferCoinInfo,
    depositAddress: account.depositAddress,
    depositRecords: account.depositRecords,
    withdrawalRecords: account.withdrawalRecords,
    withdrawal: account.withdrawal,
    cancelWithdrawal: account.cancelWithdrawal,
    allAccountBalance: account.allAccountBalance,
    fundingAssets: account.fundingAssets,
    botAssets: account.botAssets,
    tradeRate: account.tradeRate,
    allTradeRate: account.allTradeRate,
  },
  subAccounts,
  convert: { ...convert },
  crossed: { ...crossed, ...marginTradeSpecs('crossed') },
  isolated: { ...isolatedSpecs, ...marginTradeSpecs('isolated') },
  mix: { ...mixMarket, ...mixAccount, ...mixTrade, ...mixPlans },
  copy: { ...copyTrader, ...copyFollower },
} as const;

/** Whether a route is about copy trading: it is served where the exchange offers that (decision 0144). */
export function isCopyRoute({ path }: Pick<RouteSpec, 'path'>): boolean {
  return path.startsWith('/api/v2/copy/');
}

/** All specs in the order of the reference. */
export const ROUTES: readonly RouteSpec[] = [
  ...Object.values(specs.market),
  ...Object.values(specs.trade),
  ...Object.values(specs.account),
  ...Object.values(specs.subAccounts),
  ...Object.values(specs.convert),
  ...Object.values(specs.crossed),
  ...Object.values(specs.isolated),
  ...Object.values(specs.mix),
  ...Object.values(specs.copy),
] as unknown as readonly RouteSpec[];

type Values<T> = T[keyof T];
type Areas = typeof specs;
type AnySpec = Values<{ [A in keyof Areas]: Values<Areas[A]> }>;
type ByPath = { [S in AnySpec as `${S['method']} ${S['path']}`]: S };

/** Method and path of a route, `GET /api/v2/spot/trade/fills`: so the page calls it. */
export type RoutePath = keyof ByPath;
/** What the route of a path is asked with, and what it answers with. */
export type AskedAt<P extends RoutePath> = Static<ByPath[P]['request']>;
export type AnsweredAt<P extends RoutePath> = Static<ByPath[P]['data']>;
