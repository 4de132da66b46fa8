/** Decimal text of a request to the integers of the core, refused by name when it does not fit. */
import { type Asset, formatDecimal, type Instrument, UNITS_MAX } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';

/** The form that the schemas of the trading API ask for. */
const PLAIN = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const DIGIT_0 = 48;
const DOT = 46;
const TOO_FINE = -1;
const TOO_LARGE = -2;

/**
 * A canonical decimal at `scale` as a safe integer; −1 when it has non-zero digits beyond the scale,
 * −2 when it is above 2^53 − 1. The text must be canonical already (the schema saw to that).
 */
export function scaled(text: string, scale: number): number {
  let value = 0;
  let fraction = -1;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === DOT) {
      fraction = 0;
      continue;
    }
    if (fraction === scale) {
      if (c !== DIGIT_0) return TOO_FINE;
      continue;
    }
    if (fraction !== -1) fraction++;
    value = value * 10 + (c - DIGIT_0);
    if (value > UNITS_MAX) return tooFine(text, scale) ? TOO_FINE : TOO_LARGE;
  }
  for (let f = Math.max(fraction, 0); f < scale; f++) {
    value *= 10;
    if (value > UNITS_MAX) return TOO_LARGE;
  }
  return value;
}

function tooFine(text: string, scale: number): boolean {
  const dot = text.indexOf('.');
  return dot !== -1 && /[1-9]/.test(text.slice(dot + 1 + scale));
}

function tooFineError(field: string, text: string, scale: number): WireError {
  const limit = scale === 1 ? '1 digit' : `${scale} digits`;
  return new WireError('fieldScale', { field, value: text, limit, max: scale });
}

/** How a value that is finer than `scale` is refused. */
type TooFine = (field: string, text: string, scale: number, step: number) => WireError;

function positive(field: string, text: string, scale: number, refusal: TooFine, step = 1): number {
  const value = scaled(text, scale);
  if (value === TOO_FINE) throw refusal(field, text, scale, step);
  if (value === TOO_LARGE) {
    const limit = formatDecimal(UNITS_MAX, scale);
    throw new WireError('fieldTooLarge', { field, value: text, limit });
  }
  if (value === 0) throw new WireError('fieldPositive', { field, value: text });
  return value;
}

/** A price in ticks, > 0. Whether it lies on the instrument's step the core decides. */
export function ticksOf(field: string, text: string, instrument: Instrument): number {
  return positive(field, text, instrument.priceScale, offTick, instrument.priceStep);
}

function offTick(field: string, value: string, scale: number, step: number): WireError {
  return new WireError('priceTick', { field, value, limit: formatDecimal(step, scale) });
}

/** A quantity in lots, > 0. */
export function lotsOf(field: string, text: string, instrument: Instrument): number {
  return positive(field, text, instrument.quantityScale, offLot, instrument.quantityStep);
}

function offLot(field: string, value: string, scale: number, step: number): WireError {
  return new WireError('quantityLot', { field, value, limit: formatDecimal(step, scale) });
}

/** An amount in units of an asset that is below 2^53, > 0. */
export function unitsOf(field: string, text: string, asset: Asset): number {
  return positive(field, text, asset.scale, tooFineError);
}

/** The same of a text of any form. */
export function bigUnitsOf(field: string, text: string, asset: Asset): bigint {
  if (!PLAIN.test(text)) {
    throw new WireError('fieldDecimal', { field, expected: 'a plain decimal', value: text });
  }
  return BigInt(unitsOf(field, text, asset));
}

/** A percentage as ppm: `2` → 20,000; at most four digits after the point. */
export function ppmOfPercent(field: string, text: string): number {
  return positive(field, text, 4, tooFineError);
}
