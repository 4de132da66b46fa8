/** What an order of a margin account would trade, borrow and leave; the rules are the domain's. */

import {
  coinLiquidationPrice,
  largestThat,
  loanHeadroom,
  type MarginWorth,
  marginWorth,
  type OrderMove,
  type OrderTrial,
  ppmFloor,
  tryOrder,
} from '@halcyon/domain';
import { parseTruncated, pow10, rescaleFloor, WIDE_SCALE, wide } from '../../../data/decimal.ts';
import {
  isStuck,
  lendingOf,
  type MarginCoin,
  type MarginPlace,
} from '../../../data/state/margin.ts';
import type { OrderDraft } from '../../desk/order-form/draft.ts';
import type { FormMarket } from '../../desk/order-form/order-product.ts';
import type { FillEstimate } from '../../terminal/book/fill-estimate.ts';
import { countsQuote, sizeIn } from '../../terminal/spot-form/spot-sums.ts';

/** Where an order would go. */
export interface MarginMarket extends FormMarket {
  readonly place: MarginPlace;
  /** Whether it may borrow what it lacks. */
  readonly autoLoan: boolean;
  /** Whether what it gets pays back what is owed of it. */
  readonly autoRepay: boolean;
}

/** An order as it would be, and the account after it. */
export interface MarginOutlook extends OrderTrial<MarginCoin> {
  readonly pays: MarginCoin;
  readonly worth: MarginWorth;
  /** Index at which the account would be liquidated, ticks of the base coin's market; null = none. */
  readonly liquidation: number | null;
  /** The base coin as it would be. */
  readonly base: MarginCoin;
}

/** The price that an order is reckoned at, wide. @param worst at market a buy's highest, as the core takes it */
function priceOf(draft: OrderDraft, { instrument, last }: MarginMarket, worst: boolean): bigint {
  if (draft.kind !== 'market') return wide(draft.price);
  if (draft.side === 'sell' || !worst) return wide(last);
  const one = pow10(WIDE_SCALE);
  return (wide(last) * (one + wide(instrument.buyBand))) / one;
}

function coinsOf({ instrument, place }: MarginMarket) {
  const at = (coin: string) => place.coins.findIndex((own) => own.coin === coin);
  return { base: at(instrument.base), quote: at(instrument.quote) };
}

/** What an order trades, wide. */
interface Amounts {
  readonly base: bigint;
  readonly quote: bigint;
}

/** All of an order at one price: a total as it is, though what is too little for a lot is not spent. */
function wholeOf(
  draft: OrderDraft,
  { instrument }: MarginMarket,
  size: bigint,
  price: bigint,
): Amounts {
  const one = pow10(WIDE_SCALE);
  const given = size * pow10(WIDE_SCALE - sizeIn(draft, instrument).scale);
  if (!countsQuote(draft)) return { base: given, quote: (given * price) / one };
  const lot = pow10(WIDE_SCALE - instrument.sizeScale);
  return { base: ((given * one) / price / lot) * lot, quote: given };
}

/** What is traded of an order: what the book gives at its prices, the rest of a limit order at its own. */
function tradedOf(
  draft: OrderDraft,
  { instrument }: MarginMarket,
  { base }: Amounts,
  price: bigint,
  fill: FillEstimate | null,
): Amounts {
  const { priceScale, sizeScale } = instrument;
  const market = draft.kind === 'market';
  const known = fill === null || (market && !fill.complete) ? null : fill;
  const taken = (known?.units ?? 0n) * pow10(WIDE_SCALE - sizeScale);
  const value = (known?.value ?? 0n) * pow10(WIDE_SCALE - priceScale - sizeScale);
  if (market && known !== null) return { base: taken, quote: value };
  return { base, quote: value + ((base - taken) * price) / pow10(WIDE_SCALE) };
}

