/** The arithmetic of receipts: each line with the numbers in it, worked out again from the inputs alone. */
import { formatDecimal } from '../decimal.ts';
import { levelSums, valueText } from '../level-receipt.ts';
import type { LoanCause } from '../loan-events.ts';
import type { Reject } from '../rejects.ts';
import type {
  DebtPart,
  DebtReceipt,
  FillReceipt,
  FundingReceipt,
  InterestReceipt,
  LevelChangeReceipt,
  LiquidationReceipt,
  MarginLiquidationReceipt,
  OrderPart,
  OrderReceipt,
  PositionReceipt,
  Receipt,
  RefusalReceipt,
} from './receipt.ts';

/** What a line works out. */
export type ReceiptLineName =
  | 'value'
  | 'filled'
  | 'average'
  | 'profit'
  | 'fee'
  | 'feeMost'
  | 'net'
  | 'profitNet'
  | 'positionNet'
  | 'funding'
  | 'interest'
  | 'principal'
  | 'owedInterest'
  | 'short'
  | 'beyond'
  | 'balance'
  | 'spotVolume'
  | 'futuresVolume'
  | 'assets'
  | 'level';

/** A line of a receipt. */
export interface ReceiptLine {
  readonly name: ReceiptLineName;
  /** `0.5 × 0.001`; '' = its parts are the receipt's own lists. */
  readonly sum: string;
  readonly result: string;
  /** Coin of the result; '' = it is a number. */
  readonly unit: string;
  /** How what is beyond the coin's digits is cut. */
  readonly rounded: '' | 'up' | 'down';
  /** Whether the receipt says the same. */
  readonly holds: boolean;
}

/** More parts than these are told by the receipt's list, not once more in a line. */
const SUMMED_MAX = 4;
/** Digits of an average price behind the point. */
const AVERAGE_DIGITS = 8;
const HOURS_A_YEAR = '8760';
/** Causes of changes that pay a debt back. */
const REPAID: readonly string[] = ['repaid', 'orderRepaid'] satisfies (keyof typeof LoanCause)[];

type RejectName = keyof typeof Reject;
/** Reasons that say what was above its limit, and what was below. */
const ABOVE: readonly string[] = [
  ...(['priceBandHigh', 'quantityTooLarge', 'notionalTooLarge', 'fokNotFillable'] as const),
  ...(['insufficientBalance', 'insufficientMargin', 'debtLimit', 'poolLimit'] as const),
  ...(['openInterest', 'positionTier', 'planSizeBeyondPosition'] as const),
] satisfies RejectName[];
const BELOW: readonly string[] = [
  ...(['priceBandLow', 'quantityTooSmall', 'notionalTooSmall'] as const),
] satisfies RejectName[];

type Decimal = readonly [units: bigint, scale: number];

function decimalOf(text: string): Decimal {
  const [whole = '0', fraction = ''] = text.split('.');
  return [BigInt(whole + fraction), fraction.length];
}

function textOf([units, scale]: Decimal): string {
  return formatDecimal(units, scale);
}

function times(a: string, b: string): string {
  const [[x, m], [y, n]] = [decimalOf(a), decimalOf(b)];
  return textOf([x * y, m + n]);
}

function plus(a: string, b: string, sign: 1n | -1n = 1n): string {
  const [[x, m], [y, n]] = [decimalOf(a), decimalOf(b)];
  const scale = Math.max(m, n);
  return textOf([x * 10n ** BigInt(scale - m) + sign * y * 10n ** BigInt(scale - n), scale]);
}

/** A quotient of nothing below zero, cut after `digits`. */
function quotient(a: string, b: string, digits: number, up: boolean): string {
  const [[x, m], [y, n]] = [decimalOf(a), decimalOf(b)];
  const above = x * 10n ** BigInt(digits + n);
  const below = y * 10n ** BigInt(m);
  return textOf([(above + (up ? below - 1n : 0n)) / below, digits]);
}

/** A product of nothing below zero, cut after `digits`. */
function cutAfter(digits: number, product: string, up: boolean): string {
  return quotient(product, '1', digits, up);
}

/** Whether two texts are one number. */
function same(a: string, b: string): boolean {
  return isZero(plus(a, b, -1n));
}

function isZero(text: string): boolean {
  return decimalOf(text)[0] === 0n;
}

function isNegative(text: string): boolean {
  return decimalOf(text)[0] < 0n;
}

