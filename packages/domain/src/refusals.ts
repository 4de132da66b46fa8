/** Orders that were refused when they were placed: what is told of them, and in which units. */
import { MARGIN_SCALE, Product } from './contracts.ts';
import type { EventKind, Happened } from './event-kinds.ts';
import { type AccountId, type InstrumentId, isMargin } from './ids.ts';
import type { Asset, Instrument } from './instruments.ts';
import { type OrderType, Side } from './orders.ts';
import { Reject } from './rejects.ts';

/** What was to be placed. */
export const RefusedForm = { order: 0, plan: 1, oco: 2 } as const;
export type RefusedForm = (typeof RefusedForm)[keyof typeof RefusedForm];

/** A new order of a person was refused: nothing came of it. Of two plans, the one that was. */
export interface OrderRefusedEvent extends Happened {
  readonly kind: typeof EventKind.orderRefused;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly form: RefusedForm;
  readonly side: Side;
  /** Of a plan: what it was to become. */
  readonly type: OrderType;
  /** Ticks; 0 = none. */
  readonly trigger: number;
  /** Ticks; 0 = at the market. */
  readonly price: number;
  /** Lots, or quote units; 0 = none. */
  readonly quantity: number;
  readonly quoteAmount: number;
  /** '' = none. */
  readonly clientId: string;
  /** A Reject code, and the numbers that explain it; see Refusal. */
  readonly code: number;
  readonly limit: number;
  readonly value: number;
}

type Coin = Pick<Asset, 'code' | 'scale'>;

/** What a refusal was about: decides how its limit and value are written. */
export interface RefusalUnits {
  readonly instrument?: Pick<Instrument, 'priceScale' | 'quantityScale'> | undefined;
  /** Base and quote asset of the instrument. */
  readonly base?: Coin | undefined;
  readonly quote?: Coin | undefined;
  /** The asset that was to be held or moved; quote where it is left out. */
  readonly asset?: Coin | undefined;
  /** The coin in which margin is reckoned; quote where it is left out. */
  readonly margin?: Pick<Coin, 'code'> | undefined;
}

/** How a number of a refusal is written: digits after the point, and its coin; null = it has none. */
export interface RefusalUnit {
  readonly scale: number;
  readonly coin: string | null;
}

/** The unit of limit and value of a refusal; null = they measure no price, size or money. */
export function refusalUnit(code: number, about: RefusalUnits): RefusalUnit | null {
  const { instrument, base, quote, asset = quote, margin = quote } = about;
  switch (code) {
    case Reject.priceRange:
    case Reject.priceBandHigh:
    case Reject.priceBandLow:
    case Reject.triggerPriceRange:
    case Reject.triggerWouldFireNow:
    case Reject.ocoPrices:
    case Reject.postOnlyWouldTake:
      return unitOf(instrument?.priceScale, quote);
    case Reject.priceStep:
      return unitOf(instrument?.priceScale, null);
    case Reject.quantityStep:
      return unitOf(instrument?.quantityScale, null);
    case Reject.quantityTooSmall:
    case Reject.quantityTooLarge:
    case Reject.fokNotFillable:
    case Reject.amendBelowFilled:
    case Reject.reduceOnlyNothing:
    case Reject.planSizeBeyondPosition:
    case Reject.openInterest:
    case Reject.positionOpen:
    case Reject.copyPositionMoved:
      return unitOf(instrument?.quantityScale, base);
    case Reject.notionalTooSmall:
    case Reject.notionalTooLarge:
    case Reject.copyAverageMargin:
    case Reject.copyShareUnpaid:
    case Reject.copyAverageLoss:
      return unitOf(quote?.scale, quote);
    case Reject.withdrawalDayLimit:
    case Reject.insufficientBalance:
    case Reject.amountRange:
    case Reject.copyTooLittle:
    case Reject.copyTooMuch:
    case Reject.notWithdrawable:
    case Reject.marginBelowNeeded:
    case Reject.loanTooSmall:
    case Reject.debtLimit:
    case Reject.poolLimit:
    case Reject.borrowBeyondMargin:
    case Reject.repayBeyondDebt:
      return unitOf(asset?.scale, asset);
    case Reject.insufficientMargin:
      return unitOf(MARGIN_SCALE, margin);
    case Reject.closeBeyondBankruptcy:
    case Reject.positionTier:
      return unitOf(MARGIN_SCALE, quote);
    default:
      return null;
  }
}

/** @param coin null = told without one; undefined = not known */
function unitOf(
  scale: number | undefined,
  coin: Pick<Coin, 'code'> | null | undefined,
): RefusalUnit | null {
  return scale === undefined ? null : { scale, coin: coin?.code ?? null };
}

/** Relative error of doubles that were made by two roundings. */
const ROUNDED = 2 ** -51;

/**
 * The core tells numbers above 2^53 as doubles: the exact one is among those they came from.
 * @param origins what the number can be
 */
export function exactNumber(value: number, origins: readonly bigint[]): number | bigint {
  if (Number.isSafeInteger(value)) return value;
  const near = (origin: bigint): boolean => Math.abs(Number(origin) - value) <= value * ROUNDED;
  return origins.find(near) ?? BigInt(Math.trunc(value));
}

/** What an order is worth at its prices, quote units: what a refusal's numbers can come from. */
export function orderValues(
  { quoteFactor }: Pick<Instrument, 'quoteFactor'>,
  { quantity, prices }: { readonly quantity: number; readonly prices: readonly number[] },
): bigint[] {
  const perTick = BigInt(quantity) * BigInt(quoteFactor);
  return prices.map((price) => BigInt(price) * perTick);
}

/**
 * The coin in which margin of an account is reckoned.
 * @param settle of all margin accounts; undefined = nothing is lent
 */
export function marginCoin<Coin>(account: AccountId, settle: Coin | undefined, quote: Coin): Coin {
  return isMargin(account) && settle !== undefined ? settle : quote;
}

/** Where an order was to be placed. */
export interface RefusedMarket {
  readonly instrument: Pick<Instrument, 'product' | 'priceScale' | 'quantityScale' | 'quoteFactor'>;
  readonly base: Coin;
  readonly quote: Coin;
  /** The coin in which margin of the account is reckoned. */
  readonly margin: Pick<Coin, 'code'>;
}

/** What of a refused order its numbers follow from. */
export type RefusedNumbers = Pick<
  OrderRefusedEvent,
  'side' | 'trigger' | 'price' | 'quantity' | 'quoteAmount' | 'code' | 'limit' | 'value'
>;

/** Limit and value of a refused order in their unit; null = its reason measures nothing. */
export function refusalFigures(
  { instrument, base, quote, margin }: RefusedMarket,
  { side, trigger, price, quantity, quoteAmount, code, limit, value }: RefusedNumbers,
): {
  readonly limit: number | bigint;
  readonly value: number | bigint;
  readonly unit: RefusalUnit;
} | null {
  const asset = instrument.product === Product.spot && side === Side.sell ? base : quote;
  const unit = refusalUnit(code, { instrument, base, quote, asset, margin });
  if (unit === null) return null;
  const values = orderValues(instrument, { quantity, prices: [price, trigger] });
  const origins = [...values, BigInt(quoteAmount)];
  return { limit: exactNumber(limit, origins), value: exactNumber(value, origins), unit };
}
