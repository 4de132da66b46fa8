/**
 * Which followers are in a batch and with how many lots, by their settings; who is not is told why. What a
 * trader closes is closed in proportion to the position, whatever the settings say of what opens.
 */
import { assert } from '../assert.ts';
import { ratioFloor } from '../contract-math.ts';
import type { InstrumentId } from '../ids.ts';
import { Side } from '../orders.ts';
import { PPM } from '../ppm.ts';
import { CopyLeverage, type CopySettings, CopySizing } from './settings.ts';

/** Why a follower has nothing of what an order opens, or of what it closes. */
export const CopyLeftOut = {
  none: 0,
  paused: 1,
  /** The settings do not copy this contract. */
  instrument: 2,
  /** Less than the smallest order. */
  tooSmall: 3,
  /** Worth more than an order may be. */
  orderLimit: 4,
  /** The position would be worth more than it may. */
  positionLimit: 5,
  /** Margin and fee are more than what is free. */
  tooLittleFree: 6,
  /** The batch's average would be worse than the limit. */
  slippage: 7,
  /** Nothing is open that the order closes. */
  nothingToClose: 8,
  /** It was liquidated, or has ended, while the order was in the book. */
  gone: 9,
} as const;
export type CopyLeftOut = (typeof CopyLeftOut)[keyof typeof CopyLeftOut];

/** A trader's order, as its followers see it. */
export interface CopiedOrder {
  readonly instrument: InstrumentId;
  readonly side: Side;
  /** Lots that close the trader's position, and lots that open. */
  readonly closes: number;
  readonly opens: number;
  /** Lots of the position that it closes from, before it. */
  readonly position: number;
  /** Ticks by which values are reckoned. */
  readonly price: number;
  readonly leverage: number;
  /** Units. */
  readonly equity: bigint;
}

/** What of a contract the sizes of orders depend on. */
export interface CopiedContract {
  /** Units of a tick-lot. */
  readonly quoteFactor: number;
  readonly quantityMin: number;
  readonly quantityMax: number;
  readonly quantityStep: number;
  readonly notionalMin: number;
  readonly leverageMax: number;
  readonly takerPpm: number;
}

/** A follower's portfolio before a batch. */
export interface CopyCandidate {
  readonly settings: CopySettings;
  /** Units; what is free may be below zero. */
  readonly equity: bigint;
  readonly free: bigint;
  /** Its position in the contract, or the leg of the order; signed. */
  readonly lots: number;
}

/** What a follower has in a batch. */
export interface CopySize {
  readonly closes: number;
  readonly opens: number;
  /** Why it closes, or opens, nothing where the trader does. */
  readonly leftOut: CopyLeftOut;
}

/** What a follower has in a batch by its settings, before slippage is looked at. */
export function copySize(
  order: CopiedOrder,
  contract: CopiedContract,
  candidate: CopyCandidate,
): CopySize {
  assert(order.closes >= 0 && order.opens >= 0, 'an order closes or opens less than nothing');
  assert(order.closes <= order.position, 'an order closes more than there is');
  const closes = closingLots(order, contract, candidate);
  if (order.opens === 0) return { closes: closes.lots, opens: 0, leftOut: closes.leftOut };
  const opens = openingLots(order, contract, candidate);
  const leftOut = openingFault(order, contract, candidate, { closes: closes.lots, opens });
  if (leftOut !== CopyLeftOut.none) return { closes: closes.lots, opens: 0, leftOut };
  return { closes: closes.lots, opens, leftOut: closes.leftOut };
}

interface Closing {
  readonly lots: number;
  readonly leftOut: CopyLeftOut;
}

/** The same part of the position as the trader; all of it with the trader's last lots. */
function closingLots(
  { side, closes, position }: CopiedOrder,
  { quantityStep }: CopiedContract,
  { lots }: CopyCandidate,
): Closing {
  if (closes === 0) return { lots: 0, leftOut: CopyLeftOut.none };
  const open = side === Side.sell ? lots : -lots;
  if (open <= 0) return { lots: 0, leftOut: CopyLeftOut.nothingToClose };
  if (closes === position) return { lots: open, leftOut: CopyLeftOut.none };
  const part = toStep(ratioFloor(open, closes, position), quantityStep);
  return { lots: part, leftOut: part === 0 ? CopyLeftOut.tooSmall : CopyLeftOut.none };
}

