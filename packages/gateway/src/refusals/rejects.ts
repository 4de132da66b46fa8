/** The core's refusals as errors of the wire, with limit and value in the units people use. */
import {
  type AccountId,
  AccountKind,
  type Asset,
  CALLBACK_PPM_MAX,
  CALLBACK_PPM_MIN,
  type CommandInput,
  CommandKind,
  exactNumber,
  formatDecimal,
  type Instrument,
  isMargin,
  kindOf,
  marginCoin,
  type Outcome,
  orderValues,
  type RefusalUnit,
  type RefusalUnits,
  Reject,
  refusalUnit,
  wireId,
  wireUserId,
} from '@halcyon/domain';
import { type ErrorName, REJECT_ERRORS, WireError } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { percentText } from '../base/percent-text.ts';
import { missingIn } from './missing.ts';

/** What a refused command was about: decides how its limit and value are written. */
export interface RefusedContext {
  readonly instrument?: Instrument | undefined;
  /** Base and quote asset of the instrument. */
  readonly base?: Asset | undefined;
  readonly quote?: Asset | undefined;
  /** The asset that was to be held or moved. */
  readonly asset?: Asset | undefined;
  /** Names of the request's fields by those of its command, where they are not those of spot. */
  readonly fields?: FieldNames | undefined;
}

/** Fields of a request by those of its command. */
export type FieldNames = Readonly<Record<string, string>>;

const CALLBACK_BOUNDS = {
  min: percentText(CALLBACK_PPM_MIN),
  max: percentText(CALLBACK_PPM_MAX),
};
const CALLBACK_RANGE = `${CALLBACK_BOUNDS.min} % to ${CALLBACK_BOUNDS.max} %`;

/**
 * The error of an outcome with a code other than 0.
 * @param command what was refused, where the error names a field of it or tells an amount
 * @param views where what the context leaves out is looked up
 */
export function rejectError(
  outcome: Outcome,
  context: RefusedContext,
  command?: CommandInput,
  views?: Views,
): WireError {
  const missing = missingIn(outcome.code, command);
  if (missing !== null) return missing;
  const known = { ...contextOf(command, outcome, views), ...context };
  const about = { ...known, margin: marginIn(command, known, views) };
  const write = writerOf(outcome.code as Reject, about);
  const origins = exactNumbers(command, about);
  return new WireError(rejectName(outcome.code, about.instrument, views), {
    symbol: about.instrument?.symbol ?? 'this instrument',
    value: write(exactNumber(outcome.value, origins)),
    limit:
      outcome.code === Reject.callbackRange
        ? CALLBACK_RANGE
        : write(exactNumber(outcome.limit, origins)),
    requestId: outcome.seq,
    field: fieldOf(outcome, command, about.fields),
    place: marginPlace(command, views),
    ...(outcome.code === Reject.callbackRange && CALLBACK_BOUNDS),
  });
}

/** Which margin account a command was about, as sentences go on with it; '' = none. */
function marginPlace(command: CommandInput | undefined, views: Views | undefined): string {
  const account = command && payerOf(command);
  if (account === undefined || !isMargin(account)) return '';
  if (kindOf(account) === AccountKind.crossMargin) return ' in the cross margin account';
  const pair =
    'instrument' in command! && command.instrument !== undefined
      ? views?.instrument(command.instrument)
      : undefined;
  return ` in the isolated margin account${pair === undefined ? '' : ` of ${pair.symbol}`}`;
}

/** The account that a command takes money from. */
function payerOf(command: CommandInput): AccountId | undefined {
  if ('from' in command) return command.from;
  return 'account' in command ? command.account : undefined;
}

/** What a command itself says it is about. */
function contextOf(
  command: CommandInput | undefined,
  outcome: Outcome,
  views: Views | undefined,
): RefusedContext {
  if (command === undefined || views === undefined) return {};
  if ('asset' in command) return { asset: views.asset(command.asset) };
  const instrument = instrumentIn(command, outcome, views);
  if (instrument === undefined) return {};
  return {
    instrument,
    base: views.asset(instrument.base),
    quote: views.asset(instrument.quote),
  };
}

/** The coin in which margin is reckoned: of margin accounts one for all pairs. */
function marginIn(
  command: CommandInput | undefined,
  { quote }: RefusedContext,
  views: Views | undefined,
): Asset | undefined {
  const account = command && payerOf(command);
  const settle = views?.loans.settleAsset;
  const lent = settle === undefined ? undefined : views?.asset(settle);
  return account === undefined ? quote : marginCoin<Asset | undefined>(account, lent, quote);
}

/** The position mode is one of all contracts: what stands in its way is a position of one of them. */
function instrumentIn(
  command: CommandInput,
  { code, value }: Outcome,
  views: Views,
): Instrument | undefined {
  if ('instrument' in command) return views.instrument(command.instrument);
  if (command.kind !== CommandKind.setPositionMode || code !== Reject.positionOpen)
    return undefined;
  const open = views.contracts.positions(command.account);
  const found = open.find(({ lots }) => lots === value);
  return found === undefined ? undefined : views.instrument(found.instrument);
}

