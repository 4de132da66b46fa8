/** Public channels. */
import { Type } from 'typebox';
import { CANDLE_CHANNELS } from '../intervals.ts';
import { indexPricePush } from '../routes/margin-rows.ts';
import { tradeFields } from '../routes/market-fields.ts';
import { list, object, out, without } from '../schema/fields.ts';
import { channel } from './spec.ts';

const FUTURES = ['USDT-FUTURES', 'COIN-FUTURES', 'USDC-FUTURES'] as const;
const OF_ONE = { scope: 'instrument', needs: null } as const;
const OF_ANY = { ...OF_ONE, instTypes: ['SPOT', ...FUTURES] } as const;

const tickerRow = {
  instId: out.text(),
  lastPr: out.amount(),
  open24h: out.amount(),
  high24h: out.amount(),
  low24h: out.amount(),
  change24h: out.amount('a fraction'),
  bidPr: out.amount(),
  askPr: out.amount(),
  bidSz: out.amount(),
  askSz: out.amount(),
  baseVolume: out.amount(),
  quoteVolume: out.amount(),
  openUtc: out.amount(),
  ts: out.millis(),
};
const TICKER = {
  ...OF_ONE,
  names: ['ticker'],
  first: 'the row',
  next: 'at most every 100 ms',
} as const;

const levels = list(Type.Tuple([out.amount('price'), out.amount('size')]));
const bookRow = object({
  asks: levels,
  bids: levels,
  checksum: out.number('of the book after it'),
  seq: out.number(),
  pseq: out.number('seq of the message before; 0 in a snapshot'),
  ts: out.millis(),
});

export const marketChannels = {
  ticker: channel({
    ...TICKER,
    instTypes: ['SPOT'],
    row: object({ ...tickerRow, changeUtc24h: out.amount('a fraction') }),
  }),
  contractTicker: channel({
    ...TICKER,
    instTypes: FUTURES,
    row: object({
      ...tickerRow,
      fundingRate: out.amount('expected of the round that runs, a fraction'),
      nextFundingTime: out.millis(),
      markPrice: out.amount(),
      indexPrice: out.amount(),
      holdingAmount: out.amount('open interest, base coin'),
      symbolType: out.number('1: perpetual'),
      symbol: out.text(),
      deliveryPrice: out.amount(),
    }),
  }),
  trade: channel({
    ...OF_ANY,
    names: ['trade'],
    row: object(without(tradeFields, 'symbol')),
    first: '50 trades, newest first',
    next: 'trades of each commit',
  }),
  candles: channel({
    ...OF_ANY,
    names: Object.keys(CANDLE_CHANNELS) as `candle${string}`[],
    row: list(out.text('start, open, high, low, close, volume in base, quote and USDT')),
    first: '100 candles',
    next: 'at most every 250 ms',
  }),
  books: channel({
    ...OF_ANY,
    names: ['books'],
    row: bookRow,
    first: 'all levels',
    next: 'changed levels, at most every 200 ms; size 0 removes one',
  }),
  bestLevel: channel({
    ...OF_ANY,
    names: ['books1'],
    row: bookRow,
    first: 'best level',
    next: 'whole again, at most every 60 ms',
  }),
  bestLevels: channel({
    ...OF_ANY,
    names: ['books5', 'books15'],
    row: bookRow,
    first: 'best levels',
    next: 'whole again, at most every 200 ms',
  }),
  indexPrice: channel({
    names: ['index-price'],
    instTypes: ['MARGIN'],
    scope: 'instruments',
    needs: null,
    row: indexPricePush,
    first: 'prices that value what is lent',
    next: 'whole again, at most every 250 ms',
  }),
};
