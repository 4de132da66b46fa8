/** Rows of the contracts' WebSocket channels (instType `USDT-FUTURES`), where they differ from spot's. */
import type { BookRow, TradeRow } from './ws-messages.ts';

export type PosModeWord = 'one_way_mode' | 'hedge_mode';
export type PosSideWord = 'long' | 'short' | 'net';
export type MarginModeWord = 'crossed' | 'isolated';

interface FeeCharge {
  readonly feeCoin: string;
  readonly deduction: string;
  readonly totalDeductionFee: string;
  /** Negative: paid. */
  readonly totalFee: string;
}

/** Row of `ticker`. */
export interface ContractTickerRow {
  readonly instId: string;
  readonly lastPr: string;
  readonly bidPr: string;
  readonly askPr: string;
  readonly bidSz: string;
  readonly askSz: string;
  readonly open24h: string;
  readonly high24h: string;
  readonly low24h: string;
  readonly change24h: string;
  /** Expected rate of the next funding, a fraction. */
  readonly fundingRate: string;
  /** Unix ms. */
  readonly nextFundingTime: string;
  readonly markPrice: string;
  readonly indexPrice: string;
  /** Open interest, base coin. */
  readonly holdingAmount: string;
  readonly baseVolume: string;
  readonly quoteVolume: string;
  readonly openUtc: string;
  /** 1 = perpetual. */
  readonly symbolType: number;
  readonly symbol: string;
  readonly deliveryPrice: string;
  readonly ts: string;
}

/** Row of `account`: what an account has and may use, of one margin coin. */
export interface ContractAccountRow {
  readonly marginCoin: string;
  /** Initial margin of resting orders and positions out of the wallet. */
  readonly frozen: string;
  /** Of the wallet. */
  readonly available: string;
  /** What new orders may use. */
  readonly maxOpenPosAvailable: string;
  readonly maxTransferOut: string;
  readonly equity: string;
  readonly usdtEquity: string;
  /** What must be kept of the cross equity: from 1 on the account is liquidated. */
  readonly crossedRiskRate: string;
  readonly unrealizedPL: string;
  readonly unionTotalMargin: string;
  readonly unionAvailable: string;
  readonly unionMm: string;
  readonly assetsMode: string;
}

/** Row of `equity`. */
export interface EquityRow {
  readonly btcEquity: string;
  readonly usdtEquity: string;
  readonly unrealizedPL: string;
  readonly unionTotalMargin: string;
  readonly unionAvailable: string;
  readonly unionMm: string;
}

/** Row of `positions`: each push has all open positions. */
export interface PositionRow {
  readonly posId: string;
  readonly instId: string;
  readonly marginCoin: string;
  readonly marginSize: string;
  readonly marginMode: MarginModeWord;
  readonly holdSide: 'long' | 'short';
  readonly posMode: PosModeWord;
  /** Size, base coin; `available` of it is not in orders that close it, `frozen` is. */
  readonly total: string;
  readonly available: string;
  readonly frozen: string;
  readonly openPriceAvg: string;
  readonly leverage: number;
  readonly achievedProfits: string;
  readonly unrealizedPL: string;
  /** Of the margin, a fraction. */
  readonly unrealizedPLR: string;
  /** `0` = no price liquidates it. */
  readonly liquidationPrice: string;
  readonly keepMarginRate: string;
  readonly marginRate: string;
  readonly breakEvenPrice: string;
  /** Fundings since it was opened; below zero: paid. */
  readonly totalFee: string;
  /** Fees of its trades. */
  readonly deductedFee: string;
  readonly markPrice: string;
  readonly assetMode: string;
  readonly autoMargin: 'on' | 'off';
  readonly cTime: string;
  readonly uTime: string;
}

/** Row of `positions-history`: a position that was closed. */
export interface PositionHistoryRow {
  readonly posId: string;
  readonly instId: string;
  readonly marginCoin: string;
  readonly marginMode: MarginModeWord;
  readonly holdSide: 'long' | 'short';
  readonly posMode: PosModeWord;
  readonly openPriceAvg: string;
  readonly closePriceAvg: string;
  readonly openSize: string;
  readonly closeSize: string;
  readonly achievedProfits: string;
  /** Fundings. */
  readonly settleFee: string;
  readonly openFee: string;
  readonly closeFee: string;
  readonly cTime: string;
  readonly uTime: string;
}

