/**
 * The tables of copy trading: portfolios with what they were at last, batches with what each owner has in
 * them, settled shares, and what traders and all their followers had at each hour.
 */
import type { TableSpec } from '../sql/migrate.ts';

/** One row a portfolio, for good: those that ended stay. */
const COPY_PORTFOLIOS = {
  name: 'copy_portfolios',
  columns: {
    /** Its user. */
    id: 'int',
    root: 'int',
    /** The portfolio that it follows, 0 = it is a trader's. */
    trader: 'int',
    asset: 'int',
    opened_at: 'int',
    /** 0 = it has not ended. */
    ended_at: 'int',
    /** 1 = a trader who takes no followers any more. */
    closing: 'int',
    /** Units paid in, less those given back. */
    paid_in: 'int',
    /** Of a trader for who joins now, of a follower as agreed, ppm. */
    share_ppm: 'int',
    /** 1 = a trader whom only those find who know a code. */
    hidden: 'int',
    /** CopyTerms or CopySettings as JSON. */
    settings: 'text',
    seq: 'int',
  },
  key: ['id'],
} as const satisfies TableSpec;

/** What a follower has of the trader's share: ShareBooks, units. */
const COPY_BOOKS = {
  name: 'copy_books',
  columns: { portfolio: 'int', mark: 'int', owed: 'int', shared: 'int' },
  key: ['portfolio'],
} as const satisfies TableSpec;

/** A trader's order with those of all who follow. */
const COPY_BATCHES = {
  name: 'copy_batches',
  columns: {
    id: 'int',
    trader: 'int',
    instrument: 'int',
    side: 'int',
    /** Lots of all owners, and those that were traded. */
    lots: 'int',
    filled: 'int',
    /** Tick-lots. */
    cost: 'int',
    owners: 'int',
    left_out: 'int',
    time: 'int',
    seq: 'int',
    /** A PositionLeg. */
    leg: 'int',
    /** Place of the command that told it last. */
    told: 'int',
  },
  key: ['id'],
} as const satisfies TableSpec;

/** The one order of a batch as it entered: its terms. */
const COPY_ORDERS = {
  name: 'copy_orders',
  columns: {
    id: 'int',
    type: 'int',
    time_in_force: 'int',
    /** Ticks, as it was amended last; 0 of a market order. */
    price: 'int',
    time: 'int',
  },
  key: ['id'],
} as const satisfies TableSpec;

/** That nothing of such an order is in the book any more. */
const COPY_ORDER_ENDS = {
  name: 'copy_order_ends',
  columns: {
    id: 'int',
    /** A DoneReason. */
    reason: 'int',
    seq: 'int',
    time: 'int',
  },
  key: ['id'],
} as const satisfies TableSpec;

/** What followers' parts of a trader's order were sized by: a CopyOrderBasisEvent. */
const COPY_BASES = {
  name: 'copy_bases',
  columns: {
    batch: 'int',
    trader: 'int',
    instrument: 'int',
    side: 'int',
    closes: 'int',
    opens: 'int',
    lots: 'int',
    mark: 'int',
    best: 'int',
    price: 'int',
    leverage: 'int',
    isolated: 'int',
    equity: 'int',
    taken: 'int',
    taken_cost: 'int',
    time: 'int',
    seq: 'int',
    leg: 'int',
  },
  key: ['batch'],
} as const satisfies TableSpec;

/** What an owner has of a batch, and why it has nothing. */
const COPY_FILLS = {
  name: 'copy_fills',
  columns: {
    batch: 'int',
    portfolio: 'int',
    /** A CopyLeftOut. */
    left_out: 'int',
    lots: 'int',
    filled: 'int',
    /** Units. */
    cost: 'int',
    fee: 'int',
    time: 'int',
    seq: 'int',
  },
  key: ['batch', 'portfolio'],
} as const satisfies TableSpec;

/** A settled share with all that it was reckoned from, units. */
const COPY_SHARES = {
  name: 'copy_shares',
  columns: {
    portfolio: 'int',
    seq: 'int',
    trader: 'int',
    asset: 'int',
    realised: 'int',
    unrealised: 'int',
    share_ppm: 'int',
    free: 'int',
    mark_before: 'int',
    profit: 'int',
    fresh: 'int',
    due: 'int',
    paid: 'int',
    owed: 'int',
    time: 'int',
  },
  key: ['portfolio', 'seq'],
} as const satisfies TableSpec;

/** A follower's own exit that was reached, each time that something was closed for it: a CopyExitReachedEvent. */
const COPY_EXITS = {
  name: 'copy_exits',
  columns: {
    portfolio: 'int',
    seq: 'int',
    /** -1 = all positions: copying has stopped. */
    instrument: 'int',
    trader: 'int',
    /** A CopyExitReason. */
    reason: 'int',
    /** Units: of the portfolio then, and what it was measured from. */
    equity: 'int',
    base: 'int',
    peak: 'int',
    /** Of the position then: ticks, lots (signed), tick-lots. */
    mark: 'int',
    lots: 'int',
    cost: 'int',
    /** Lots, or of a portfolio positions, parts of orders and plans. */
    still_open: 'int',
    time: 'int',
  },
  key: ['portfolio', 'seq', 'instrument'],
} as const satisfies TableSpec;

