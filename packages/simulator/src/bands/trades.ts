/** The trade bands: sizes, clustering and sign memory of prints. */
import type { Measurements } from './report.ts';
import {
  autocorrelation,
  fanoFactor,
  hill,
  logSpacedLags,
  mean,
  powerLawDecay,
  standardDeviation,
} from './statistics.ts';

/** One public print. `price` and `quantity` may be in any one unit each. */
export interface TradePrint {
  readonly timeMs: number;
  readonly price: number;
  readonly quantity: number;
  readonly takerSide: 'buy' | 'sell';
}

/** One aggressive order seen through its fills. */
interface AggressiveOrder {
  readonly timeMs: number;
  readonly sign: 1 | -1;
  notional: number;
  fills: number;
  swept: boolean;
  readonly firstPrice: number;
}

/** Windows for the implied branching ratio; the longest with enough windows in it counts. */
const BRANCHING_WINDOWS_MS = [1_000, 10_000, 30_000, 60_000];
const BRANCHING_WINDOWS_MIN = 16;

/** Joins consecutive prints of the same millisecond and side into the order that caused them. */
function ordersOf(trades: readonly TradePrint[]): AggressiveOrder[] {
  const orders: AggressiveOrder[] = [];
  for (const trade of trades) {
    const sign = trade.takerSide === 'buy' ? 1 : -1;
    const notional = trade.price * trade.quantity;
    const last = orders.at(-1);
    if (last !== undefined && last.timeMs === trade.timeMs && last.sign === sign) {
      last.notional += notional;
      last.fills += 1;
      last.swept ||= trade.price !== last.firstPrice;
    } else {
      const { timeMs, price: firstPrice } = trade;
      orders.push({ timeMs, sign, notional, fills: 1, swept: false, firstPrice });
    }
  }
  return orders;
}

function topShare(values: Float64Array, share: number): number {
  const sorted = Float64Array.from(values).sort();
  const count = Math.floor(sorted.length * share);
  const sum = (part: Float64Array): number => part.reduce((total, value) => total + value, 0);
  return sum(sorted.subarray(sorted.length - count)) / sum(sorted);
}

/** n of Fano(inf) = 1 / (1 - n)^2 at the longest window; absorbs drift, so an upper estimate. */
function branchingRatio(times: Float64Array): number {
  const span = times[times.length - 1]! - times[0]!;
  const window = BRANCHING_WINDOWS_MS.findLast((size) => span / size >= BRANCHING_WINDOWS_MIN);
  if (window === undefined) return Number.NaN;
  return 1 - 1 / Math.sqrt(fanoFactor(times, window));
}

/** Measures every trade band on prints in time order (several minutes of a busy market). */
export function measureTrades(trades: readonly TradePrint[]): Measurements {
  const orders = ordersOf(trades);
  const notionals = Float64Array.from(trades, (trade) => trade.price * trade.quantity);
  const orderNotionals = Float64Array.from(orders, (order) => order.notional);
  const times = Float64Array.from(orders, (order) => order.timeMs);
  const gaps = times.subarray(1).map((time, index) => time - times[index]!);
  const signs = Float64Array.from(orders, (order) => order.sign);
  return {
    'trade.sigma': standardDeviation(notionals.map(Math.log)),
    'trade.hill5': hill(notionals, 0.05),
    'order.hill5': hill(orderNotionals, 0.05),
    'trade.top1': topShare(notionals, 0.01),
    'order.fills': trades.length / orders.length,
    'order.sweep': orders.filter((order) => order.swept).length / orders.length,
    'gap.cv': standardDeviation(gaps) / mean(gaps),
    'gap.10ms': gaps.filter((gap) => gap < 10).length / gaps.length,
    'fano.1s': fanoFactor(times, 1_000),
    'fano.10s': fanoFactor(times, 10_000),
    'hawkes.n': branchingRatio(times),
    'sign.acf1': autocorrelation(signs, 1),
    'sign.acf10': autocorrelation(signs, 10),
    'sign.gamma': powerLawDecay(signs, logSpacedLags(200, 20, Math.floor)),
  };
}