/** Row of `orders`: one for every change of an order; the fill's fields only where there was one. */
export interface ContractOrderRow {
  readonly instId: string;
  readonly orderId: string;
  readonly clientOid: string;
  /** As amended, base coin. */
  readonly size: string;
  readonly notionalUsd: string;
  readonly orderType: 'limit' | 'market';
  readonly force: string;
  readonly side: 'buy' | 'sell';
  readonly tradeSide: string;
  readonly posSide: PosSideWord;
  readonly posMode: PosModeWord;
  readonly marginMode: MarginModeWord;
  readonly marginCoin: string;
  readonly leverage: string;
  readonly reduceOnly: 'yes' | 'no';
  /** `0` of a market order. */
  readonly price: string;
  readonly fillPrice?: string;
  readonly tradeId?: string;
  /** Of this fill. */
  readonly baseVolume?: string;
  readonly fillTime?: string;
  readonly fillFee?: string;
  readonly fillFeeCoin?: string;
  readonly fillNotionalUsd?: string;
  /** Realised by this fill. */
  readonly pnl?: string;
  readonly tradeScope?: string;
  /** Of all fills. */
  readonly accBaseVolume: string;
  readonly priceAvg: string;
  readonly totalProfits: string;
  readonly status: 'live' | 'partially_filled' | 'filled' | 'canceled';
  readonly cancelReason: string;
  readonly presetStopSurplusPrice: string;
  readonly presetStopSurplusExecutePrice: string;
  readonly presetStopLossPrice: string;
  readonly presetStopLossExecutePrice: string;
  readonly cTime: string;
  readonly uTime: string;
  readonly stpMode: string;
  readonly feeDetail: readonly { readonly feeCoin: string; readonly fee: string }[];
}

/** Row of `fill`. */
export interface ContractFillRow {
  readonly orderId: string;
  readonly clientOid: string;
  readonly tradeId: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly orderType: string;
  readonly posMode: PosModeWord;
  readonly price: string;
  readonly baseVolume: string;
  readonly quoteVolume: string;
  /** Realised, before the fee. */
  readonly profit: string;
  readonly tradeSide: string;
  readonly tradeScope: 'maker' | 'taker';
  readonly feeDetail: readonly FeeCharge[];
  readonly cTime: string;
  readonly uTime: string;
}

/** Row of `orders-algo`. */
export interface ContractPlanRow {
  readonly instId: string;
  readonly orderId: string;
  readonly clientOid: string;
  readonly triggerPrice: string;
  readonly triggerType: string;
  readonly triggerTime: string;
  /** pl (trigger), track, tp, sl, or ptp and psl for a whole position. */
  readonly planType: string;
  readonly price: string;
  /** Empty: at the market. */
  readonly executePrice: string;
  readonly size: string;
  readonly actualSize: string;
  readonly orderType: string;
  readonly side: 'buy' | 'sell';
  readonly tradeSide: string;
  readonly posSide: PosSideWord;
  readonly posMode: PosModeWord;
  readonly marginCoin: string;
  readonly status: string;
  /** Of status fail_execute: name and code of the error that refused the order. */
  readonly reason?: string;
  readonly errorCode?: string;
  readonly cTime: string;
  readonly uTime: string;
}

/** Row of `adl-noti`: what of the account's positions was closed for one that went bankrupt. */
export interface DeleveragingRow {
  readonly symbol: string;
  /** Of the trade that closed it. */
  readonly side: 'buy' | 'sell';
  readonly status: 'triggered';
  readonly price: string;
  readonly amount: string;
  readonly ts: string;
}

/** Rows of contracts by channel; candles have an interval behind their name. */
export interface ContractChannelRows {
  books: BookRow;
  books1: BookRow;
  books5: BookRow;
  books15: BookRow;
  ticker: ContractTickerRow;
  trade: TradeRow;
  account: ContractAccountRow;
  equity: EquityRow;
  positions: PositionRow;
  'positions-history': PositionHistoryRow;
  orders: ContractOrderRow;
  fill: ContractFillRow;
  'orders-algo': ContractPlanRow;
  'adl-noti': DeleveragingRow;
}
