/** Who is in a copied order of spot with how much: by the settings, the own limit of slippage, and the free money. */
import type { Instrument } from '../instruments.ts';
import { Side } from '../orders.ts';
import {
  beyondSlippage,
  type CopiedContract,
  type CopiedOrder,
  type CopyCandidate,
  CopyLeftOut,
  type CopyReach,
  type CopySize,
  copyFairPrice,
  copySize,
} from './admission.ts';

/** A pair as sizes see it: nothing is levered, and fees are taken from what is received. */
export function copiedPair({
  quoteFactor,
  quantityMin,
  quantityMax,
  quantityStep,
  notionalMin,
}: Instrument): CopiedContract {
  const sizes = { quantityMin, quantityMax, quantityStep, notionalMin };
  return { quoteFactor, ...sizes, leverageMax: 1, takerPpm: 0 };
}

/** The book before a copied order of spot. */
export interface CopyPairMarket {
  /** Best price of the side that the order takes from, or the own price of one that takes nothing; ticks, 0 = none. */
  readonly best: number;
  /** Ticks. */
  readonly mark: number;
  /** What the order would trade of so many lots; what rests then counts at its price. */
  readonly reach: CopyReach;
  /** The worst price, ticks, that the order may trade so many lots at. */
  readonly worst: (lots: number) => number;
}

/** What followers have in an order, in their order, and the price at which each part is held. */
export interface SpotSizes {
  readonly sizes: readonly CopySize[];
  /** Ticks. */
  readonly held: number;
}

/** What the trader's order and the followers bring. */
export interface SpotWish {
  readonly order: CopiedOrder;
  readonly pair: CopiedContract;
  readonly candidates: readonly CopyCandidate[];
}

/**
 * A buy needs its lots at the worst price that the order may trade at; who has less is left out, which makes that price no
 * worse for the others. What sells stays at any average.
 */
export function spotSizes({ order, pair, candidates }: SpotWish, book: CopyPairMarket): SpotSizes {
  const sizes = candidates.map((candidate) => copySize(order, pair, candidate));
  const { side } = order;
  let certain = order.closes + order.opens;
  for (const { closes } of sizes) certain += closes;
  const opens = sizes.map((size) => size.opens);
  const slippagePpm = candidates.map(({ settings }) => settings.slippagePpm);
  const fair = copyFairPrice(side, book.best, book.mark);
  const limits = { side, fair, certain, opens, slippagePpm };
  for (const i of beyondSlippage(limits, book.reach)) {
    sizes[i] = { ...sizes[i]!, opens: 0, leftOut: CopyLeftOut.slippage };
  }
  const held = book.worst(sizes.reduce((sum, size) => sum + size.opens, certain));
  const perLot = BigInt(held) * BigInt(pair.quoteFactor);
  for (const [i, size] of sizes.entries()) {
    if (side === Side.sell || BigInt(size.opens) * perLot <= candidates[i]!.free) continue;
    sizes[i] = { ...size, opens: 0, leftOut: CopyLeftOut.tooLittleFree };
  }
  return { sizes, held };
}
