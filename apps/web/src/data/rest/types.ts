/** Rows of the public wire contract that the page reads. Decimals and ids are strings. */

import type { LoanTypeName } from '@halcyon/domain/web';

/** An instrument and the limits that the engine enforces. */
export interface SymbolRow {
  symbol: string;
  baseCoin: string;
  quoteCoin: string;
  minTradeAmount: string;
  maxTradeAmount: string;
  takerFeeRate: string;
  makerFeeRate: string;
  pricePrecision: string;
  quantityPrecision: string;
  priceScale: string;
  quantityScale: string;
  quotePrecision: string;
  status: string;
  minTradeQuote: string;
  buyLimitPriceRatio: string;
  sellLimitPriceRatio: string;
  orderQuantity: string;
}

/** A 24 h ticker; `change24h` is a fraction. */
export interface TickerRow {
  symbol: string;
  lastPr: string;
  open: string;
  high24h: string;
  low24h: string;
  change24h: string;
  bidPr: string;
  askPr: string;
  baseVolume: string;
  quoteVolume: string;
  ts: string;
}

/** A public trade; `side` is the taker's. */
export interface TradeRow {
  tradeId: string;
  side: 'buy' | 'sell';
  price: string;
  size: string;
  ts: string;
}

/** [ts, open, high, low, close, base volume, USDT volume, quote volume] */
export type CandleRow = readonly string[];

/** Balance of one coin; `frozen` is what open orders hold. */
export interface AssetRow {
  coin: string;
  available: string;
  frozen: string;
  locked: string;
  uTime: string;
}

/** A coin of the funding account. */
export interface FundingRow {
  coin: string;
  available: string;
  frozen: string;
  usdtValue: string;
}

/** An open order as the wire sends it: the limit price is in `priceAvg`. */
export interface UnfilledRow {
  symbol: string;
  orderId: string;
  clientOid: string;
  priceAvg: string;
  size: string;
  orderType: 'limit' | 'market';
  side: 'buy' | 'sell';
  status: string;
  basePrice: string;
  baseVolume: string;
  quoteVolume: string;
  presetTakeProfitPrice?: string | null;
  presetStopLossPrice?: string | null;
  cTime: string;
  tpslType?: string;
  triggerPrice?: string | null;
  /** Of margin accounts alone. */
  loanType?: LoanTypeName;
}

/** An ended (or any) order of the history. */
export interface HistoryRow {
  symbol: string;
  orderId: string;
  clientOid: string;
  price: string;
  size: string;
  orderType: 'limit' | 'market';
  side: 'buy' | 'sell';
  status: string;
  priceAvg: string;
  baseVolume: string;
  quoteVolume: string;
  cTime: string;
  uTime: string;
}

/** A fill of the account. Fees are negative when paid. */
export interface FillRow {
  symbol: string;
  orderId: string;
  tradeId: string;
  orderType: string;
  side: 'buy' | 'sell';
  priceAvg: string;
  size: string;
  amount: string;
  tradeScope: 'maker' | 'taker';
  feeDetail?: { feeCoin: string; totalFee: string };
  cTime: string;
}

/** A trigger (plan) order. */
export interface PlanRow {
  orderId: string;
  clientOid: string;
  symbol: string;
  size: string;
  executePrice: string;
  triggerPrice: string;
  callbackRatio?: string;
  status: string;
  orderType: 'limit' | 'market';
  side: 'buy' | 'sell';
  planType?: string;
  /** What `size` counts. */
  sizeUnit?: 'base' | 'quote';
  /** Of status fail_execute: name of the error that refused the order. */
  reason?: string;
  triggerType?: string;
  cTime: string;
  uTime: string;
}

/** A ledger entry. */
export interface BillRow {
  billId: string;
  cTime: string;
  coin: string;
  groupType: string;
  businessType: string;
  size: string;
  balance: string;
  fees: string;
}

/** A deposit or withdrawal. */
export interface WalletRow {
  orderId: string;
  /** The transaction, of what a chain has; else as `orderId`. */
  tradeId: string;
  /** Blocks that the transaction has. */
  confirm: string;
  coin: string;
  size: string;
  status: string;
  dest: string;
  chain: string;
  toAddress: string;
  /** Of a withdrawal; what was paid is below zero. */
  fee?: string;
  cTime: string;
}

/** A transfer between accounts of the user. */
export interface TransferRow {
  transferId: string;
  coin: string;
  size: string;
  status: string;
  fromType: string;
  /** The pair of an isolated margin account. */
  fromSymbol: string;
  toType: string;
  toSymbol: string;
  ts: string;
}

/** Answer to placing, amending or cancelling one order. */
export interface OrderAck {
  orderId: string;
  clientOid: string | null;
}
