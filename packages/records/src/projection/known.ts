/** What the projection holds in memory while it folds events. */
import { assert } from '@halcyon/domain';
import type { OrderState } from '../kinds/orders.ts';
import type { ParentRowState } from '../kinds/parents.ts';
import type { PlanState } from '../kinds/plans.ts';
import type { PositionState } from '../kinds/positions.ts';
import type {
  CopiedBy,
  CopyDay,
  CopyTotal,
  FundingBill,
  InstrumentFacts,
  SelfFill,
  SettledFundingRound,
} from './facts.ts';
import { RecordedUsers } from './recorded-users.ts';
import type { TradeHalf } from './trade-half.ts';
import type { WriteSet } from './write-set.ts';

/** Counters of the projection; kept in the row of table `state`. */
export interface Counters {
  nextBill: number;
  nextPrevented: number;
  maxOrder: number;
  maxPlan: number;
  maxTrade: number;
  maxMovement: number;
  /** How many there are so far. */
  closedPositions: number;
  liquidations: number;
  fundEntries: number;
  loans: number;
  marginLiquidations: number;
  refusals: number;
  notices: number;
}

/** What the projection holds in memory. Orders, plans, parents and positions that a chunk names are loaded before. */
export interface Known {
  readonly people: RecordedUsers;
  readonly instruments: Map<number, InstrumentFacts>;
  readonly orders: Map<number, OrderState>;
  readonly plans: Map<number, PlanState>;
  readonly parents: Map<number, ParentRowState>;
  /** What ended orders of a parent traded that is told at the end of this command. */
  readonly firstQuotes: Map<number, bigint>;
  /** By `positionKey`. */
  readonly positions: Map<string, PositionState>;
  /** The newest funding round of each contract. */
  readonly rounds: Map<number, SettledFundingRound>;
  readonly counters: Counters;
  /** The newest hour of which there is a price, by `priceKey`. */
  readonly priceHours: Map<number, number>;
  /** The newest row of each measure and subject in `fund_hours`: `measure,subject` → units. */
  readonly fundTotals: Map<string, bigint>;
  /** Copy portfolios that have not ended. */
  readonly copies: Map<number, CopiedBy>;
  /** Traders of these who are gone: their followers leave. */
  readonly copyClosing: Set<number>;
  /** Followers of these who copy nothing that opens. */
  readonly copyPaused: Set<number>;
  /** The newest day of each kind and portfolio in `copy_days`: `kind,portfolio` → day. */
  readonly copyDays: Map<string, CopyDay>;
  /** What the command of `seq` did: portfolios whose money went into the root's futures account, and that ended. */
  readonly copyLeaving: {
    seq: number;
    readonly takenOver: Set<number>;
    readonly ended: Map<number, CopiedBy>;
    /** Followers whom their trader let go. */
    readonly letGo: Set<number>;
  };
  /** The highest share of each trader's portfolio, ppm. */
  readonly copyShareMax: Map<number, number>;
  /** The newest row of each subject in `copy_hours`: trader that has not ended → `side,subject` → total. */
  readonly copyTotals: Map<number, Map<string, CopyTotal>>;
  /** Minute (unix ms / 60,000) of the newest mark, -1 = none. */
  lastMark: number;
  /** Of the contract trade that is being told: the people's sides of it. */
  halves: readonly TradeHalf[];
  /** A fill of a position with itself, until its position is told; see position-rows.ts. */
  selfFill: SelfFill | null;
  /** A funding that was billed, until its position is told. */
  funding: FundingBill | null;
  /** What the command of `seq` has liquidated, by `callKey`. */
  readonly liquidated: { seq: number; readonly keys: Set<string> };
}

const MINUTE_MS = 60_000;

/** Notes, once a minute, which ids come next: a time window then becomes a range of ids. */
export function mark(time: number, known: Known, out: WriteSet): void {
  const minute = Math.floor(time / MINUTE_MS);
  if (minute <= known.lastMark) return;
  const { maxOrder, maxPlan, maxTrade, nextBill, maxMovement } = known.counters;
  const { closedPositions, liquidations, fundEntries } = known.counters;
  const { loans, marginLiquidations, refusals, notices } = known.counters;
  known.lastMark = minute;
  const first = [minute, maxOrder + 1, maxPlan + 1, maxTrade + 1, nextBill, maxMovement + 1];
  const contracts = [closedPositions + 1, liquidations + 1, fundEntries + 1];
  const later = [loans + 1, marginLiquidations + 1, refusals + 1, notices + 1];
  out.marks.push([...first, ...contracts, ...later]);
}

/** A listed instrument. */
export function instrumentOf(id: number, known: Known): InstrumentFacts {
  const instrument = known.instruments.get(id);
  assert(instrument !== undefined, `records: instrument ${id} is not listed`);
  return instrument;
}

/** An order of a person. */
export function orderOf(id: number, known: Known): OrderState {
  const order = known.orders.get(id);
  assert(order !== undefined, `records: order ${id} is not known`);
  return order;
}

/** Nothing, as of an exchange that has not begun. */
export function emptyKnown(): Known {
  return {
    people: new RecordedUsers(),
    instruments: new Map(),
    orders: new Map(),
    plans: new Map(),
    parents: new Map(),
    firstQuotes: new Map(),
    counters: {
      nextBill: 1,
      nextPrevented: 1,
      maxOrder: 0,
      maxPlan: 0,
      maxTrade: 0,
      maxMovement: 0,
      closedPositions: 0,
      liquidations: 0,
      fundEntries: 0,
      loans: 0,
      marginLiquidations: 0,
      refusals: 0,
      notices: 0,
    },
    positions: new Map(),
    rounds: new Map(),
    priceHours: new Map(),
    fundTotals: new Map(),
    copies: new Map(),
    copyTotals: new Map(),
    copyClosing: new Set(),
    copyPaused: new Set(),
    copyDays: new Map(),
    copyLeaving: { seq: 0, takenOver: new Set(), ended: new Map(), letGo: new Set() },
    copyShareMax: new Map(),
    lastMark: -1,
    halves: [],
    selfFill: null,
    liquidated: { seq: 0, keys: new Set() },
    funding: null,
  };
}
