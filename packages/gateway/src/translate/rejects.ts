/** The core's refusals as errors of the wire, with limit and value in the units people use. */
import {
  type Asset,
  CALLBACK_PPM_MAX,
  CALLBACK_PPM_MIN,
  type CommandInput,
  CommandKind,
  formatDecimal,
  type Instrument,
  type Outcome,
  Reject,
  wireId,
} from '@halcyon/domain';
import { type ErrorName, REJECT_ERRORS, WireError } from '@halcyon/protocol';
import { missingIn } from './missing.ts';
import { percentText } from './text.ts';

/** What a refused command was about: decides how its limit and value are written. */
export interface RefusedContext {
  readonly instrument?: Instrument | undefined;
  /** Base and quote asset of the instrument. */
  readonly base?: Asset | undefined;
  readonly quote?: Asset | undefined;
  /** The asset that was to be held or moved. */
  readonly asset?: Asset | undefined;
}

const CALLBACK_RANGE = `${percentText(CALLBACK_PPM_MIN)} % to ${percentText(CALLBACK_PPM_MAX)} %`;

/**
 * The error of an outcome with a code other than 0.
 * @param command what was refused, where the error names a field of it
 */
export function rejectError(
  outcome: Outcome,
  context: RefusedContext,
  command?: CommandInput,
): WireError {
  const missing = missingIn(outcome.code, command);
  if (missing !== null) return missing;
  const write = writerOf(outcome.code as Reject, context);
  return new WireError(rejectName(outcome.code), {
    symbol: context.instrument?.symbol ?? 'this instrument',
    value: write(outcome.value),
    limit: outcome.code === Reject.callbackRange ? CALLBACK_RANGE : write(outcome.limit),
    requestId: outcome.seq,
    field: fieldOf(outcome, command),
  });
}

/** Fields of a request by those of its command, in the order in which the core looks at them. */
const TRIGGER_FIELDS = [
  ['takeProfitTrigger', 'presetTakeProfitPrice'],
  ['stopLossTrigger', 'presetStopLossPrice'],
  ['triggerPrice', 'triggerPrice'],
  ['stopTrigger', 'triggerPrice'],
] as const;
const EXECUTE_FIELDS = [
  ['takeProfitPrice', 'executeTakeProfitPrice'],
  ['stopLossPrice', 'executeStopLossPrice'],
  ['stopPrice', 'executePrice'],
] as const;

/** The field of the request that a refused price or size came in. */
function fieldOf({ code, value }: Outcome, command: CommandInput | undefined): string {
  const kind = command?.kind;
  if (code === Reject.quantityStep) return kind === CommandKind.amend ? 'newSize' : 'size';
  const fields: Readonly<Record<string, unknown>> = { ...command };
  const named = (table: readonly (readonly [string, string])[]): string | undefined =>
    table.find(([name]) => fields[name] === value)?.[1];
  if (code !== Reject.priceStep) return named(TRIGGER_FIELDS) ?? 'triggerPrice';
  const planned = kind === CommandKind.placePlan || kind === CommandKind.amendPlan;
  const price = planned ? 'executePrice' : kind === CommandKind.amend ? 'newPrice' : 'price';
  const prices = [['price', price], ...TRIGGER_FIELDS, ...EXECUTE_FIELDS] as const;
  return named(prices) ?? 'price';
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
    case Reject.priceStep:
      return decimals(instrument?.priceScale, undefined);
    case Reject.quantityStep:
      return decimals(instrument?.quantityScale, undefined);
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
