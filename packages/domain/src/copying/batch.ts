/**
 * Who is in a batch with how much: by the settings, then by each owner's limit of slippage, then by what the
 * batch's average asks of the free money. The same for a batch and for a dry run.
 */

import { Side } from '../orders.ts';
import { PPM } from '../ppm.ts';
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
  leverageFor,
} from './admission.ts';

/** The book before a batch. */
export interface CopyMarket {
  /** Best price of the side that the order takes from, ticks; 0 = there is none. */
  readonly best: number;
  /** Mark price, ticks. */
  readonly mark: number;
  readonly reach: CopyReach;
}

/** A follower's portfolio before a batch, with what backs its position: units, by the worse of mark and index. */
export interface BatchCandidate extends CopyCandidate {
  readonly backing: bigint;
}

/** What an owner opens and closes at an average. */
interface Asked {
  readonly side: Side;
  readonly lots: number;
  readonly opens: number;
  readonly leverage: number;
}

/**
 * Units that an owner must have free, up: margin by the higher of average and mark, the loss against the mark, the
 * taker's fee. @param price the average, rounded to the owner's disadvantage, ticks
 */
export function copyNeeds(
  { side, lots, opens, leverage }: Asked,
  { quoteFactor, takerPpm }: Pick<CopiedContract, 'quoteFactor' | 'takerPpm'>,
  { price, mark }: { readonly price: number; readonly mark: number },
): bigint {
  const unit = BigInt(quoteFactor);
  const apart = side === Side.buy ? price - mark : mark - price;
  const value = BigInt(opens) * BigInt(Math.max(price, mark)) * unit;
  const traded = BigInt(lots) * BigInt(price) * unit;
  const loss = BigInt(lots) * BigInt(Math.max(0, apart)) * unit;
  return ceiled(value, BigInt(leverage)) + loss + ceiled(traded * BigInt(takerPpm), BigInt(PPM));
}

/** Above it sums of units are not exact. */
const CLEAR = 1 - 1e-9;

/** Whether so many units are enough at an average. Most have plainly more than enough, which needs no exact sum. */
export function bears(
  asked: Asked,
  contract: Pick<CopiedContract, 'quoteFactor' | 'takerPpm'>,
  at: { readonly price: number; readonly mark: number },
  units: bigint,
): boolean {
  const { side, lots, opens, leverage } = asked;
  const { price, mark } = at;
  const apart = Math.max(0, side === Side.buy ? price - mark : mark - price);
  const margin = (opens * Math.max(price, mark)) / leverage;
  const about =
    (margin + lots * apart + (lots * price * contract.takerPpm) / PPM) * contract.quoteFactor;
  return about + 4 < Number(units) * CLEAR || copyNeeds(asked, contract, at) <= units;
}

/** The average of what a batch would trade, in whole ticks, to the disadvantage of who is in it. */
export function copyAverage(side: Side, { lots, cost }: ReturnType<CopyReach>): number {
  if (lots === 0) return 0;
  const down = Number(BigInt(cost) / BigInt(lots));
  return side === Side.buy && BigInt(down) * BigInt(lots) < BigInt(cost) ? down + 1 : down;
}

/** @returns what each follower has in the batch, in the order of `candidates` */
export function batchSizes(
  order: CopiedOrder,
  contract: CopiedContract,
  candidates: readonly BatchCandidate[],
  market: CopyMarket,
): CopySize[] {
  const wanted = candidates.map((candidate) => copySize(order, contract, candidate));
  return bornSizes(order, contract, candidates, wanted, market);
}

/**
 * What of the sizes that followers want their limits of slippage and their money bear.
 * @returns in the order of `candidates`
 */
export function bornSizes(
  order: CopiedOrder,
  contract: CopiedContract,
  candidates: readonly BatchCandidate[],
  wanted: readonly CopySize[],
  market: CopyMarket,
): CopySize[] {
  const parts: WantedParts = {
    closes: wanted.map(({ closes }) => closes),
    opens: wanted.map(({ opens }) => opens),
    slippagePpm: candidates.map(({ settings }) => settings.slippagePpm),
    leverage: candidates.map(({ settings }) => leverageFor(order, contract, settings)),
    free: candidates.map(({ free }) => free),
    backing: candidates.map(({ backing }) => backing),
  };
  const why = keepBorne(order, contract, parts, market);
  return wanted.map((size, i) => {
    const [closes, opens] = [parts.closes[i]!, parts.opens[i]!];
    return why[i] === 0 ? size : { closes, opens, leftOut: why[i] as CopyLeftOut };
  });
}

/** Lots that followers want to close and to open, what they let the average cost, and what they have: units. */
export interface WantedParts {
  readonly closes: number[];
  readonly opens: number[];
  readonly slippagePpm: number[];
  readonly leverage: number[];
  readonly free: bigint[];
  readonly backing: bigint[];
}

/**
 * The same in columns: leaves in `parts` what is borne.
 * @returns of each why it is less than was wanted, 0 = it is not
 */
export function keepBorne(
  { side, closes: ownCloses, opens: ownOpens }: CopiedOrder,
  contract: CopiedContract,
  parts: WantedParts,
  { best, mark, reach }: CopyMarket,
): Uint8Array {
  const { closes, opens, slippagePpm, leverage, free, backing } = parts;
  const why = new Uint8Array(opens.length);
  const own = ownCloses + ownOpens;
  let certain = own;
  for (let i = 0; i < closes.length; i++) certain += closes[i]!;
  const fair = copyFairPrice(side, best, mark);
  for (const i of beyondSlippage({ side, fair, certain, opens, slippagePpm }, reach)) {
    opens[i] = 0;
    why[i] = CopyLeftOut.slippage;
  }
  let all = certain;
  for (let i = 0; i < opens.length; i++) all += opens[i]!;
  // Whoever is left out now makes the average no worse for the others.
  const at = { price: copyAverage(side, reach(all)), mark };
  for (let i = 0; i < opens.length; i++) {
    const lots = closes[i]!;
    const of = { side, lots, opens: 0, leverage: leverage[i]! };
    // What closes may not lose more than what backs it: others would pay for that.
    const lost = lots > 0 && !bears(of, contract, at, backing[i]!);
    of.opens = opens[i]!;
    of.lots = lots + of.opens;
    if (!lost && (of.opens === 0 || bears(of, contract, at, free[i]!))) continue;
    opens[i] = 0;
    if (lost) closes[i] = 0;
    why[i] = CopyLeftOut.tooLittleFree;
  }
  return why;
}

function ceiled(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}
