/**
 * How true the paper fills of an account were, from what the two venues have kept: each order is held
 * against the average price that live traded at in the minute of the order's first fill.
 */
import { formatFixed, type Instrument, Product, Side, wireId } from '@halcyon/domain';
import type { PaperFidelity, PaperFidelityRow, PaperProduct } from '@halcyon/domain/web';
import { type FillRecord, Liquidity, type OrderRecord, StoredOrderStatus } from '@halcyon/records';
import { averagePriceText } from '../translate/text.ts';

/** A price as quote units over lots; `lots` > 0. */
export interface Average {
  readonly quote: bigint;
  readonly lots: bigint;
}

/** What is measured. */
export interface FidelityInput {
  /** Ended orders, newest first. */
  readonly orders: readonly OrderRecord[];
  /** Their fills; those of an order that is not there whole are not measured. */
  readonly fills: readonly FillRecord[];
  readonly instrument: (id: number) => Instrument;
  /** What live traded at in the minute of a time (Unix ms); null = not known any more. */
  readonly live: (instrument: Instrument, time: number) => Average | null;
}

/** Orders that are listed. */
const ROWS_MAX = 50;
/** Slippage is counted in hundredths of a basis point. */
const BP_DIGITS = 2;
const BP_UNITS = 10_000n * 100n;

interface Measured {
  readonly row: PaperFidelityRow;
  /** Hundredths of a basis point. */
  readonly slippage: bigint;
}

/** The figures, and the latest orders that were filled, newest first. */
export function fidelityOf(input: FidelityInput): PaperFidelity {
  const { orders } = input;
  const byOrder = fillsByOrder(input.fills);
  const measured = orders
    .map((order) => measure(input, order, byOrder.get(order.id) ?? []))
    .filter((one) => one !== null);
  const filled = orders.filter((order) => order.trades > 0);
  const whole = filled.filter(({ status }) => status === StoredOrderStatus.filled).length;
  return {
    orders: orders.length,
    filled: whole,
    partly: filled.length - whole,
    slippage: slippageOf(measured.filter(({ row }) => row.queuedMs === null)),
    queue: queueOf(measured.flatMap(({ row }) => row.queuedMs ?? [])),
    rows: measured.slice(0, ROWS_MAX).map(({ row }) => row),
  };
}

function fillsByOrder(fills: readonly FillRecord[]): ReadonlyMap<number, FillRecord[]> {
  const byOrder = new Map<number, FillRecord[]>();
  for (const fill of fills) {
    const known = byOrder.get(fill.order);
    if (known === undefined) byOrder.set(fill.order, [fill]);
    else known.push(fill);
  }
  return byOrder;
}

function measure(
  { instrument: instrumentOf, live }: FidelityInput,
  order: OrderRecord,
  fills: readonly FillRecord[],
): Measured | null {
  const first = fills.reduce<FillRecord | null>(
    (best, fill) => (best === null || fill.trade < best.trade ? fill : best),
    null,
  );
  if (first === null || fills.length !== order.trades) return null;
  const instrument = instrumentOf(order.instrument);
  const tape = live(instrument, first.time);
  if (tape === null) return null;
  const own = { quote: order.filledQuote, lots: BigInt(order.filledQuantity) };
  const slippage = slippageUnits(order.side, own, tape);
  return {
    slippage,
    row: {
      orderId: wireId(order.id),
      product: productOf(instrument),
      symbol: instrument.symbol,
      side: order.side === Side.buy ? 'buy' : 'sell',
      time: first.time,
      price: priceOf(instrument, own),
      livePrice: priceOf(instrument, tape),
      slippageBp: formatFixed(slippage, BP_DIGITS),
      queuedMs: first.liquidity === Liquidity.maker ? first.time - order.createdAt : null,
    },
  };
}

/** As rows name it. */
export function productOf({ product }: Instrument): PaperProduct {
  return product === Product.spot ? 'spot' : 'futures';
}

/** Hundredths of a basis point that a price is worse than another, towards zero; below 0 = better. */
export function slippageUnits(side: Side, own: Average, live: Average): bigint {
  const ours = own.quote * live.lots;
  const theirs = live.quote * own.lots;
  const worse = side === Side.buy ? ours - theirs : theirs - ours;
  return theirs === 0n ? 0n : (worse * BP_UNITS) / theirs;
}

function priceOf(instrument: Instrument, { quote, lots }: Average): string {
  return averagePriceText(instrument, lots, quote);
}

function slippageOf(measured: readonly Measured[]): PaperFidelity['slippage'] {
  if (measured.length === 0) return null;
  const all = measured.map(({ slippage }) => slippage);
  const sum = all.reduce((total, one) => total + one, 0n);
  const worst = all.reduce((most, one) => (one > most ? one : most));
  return {
    orders: all.length,
    averageBp: formatFixed(sum / BigInt(all.length), BP_DIGITS),
    worstBp: formatFixed(worst, BP_DIGITS),
  };
}

function queueOf(waits: readonly number[]): PaperFidelity['queue'] {
  if (waits.length === 0) return null;
  const sorted = waits.toSorted((a, b) => a - b);
  const medianMs = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { orders: sorted.length, medianMs, longestMs: sorted.at(-1) ?? 0 };
}

/** Its name where the same symbol may be one of each product. */
export function namedInstrument(instrument: Instrument) {
  return { product: productOf(instrument), symbol: instrument.symbol };
}
