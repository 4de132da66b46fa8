/** What a trader offers and what a follower sets, with the range of each value. */
import { LEVERAGE_MAX } from '../contracts.ts';
import type { InstrumentId } from '../ids.ts';
import { INSTRUMENTS_MAX, UNITS_MAX } from '../limits.ts';

/** Portfolios that a root may have as a trader, and as a follower. */
export const COPY_TRADERS_PER_ROOT = 20;
export const COPY_FOLLOWS_PER_ROOT = 50;
/** Portfolios that a root may ever open: each is a user for good. */
export const COPY_OPENED_PER_ROOT = 1_000;
/** Followers of a trader. */
export const COPY_FOLLOWERS_MAX = 10_000;
/** Owners of a batch whose part one command works out at most. */
export const COPY_OWNERS_PER_COMMAND = 1_000;
/** Followers of a spot portfolio: all are asked about an order in its own command. */
export const COPY_SPOT_FOLLOWERS_MAX = 1_000;
/** Orders of a trader's portfolio that are in the book at a time. */
export const COPY_RESTING_PER_TRADER = 20;
/** Followers of a trader who is gone that one command lets leave at most. */
export const COPY_EXITS_PER_COMMAND = 100;
/** Whole coins of a trader's own in a new portfolio. */
export const COPY_TRADER_COINS_MIN = 100;
/** Whole coins that a follower puts in at the least, whatever the trader says. */
export const COPY_FOLLOWER_COINS_MIN = 10;
/** Characters of an invitation code: `[0-9A-Za-z-]`. Shorter ones could be found by trying. */
export const COPY_CODE_LENGTH_MIN = 6;
export const COPY_CODE_LENGTH_MAX = 32;

/** A code that a trader may set; '' = none. */
export const COPY_CODE = new RegExp(
  `^([0-9A-Za-z-]{${COPY_CODE_LENGTH_MIN},${COPY_CODE_LENGTH_MAX}})?$`,
);

/** What a trader offers. What one agreed to at joining stays. */
export interface CopyTerms {
  /** Share of new profit, ppm. */
  readonly sharePpm: number;
  readonly followersMax: number;
  /** Units that a follower may have paid in. */
  readonly amountMin: number;
  readonly amountMax: number;
  /** Who joins must know it; '' = everybody may. */
  readonly code: string;
  /** 1 = nobody joins for now; absent = 0. */
  readonly paused?: number;
  /** Contracts in which the portfolio opens nothing; absent = none. */
  readonly without?: readonly InstrumentId[];
}

/** How a copied order that opens is sized. */
export const CopySizing = {
  /** The trader's lots times the ratio of the equities times `size` ppm. */
  ratio: 0,
  /** `size` units of margin an order. */
  amount: 1,
  /** The trader's lots times `size` ppm. */
  multiple: 2,
} as const;
export type CopySizing = (typeof CopySizing)[keyof typeof CopySizing];

/** Which leverage a follower's positions have. */
export const CopyLeverage = { traders: 0, own: 1, tradersUpTo: 2 } as const;
export type CopyLeverage = (typeof CopyLeverage)[keyof typeof CopyLeverage];

/** Which margin mode they have. */
export const CopyMargin = { traders: 0, cross: 1, isolated: 2 } as const;
export type CopyMargin = (typeof CopyMargin)[keyof typeof CopyMargin];

/** What becomes of a follower's positions when the trader ends, is frozen or banned. */
export const CopyExit = { close: 0, takeOver: 1 } as const;
export type CopyExit = (typeof CopyExit)[keyof typeof CopyExit];

/** What a follower sets. 0 = none, for every limit and trigger. */
export interface CopySettings {
  readonly sizing: CopySizing;
  /** ppm, or units; see CopySizing. */
  readonly size: number;
  readonly leverageOf: CopyLeverage;
  /** The own one, or the highest; not read where it is the trader's. */
  readonly leverage: number;
  readonly margin: CopyMargin;
  /** Contracts that are copied alone; empty = all. */
  readonly only: readonly InstrumentId[];
  /** Contracts that are not copied. */
  readonly without: readonly InstrumentId[];
  /** Units that a copied order that opens, and a position, may be worth. */
  readonly orderMax: number;
  readonly positionMax: number;
  /** How much worse a batch's average may be than the better of best price and mark before it, ppm. */
  readonly slippagePpm: number;
  /** Of each copied position: how far its price must go, ppm. */
  readonly takeProfitPpm: number;
  readonly stopLossPpm: number;
  /** Of the portfolio: how far its equity must go from what was paid in, ppm. */
  readonly portfolioProfitPpm: number;
  readonly portfolioLossPpm: number;
  /** How far equity may fall from its highest until copying stops, ppm. */
  readonly drawdownPpm: number;
  readonly exit: CopyExit;
  /** 1 = nothing that opens is copied, 0 = it is. */
  readonly paused: number;
}