/** Why a follower opens nothing of what its settings want: the first that applies (INV-33). */
function openingFault(
  order: CopiedOrder,
  contract: CopiedContract,
  candidate: CopyCandidate,
  { closes, opens }: Pick<CopySize, 'closes' | 'opens'>,
): CopyLeftOut {
  const { instrument, price } = order;
  const { settings, free } = candidate;
  const unwanted = copyUnwanted(instrument, settings);
  if (unwanted !== CopyLeftOut.none) return unwanted;
  const unit = BigInt(price) * BigInt(contract.quoteFactor);
  const value = BigInt(opens) * unit;
  if (opens < contract.quantityMin || value < BigInt(contract.notionalMin)) {
    return CopyLeftOut.tooSmall;
  }
  const limited = copyLimitFault(order, contract, candidate, { closes, opens });
  if (limited !== CopyLeftOut.none) return limited;
  const leverage = BigInt(leverageFor(order, contract, settings));
  const margin = (value + leverage - 1n) / leverage;
  const fee = (value * BigInt(contract.takerPpm) + BigInt(PPM) - 1n) / BigInt(PPM);
  return margin + fee > free ? CopyLeftOut.tooLittleFree : CopyLeftOut.none;
}

/** Why a follower wants nothing of what opens in a contract, by the settings. */
export function copyUnwanted(
  instrument: InstrumentId,
  { paused, only, without }: Pick<CopySettings, 'paused' | 'only' | 'without'>,
): CopyLeftOut {
  if (paused !== 0) return CopyLeftOut.paused;
  const named = only.length === 0 || only.includes(instrument);
  return named && !without.includes(instrument) ? CopyLeftOut.none : CopyLeftOut.instrument;
}

/** The limit of an order or of a position that a follower would be beyond. */
export function copyLimitFault(
  { side, price }: Pick<CopiedOrder, 'side' | 'price'>,
  { quoteFactor, quantityMax }: Pick<CopiedContract, 'quoteFactor' | 'quantityMax'>,
  { settings, lots: position }: Pick<CopyCandidate, 'settings' | 'lots'>,
  { closes, opens }: Pick<CopySize, 'closes' | 'opens'>,
): CopyLeftOut {
  const { orderMax, positionMax } = settings;
  const unit = BigInt(price) * BigInt(quoteFactor);
  const over = orderMax > 0 && BigInt(opens) * unit > BigInt(orderMax);
  if (opens > quantityMax || over) return CopyLeftOut.orderLimit;
  const after = (side === Side.buy ? position : -position) + closes + opens;
  const beyond = positionMax > 0 && BigInt(after) * unit > BigInt(positionMax);
  return beyond ? CopyLeftOut.positionLimit : CopyLeftOut.none;
}

/** Lots by the settings' sizing, on a step. */
function openingLots(
  order: CopiedOrder,
  contract: CopiedContract,
  { settings, equity }: CopyCandidate,
): number {
  const size = BigInt(settings.size);
  return toStep(
    clamped(wantedLots(order, contract, settings, equity, size)),
    contract.quantityStep,
  );
}

function wantedLots(
  order: CopiedOrder,
  contract: CopiedContract,
  settings: CopySettings,
  equity: bigint,
  size: bigint,
): bigint {
  const opens = BigInt(order.opens);
  const ppm = BigInt(PPM);
  switch (settings.sizing) {
    case CopySizing.ratio:
      if (order.equity <= 0n || equity <= 0n) return 0n;
      return (opens * equity * size) / (order.equity * ppm);
    case CopySizing.amount: {
      const leverage = BigInt(leverageFor(order, contract, settings));
      return (size * leverage) / (BigInt(order.price) * BigInt(contract.quoteFactor));
    }
    case CopySizing.multiple:
      return (opens * size) / ppm;
  }
}

