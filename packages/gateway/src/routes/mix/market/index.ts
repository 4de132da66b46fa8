/** Routes of contracts: their market. */
import type { Route } from '../../../http/context.ts';
import { contracts, oiLimit, positionTiers } from './contracts.ts';
import { mixVipFeeRate } from './fees.ts';
import { currentFundRate, fundingTime, historyFundRate } from './funding.ts';
import {
  accountLongShort,
  discountRate,
  exchangeRate,
  longShort,
  positionLongShort,
  unionInterestRateHistory,
} from './nothing.ts';
import { openInterest, symbolPrice, ticker, tickers } from './tickers.ts';
import {
  candles,
  historyCandles,
  historyIndexCandles,
  historyMarkCandles,
  marketFills,
  marketFillsHistory,
  mergeDepth,
} from './trading.ts';

export const MIX_MARKET_ROUTES: readonly Route[] = [
  contracts,
  ticker,
  tickers,
  mergeDepth,
  candles,
  historyCandles,
  historyMarkCandles,
  historyIndexCandles,
  marketFills,
  marketFillsHistory,
  symbolPrice,
  openInterest,
  oiLimit,
  currentFundRate,
  fundingTime,
  historyFundRate,
  positionTiers,
  mixVipFeeRate,
  discountRate,
  exchangeRate,
  unionInterestRateHistory,
  accountLongShort,
  positionLongShort,
  longShort,
];
