/**
 * Limits that a living synthetic market should fall in. They derive from public recordings of the
 * BTC and ETH markets (2017 to 2026, several venues): each range holds every real series of its
 * kind, widened by judgement. Being inside shows only that these yardsticks do not tell the
 * synthetic market from the real one.
 */

/** What a yardstick is measured on. */
export type BandGroup = 'returns' | 'trades' | 'book' | 'funding';

/** One yardstick: inclusive limits, in the unit that `what` names. */
export interface Band {
  readonly id: string;
  readonly group: BandGroup;
  readonly what: string;
  readonly low: number;
  readonly high: number;
}

/** Every yardstick, in the order in which reports list them. */
export const BANDS: readonly Band[] = [
  { id: 'ret.std.btc', group: 'returns', what: 'std of 1 m returns, BTC (bp)', low: 3, high: 12 },
  {
    id: 'ret.std.alt',
    group: 'returns',
    what: 'std of 1 m returns, ETH/SOL/DOGE (bp)',
    low: 6,
    high: 20,
  },
  { id: 'ret.kurt', group: 'returns', what: 'excess kurtosis 1 m, raw', low: 6, high: 150 },
  {
    id: 'ret.kurtTrim',
    group: 'returns',
    what: 'excess kurtosis 1 m without the worst 0.1 %',
    low: 2.5,
    high: 10,
  },
  {
    id: 'ret.hill1',
    group: 'returns',
    what: 'Hill index of |r|, top 1 %, 1 m',
    low: 2.5,
    high: 4.8,
  },
  {
    id: 'ret.hill5',
    group: 'returns',
    what: 'Hill index of |r|, top 5 %, 1 m',
    low: 2.3,
    high: 3.6,
  },
  {
    id: 'ret.3sigma',
    group: 'returns',
    what: 'share of 1 m bars beyond 3σ',
    low: 0.011,
    high: 0.022,
  },
  { id: 'ret.acf1', group: 'returns', what: 'ACF of 1 m returns, lag 1', low: -0.07, high: 0.05 },
  { id: 'abs.acf1', group: 'returns', what: 'ACF of |r| 1 m, lag 1', low: 0.18, high: 0.4 },
  { id: 'abs.acf10', group: 'returns', what: 'ACF of |r| 1 m, lag 10', low: 0.12, high: 0.3 },
  { id: 'abs.acf60', group: 'returns', what: 'ACF of |r| 1 m, lag 60', low: 0.05, high: 0.22 },
  {
    id: 'abs.beta',
    group: 'returns',
    what: 'power-law decay exponent β of that ACF',
    low: 0.12,
    high: 0.4,
  },
  { id: 'ret.leverage', group: 'returns', what: 'corr(r, next |r|), 1 m', low: -0.1, high: 0.05 },
  { id: 'vol.absret', group: 'returns', what: 'corr(|r|, log volume), 1 m', low: 0.35, high: 0.7 },
  { id: 'vol.acf1', group: 'returns', what: 'log-volume ACF, lag 1 min', low: 0.5, high: 0.85 },
  { id: 'vol.acf60', group: 'returns', what: 'log-volume ACF, lag 60 min', low: 0.2, high: 0.5 },
  { id: 'season.hour', group: 'returns', what: 'hour-of-day |r|, max/min', low: 1.5, high: 3.0 },
  { id: 'season.weekend', group: 'returns', what: 'weekend / weekday |r|', low: 0.5, high: 0.95 },
  {
    id: 'range.ratio',
    group: 'returns',
    what: 'mean log(high/low) ÷ mean |r|, 1 m',
    low: 1.4,
    high: 2.1,
  },
  { id: 'trade.sigma', group: 'trades', what: 'σ of ln trade notional', low: 1.6, high: 2.8 },
  {
    id: 'trade.hill5',
    group: 'trades',
    what: 'tail exponent of trade notional (top 5 %)',
    low: 1.1,
    high: 2.2,
  },
  {
    id: 'order.hill5',
    group: 'trades',
    what: 'tail exponent of aggressive-order notional (top 5 %)',
    low: 0.85,
    high: 1.6,
  },
  {
    id: 'trade.top1',
    group: 'trades',
    what: 'share of volume in the largest 1 % of trades',
    low: 0.18,
    high: 0.4,
  },
  { id: 'order.fills', group: 'trades', what: 'fills per aggressive order, mean', low: 2, high: 5 },
  {
    id: 'order.sweep',
    group: 'trades',
    what: 'share of orders sweeping more than one level',
    low: 0.05,
    high: 0.25,
  },
  { id: 'gap.cv', group: 'trades', what: 'CV of gaps between orders', low: 1.3, high: 2.3 },
  { id: 'gap.10ms', group: 'trades', what: 'share of gaps under 10 ms', low: 0.14, high: 0.48 },
  { id: 'fano.1s', group: 'trades', what: 'Fano factor of order counts, 1 s', low: 4, high: 30 },
  { id: 'fano.10s', group: 'trades', what: 'Fano factor of order counts, 10 s', low: 10, high: 60 },
  { id: 'hawkes.n', group: 'trades', what: 'implied branching ratio', low: 0.65, high: 0.92 },
  { id: 'sign.acf1', group: 'trades', what: 'order-sign ACF, lag 1', low: 0.15, high: 0.58 },
  { id: 'sign.acf10', group: 'trades', what: 'order-sign ACF, lag 10', low: 0.05, high: 0.2 },
  {
    id: 'sign.gamma',
    group: 'trades',
    what: 'decay exponent γ of order-sign ACF',
    low: 0.3,
    high: 0.9,
  },
  { id: 'book.1tick', group: 'book', what: 'time at a one-tick spread', low: 0.97, high: 1.0 },
  {
    id: 'book.exponent',
    group: 'book',
    what: 'depth ~ x^a between 2 and 50 bp',
    low: 0.8,
    high: 1.5,
  },
  {
    id: 'book.best',
    group: 'book',
    what: 'best level ÷ depth within 10 bp',
    low: 0.008,
    high: 0.08,
  },
  { id: 'book.depth50to10', group: 'book', what: 'depth 50 bp ÷ depth 10 bp', low: 2.2, high: 7.5 },
  {
    id: 'book.levels10',
    group: 'book',
    what: 'price levels within 10 bp, one side',
    low: 80,
    high: 600,
  },
  { id: 'book.updates', group: 'book', what: 'level updates per second', low: 300, high: 1600 },
  { id: 'book.acf1', group: 'book', what: 'ACF of 10 bp depth, 1 s', low: 0.65, high: 0.99 },
  {
    id: 'book.imb',
    group: 'book',
    what: 'corr(top-of-book imbalance, next 1 s mid move)',
    low: 0.15,
    high: 0.45,
  },
  { id: 'book.vol1s', group: 'book', what: '1 s mid vol (bp)', low: 0.3, high: 1.6 },
  {
    id: 'fund.pin',
    group: 'funding',
    what: '8 h funding exactly at 0.01 % (Binance, Bybit)',
    low: 0.3,
    high: 0.55,
  },
  { id: 'fund.neg', group: 'funding', what: 'share of negative funding', low: 0.08, high: 0.3 },
  { id: 'fund.acf1', group: 'funding', what: 'funding ACF, lag 1 (8 h)', low: 0.5, high: 0.92 },
];
