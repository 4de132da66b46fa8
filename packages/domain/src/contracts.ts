/** What a perpetual contract has beside an instrument's parameters, and the words of positions. */
import { parseWireId, type TradeId, wireId } from './ids.ts';
import { Side } from './orders.ts';

/** Products: the same symbol may name an instrument of each. */
export const Product = { spot: 0, usdtFutures: 1 } as const;
export type Product = (typeof Product)[keyof typeof Product];

/**
 * One risk tier. Rates are marginal: each applies to the part of a position's value between the
 * tier before and this one, so that the margin needed never jumps.
 */
export interface RiskTier {
  /** Value of a position up to which the tier reaches, whole settle coins; the last one's is the largest position. */
  readonly upTo: number;
  /** Highest leverage of a position of this size. */
  readonly leverageMax: number;
  /** Maintenance margin of the part in this tier, ppm of its value. */
  readonly maintenancePpm: number;
}

/** Terms of a contract that commands may change while it trades. */
export interface ContractTerms {
  /** Lowest first; at least one. */
  readonly tiers: readonly RiskTier[];
  /** Fees of the lowest level, ppm of a fill's value. */
  readonly makerPpm: number;
  readonly takerPpm: number;
  /** What the liquidation of a position costs, ppm of its value, to the protection fund. */
  readonly liquidationPpm: number;
  /** How far from the mark price a liquidation trades at most, ppm. */
  readonly liquidationBandPpm: number;
  /** Lots that all long positions together may have. */
  readonly openInterestMax: number;
  /** Time between two fundings, ms. */
  readonly fundingIntervalMs: number;
  /** The interest part of a funding rate, in 10^-8 of a position's value; may be negative. */
  readonly interestRate: number;
  /** How far the premium moves a funding rate from the interest part without a clamp, 10^-8. */
  readonly premiumClamp: number;
  /** A funding rate is between the negative of this and this, 10^-8. */
  readonly fundingCap: number;
  /**
   * Value that a side of the book, or trades, must have to count for the mark and the premium, whole settle
   * coins. Absent: see `impactSizeOf`.
   */
  readonly impactSize?: number;
}

/** Which position of an account in a contract: one that is long or short, or one of each in hedge mode. */
export const PositionLeg = { net: 0, long: 1, short: 2 } as const;
export type PositionLeg = (typeof PositionLeg)[keyof typeof PositionLeg];

/** Whether a position is backed by the whole account or by margin of its own. */
export const MarginMode = { cross: 0, isolated: 1 } as const;
export type MarginMode = (typeof MarginMode)[keyof typeof MarginMode];

/** Whether an account has one position a contract, or a long and a short one. */
export const PositionMode = { oneWay: 0, hedge: 1 } as const;
export type PositionMode = (typeof PositionMode)[keyof typeof PositionMode];

/** What a contract's order may say beside an order's terms: bits of `PlaceCommand.options`. */
export const OrderOption = {
  /** It may only make a position smaller. */
  reduceOnly: 1,
  /** In hedge mode: it is for the long, or the short position. None: one-way mode. */
  longLeg: 2,
  shortLeg: 4,
  /** Its quantity is the whole position's; the command's is not read. */
  closeAll: 8,
  /** With `closeAll`: and as much again, which opens the opposite position. */
  reverse: 16,
} as const;

/** In events alone: the exchange placed the order to liquidate its account. */
export const LIQUIDATION_OPTION = 8;

/** Bits that an order keeps while it rests: reduce-only and its leg. */
export const KEPT_OPTIONS = 7;

/** All bits of options there are. */
export const ORDER_OPTIONS = 31;

/** The leg that an order's options name. */
export function legOf(options: number): PositionLeg {
  return ((options >>> 1) & 3) as PositionLeg;
}

/** Whether an order of a contract can only make a position smaller. */
export function onlyReduces(side: Side, options: number): boolean {
  if ((options & OrderOption.closeAll) !== 0) return (options & OrderOption.reverse) === 0;
  const leg = legOf(options);
  if (leg === PositionLeg.net) return (options & OrderOption.reduceOnly) !== 0;
  return side === (leg === PositionLeg.long ? Side.sell : Side.buy);
}