/** What numbers of a refusal can come from. */
function exactNumbers(command: CommandInput | undefined, { instrument }: RefusedContext): bigint[] {
  if (command === undefined) return [];
  const numbers: bigint[] = [];
  if ('amount' in command && typeof command.amount === 'bigint') {
    numbers.push(command.amount, command.amount + ('fee' in command ? command.fee : 0n));
  }
  if ('quantity' in command && instrument !== undefined) {
    const { quantity, price } = command;
    const prices = [price, 'stopPrice' in command ? command.stopPrice : 0];
    numbers.push(...orderValues(instrument, { quantity, prices }));
  }
  return numbers;
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

/** Refusals of a price at which something is to happen. */
const ABOUT_TRIGGERS: readonly number[] = [Reject.triggerPriceRange, Reject.triggerWouldFireNow];

/** The field of the request that a refused price, size or loan came in; '' = it is not said. */
function fieldOf(
  { code, value }: Outcome,
  command: CommandInput | undefined,
  names: FieldNames = {},
): string {
  const copied = copyField(code, command);
  if (copied !== null) return names[copied] ?? copied;
  const kind = command?.kind;
  const size = names['quantity'] ?? (kind === CommandKind.amend ? 'newSize' : 'size');
  if (code === Reject.quantityStep) return size;
  if (code === Reject.debtLimit || code === Reject.poolLimit) {
    if (kind === CommandKind.borrow) return 'borrowAmount';
    const byAmount = kind === CommandKind.place && command.quoteAmount > 0;
    return (byAmount ? names['quoteAmount'] : undefined) ?? size;
  }
  const attached = command !== undefined && 'attached' in command ? command.attached : undefined;
  const fields: Readonly<Record<string, unknown>> = { ...command, ...attached };
  const named = (table: readonly (readonly [string, string])[]): string | undefined => {
    const found = table.find(([name]) => fields[name] === value);
    return found && (names[found[0]] ?? found[1]);
  };
  if (ABOUT_TRIGGERS.includes(code)) return named(TRIGGER_FIELDS) ?? 'triggerPrice';
  if (code !== Reject.priceStep) return '';
  const planned = kind === CommandKind.placePlan || kind === CommandKind.amendPlan;
  const price = planned ? 'executePrice' : kind === CommandKind.amend ? 'newPrice' : 'price';
  const prices = [['price', price], ...TRIGGER_FIELDS, ...EXECUTE_FIELDS] as const;
  return named(prices) ?? 'price';
}

/** What is wrong with the amount of a command about copy portfolios. */
const OF_AMOUNT: readonly number[] = [
  Reject.copyTooLittle,
  Reject.copyTooMuch,
  Reject.amountRange,
  Reject.insufficientBalance,
  Reject.notWithdrawable,
];

/** Fields that refusals of copying are about, whatever the command. */
const COPY_FIELDS: Readonly<Partial<Record<number, string>>> = {
  [Reject.copyContractLeftOut]: 'symbol',
  [Reject.copyOwnPortfolio]: 'trader',
  [Reject.copyCircle]: 'trader',
  [Reject.copyTakeOverMode]: 'exit',
  [Reject.copyShareUnpaid]: 'exit',
  [Reject.copyExitRange]: 'exit',
  [Reject.copyTimeInForce]: 'force',
};

/** The same of a command about copy portfolios; null = it is another command, or tells of a price or size. */
function copyField(code: number, command: CommandInput | undefined): string | null {
  const kind = command?.kind ?? 0;
  const field = COPY_FIELDS[code];
  if (field !== undefined) return field;
  if (code === Reject.copyClosing) return kind === CommandKind.followTrader ? 'trader' : '';
  if (kind < CommandKind.openCopyPortfolio || kind > CommandKind.amendCopyOrder) return null;
  if (code === Reject.quantityStep || code === Reject.priceStep) return null;
  return OF_AMOUNT.includes(code) ? 'amount' : '';
}

/**
 * The error that stands for a reject code other than 0.
 * @param instrument contracts have own ones
 * @param views say what a paper venue follows: what it does not never trades, however long one waits
 */
export function rejectName(
  code: number,
  instrument?: Instrument,
  views?: Pick<Views, 'follows'>,
): ErrorName {
  const unfollowed = instrument !== undefined && views?.follows(instrument) === false;
  if (unfollowed && code === Reject.feedStale) return 'notFollowed';
  const contract = instrument !== undefined && instrument.contract !== null;
  if (contract && code === Reject.clientIdDuplicate) return 'contractClientIdDuplicate';
  if (!contract && code === Reject.indexStale) return 'coinIndexStale';
  return REJECT_ERRORS[code as Exclude<Reject, 0>] ?? 'unknownFault';
}

type Writer = (value: number | bigint) => string;

/** Writes values in the units of people, each with its unit, without trailing zeros. */
function writerOf(code: Reject, about: RefusalUnits): Writer {
  const unit = refusalUnit(code, about);
  switch (code) {
    case Reject.positionOpen:
      return (lots) => measured(lots < 0 ? -lots : lots, unit);
    case Reject.callbackRange:
      return (ppm) => `${percentText(Number(ppm))} %`;
    case Reject.withdrawalTooEarly:
      return (time) => new Date(Number(time)).toISOString();
    case Reject.clientIdDuplicate:
    case Reject.childOfParent:
      return (id) => wireId(Number(id));
    case Reject.copyFollowedAlready:
      return (portfolio) => wireUserId(Number(portfolio));
    case Reject.countdownRange:
      return (ms) => `${Math.round(Number(ms) / 1000)} s`;
    default:
      return (value) => measured(value, unit);
  }
}

function measured(value: number | bigint, unit: RefusalUnit | null): string {
  if (unit === null) return String(value);
  const text = formatDecimal(value, unit.scale);
  return unit.coin === null ? text : `${text} ${unit.coin}`;
}