/** How a follower's portfolio ended. */
const COPY_ENDS = {
  name: 'copy_ends',
  columns: {
    portfolio: 'int',
    /** A CopyEnd. */
    how: 'int',
    seq: 'int',
  },
  key: ['portfolio'],
} as const satisfies TableSpec;

/** A trader's order whose many followers are asked before it trades: a CopyOrderGatheredEvent. */
const COPY_GATHERED = {
  name: 'copy_gathered',
  columns: {
    batch: 'int',
    trader: 'int',
    instrument: 'int',
    side: 'int',
    /** The trader's. */
    lots: 'int',
    followers: 'int',
    /** 1 = it has ended and traded nothing. */
    ended: 'int',
    /** A DoneReason, and the Reject code of what refused it with its numbers. */
    reason: 'int',
    code: 'int',
    bound: 'int',
    given: 'int',
    time: 'int',
    seq: 'int',
    leg: 'int',
    /** An OrderType, a TimeInForce, and ticks: 0 of a market order. */
    type: 'int',
    time_in_force: 'int',
    price: 'int',
  },
  key: ['batch'],
} as const satisfies TableSpec;

/** What is told of a portfolio once a day at most: how often it happened on a day (UTC). */
const COPY_DAYS = {
  name: 'copy_days',
  columns: {
    /** A DailyNotice. */
    kind: 'int',
    portfolio: 'int',
    /** Since 1970. */
    day: 'int',
    times: 'int',
    /** Of shares and followers' money: units in all. */
    units: 'int',
    /** The newest batch that was counted. */
    batch: 'int',
  },
  key: ['kind', 'portfolio', 'day'],
} as const satisfies TableSpec;

/** Whose figures of a trader a row of hours has. */
export const CopySide = { trader: 0, followers: 1 } as const;
export type CopySide = (typeof CopySide)[keyof typeof CopySide];

/** What they are of; from 0 on it is a contract. */
export const CopySubject = {
  /** `amount` units are owned, `cost` were paid in, less those taken out. */
  money: -1,
  /** `amount` positions were closed, `cost` of them with a profit net of fees and fundings. */
  trades: -2,
  /** `amount` units were taken out. */
  takenOut: -3,
  /**
   * `cost` positions are open. `amount`, with the time where any is, is how long at least one was open, ms: the moment at
   * which the first is opened is taken from it, that at which the last is closed is added.
   */
  open: -4,
} as const;

/** A trade of a batch with an account of its trader's root, in the book. */
const COPY_OWN_TRADES = {
  name: 'copy_own_trades',
  columns: {
    batch: 'int',
    trade: 'int',
    lots: 'int',
    /** Ticks. */
    price: 'int',
    time: 'int',
    seq: 'int',
  },
  key: ['batch', 'trade'],
} as const satisfies TableSpec;

/** A row has what was so at the end of its hour and is there only where something changed. */
const COPY_HOURS = {
  name: 'copy_hours',
  columns: {
    trader: 'int',
    /** A CopySide. */
    side: 'int',
    /** A CopySubject, or the contract. */
    subject: 'int',
    /** Since 1970. */
    hour: 'int',
    /** Of a contract lots, signed, of all portfolios together. */
    amount: 'int',
    /** Of a contract tick-lots, with the sign of the lots. */
    cost: 'int',
  },
  key: ['trader', 'side', 'subject', 'hour'],
} as const satisfies TableSpec;

/** All of them, by name. */
export const COPY_TABLES = {
  copy_portfolios: COPY_PORTFOLIOS,
  copy_books: COPY_BOOKS,
  copy_batches: COPY_BATCHES,
  copy_orders: COPY_ORDERS,
  copy_order_ends: COPY_ORDER_ENDS,
  copy_bases: COPY_BASES,
  copy_fills: COPY_FILLS,
  copy_shares: COPY_SHARES,
  copy_hours: COPY_HOURS,
  copy_exits: COPY_EXITS,
  copy_ends: COPY_ENDS,
  copy_gathered: COPY_GATHERED,
  copy_days: COPY_DAYS,
  copy_own_trades: COPY_OWN_TRADES,
} as const;

/** What tables that were there got with the legs of hedge mode; orders of before are of no leg. */
export const COPY_LEG_COLUMNS = {
  copy_batches: { leg: 'int' },
  copy_bases: { leg: 'int' },
  copy_gathered: { leg: 'int' },
} as const;

/** What tables that were there got with the terms of copied orders. */
export const COPY_TERMS_COLUMNS = {
  copy_batches: { told: 'int' },
  copy_gathered: { type: 'int', time_in_force: 'int', price: 'int' },
} as const;

/** The part of fills that has an index of its own. */
export const LEFT_OUT_FILLS = 'left_out > 0';