function unsigned(text: string): string {
  return text.replace(/^-/, '');
}

/** What a line comes to, and whether the receipt says the same. */
type Worked = Pick<ReceiptLine, 'sum' | 'result' | 'holds'>;

function line(
  name: ReceiptLineName,
  unit: string,
  worked: Worked,
  rounded: ReceiptLine['rounded'] = '',
): ReceiptLine {
  return { name, unit, rounded, ...worked };
}

function fillLines(receipt: FillReceipt): ReceiptLine[] {
  const { product, side, price, size, value, rate, fee, profit, net } = receipt;
  const { base, coin, feeCoin, digits } = receipt;
  const worth = times(price, size);
  const isBuy = product === 'spot' && side === 'buy';
  const received = isBuy ? size : worth;
  const gained = profit ?? received;
  const left = plus(gained, fee, -1n);
  const sum = `${size} ${base} × ${price}`;
  const first = line('value', coin, { sum, result: worth, holds: same(worth, value) });
  const isReceived = feeCoin === (isBuy ? base : coin);
  const last = line(profit === null ? 'net' : 'profitNet', feeCoin, {
    ...{ sum: `${gained} − ${fee}`, result: left, holds: same(left, net) && isReceived },
  });
  if (rate === null) return [first, last];
  const cut = cutAfter(digits, times(received, rate), false);
  const taken = { sum: `${received} ${feeCoin} × ${rate}`, result: cut, holds: same(cut, fee) };
  return [first, line('fee', feeCoin, taken, 'down'), last];
}

/** A sum over an order's fills. */
function sumLine(
  name: ReceiptLineName,
  unit: string,
  parts: readonly string[],
  told: string,
): ReceiptLine {
  const result = parts.reduce((sum, part) => plus(sum, part), '0');
  const sum = parts.length === 0 || parts.length > SUMMED_MAX ? '' : parts.reduce(sumText);
  return line(name, unit, { sum, result, holds: same(result, told) });
}

/** Whether a fill's own value is what it says. */
function isWorth([, , , price, size, value]: OrderPart): boolean {
  return same(times(price, size), value);
}

function orderLines(receipt: OrderReceipt): ReceiptLine[] {
  const { product, side, base, coin, fills, filled, value, fee, feeCoin, profit, net } = receipt;
  const isBuy = product === 'spot' && side === 'buy';
  const isReceived = feeCoin === (isBuy ? base : coin);
  const column = (at: 4 | 5 | 6 | 7) => fills.map((fill) => fill[at]);
  const worth = sumLine('value', coin, column(5), value);
  const sums = [
    sumLine('filled', base, column(4), filled),
    { ...worth, holds: worth.holds && fills.every(isWorth) },
  ];
  const average = isZero(filled) ? '' : quotient(value, filled, AVERAGE_DIGITS, false);
  const priced = { sum: `${value} ÷ ${filled}`, result: average, holds: true };
  const gained = profit ?? (isBuy ? filled : value);
  const left = plus(gained, fee, -1n);
  return [
    ...sums,
    ...(average === '' ? [] : [line('average', coin, priced, 'down')]),
    ...(profit === null ? [] : [sumLine('profit', coin, column(7), profit)]),
    sumLine('fee', feeCoin, column(6), fee),
    line(profit === null ? 'net' : 'profitNet', feeCoin, {
      ...{ sum: `${gained} − ${fee}`, result: left, holds: same(left, net) && isReceived },
    }),
  ];
}

function positionLines({ profit, fees, funding, net, coin }: PositionReceipt): ReceiptLine[] {
  const result = plus(plus(profit, fees, -1n), funding);
  const sum = sumText(`${profit} − ${fees}`, funding);
  return [line('positionNet', coin, { sum, result, holds: same(result, net) })];
}

function fundingLines(receipt: FundingReceipt): ReceiptLine[] {
  const { side, size, mark, rate, amount, coin, digits } = receipt;
  const worth = times(size, mark);
  const pays = (side === 'long') !== isNegative(rate);
  const whole = cutAfter(digits, times(worth, unsigned(rate)), pays);
  const result = pays && !isZero(whole) ? `-${whole}` : whole;
  const moved = { sum: `${worth} × ${rate}`, result, holds: same(result, amount) };
  return [
    line('value', coin, { sum: `${size} × ${mark}`, result: worth, holds: true }),
    line('funding', coin, moved, pays ? 'up' : 'down'),
  ];
}