/** Rates of funding and premium are whole numbers of 10^-8. */
export const RATE_SCALE = 100_000_000;
/** Digits after the point of a margin unit: 10^-4 of a settle coin. */
export const MARGIN_SCALE = 4;
/** Margin units in a settle coin. */
export const MARGIN_PER_COIN = 10_000;
/** Leverage of an account in a contract until it chooses another, where the contract allows it. */
export const LEVERAGE_DEFAULT = 20;
/** Highest leverage that a tier may name. */
export const LEVERAGE_MAX = 200;
/** Most tiers of a contract. */
export const TIERS_MAX = 32;
/** Shortest and longest time between two fundings, ms. */
export const FUNDING_INTERVAL_MS_MIN = 3_600_000;
export const FUNDING_INTERVAL_MS_MAX = 8 * 3_600_000;
/** An index that is older makes the mark price follow the index alone, ms. */
export const INDEX_LATE_MS = 10_000;
/** An index that is older stops openings, liquidations and plans of the contract, ms. */
export const INDEX_STALE_MS = 60_000;
/** Accounts that one command liquidates at most; the rest are due with the next. */
export const LIQUIDATIONS_PER_COMMAND = 200;
/** Positions that one command settles a funding for at most. */
export const FUNDINGS_PER_COMMAND = 1_000;

/** The impact size of a contract, whole settle coins; a tenth of its lowest tier where none is given. */
export function impactSizeOf({ impactSize, tiers }: ContractTerms): number {
  return impactSize ?? Math.floor(tiers[0]!.upTo / 10);
}

/** Which limit of terms was broken by which value. */
export interface TermsFault {
  readonly term: keyof ContractTerms;
  /** Of tiers: which of their numbers. */
  readonly part: string;
  readonly limit: number;
  readonly value: number;
}

/** A value with its lowest and highest, and what it must be a multiple of. */
type TermRange = [
  term: keyof ContractTerms,
  value: number,
  low: number,
  high: number,
  part?: string,
  step?: number,
];

/** What is wrong with terms; null = nothing. */
export function termsFault(terms: ContractTerms, positionMax: number): TermsFault | null {
  const rates: TermRange[] = [
    ['tiers', terms.tiers.length, 1, TIERS_MAX, 'their number'],
    ['makerPpm', terms.makerPpm, 0, 10_000],
    ['takerPpm', terms.takerPpm, 0, 10_000],
    ['liquidationPpm', terms.liquidationPpm, 0, 50_000],
    ['liquidationBandPpm', terms.liquidationBandPpm, 1_000, 500_000],
    ['openInterestMax', terms.openInterestMax, 1, Number.MAX_SAFE_INTEGER],
    [
      'fundingIntervalMs',
      terms.fundingIntervalMs,
      FUNDING_INTERVAL_MS_MIN,
      FUNDING_INTERVAL_MS_MAX,
    ],
    ['interestRate', terms.interestRate, -RATE_SCALE / 100, RATE_SCALE / 100],
    ['premiumClamp', terms.premiumClamp, 0, RATE_SCALE / 10],
    ['fundingCap', terms.fundingCap, 0, RATE_SCALE / 10],
    ['impactSize', terms.impactSize ?? 1, 1, positionMax],
  ];
  let before: RiskTier = { upTo: 0, leverageMax: LEVERAGE_MAX, maintenancePpm: 0 };
  for (const tier of terms.tiers) {
    // Whole hundreds make the deductions whole margin units.
    rates.push(['tiers', tier.upTo, before.upTo + 100, positionMax, 'a largest value', 100]);
    rates.push(['tiers', tier.leverageMax, 1, before.leverageMax, 'a highest leverage']);
    // The margin to open is above what is needed to keep, with the fee of a liquidation on top.
    const most = Math.floor(1_000_000 / tier.leverageMax) - terms.liquidationPpm - 1;
    const part = 'a maintenance rate (ppm)';
    rates.push(['tiers', tier.maintenancePpm, before.maintenancePpm + 1, most, part]);
    before = tier;
  }
  for (const [term, value, low, high, part = '', step = 1] of rates) {
    if (!Number.isSafeInteger(value) || value < low || value > high) {
      return { term, part, limit: value < low ? low : high, value };
    }
    if (value % step !== 0) return { term, part, limit: step, value };
  }
  return null;
}

/** What names a position within its account: the trade that opened it, and its leg. */
export interface PositionName {
  readonly opened: TradeId;
  readonly leg: PositionLeg;
}

const LEGS = 4;

/** A position's name as the API has it. */
export function wirePositionId({ opened, leg }: PositionName): string {
  return wireId(opened * LEGS + leg);
}

/** The position of a wire id, or null when the text is none. */
export function parsePositionId(text: string): PositionName | null {
  const id = parseWireId(text);
  return id === null ? null : positionNamed(id);
}

/** The position that the number of a wire id names. */
export function positionNamed(id: number): PositionName {
  return { opened: Math.floor(id / LEGS), leg: (id % LEGS) as PositionLeg };
}
