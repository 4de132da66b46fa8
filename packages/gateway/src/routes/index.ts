/** Every route with its handler. */
import { isCopyRoute } from '@halcyon/protocol';
import type { Route } from '../http/context.ts';
import { accountInfo } from './account/account-info.ts';
import {
  deductInfo,
  modifyDepositAccount,
  switchDeduct,
  upgrade,
  upgradeStatus,
} from './account/account-switches.ts';
import { assets } from './account/assets.ts';
import { allAccountBalance, botAssets, fundingAssets } from './account/balances.ts';
import { bills } from './account/bills.ts';
import { cancelWithdrawal } from './account/cancel-withdrawal.ts';
import { depositAddress } from './account/deposit-address.ts';
import { depositRecords } from './account/deposit-records.ts';
import { allTradeRate, tradeRate } from './account/trade-rate.ts';
import { transfer } from './account/transfer.ts';
import { transferCoinInfo } from './account/transfer-coin-info.ts';
import { transferRecords } from './account/transfer-records.ts';
import { withdrawal } from './account/withdrawal.ts';
import { withdrawalRecords } from './account/withdrawal-records.ts';
import { CONVERT_ROUTES } from './convert/index.ts';
import { COPY_ROUTES } from './copy/index.ts';
import { FAMILY_ROUTES } from './family/index.ts';
import { marginCurrencies } from './margin/currencies.ts';
import { MARGIN_ROUTES } from './margin/index.ts';
import { announcements } from './market/announcements.ts';
import { auction } from './market/auction.ts';
import { candles, historyCandles } from './market/candles.ts';
import { coins } from './market/coins.ts';
import { fills, fillsHistory } from './market/fills.ts';
import { mergeDepth } from './market/merge-depth.ts';
import { orderbook } from './market/orderbook.ts';
import { publicTime } from './market/public-time.ts';
import { symbols } from './market/symbols.ts';
import { tickers } from './market/tickers.ts';
import { vipFeeRate } from './market/vip-fee-rate.ts';
import { MIX_ACCOUNT_ROUTES } from './mix/account/index.ts';
import { MIX_MARKET_ROUTES } from './mix/market/index.ts';
import { MIX_PLAN_ROUTES } from './mix/plan/index.ts';
import { MIX_TRADE_ROUTES } from './mix/trade/index.ts';
import { PARENT_ROUTES } from './parent/index.ts';
import { batchCancelPlanOrder } from './plan/batch-cancel-plan-order.ts';
import { cancelPlanOrder } from './plan/cancel-plan-order.ts';
import { currentPlanOrder } from './plan/current-plan-order.ts';
import { historyPlanOrder } from './plan/history-plan-order.ts';
import { modifyPlanOrder } from './plan/modify-plan-order.ts';
import { placePlanOrder } from './plan/place-plan-order.ts';
import { planSubOrder } from './plan/plan-sub-order.ts';
import { batchCancelOrder } from './trade/batch-cancel-order.ts';
import { batchCancelReplaceOrder } from './trade/batch-cancel-replace-order.ts';
import { batchModifyOrder } from './trade/batch-modify-order.ts';
import { batchOrders } from './trade/batch-orders.ts';
import { cancelOrder } from './trade/cancel-order.ts';
import { cancelReplaceOrder } from './trade/cancel-replace-order.ts';
import { cancelSymbolOrder } from './trade/cancel-symbol-order.ts';
import { countdownCancelAll } from './trade/countdown-cancel-all.ts';
import { tradeFills } from './trade/fills.ts';
import { historyOrders } from './trade/history-orders.ts';
import { modifyOrder } from './trade/modify-order.ts';
import { orderInfo } from './trade/order-info.ts';
import { placeOcoOrder } from './trade/place-oco-order.ts';
import { placeOrder } from './trade/place-order.ts';
import { preventedMatches } from './trade/prevented-matches.ts';
import { unfilledOrders } from './trade/unfilled-orders.ts';

/** All routes. */
export const ROUTE_HANDLERS: readonly Route[] = [
  publicTime,
  coins,
  symbols,
  tickers,
  orderbook,
  announcements,
  vipFeeRate,
  mergeDepth,
  candles,
  historyCandles,
  fills,
  fillsHistory,
  auction,
  marginCurrencies,
  placeOrder,
  batchOrders,
  cancelOrder,
  batchCancelOrder,
  cancelSymbolOrder,
  cancelReplaceOrder,
  batchCancelReplaceOrder,
  modifyOrder,
  batchModifyOrder,
  placeOcoOrder,
  countdownCancelAll,
  orderInfo,
  unfilledOrders,
  historyOrders,
  tradeFills,
  preventedMatches,
  placePlanOrder,
  modifyPlanOrder,
  cancelPlanOrder,
  batchCancelPlanOrder,
  currentPlanOrder,
  historyPlanOrder,
  planSubOrder,
  ...PARENT_ROUTES,
  assets,
  bills,
  accountInfo,
  transferRecords,
  deductInfo,
  switchDeduct,
  upgradeStatus,
  upgrade,
  modifyDepositAccount,
  transfer,
  transferCoinInfo,
  depositAddress,
  depositRecords,
  withdrawalRecords,
  withdrawal,
  cancelWithdrawal,
  allAccountBalance,
  fundingAssets,
  botAssets,
  tradeRate,
  allTradeRate,
  ...FAMILY_ROUTES,
  ...CONVERT_ROUTES,
  ...MARGIN_ROUTES,
  ...MIX_MARKET_ROUTES,
  ...MIX_ACCOUNT_ROUTES,
  ...MIX_TRADE_ROUTES,
  ...MIX_PLAN_ROUTES,
  ...COPY_ROUTES,
];

/** Those that an exchange serves. @param copyTrading whether it offers copy trading */
export function servedRoutes(copyTrading: boolean): readonly Route[] {
  return copyTrading ? ROUTE_HANDLERS : ROUTE_HANDLERS.filter(({ spec }) => !isCopyRoute(spec));
}
