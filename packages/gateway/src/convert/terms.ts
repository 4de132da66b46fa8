/**
 * What a conversion comes to by the order book: an exact worst case. The order that carries it out has the
 * worst price that is needed as its limit and fills whole or not at all, so nobody gets less than quoted.
 */
import { type Asset, formatDecimal, Product, pow10, Side } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import type { LevelView, Views } from '@halcyon/views';
import { knownAsset } from '../http/context.ts';
import type { ConvertPair, ConvertTerms } from '../quotes/convert-terms.ts';
import type { CommonOrderFacts } from '../translate/order-facts.ts';

const MILLION = 1_000_000n;
const PRICE_DIGITS = 16;

/** How much is wanted of one of the two coins. */
export type ConvertAmount = { readonly give: bigint } | { readonly receive: bigint };

/** The pair between two coins. @throws WireError noConvertPair */
export function convertPair(views: Views, from: Asset, to: Asset): ConvertPair {
  for (const instrument of views.instruments(Product.spot)) {
    const { base, quote } = instrument;
    if (base === from.id && quote === to.id) return { instrument, side: Side.sell, from, to };
    if (base === to.id && quote === from.id) return { instrument, side: Side.buy, from, to };
  }
  throw new WireError('noConvertPair', { field: 'toCoin', value: to.code, limit: from.code });
}

const ceilDiv = (value: bigint, by: bigint) => (value + by - 1n) / by;

/** Lots in whole steps, down or up. */
function inSteps(lots: bigint, step: number, up: boolean): bigint {
  const size = BigInt(step);
  return (up ? ceilDiv(lots, size) : lots / size) * size;
}

/** What is left of an income after the fee, which is rounded down. */
function afterFee(gross: bigint, ppm: bigint): bigint {
  return gross - (gross * ppm) / MILLION;
}

/** The lots that would be traded if all of them cost `price`. */
function lotsAt(pair: ConvertPair, wanted: ConvertAmount, price: bigint, ppm: bigint): bigint {
  const { instrument, side } = pair;
  const { lotUnits, quantityStep, quoteFactor } = instrument;
  const [base, quote] = [BigInt(lotUnits), price * BigInt(quoteFactor)];
  if ('give' in wanted) {
    const perLot = side === Side.sell ? base : quote;
    return inSteps(wanted.give / perLot, quantityStep, false);
  }
  if (ppm >= MILLION) return 0n;
  const gross = ceilDiv(wanted.receive * MILLION, MILLION - ppm);
  return inSteps(ceilDiv(gross, side === Side.sell ? quote : base), quantityStep, true);
}

/** How far into the levels it goes; null where they do not reach. */
function reach(
  levels: readonly LevelView[],
  step: number,
  lotsFor: (price: bigint) => bigint,
): { lots: bigint; price: number } | null {
  let lots = 0n;
  let worst = 0;
  for (const { price, total } of levels) {
    const needed = lotsFor(BigInt(price));
    // Money that is given buys less at a worse price, so that the levels before may be all there is to have.
    if (worst !== 0 && needed <= lots) return { lots, price: worst };
    const here = inSteps(lots + BigInt(total), step, false);
    if (needed <= here) return { lots: needed, price };
    lots = here;
    worst = price;
  }
  return null;
}

/** Lots, at least as many as the pair takes in one order. */
function leastLots({ instrument }: ConvertPair, price: number): bigint {
  const { notionalMin, quantityMin, quantityStep, quoteFactor } = instrument;
  const byValue = ceilDiv(BigInt(notionalMin), BigInt(price) * BigInt(quoteFactor));
  const least = byValue > BigInt(quantityMin) ? byValue : BigInt(quantityMin);
  return inSteps(least, quantityStep, true);
}

/** What lots are worth in the coin that is given, and in the one that is received. */
function sidesOf({ instrument, side }: ConvertPair, lots: bigint, price: number) {
  const base = lots * BigInt(instrument.lotUnits);
  const quote = lots * BigInt(price) * BigInt(instrument.quoteFactor);
  return side === Side.sell ? { given: base, gross: quote } : { given: quote, gross: base };
}

/** Least and most of the coin that is given, at the best price there is; null while there is none. */
export function convertLimits(
  views: Views,
  pair: ConvertPair,
): { min: bigint; max: bigint } | null {
  const best = levelsOf(views, pair, 1)[0];
  if (best === undefined) return null;
  return {
    min: sidesOf(pair, leastLots(pair, best.price), best.price).given,
    max: sidesOf(pair, BigInt(pair.instrument.quantityMax), best.price).given,
  };
}

/** Levels that a conversion looks at: more than that would move the price too far. */
const LEVELS = 500;

function levelsOf(views: Views, { instrument, side }: ConvertPair, count = LEVELS) {
  const book = views.book(instrument.id);
  return side === Side.sell ? book.bids(count) : book.asks(count);
}

/**
 * The terms by the book as it is.
 * @param takerPpm the person's fee
 * @throws WireError convertDepth, quantityTooSmall, quantityTooLarge
 */
export function convertTerms(
  views: Views,
  pair: ConvertPair,
  wanted: ConvertAmount,
  takerPpm: number,
): ConvertTerms {
  const { instrument, from, to } = pair;
  const ppm = BigInt(takerPpm);
  const found = reach(levelsOf(views, pair), instrument.quantityStep, (price) =>
    lotsAt(pair, wanted, price, ppm),
  );
  if (found === null) {
    throw new WireError('convertDepth', { value: from.code, limit: to.code });
  }
  const { lots, price } = found;
  const { given, gross } = sidesOf(pair, lots, price);
  const text = (units: bigint) => `${formatDecimal(units, from.scale)} ${from.code}`;
  const least = leastLots(pair, price);
  if (lots < least) {
    const limit = text(sidesOf(pair, least, price).given);
    throw new WireError('quantityTooSmall', { value: text(given), limit });
  }
  const most = BigInt(instrument.quantityMax);
  if (lots > most) {
    const limit = text(sidesOf(pair, most, price).given);
    throw new WireError('quantityTooLarge', { value: text(given), limit });
  }
  const received = afterFee(gross, ppm);
  return { ...pair, lots: Number(lots), price, given, received, fee: gross - received };
}

/** What one of the given coin becomes, cut to 16 digits. */
export function convertPrice(from: Asset, to: Asset, given: bigint, received: bigint): string {
  if (given === 0n) return '0';
  const scaled = received * pow10(PRICE_DIGITS) * pow10(from.scale);
  return formatDecimal(scaled / (given * pow10(to.scale)), PRICE_DIGITS);
}

/** What an order has given and received. */
export function convertedOf(views: Views, order: CommonOrderFacts) {
  const instrument = views.instrument(order.instrument);
  if (instrument === undefined) throw new Error(`instrument ${order.instrument} is unknown`);
  const base = BigInt(order.filledLots) * BigInt(instrument.lotUnits);
  const sold = order.side === Side.sell;
  const [given, gross] = sold ? [base, order.filledQuote] : [order.filledQuote, base];
  return {
    from: knownAsset(views, sold ? instrument.base : instrument.quote),
    to: knownAsset(views, sold ? instrument.quote : instrument.base),
    given,
    received: gross - order.fee,
  };
}
