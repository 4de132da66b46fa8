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

/** Kinds of account a user has. Spot and funding exist now; the others take their numbers later. */
export const AccountKind = {
  spot: 0,
  funding: 1,
  crossMargin: 2,
  isolatedMargin: 3,
  usdtFutures: 4,
  usdcFutures: 5,
  coinFutures: 6,
} as const;
export type AccountKind = (typeof AccountKind)[keyof typeof AccountKind];

const KINDS_PER_USER = 8;

/** First user number given to a person. */
export const FIRST_USER_ID = 16;

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
 * alone may be negative, so that the sum over all accounts of an asset is always zero.
 */
export const SystemAccount = {
  external: 0,
  fees: 1,
  rounding: 2,
  faucet: 3,
  simulator: 4,
  insurance: 5,
} as const;
export type SystemAccount = (typeof SystemAccount)[keyof typeof SystemAccount];

/** Whether an account may hold less than nothing. */
export function mayBeNegative(account: AccountId): boolean {
  return (
    account === SystemAccount.external ||
    account === SystemAccount.faucet ||
    account === SystemAccount.simulator
  );
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
