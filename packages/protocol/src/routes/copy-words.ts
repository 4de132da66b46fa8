/** Words of copy trading: what requests and rows of traders and followers say. */

/** How an order that opens is sized: by the ratio of the equities, margin, or times the trader's size. */
export const TRACE_TYPES = ['percent', 'amount', 'count'] as const;
/** Which leverage positions have: the trader's, or one that is said. */
export const LEVER_TYPES = ['trader', 'specify'] as const;
/** Which margin mode they have. */
export const MARGIN_TYPES = ['trader', 'specify'] as const;
/** The same, where a follower begins. */
export const FOLLOWED_MARGINS = ['follow_trader', 'crossed', 'isolated'] as const;
export const FOLLOWED_LEVERAGES = ['follow_trader', 'fixed_leverage'] as const;
export const GUARDIAN_MODES = ['amount', 'percentage'] as const;
/** What becomes of positions of who leaves. */
export const LEAVING_WAYS = ['close', 'take_over'] as const;
/** What closed a position is not told in this row. */
export const STOP_TYPES = [''] as const;
/** Nobody is certified here. */
export const CERTIFICATIONS = ['none'] as const;
/** What becomes of a contract in a trader's settings. */
export const SYMBOL_CHANGES = ['ADD', 'DELETE', 'UPDATE'] as const;
export const LIST_ORDERS = ['asc', 'desc'] as const;

export type TraceTypeWord = (typeof TRACE_TYPES)[number];
export type LeverTypeWord = (typeof LEVER_TYPES)[number];
export type MarginTypeWord = (typeof MARGIN_TYPES)[number];