/** What a follower has who sets nothing: as the trader, by the ratio of the equities. */
export const COPY_DEFAULTS: CopySettings = {
  sizing: CopySizing.ratio,
  size: 1_000_000,
  leverageOf: CopyLeverage.traders,
  leverage: 1,
  margin: CopyMargin.traders,
  only: [],
  without: [],
  orderMax: 0,
  positionMax: 0,
  slippagePpm: 0,
  takeProfitPpm: 0,
  stopLossPpm: 0,
  portfolioProfitPpm: 0,
  portfolioLossPpm: 0,
  drawdownPpm: 0,
  exit: CopyExit.close,
  paused: 0,
};

/**
 * What somebody begins with who says nothing else: who does not know of slippage is not to buy at whatever price a thin book has.
 */
export const COPY_BEGINNING: CopySettings = { ...COPY_DEFAULTS, slippagePpm: 10_000 };

/** A value that is outside of its range: of which field, and the limit that it broke. */
export interface CopyFault {
  readonly field: keyof CopyTerms | keyof CopySettings;
  readonly limit: number;
  readonly value: number;
}

type Range<Field> = readonly [field: Field, low: number, high: number];

/** What bounds terms. */
export interface CopyTermsBounds {
  /** Units that no follower's may be below. */
  readonly amountMin: number;
  /** The highest share of this trader, ppm; see COPY_TIERS. */
  readonly shareMaxPpm: number;
  /** Followers that a portfolio of the product may have. */
  readonly followersMax?: number;
}

/** The first value of terms that is out of range. */
export function copyTermsFault(
  terms: CopyTerms,
  { amountMin, shareMaxPpm, followersMax = COPY_FOLLOWERS_MAX }: CopyTermsBounds,
): CopyFault | null {
  const { paused = 0, without = [] } = terms;
  const ranges: Range<'sharePpm' | 'followersMax' | 'amountMin' | 'amountMax' | 'paused'>[] = [
    ['sharePpm', 0, shareMaxPpm],
    ['followersMax', 1, followersMax],
    ['amountMin', amountMin, UNITS_MAX],
    ['amountMax', terms.amountMin, UNITS_MAX],
    ['paused', 0, 1],
  ];
  const fault = outside({ ...terms, paused }, ranges) ?? listFault({ without });
  if (fault !== null || (typeof terms.code === 'string' && COPY_CODE.test(terms.code)))
    return fault;
  const { length } = String(terms.code);
  const limit = length < COPY_CODE_LENGTH_MIN ? COPY_CODE_LENGTH_MIN : COPY_CODE_LENGTH_MAX;
  return { field: 'code', limit, value: length };
}

type SettingRange = Range<Exclude<keyof CopySettings, 'only' | 'without'>>;

/** 1 % to 1000 %; 0.01 to 100 times. */
const SIZES = {
  [CopySizing.ratio]: [10_000, 10_000_000],
  [CopySizing.amount]: [1, UNITS_MAX],
  [CopySizing.multiple]: [10_000, 100_000_000],
} as const;

const SETTING_RANGES: readonly SettingRange[] = [
  ['sizing', CopySizing.ratio, CopySizing.multiple],
  ['leverageOf', CopyLeverage.traders, CopyLeverage.tradersUpTo],
  ['leverage', 1, LEVERAGE_MAX],
  ['margin', CopyMargin.traders, CopyMargin.isolated],
  ['orderMax', 0, UNITS_MAX],
  ['positionMax', 0, UNITS_MAX],
  ['slippagePpm', 0, 100_000],
  ['takeProfitPpm', 0, 10_000_000],
  ['stopLossPpm', 0, 1_000_000],
  ['portfolioProfitPpm', 0, 100_000_000],
  ['portfolioLossPpm', 0, 1_000_000],
  ['drawdownPpm', 0, 1_000_000],
  ['exit', CopyExit.close, CopyExit.takeOver],
  ['paused', 0, 1],
];

/** Contracts that a list of settings may name. */
const LISTED_MAX = 100;

/** The first value of settings that is out of range. */
export function copySettingsFault(settings: CopySettings): CopyFault | null {
  const fault = outside(settings, SETTING_RANGES);
  if (fault !== null) return fault;
  const [low, high] = SIZES[settings.sizing];
  return outside(settings, [['size', low, high]]) ?? listFault(settings);
}

/** @param lists of contracts, by the field that has each */
function listFault(lists: Partial<Pick<CopySettings, 'only' | 'without'>>): CopyFault | null {
  for (const field of ['only', 'without'] as const) {
    const listed = lists[field];
    if (listed === undefined) continue;
    const length = Array.isArray(listed) ? listed.length : LISTED_MAX + 1;
    if (length > LISTED_MAX) return { field, limit: LISTED_MAX, value: length };
    for (const id of listed) {
      const known = Number.isInteger(id) && id >= 0 && id < INSTRUMENTS_MAX;
      if (!known) return { field, limit: INSTRUMENTS_MAX - 1, value: id };
    }
  }
  return null;
}

function outside<Field extends string>(
  values: Readonly<Record<Field, number>>,
  ranges: readonly Range<Field & CopyFault['field']>[],
): CopyFault | null {
  for (const [field, low, high] of ranges) {
    const value = values[field];
    if (!Number.isSafeInteger(value)) return { field, limit: low, value: Number(value) };
    if (value < low || value > high) return { field, limit: value < low ? low : high, value };
  }
  return null;
}
