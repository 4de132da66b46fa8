/** Every limit of the exchange, named once. Relations between them are asserted at load. */

/** Prices, quantities and notionals are safe integers below this bound (2^53 − 1). */
export const UNITS_MAX = Number.MAX_SAFE_INTEGER;
/** Open orders one account may have in all. */
export const OPEN_ORDERS_PER_ACCOUNT = 100_000;
/** Pending plan orders (trigger, TP/SL, OCO, trailing) one account may have in all. */
export const PLANS_PER_ACCOUNT = 1_000;
/** Orders in one batch request. */
export const BATCH_ORDERS_MAX = 50;
/** Client order id: at most this many characters of `[0-9a-zA-Z-+_#]`, and more punctuation. */
export const CLIENT_ID_LENGTH_MAX = 50;
/** A client id stays reserved this long after its order ended, ms. */
export const CLIENT_ID_RETENTION_MS = 24 * 60 * 60 * 1000;
/** … or until the account has ended this many later orders, whichever comes first. */
export const CLIENT_ID_RETENTION_ORDERS = 100_000;
/** Dead-man's switch: longest time until it fires, ms; 0 turns it off. */
export const COUNTDOWN_MS_MAX = 24 * 60 * 60 * 1000;
/** Trailing stop: callback rate, ppm (0.01 % to 50 %). */
export const CALLBACK_PPM_MIN = 100;
export const CALLBACK_PPM_MAX = 500_000;
/** Plan orders that one command may set off; what is left is set off by the next command. */
export const TRIGGERS_PER_COMMAND = 1_000;
/** Most decimals of an asset. */
export const ASSET_SCALE_MAX = 12;
/** Assets and instruments that can be listed. */
export const ASSETS_MAX = 1_024;
export const INSTRUMENTS_MAX = 4_096;
/** Levels of a fee schedule. */
export const FEE_LEVELS_MAX = 16;
/** Discounts of a fee schedule, and the largest, per cent. */
export const FEE_DISCOUNTS_MAX = 15;
export const FEE_DISCOUNT_MAX = 100;
/** Levels and discounts that an owner may have been given at a time. */
export const FEE_GRANTS_MAX = 20;
/** Owners in a command that gives earned levels. */
export const LEVEL_CHANGES_MAX = 50;
/** Characters of what a level was worked out from. */
export const LEVEL_RECEIPT_MAX = 12_000;
/** Fills of an order whose receipt lists them all; each fill of a longer one has its own. */
export const ORDER_RECEIPT_FILLS_MAX = 2_000;
/** How fast a paper venue plays a recording, per cent of the recorded speed. */
export const PACE_PERCENT_MIN = 10;
export const PACE_PERCENT_MAX = 100_000;
/** Longest description of what a paper venue follows, characters. */
export const FLOW_DETAIL_LENGTH_MAX = 2_000;
/** A paper instrument pauses while its last price is further than this from the market's, ppm. */
export const PAPER_APART_PPM = 50_000;
/** Who gave an operator's command, and why: longest texts, characters (UTF-16 units). */
export const ACTOR_LENGTH_MAX = 64;
export const REASON_LENGTH_MAX = 200;
