/** The core's refusals as errors of the wire, with limit and value in the units people use. */
import {
  type Asset,
  CALLBACK_PPM_MAX,
  CALLBACK_PPM_MIN,
  formatDecimal,
  type Instrument,
  type Outcome,
  type PlaceCommand,
  Reject,
  wireId,
} from '@halcyon/domain';
import { type ErrorName, REJECT_ERRORS, WireError } from '@halcyon/protocol';
import { percentText } from './text.ts';

/** What a refused command was about: decides how its limit and value are written. */
export interface RefusedContext {
  readonly instrument?: Instrument | undefined;
  /** Base and quote asset of the instrument. */
  readonly base?: Asset | undefined;
  readonly quote?: Asset | undefined;
  /** The asset that was to be held or moved. */
  readonly asset?: Asset | undefined;
  /** The triggers that were attached to an order, ticks; 0 = none. */
  readonly attached?: Attached | undefined;
}

type Attached = Pick<PlaceCommand, 'takeProfitTrigger' | 'stopLossTrigger'>;

const CALLBACK_RANGE = `${percentText(CALLBACK_PPM_MIN)} % to ${percentText(CALLBACK_PPM_MAX)} %`;

/** The error of an outcome with a code other than 0. */
export function rejectError(outcome: Outcome, context: RefusedContext): WireError {
  const write = writerOf(outcome.code as Reject, context);
  return new WireError(rejectName(outcome.code), {
    symbol: context.instrument?.symbol ?? 'this instrument',
    value: write(outcome.value),
    limit: outcome.code === Reject.callbackRange ? CALLBACK_RANGE : write(outcome.limit),
    requestId: outcome.seq,
    field: triggerField(outcome.value, context.attached),
  });
}

/** The field of the request that a trigger came in. */
function triggerField(trigger: number, attached: Attached | undefined): string {
  if (attached?.takeProfitTrigger === trigger) return 'presetTakeProfitPrice';
  return attached?.stopLossTrigger === trigger ? 'presetStopLossPrice' : 'triggerPrice';
}

/** The error that stands for a reject code other than 0. */
export function rejectName(code: number): ErrorName {
  return REJECT_ERRORS[code as Exclude<Reject, 0>] ?? 'unknownFault';
}

type Writer = (value: number) => string;

/** Writes values in the units of people, each with its unit, without trailing zeros. */
function writerOf(code: Reject, context: RefusedContext): Writer {
  const { instrument, base, quote, asset } = context;
  switch (code) {
    case Reject.priceRange:
    case Reject.priceBandHigh:
    case Reject.priceBandLow:
    case Reject.triggerPriceRange:
    case Reject.triggerWouldFireNow:
    case Reject.ocoPrices:
    case Reject.postOnlyWouldTake:
      return decimals(instrument?.priceScale, quote);
    case Reject.quantityTooSmall:
    case Reject.quantityTooLarge:
    case Reject.fokNotFillable:
    case Reject.amendBelowFilled:
      return decimals(instrument?.quantityScale, base);
    case Reject.notionalTooSmall:
    case Reject.notionalTooLarge:
      return decimals(quote?.scale, quote);
    case Reject.insufficientBalance:
    case Reject.amountRange:
      return decimals(asset?.scale, asset);
    case Reject.callbackRange:
      return (ppm) => `${percentText(ppm)} %`;
    case Reject.clientIdDuplicate:
      return wireId;
    case Reject.countdownRange:
      return (ms) => `${Math.round(ms / 1000)} s`;
    default:
      return String;
  }
}

/** Values above 2^53 come as rounded doubles, which are whole numbers all the same. */
function decimals(scale: number | undefined, unit: Asset | undefined): Writer {
  if (scale === undefined) return String;
  return (value) => {
    const whole = Number.isSafeInteger(value) ? value : BigInt(Math.trunc(value));
    const text = formatDecimal(whole, scale);
    return unit === undefined ? text : `${text} ${unit.code}`;
  };
}
