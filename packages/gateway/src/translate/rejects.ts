/** The core's refusals as errors of the wire, with limit and value in the units people use. */
import {
  type Asset,
  formatDecimal,
  type Instrument,
  type Outcome,
  Reject,
  wireId,
} from '@halcyon/domain';
import { type ErrorName, REJECT_ERRORS, WireError } from '@halcyon/protocol';
import { percentText, priceText, sizeText } from './text.ts';

/** What a refused command was about: decides how its limit and value are written. */
export interface RefusedContext {
  readonly instrument?: Instrument | undefined;
  /** Quote asset of the instrument. */
  readonly quote?: Asset | undefined;
  /** The asset that was to be held or moved. */
  readonly asset?: Asset | undefined;
}

/** The error of an outcome with a code other than 0. */
export function rejectError(outcome: Outcome, context: RefusedContext): WireError {
  const write = writerOf(outcome.code as Reject, context);
  return new WireError(rejectName(outcome.code), {
    symbol: context.instrument?.symbol ?? 'this instrument',
    value: write(outcome.value),
    limit: write(outcome.limit),
    requestId: outcome.seq,
  });
}

/** The error that stands for a reject code other than 0. */
export function rejectName(code: number): ErrorName {
  return REJECT_ERRORS[code as Exclude<Reject, 0>] ?? 'unknownFault';
}

type Writer = (value: number) => string;

function writerOf(code: Reject, context: RefusedContext): Writer {
  const { instrument, quote, asset } = context;
  switch (code) {
    case Reject.priceRange:
    case Reject.priceBandHigh:
    case Reject.priceBandLow:
    case Reject.triggerPriceRange:
    case Reject.triggerWouldFireNow:
    case Reject.ocoPrices:
    case Reject.postOnlyWouldTake:
      return instrument === undefined
        ? String
        : (ticks) => safe(ticks, (v) => priceText(instrument, v));
    case Reject.quantityTooSmall:
    case Reject.quantityTooLarge:
    case Reject.fokNotFillable:
    case Reject.amendBelowFilled:
      return instrument === undefined
        ? String
        : (lots) => safe(lots, (v) => sizeText(instrument, v));
    case Reject.notionalTooSmall:
    case Reject.notionalTooLarge:
      return quote === undefined ? String : (units) => money(units, quote);
    case Reject.insufficientBalance:
    case Reject.amountRange:
      return asset === undefined ? String : (units) => money(units, asset);
    case Reject.callbackRange:
      return (ppm) => safe(ppm, percentText);
    case Reject.clientIdDuplicate:
      return (id) => safe(id, wireId);
    case Reject.countdownRange:
      return (ms) => String(Math.round(ms / 1000));
    default:
      return String;
  }
}

/** Sums above 2^53 come as rounded doubles, which are whole numbers all the same. */
function money(units: number, asset: Asset): string {
  const whole = Number.isSafeInteger(units) ? units : BigInt(Math.trunc(units));
  return `${formatDecimal(whole, asset.scale)} ${asset.code}`;
}

/** Values above 2^53 are rounded doubles: shown as they are. */
function safe(value: number, write: Writer): string {
  return Number.isSafeInteger(value) ? write(value) : String(value);
}
