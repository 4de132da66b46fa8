/** Fields that requests and rows of market data share. */
import { LEVELS_MAX } from '../limits.ts';
import { choice, id, list, object, optional, out, text, time, whole } from '../schema/fields.ts';
import { SIDES, YES_OR_NO } from './words.ts';

/** Rows of texts: levels of books, candles. */
export const pairs = list(list(out.text()));

const PRECISIONS = ['scale0', 'scale1', 'scale2', 'scale3', 'scale4', 'scale5'] as const;
/** How a book is to be merged. */
export const merging = {
  precision: optional(choice('step of merging', PRECISIONS)),
  limit: optional(text(`levels a side, up to ${LEVELS_MAX}, or max`, 5)),
};

/** What is said of a merged book beside its levels. */
export const merged = {
  ts: out.millis(),
  scale: out.text(),
  precision: out.word(PRECISIONS),
  isMaxPrecision: out.word(YES_OR_NO),
};

/** Which of the latest candles are wanted. */
export const candleWindow = {
  startTime: optional(time('first candle opens at or after, ms')),
  endTime: optional(time('last candle opens before, ms')),
  limit: optional(whole('candles', 1, 1000)),
};

/** Which candles of the history are wanted. */
export const pastCandles = {
  startTime: candleWindow.startTime,
  endTime: time('last candle opens before, ms'),
  limit: optional(whole('candles', 1, 200)),
};

/** Which past trades are wanted. */
export const tradeWindow = {
  limit: optional(whole('trades', 1, 1000)),
  idLessThan: optional(id('only trades before this one')),
  startTime: optional(time('from, ms')),
  endTime: optional(time('until, ms')),
};

/** A public trade. */
export const tradeFields = {
  symbol: out.text(),
  tradeId: out.text(),
  side: out.word(SIDES, 'side of the taker'),
  price: out.amount(),
  size: out.amount(),
  ts: out.millis(),
};
export const tradeRow = object(tradeFields);

/** What a level of the fee schedule asks for and gives. */
export const vipTerms = {
  dealAmount: out.amount(),
  assetAmount: out.amount(),
  takerFeeRate: out.amount(),
  makerFeeRate: out.amount(),
  btcWithdrawAmount: out.text('most that may be withdrawn in 24 hours; empty: no limit'),
  usdtWithdrawAmount: out.text('most that may be withdrawn in 24 hours; empty: no limit'),
};