function interestLines(receipt: InterestReceipt): ReceiptLine[] {
  const { principal, rate, hours, amount, coin, digits } = receipt;
  const hour = quotient(times(principal, rate), HOURS_A_YEAR, digits, true);
  const result = times(hour, String(hours));
  const often = hours === 1 ? '' : ` × ${hours}`;
  const sum = `${principal} × ${rate} ÷ ${HOURS_A_YEAR}${often}`;
  return [line('interest', coin, { sum, result, holds: hours > 0 && same(result, amount) }, 'up')];
}

/** A sum of two amounts as a line has it. */
function sumText(before: string, change: string): string {
  return isNegative(change) ? `${before} − ${unsigned(change)}` : `${before} + ${change}`;
}

function debtLines({ cause, principal, interest, coin }: DebtReceipt): ReceiptLine[] {
  const lineOf = (name: 'principal' | 'owedInterest', [before, change, after]: DebtPart) => {
    const result = plus(before, change);
    const holds = same(result, after) && !isNegative(result);
    return line(name, coin, { sum: sumText(before, change), result, holds });
  };
  const first = lineOf('principal', principal);
  const second = lineOf('owedInterest', interest);
  if (!REPAID.includes(cause)) return [first, second];
  // The principal is touched when nothing else is left to pay back.
  const inOrder = isZero(principal[1]) || isZero(interest[2]);
  return [{ ...first, holds: first.holds && inOrder }, second];
}

function liquidationLines(receipt: LiquidationReceipt): ReceiptLine[] {
  const { excess, value, rate, fee, coin, digits } = receipt;
  const below = { sum: `${excess} < 0`, result: excess, holds: isNegative(excess) };
  const short = line('short', coin, below);
  if (rate === null) return [short];
  const most = cutAfter(digits, times(value, rate), false);
  // An account that has less pays what it has.
  const holds = !isNegative(fee) && !isNegative(plus(most, fee, -1n));
  return [short, line('feeMost', coin, { sum: `${value} × ${rate}`, result: most, holds }, 'down')];
}

function marginLiquidationLines(receipt: MarginLiquidationReceipt): ReceiptLine[] {
  const { equity, keeps, coin } = receipt;
  const result = plus(equity, keeps, -1n);
  return [line('short', coin, { sum: `${equity} − ${keeps}`, result, holds: isNegative(result) })];
}

function refusalLines({ refused, limit, value, unit }: RefusalReceipt): ReceiptLine[] {
  const [above, below] = [ABOVE.includes(refused), BELOW.includes(refused)];
  if (limit === '' || (!above && !below)) return [];
  const [more, less] = above ? [value, limit] : [limit, value];
  const result = plus(more, less, -1n);
  const holds = !isNegative(result) && !isZero(result);
  return [line('beyond', unit, { sum: `${more} − ${less}`, result, holds })];
}

function levelLines({ level, basis }: LevelChangeReceipt): ReceiptLine[] {
  const sums = levelSums(basis);
  const part = (name: 'spotVolume' | 'futuresVolume' | 'assets') =>
    line(name, 'USDT', { sum: '', result: valueText(sums[name]), holds: true }, 'down');
  const comes = { sum: '', result: String(sums.level), holds: sums.level === level };
  return [part('spotVolume'), part('futuresVolume'), part('assets'), line('level', '', comes)];
}

/** Works a receipt out, line by line. */
export function receiptLines(receipt: Receipt): ReceiptLine[] {
  switch (receipt.kind) {
    case 'fill':
      return fillLines(receipt);
    case 'order':
      return orderLines(receipt);
    case 'position':
      return positionLines(receipt);
    case 'funding':
      return fundingLines(receipt);
    case 'interest':
      return interestLines(receipt);
    case 'debt':
      return debtLines(receipt);
    case 'liquidation':
      return liquidationLines(receipt);
    case 'marginLiquidation':
      return marginLiquidationLines(receipt);
    case 'refusal':
      return refusalLines(receipt);
    case 'level':
      return levelLines(receipt);
    case 'entry': {
      const { before, change, after, coin } = receipt;
      const result = plus(before, change);
      const sum = sumText(before, change);
      const holds = same(result, after);
      return [line('balance', coin, { sum, result, holds })];
    }
    default:
      return [];
  }
}
