/** What an order of a margin account would trade, borrow and leave; the rules are the domain's. */

import {
  coinLiquidationPrice,
  largestThat,
  loanRoom,
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
import type { Draft } from '../../desk/order-form/draft.ts';
import type { Market } from '../../desk/order-form/order-product.ts';
import { countsQuote, sizeIn } from '../../terminal/spot-form/spot-sums.ts';

/** Where an order would go. */
export interface MarginMarket extends Market {
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
function priceOf(draft: Draft, { instrument, last }: MarginMarket, worst: boolean): bigint {
  if (draft.kind !== 'market') return wide(draft.price);
  if (draft.side === 'sell' || !worst) return wide(last);
  const one = pow10(WIDE_SCALE);
  return (wide(last) * (one + wide(instrument.buyBand))) / one;
}

function coinsOf({ instrument, place }: MarginMarket) {
  const at = (coin: string) => place.coins.findIndex((own) => own.coin === coin);
  return { base: at(instrument.base), quote: at(instrument.quote) };
}

/** What an order of so much may do; null where the account has none of its coins, or no price is known. */
function moveOf(
  draft: Draft,
  market: MarginMarket,
  size: bigint,
  worst: boolean,
): OrderMove | null {
  const { instrument, place } = market;
  const { base, quote } = coinsOf(market);
  const price = priceOf(draft, market, worst);
  if (base === -1 || quote === -1 || price <= 0n) return null;
  const given = size * pow10(WIDE_SCALE - sizeIn(draft, instrument).scale);
  const one = pow10(WIDE_SCALE);
  const lots = rescaleFloor((given * one) / price, WIDE_SCALE, instrument.sizeScale);
  const baseWide = countsQuote(draft) ? lots * pow10(WIDE_SCALE - instrument.sizeScale) : given;
  const quoteWide = countsQuote(draft) ? given : (given * price) / one;
  const units = (wideUnits: bigint, at: number) =>
    Number(rescaleFloor(wideUnits, WIDE_SCALE, place.coins[at]!.digits));
  const buys = draft.side === 'buy';
  const [baseUnits, quoteUnits] = [units(baseWide, base), units(quoteWide, quote)];
  const got = buys ? baseUnits : quoteUnits;
  return {
    pays: buys ? quote : base,
    gets: buys ? base : quote,
    paid: buys ? quoteUnits : baseUnits,
    got: got - ppmFloor(got, place.feePpm),
  };
}

function trialOf(draft: Draft, market: MarginMarket, size: bigint, worst: boolean) {
  const move = moveOf(draft, market, size, worst);
  if (move === null) return null;
  const { place, autoLoan, autoRepay } = market;
  const pays = place.coins[move.pays]!;
  const lends = autoLoan && !isStuck(place, pays.coin);
  const lending = lends ? lendingOf(place, pays) : null;
  return { pays, trial: tryOrder(place, move, pays.available, lending, autoRepay) };
}

/** What an order would come to; null where that is not known. @param size as typed */
export function outlookOf(draft: Draft, market: MarginMarket, size: string): MarginOutlook | null {
  const units = parseTruncated(size, sizeIn(draft, market.instrument).scale);
  if (units === null || units <= 0n) return null;
  const [found, expected] = [true, false].map((worst) => trialOf(draft, market, units, worst));
  if (found == null || expected == null) return null;
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
export function largestOrder(draft: Draft, market: MarginMarket): bigint | null {
  const { instrument, place, autoLoan } = market;
  const { base, quote } = coinsOf(market);
  const price = priceOf(draft, market, true);
  if (base === -1 || quote === -1 || price <= 0n) return null;
  const pays = place.coins[draft.side === 'buy' ? quote : base]!;
  const { debt, risk } = pays;
  const room = autoLoan ? loanRoom({ ...lendingOf(place, pays), debtMax: risk.debtMax, debt }) : 0;
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
      const found = trialOf(draft, market, BigInt(units), true);
      return units === 0 || found?.trial.refused === null;
    }),
  );
}
