/**
 * Ids. Users, accounts, assets and instruments are dense integers; orders, trades and transfers are
 * counters of the core. On the wire ids are decimal text above 2^53, made by adding a fixed offset.
 */

/** Dense user number; 0..15 are the exchange itself. */
export type UserId = number;
/** `userId * 8 + kind`: the owner and the kind can be read from the id alone. */
export type AccountId = number;
export type AssetId = number;
export type InstrumentId = number;
export type OrderId = number;
export type TradeId = number;

/** Kinds of account a user has. */
export const AccountKind = {
  spot: 0,
  funding: 1,
  crossMargin: 2,
  isolatedMargin: 3,
  usdtFutures: 4,
  usdcFutures: 5,
  coinFutures: 6,
  /** In a paper venue: stands for an account of the market it follows. Its money is `ghosts`'. */
  ghost: 7,
} as const;
export type AccountKind = (typeof AccountKind)[keyof typeof AccountKind];

const KINDS_PER_USER = 8;

/** First user number given to a person. */
export const FIRST_USER_ID = 16;

/**
 * Guests of the paper venue, who have not registered, have numbers from here on: no user of the live
 * venue can have one.
 */
export const FIRST_GUEST_ID = 2 ** 40;

/** Whether a person's number is that of a guest. */
export function isGuest(person: UserId): boolean {
  return person >= FIRST_GUEST_ID;
}

/** The account of `user` of the given kind. */
export function accountOf(user: UserId, kind: AccountKind): AccountId {
  return user * KINDS_PER_USER + kind;
}

/** The user an account belongs to. */
export function ownerOf(account: AccountId): UserId {
  return Math.floor(account / KINDS_PER_USER);
}

/** The kind of an account. */
export function kindOf(account: AccountId): AccountKind {
  return (account % KINDS_PER_USER) as AccountKind;
}

/**
 * The exchange's own accounts. `external` mirrors the outside world and `faucet` the test money: they
 * may be negative, with the simulator's and, in a paper venue, the ghosts' common account, so that
 * the sum over all accounts of an asset is always zero. `clearing` stands between the two sides of
 * contracts: it has paid the profits that others have not lost yet, or the other way around. `loans`
 * has what of each coin may be borrowed and is not. `copying` has the lots of batches that their owners have not got
 * yet, and is paid for them.
 */
export const SystemAccount = {
  external: 0,
  fees: 1,
  rounding: 2,
  faucet: 3,
  simulator: 4,
  insurance: 5,
  ghosts: 6,
  clearing: 7,
  loans: 8,
  copying: 9,
} as const;
export type SystemAccount = (typeof SystemAccount)[keyof typeof SystemAccount];

/**
 * Whether an account may hold less than nothing. A futures account may while its open positions are
 * worth more: the check of its margin is stricter (INV-11).
 */
export function mayBeNegative(account: AccountId): boolean {
  if (account >= FIRST_USER_ID * KINDS_PER_USER) return kindOf(account) === AccountKind.usdtFutures;
  return (
    account === SystemAccount.external ||
    account === SystemAccount.faucet ||
    account === SystemAccount.simulator ||
    account === SystemAccount.ghosts ||
    account === SystemAccount.clearing ||
    account === SystemAccount.copying
  );
}

/** Ghost orders keep the number they have in the market that the paper venue follows, above this. */
const GHOST_ORDERS_FROM = 2 ** 50;

/** Id in a paper venue of the order that is `order` in the market it follows. */
export function ghostOrderId(order: OrderId): OrderId {
  return GHOST_ORDERS_FROM + order;
}

/** Whether an order of a paper venue is a ghost. */
export function isGhostOrder(order: OrderId): boolean {
  return order >= GHOST_ORDERS_FROM;
}

/** The order that a ghost stands for. */
export function liveOrderId(ghost: OrderId): OrderId {
  return ghost - GHOST_ORDERS_FROM;
}

/**
 * Numbers of the ledger that belong to one pocket: below this they are assets. An account of isolated
 * margin has a pocket for each pair, all others have only the first.
 */
const NUMBERS_PER_POCKET = 1_024;

/** Pocket of all accounts but those of isolated margin: the numbers of their balances are assets. */
export const MAIN_POCKET = 0;

/** What events and commands name as instrument where money is in no pair's pocket. */
export const NO_PAIR: InstrumentId = -1;

/** In commands: all coins of an account. */
export const EVERY_COIN: AssetId = -1;

/** The pocket of an account that holds its money for an instrument. */
export function pocketOf(account: AccountId, instrument: InstrumentId): number {
  const isolated = isMargin(account) && kindOf(account) === AccountKind.isolatedMargin;
  return isolated ? pocketOfPair(instrument) : MAIN_POCKET;
}

/** The pocket that isolated margin accounts have for a pair. */
export function pocketOfPair(instrument: InstrumentId): number {
  return instrument + 1;
}

/** The pair whose pocket it is, NO_PAIR = none. */
export function pairOf(pocket: number): InstrumentId {
  return pocket - 1;
}

/** The number under which the ledger keeps an asset in a pocket. */
export function balanceNumber(asset: AssetId, pocket: number): number {
  return pocket * NUMBERS_PER_POCKET + asset;
}

/** The asset of a number of the ledger. */
export function assetOf(number: number): AssetId {
  return number % NUMBERS_PER_POCKET;
}

/** The pocket of a number of the ledger. */
export function pocketOfNumber(number: number): number {
  return Math.floor(number / NUMBERS_PER_POCKET);
}

/** Whether an account is one that borrows. */
export function isMargin(account: AccountId): boolean {
  const kind = kindOf(account);
  const borrows = kind === AccountKind.crossMargin || kind === AccountKind.isolatedMargin;
  return borrows && account >= FIRST_USER_ID * KINDS_PER_USER;
}

/**
 * Whose balances an account's orders use: all ghosts share one unlimited system account. The exchange's
 * clearing account has their kind's number and is none.
 */
export function balanceAccount(account: AccountId): AccountId {
  const ghost = (account & 7) === AccountKind.ghost && account !== SystemAccount.clearing;
  return ghost ? SystemAccount.ghosts : account;
}

const WIRE_USER_OFFSET = 1_000_000_000n;
const WIRE_ID_OFFSET = 1_200_000_000_000_000_000n;

/** User id on the wire: 10 digits. */
export function wireUserId(user: UserId): string {
  return String(WIRE_USER_OFFSET + BigInt(user));
}

/** The user of a wire id, or null when the text is not one. */
export function parseWireUserId(text: string): UserId | null {
  return parseOffset(text, WIRE_USER_OFFSET);
}

/** Order, trade, transfer or bill id on the wire: 19 digits, above 2^53 on purpose. */
export function wireId(id: number): string {
  return String(WIRE_ID_OFFSET + BigInt(id));
}

/** The internal number of a wire id, or null when the text is not one. */
export function parseWireId(text: string): number | null {
  return parseOffset(text, WIRE_ID_OFFSET);
}

function parseOffset(text: string, offset: bigint): number | null {
  if (text.length > 19 || !/^[1-9][0-9]*$/.test(text)) return null;
  const value = BigInt(text) - offset;
  if (value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return Number(value);
}