/** What an order may do; null where the account has none of its coins, or no price is known. */
function moveOf(
  draft: OrderDraft,
  market: MarginMarket,
  price: bigint,
  amountsAt: (price: bigint) => Amounts,
): OrderMove | null {
  const { place } = market;
  const { base, quote } = coinsOf(market);
  if (base === -1 || quote === -1 || price <= 0n) return null;
  const amounts = amountsAt(price);
  const units = (wideUnits: bigint, at: number) =>
    Number(rescaleFloor(wideUnits, WIDE_SCALE, place.coins[at]!.digits));
  const buys = draft.side === 'buy';
  const [baseUnits, quoteUnits] = [units(amounts.base, base), units(amounts.quote, quote)];
  const got = buys ? baseUnits : quoteUnits;
  return {
    pays: buys ? quote : base,
    gets: buys ? base : quote,
    paid: buys ? quoteUnits : baseUnits,
    got: got - ppmFloor(got, place.feePpm),
  };
}

/** @param unspent units of what the order needs that it does not spend */
function trialOf(market: MarginMarket, move: OrderMove, unspent = 0) {
  const { place, autoLoan, autoRepay } = market;
  const pays = place.coins[move.pays]!;
  const lends = autoLoan && !isStuck(place, pays.coin);
  const lending = lends ? lendingOf(place, pays) : null;
  return { pays, trial: tryOrder(place, move, pays.available - unspent, lending, autoRepay) };
}

/** An order at the worst, as the core checks it. */
function worstOf(draft: OrderDraft, market: MarginMarket, size: bigint): OrderMove | null {
  const at = (price: bigint) => wholeOf(draft, market, size, price);
  return moveOf(draft, market, priceOf(draft, market, true), at);
}

/**
 * What an order would come to; null where that is not known.
 * @param size as typed @param fill what the book gives of it at once; null = not known
 */
export function outlookOf(
  draft: OrderDraft,
  market: MarginMarket,
  size: string,
  fill: FillEstimate | null,
): MarginOutlook | null {
  const units = parseTruncated(size, sizeIn(draft, market.instrument).scale);
  if (units === null || units <= 0n) return null;
  const worst = worstOf(draft, market, units);
  const move = moveOf(draft, market, priceOf(draft, market, false), (price) =>
    tradedOf(draft, market, wholeOf(draft, market, units, price), price, fill),
  );
  if (worst === null || move === null) return null;
  const found = trialOf(market, worst);
  const expected = trialOf(market, move, worst.paid - move.paid);
  const { loan, refused } = found.trial;
  const { after } = expected.trial;
  const { base } = coinsOf(market);
  return {
    loan,
    refused,
    after,
    pays: found.pays,
    worth: marginWorth({ coins: after, moves: market.place.moves }),
    liquidation: coinLiquidationPrice(after, base),
    base: after[base]!,
  };
}

/** Units of the size field that the account takes at most; null where that is not known. */
export function largestOrder(draft: OrderDraft, market: MarginMarket): bigint | null {
  const { instrument, place, autoLoan } = market;
  const { base, quote } = coinsOf(market);
  const price = priceOf(draft, market, true);
  if (base === -1 || quote === -1 || price <= 0n) return null;
  const pays = place.coins[draft.side === 'buy' ? quote : base]!;
  const { debt, risk } = pays;
  const room = autoLoan
    ? loanHeadroom({ ...lendingOf(place, pays), debtMax: risk.debtMax, debt })
    : 0;
  const funds = BigInt(pays.available + room) * pow10(WIDE_SCALE - pays.digits);
  const inSize = draft.side === 'buy' && !countsQuote(draft);
  const { scale } = sizeIn(draft, instrument);
  const most = rescaleFloor(
    inSize ? (funds * pow10(WIDE_SCALE)) / price : funds,
    WIDE_SCALE,
    scale,
  );
  const cap = countsQuote(draft) ? most : (parseTruncated(instrument.maxSize, scale) ?? most);
  const limit = Number(cap > 0n && cap < most ? cap : most);
  return BigInt(
    largestThat(limit, (units) => {
      const worst = worstOf(draft, market, BigInt(units));
      return units === 0 || (worst !== null && trialOf(market, worst).trial.refused === null);
    }),
  );
}
