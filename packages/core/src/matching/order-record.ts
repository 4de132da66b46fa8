/**
 * The record of a resting order: 64 bytes, one cache line. Lanes 0-3 are doubles (id, price, remaining,
 * quantity), words 8-15 are int32 (account, seat, flags, level, queue links, the cell its seat keeps it
 * in, the balance that pays for it or the position that it is for).
 */

/** Doubles a record takes. */
export const ORDER_LANES = 8;
/** Shift from a slot to its first double. */
export const ORDER_LANE_SHIFT = 3;
/** Int32 words a record takes. */
export const ORDER_WORDS = 16;
/** Shift from a slot to its first word. */
export const ORDER_WORD_SHIFT = 4;

/** Lane numbers of the doubles. */
export const OrderLane = { id: 0, price: 1, remaining: 2, quantity: 3 } as const;
/** Word numbers of the int32 fields. */
export const OrderWord = {
  account: 8,
  seat: 9,
  flags: 10,
  level: 11,
  next: 12,
  previous: 13,
  cell: 14,
  balance: 15,
} as const;

/** Bits of the flags word. */
export const OrderFlag = {
  /** Bit 0: side; bits 1-2: time in force; bits 3-4: self-trade mode. */
  side: 1,
  timeInForceShift: 1,
  selfTradeShift: 3,
  /** It has a client id, an attached TP/SL or an OCO stop: rare work when it ends. */
  clientId: 1 << 5,
  attached: 1 << 6,
  oco: 1 << 7,
  /** Contracts: it may only make a position smaller; the leg that it is for; a liquidation's. */
  reduceOnly: 1 << 8,
  longLeg: 1 << 9,
  shortLeg: 1 << 10,
  liquidation: 1 << 11,
  /** Spot: it is of a margin account. */
  margin: 1 << 11,
  /** Where those four begin, in the order of OrderOption. */
  optionsShift: 8,
  /** What a new order brings: all of the above. */
  terms: 0xfff,
  /** From here: the instrument, which the pool's owner adds. */
  instrumentShift: 12,
} as const;

/** Nothing: the end of a list, a missing slot. */
export const NONE = -1;
