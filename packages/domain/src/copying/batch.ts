/**
 * Who is in a batch with how much: by the settings, then by each owner's limit of slippage, then by what the
 * batch's average asks of the free money. The same for a batch and for a dry run.
 */
import { PPM } from '../decimal.ts';
import { Side } from '../orders.ts';
import {
  beyondSlippage,
  type CopiedContract,
  type CopiedOrder,
  type CopyCandidate,
  CopyLeftOut,
  type CopyReach,
  type CopySize,
  copySize,
  leverageFor,
} from './admission.ts';
import type { CopySettings } from './settings.ts';

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

/** What of it decides whether it bears a batch's average. */
export interface BearingCandidate {
  readonly settings: Pick<CopySettings, 'slippagePpm' | 'leverageOf' | 'leverage'>;
  readonly free: bigint;
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
  candidates: readonly BearingCandidate[],
  wanted: readonly CopySize[],
  { best, mark, reach }: CopyMarket,
): CopySize[] {
  const { side } = order;
  const sizes = [...wanted];
  const own = order.closes + order.opens;
  const certain = sizes.reduce((sum, { closes }) => sum + closes, own);
  const opens = sizes.map((size) => size.opens);
  const slippagePpm = candidates.map(({ settings }) => settings.slippagePpm);
  for (const i of beyondSlippage({ side, best, certain, opens, slippagePpm }, reach)) {
    sizes[i] = { ...sizes[i]!, opens: 0, leftOut: CopyLeftOut.slippage };
  }
  const all = sizes.reduce((sum, size) => sum + size.closes + size.opens, own);
  // Whoever is left out now makes the average no worse for the others.
  const price = copyAverage(side, reach(all));
  return sizes.map((size, i) => {
    const { settings, free, backing } = candidates[i]!;
    const leverage = leverageFor(order, contract, settings);
    const { tooLittleFree: leftOut } = CopyLeftOut;
    // What closes may not lose more than what backs it: others would pay for that.
    const closing = { side, lots: size.closes, opens: 0, leverage };
    if (size.closes > 0 && !bears(closing, contract, { price, mark }, backing)) {
      return { closes: 0, opens: 0, leftOut };
    }
    if (size.opens === 0) return size;
    const asked = { side, lots: size.opens + size.closes, opens: size.opens, leverage };
    if (bears(asked, contract, { price, mark }, free)) return size;
    return { ...size, opens: 0, leftOut };
  });
}

function ceiled(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}
