/** Parameters of an instrument between the command line's decimal text and the core's integers. */
import {
  ceilToStep,
  formatDecimal,
  type Instrument,
  type InstrumentLimits,
  type InstrumentSteps,
  isPowerOfTen,
  PPM,
  parseSafeDecimal,
  UNITS_MAX,
} from '@halcyon/domain';
import { type OperationArgs, quoted, unitsOf } from './operation-args.ts';

/** What the values of an instrument are counted in. */
export type InstrumentUnits = Pick<
  Instrument,
  'symbol' | 'priceScale' | 'quantityScale' | 'lotUnits'
> & { readonly quoteScale: number };

/** Most open orders that an instrument may allow one account. */
const OPEN_ORDERS_MAX = 1_000_000;
/** Limits of an instrument that is listed with no others. */
const BAND_PPM = 100_000;
const OPEN_ORDERS = 500;
/** Largest order where a price is known, whole quote coins. */
const ORDER_VALUE_MAX = 20_000_000;

/** The limits that the options name. @throws Error on a text that is no value of its option */
export function givenLimits(
  args: OperationArgs,
  units: InstrumentUnits,
): Partial<InstrumentLimits> {
  const { symbol, priceScale, quantityScale, quoteScale } = units;
  return {
    ...decimal(args, 'quantity-min', quantityScale, 'quantityMin'),
    ...decimal(args, 'quantity-max', quantityScale, 'quantityMax'),
    ...decimal(args, 'notional-min', quoteScale, 'notionalMin'),
    ...decimal(args, 'band', 6, 'bandPpm'),
    ...decimal(args, 'open-orders', 0, 'openOrdersMax'),
    ...step(args, 'tick', symbol, priceScale, 'priceStep'),
    ...step(args, 'lot', symbol, quantityScale, 'quantityStep'),
  };
}

/**
 * Limits of a new instrument: the least possible quantity, the largest of 20 million quote coins.
 * @param price ticks that it is worth; 0 = not known, then any quantity that can be written
 */
export function firstLimits(
  { priceScale, quantityScale, lotUnits }: Omit<InstrumentUnits, 'symbol' | 'quoteScale'>,
  price: number,
): Omit<InstrumentLimits, 'state' | 'notionalMin'> {
  const most = Math.floor(UNITS_MAX / lotUnits);
  const worth = Math.floor((ORDER_VALUE_MAX * 10 ** (priceScale + quantityScale)) / price);
  return {
    quantityMin: 1,
    quantityMax: price === 0 ? most : Math.max(1, Math.min(worth, most)),
    bandPpm: BAND_PPM,
    openOrdersMax: OPEN_ORDERS,
    priceStep: 1,
    quantityStep: 1,
  };
}

/** What the core would refuse, said in the words of the command line. @throws Error */
export function checkLimits(
  units: InstrumentUnits,
  next: Omit<InstrumentLimits, 'state' | 'notionalMin'>,
): void {
  const { symbol, quantityScale, lotUnits } = units;
  const most = Math.floor(UNITS_MAX / lotUnits);
  const lots = (value: number): string => formatDecimal(value, quantityScale);
  const fail = (option: string, allowed: string): never => {
    throw new Error(`--${option} for ${symbol}: allowed is ${allowed}`);
  };
  if (next.quantityMax > most || next.quantityMax < 1) {
    fail('quantity-max', `up to ${lots(most)}`);
  }
  if (next.quantityMin < 1 || next.quantityMin > next.quantityMax) {
    fail('quantity-min', `from ${lots(1)} to the maximum, ${lots(next.quantityMax)}`);
  }
  if (next.bandPpm < 1 || next.bandPpm > PPM)
    fail('band', 'above 0, up to 1 (a share of the price)');
  if (next.openOrdersMax < 1 || next.openOrdersMax > OPEN_ORDERS_MAX) {
    fail('open-orders', `from 1 to ${OPEN_ORDERS_MAX}`);
  }
  const { quantityMin, quantityMax, quantityStep } = next;
  if (ceilToStep(quantityMin, quantityStep) <= quantityMax) return;
  const range = `${lots(quantityMin)} to ${lots(quantityMax)}`;
  fail('lot', `one of which a multiple is an allowed quantity, ${range}`);
}

function step<K extends keyof InstrumentSteps>(
  args: OperationArgs,
  option: string,
  symbol: string,
  scale: number,
  field: K,
): Partial<Record<K, number>> {
  const text = args[option];
  if (text === undefined) return {};
  const value = parseSafeDecimal(String(text), scale);
  const good = value !== null && isPowerOfTen(value) && value <= 10 ** scale;
  if (good) return { [field]: value } as Record<K, number>;
  const finest = formatDecimal(1, scale);
  const range = scale === 0 ? '1' : `a power of ten from ${finest}, the finest possible, to 1`;
  throw new Error(`--${option} for ${symbol}: ${quoted(text)} is not ${range}`);
}

function decimal<K extends keyof InstrumentLimits>(
  args: OperationArgs,
  option: string,
  scale: number,
  field: K,
): Partial<Record<K, number>> {
  const text = args[option];
  if (text === undefined) return {};
  return { [field]: unitsOf(option, text, scale) } as Partial<Record<K, number>>;
}
