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
import type { Instrument } from '../../../data/state/instruments.ts';
import {
  isStuck,
  lendingOf,
  type MarginCoin,
  type MarginPlace,
} from '../../../data/state/margin.ts';

/** What of a draft decides. */
export interface MarginDraft {
  readonly side: 'buy' | 'sell';
  readonly kind: string;
  readonly price: string;
}

/** Where an order would go. */
export interface MarginMarket {
  readonly instrument: Instrument;
  readonly last: string;
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

/** Whether the size counts quote coins. */
function byQuote({ side, kind }: MarginDraft): boolean {
  return kind === 'market' && side === 'buy';
}

/** The price that an order is reckoned at, wide. @param worst at market a buy's highest, as the core takes it */
function priceOf(draft: MarginDraft, { instrument, last }: MarginMarket, worst: boolean): bigint {
  if (draft.kind !== 'market') return wide(draft.price);
  if (draft.side === 'sell' || !worst) return wide(last);
  const one = pow10(WIDE_SCALE);
  return (wide(last) * (one + wide(instrument.buyBand))) / one;
}

/** Decimals of the size field. */
function scaleOf(draft: MarginDraft, { quoteScale, sizeDigits }: Instrument): number {
  return byQuote(draft) ? quoteScale : sizeDigits;
}

function coinsOf({ instrument, place }: MarginMarket) {
  const at = (coin: string) => place.coins.findIndex((own) => own.coin === coin);
  return { base: at(instrument.base), quote: at(instrument.quote) };
}

/** What an order of so much may do; null where the account has none of its coins, or no price is known. */
function moveOf(
  draft: MarginDraft,
  market: MarginMarket,
  size: bigint,
  worst: boolean,
): OrderMove | null {
  const { instrument, place } = market;
  const { base, quote } = coinsOf(market);
  const price = priceOf(draft, market, worst);
  if (base === -1 || quote === -1 || price <= 0n) return null;
  const given = size * pow10(WIDE_SCALE - scaleOf(draft, instrument));
  const one = pow10(WIDE_SCALE);
  const lots = rescaleFloor((given * one) / price, WIDE_SCALE, instrument.sizeScale);
  const baseWide = byQuote(draft) ? lots * pow10(WIDE_SCALE - instrument.sizeScale) : given;
  const quoteWide = byQuote(draft) ? given : (given * price) / one;
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

function trialOf(draft: MarginDraft, market: MarginMarket, size: bigint, worst: boolean) {
  const move = moveOf(draft, market, size, worst);
  if (move === null) return null;
  const { place, autoLoan, autoRepay } = market;
  const pays = place.coins[move.pays]!;
  const lends = autoLoan && !isStuck(place, pays.coin);
  const lending = lends ? lendingOf(place, pays) : null;
  return { pays, trial: tryOrder(place, move, pays.available, lending, autoRepay) };
}

/** What an order would come to; null where that is not known. @param size as typed */
export function outlookOf(
  draft: MarginDraft,
  market: MarginMarket,
  size: string,
): MarginOutlook | null {
  const units = parseTruncated(size, scaleOf(draft, market.instrument));
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
export function largestOrder(draft: MarginDraft, market: MarginMarket): bigint | null {
  const { instrument, place, autoLoan } = market;
  const { base, quote } = coinsOf(market);
  const price = priceOf(draft, market, true);
  if (base === -1 || quote === -1) return null;
  if (price <= 0n) return 0n;
  const pays = place.coins[draft.side === 'buy' ? quote : base]!;
  const { debt, risk } = pays;
  const room = autoLoan ? loanRoom({ ...lendingOf(place, pays), debtMax: risk.debtMax, debt }) : 0;
  const funds = BigInt(pays.available + room) * pow10(WIDE_SCALE - pays.digits);
  const inSize = draft.side === 'buy' && !byQuote(draft);
  const scale = scaleOf(draft, instrument);
  const most = rescaleFloor(
    inSize ? (funds * pow10(WIDE_SCALE)) / price : funds,
    WIDE_SCALE,
    scale,
  );
  const cap = byQuote(draft) ? most : (parseTruncated(instrument.maxSize, scale) ?? most);
  const limit = Number(cap > 0n && cap < most ? cap : most);
  return BigInt(
    largestThat(limit, (units) => {
      const found = trialOf(draft, market, BigInt(units), true);
      return units === 0 || found?.trial.refused === null;
    }),
  );
}