/** The leverage of a follower's positions. */
export function leverageFor(
  { leverage }: Pick<CopiedOrder, 'leverage'>,
  { leverageMax }: Pick<CopiedContract, 'leverageMax'>,
  settings: Pick<CopySettings, 'leverageOf' | 'leverage'>,
): number {
  const { leverageOf } = settings;
  let own = leverageOf === CopyLeverage.own ? settings.leverage : leverage;
  if (leverageOf === CopyLeverage.tradersUpTo) own = Math.min(leverage, settings.leverage);
  return Math.min(own, leverageMax);
}

/** Whole steps of so many lots. */
export function toStep(lots: number, step: number): number {
  return lots - (lots % step);
}

function clamped(lots: bigint): number {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(lots < most ? lots : most);
}

/** What a batch would trade of the book, were it of so many lots; cost in tick-lots. */
export type CopyReach = (lots: number) => { readonly lots: number; readonly cost: number };

/** What opens in a batch, and how far from a fair price each owner lets the average be. */
export interface CopyLimits {
  readonly side: Side;
  /** See `copyFairPrice`, ticks. */
  readonly fair: number;
  /** Lots that are in the batch whatever the average: the trader's, and what closes. */
  readonly certain: number;
  /** Of each follower, in the order of user numbers: lots that open, and the limit in ppm, 0 = none. */
  readonly opens: ArrayLike<number>;
  readonly slippagePpm: ArrayLike<number>;
}

/**
 * What an average is held against: the best price of the other side before the batch, or the mark where that is better for
 * who opens. In a thin book the best price may be one that somebody has put there for the batch. @param best 0 = there is none
 * @param mark 0 = there is none, as of a pair that never traded
 */
export function copyFairPrice(side: Side, best: number, mark: number): number {
  if (best === 0) return mark;
  if (mark === 0) return best;
  return side === Side.buy ? Math.min(best, mark) : Math.max(best, mark);
}

/**
 * Who is left out because the batch's average would break the own limit: those with the narrowest limits
 * first, at one limit the lower numbers first, until the average keeps all limits of those who stay.
 * @param reach must not get better with more lots
 * @returns places of those left out
 */
export function beyondSlippage(limits: CopyLimits, reach: CopyReach): number[] {
  const { opens, slippagePpm } = limits;
  const limited = byLimit(limits);
  const before = new Float64Array(limited.length + 1);
  for (const [k, i] of limited.entries()) before[k + 1] = before[k]! + opens[i]!;
  let all = limits.certain;
  for (let i = 0; i < opens.length; i++) all += opens[i]!;
  // With more left out the average is better and the narrowest limit wider: the first that keeps it is found by halves.
  let low = 0;
  let high = limited.length;
  while (low < high) {
    const left = (low + high) >>> 1;
    if (keeps(limits, reach(all - before[left]!), slippagePpm[limited[left]!]!)) high = left;
    else low = left + 1;
  }
  return limited.slice(0, low).sort((a, b) => a - b);
}

/** Places of who opens with a limit, the narrowest first, at one limit the lower place first. */
function byLimit({ opens, slippagePpm }: CopyLimits): number[] {
  const count = opens.length;
  const keys: number[] = [];
  for (let i = 0; i < count; i++) {
    if (opens[i]! > 0 && slippagePpm[i]! > 0) keys.push(slippagePpm[i]! * count + i);
  }
  return Array.from(Float64Array.from(keys).sort(), (key) => key % count);
}

/** Whether an average is within a limit of the fair price. */
function keeps(
  { side, fair: price }: CopyLimits,
  { lots, cost }: ReturnType<CopyReach>,
  ppm: number,
): boolean {
  const scaled = BigInt(cost) * BigInt(PPM);
  const fair = BigInt(price) * BigInt(lots);
  return side === Side.buy
    ? scaled <= fair * BigInt(PPM + ppm)
    : scaled >= fair * BigInt(PPM - ppm);
}
