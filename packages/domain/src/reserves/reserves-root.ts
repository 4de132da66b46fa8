/**
 * A root of reserves: what the exchange owed and had of every asset at one command. Roots are a chain: the
 * link of each is the hash of what it says, of the root before and of the seal of receipts up to the same
 * command, which covers the journal. So whoever keeps one link notices a root that is changed, missing or
 * told otherwise to somebody else.
 */
import type { HashText } from './liability-tree.ts';
import { SUM_MAX, sumOfText, TREE_HEIGHTS } from './liability-tree.ts';

/** What is the exchange's own of an asset, texts of units; a settlement may be below zero. */
export interface OwnReserves {
  readonly fees: string;
  readonly rounding: string;
  /** The protection fund. */
  readonly fund: string;
  /** What of the loan pool is not lent. */
  readonly pool: string;
  /** Fundings that were paid and are not handed out yet. */
  readonly settlement: string;
  /** What simulated traders have. */
  readonly traders: string;
}

/** The names of what is the exchange's own, in the order in which they are hashed. */
export const OWN_NAMES = ['fees', 'rounding', 'fund', 'pool', 'settlement', 'traders'] as const;

/** An asset in a root. Amounts are texts of units: 10^-scale of the asset. */
export interface AssetReserves {
  /** Code of the asset. */
  readonly asset: string;
  /** Decimals of the asset. */
  readonly scale: number;
  /** Levels of the tree of liabilities above its leaves. */
  readonly height: number;
  /** Hash of the tree's root, hexadecimal digits. */
  readonly hash: string;
  /** To all owners. */
  readonly owed: string;
  /** By all owners: loans with their interest, and futures accounts below zero. */
  readonly owing: string;
  /** Of `owing`, what came out of the loan pool. */
  readonly lent: string;
  /** What came in from outside and has not left. */
  readonly reserves: string;
  readonly own: OwnReserves;
}

/** What a root says besides its assets. Hashes and links are hexadecimal digits of 32 bytes. */
export interface ReservesHead {
  /** Id of the exchange. */
  readonly exchange: string;
  /** The last command that counts. */
  readonly seq: number;
  /** The exchange's clock at that command, ms since 1970. */
  readonly time: number;
  /** Version of the rules that the journal was carried out by. */
  readonly rules: number;
  /** SHA-256 of the journal up to `seq`, each segment with the hash of the one before. */
  readonly journal: string;
  /** Link of the seal of receipts up to `seq`. */
  readonly seal: string;
  /** Link of the root before; 64 zeros = there is none. */
  readonly previous: string;
  /** Hash of the assets' lines. */
  readonly contents: string;
  /** Hash of all of the above. */
  readonly link: string;
}

/** A root with its assets, by code. */
export interface ReservesRoot extends ReservesHead {
  readonly assets: readonly AssetReserves[];
}

/** Hash of what a root says of its assets. */
export function reservesContents(hash: HashText, assets: readonly AssetReserves[]): string {
  return hash(['halcyon reserves assets 1', ...assets.map(lineOf)].join('\n'));
}

function lineOf(one: AssetReserves): string {
  const { asset, scale, height, hash, owed, owing, lent, reserves, own } = one;
  const figures = [scale, height, hash, owed, owing, lent, reserves];
  return [asset, ...figures, ...OWN_NAMES.map((name) => own[name])].join(' ');
}

/** The link of a root. @param head its own `link` is not looked at */
export function reservesLink(hash: HashText, head: Omit<ReservesHead, 'link'>): string {
  const { exchange, seq, time, rules, journal, seal, previous, contents } = head;
  const lines = ['halcyon reserves 1', JSON.stringify(exchange), seq, time, rules];
  return hash([...lines, journal, seal, previous, contents].join('\n'));
}

/**
 * The first of some roots, the oldest first, that does not follow on the one before or is not what its link
 * says; null = they hold together.
 * @param after link of the root before the first; undefined = it is not known
 */
export function brokenRoot<Head extends ReservesHead>(
  hash: HashText,
  roots: readonly Head[],
  after?: string,
): Head | null {
  let [previous, seq] = [after, 0];
  for (const root of roots) {
    const follows = (previous === undefined || root.previous === previous) && root.seq > seq;
    if (!follows || !isHead(root) || reservesLink(hash, root) !== root.link) return root;
    [previous, seq] = [root.link, root.seq];
  }
  return null;
}

/** What is wrong with the assets of a root. 'form' = a field is not what it must be. */
export type ReservesFault = 'form' | 'contents' | 'sum';

/** Whether a root says of its assets what its link covers, and each of them adds up; null = it does. */
export function reservesFault(hash: HashText, root: ReservesRoot): ReservesFault | null {
  if (!Array.isArray(root.assets) || !root.assets.every(isAsset)) return 'form';
  const codes = root.assets.map(({ asset }) => asset);
  if (codes.some((code, n) => n > 0 && code <= codes[n - 1]!)) return 'form';
  if (reservesContents(hash, root.assets) !== root.contents) return 'contents';
  return root.assets.every(addsUp) ? null : 'sum';
}

/**
 * INV-32: what owners are owed less what they owe, and what is the exchange's, came from outside; and what
 * was lent, owners owe.
 */
export function addsUp({ owed, owing, lent, reserves, own }: AssetReserves): boolean {
  if (BigInt(lent) > BigInt(owing)) return false;
  const ours = OWN_NAMES.reduce((sum, name) => sum + BigInt(own[name]), BigInt(lent));
  return BigInt(owed) - BigInt(owing) + ours === BigInt(reserves);
}

/**
 * What is there for owners, units: reserves without what simulated traders have, who brought their own
 * money and could take it away. What they owe is not at hand, either: an exchange that invents traders in
 * debt would otherwise look solvent.
 */
export function ownersReserves({ reserves, own }: AssetReserves): bigint {
  const traders = BigInt(own.traders);
  return BigInt(reserves) - (traders > 0n ? traders : 0n);
}

/**
 * Reserves as parts of a million of what is owed to owners, rounded down; null = nothing is owed.
 * What owners owe is not taken off: it is not at hand when all others want theirs.
 */
export function reservesRatio(asset: AssetReserves): bigint | null {
  const divisor = BigInt(asset.owed);
  return divisor === 0n ? null : (ownersReserves(asset) * 1_000_000n) / divisor;
}

const DIGITS = /^[0-9a-f]{64}$/;
/** All that is hashed is ASCII. */
const ASCII = /^[ -~]{1,100}$/;
/** Of an asset: what has no space and no line in it. */
const CODE = /^[!-~]{1,20}$/;
const SIGNED = /^(0|-?[1-9][0-9]{0,28})$/;

/** Whether every field of a head has the one form that it may have. */
export function isHead(head: ReservesHead): boolean {
  const { exchange, seq, time, rules, journal, seal, previous, contents, link } = head;
  const counts = [seq, time, rules].every((count) => Number.isSafeInteger(count) && count >= 0);
  const hashes = [journal, seal, previous, contents, link];
  return typeof exchange === 'string' && ASCII.test(exchange) && counts && hashes.every(isDigits);
}

function isDigits(text: unknown): boolean {
  return typeof text === 'string' && DIGITS.test(text);
}

function isAsset(one: AssetReserves): boolean {
  if (typeof one !== 'object' || one === null) return false;
  const { asset, scale, height, own } = one;
  const isPlain = typeof asset === 'string' && CODE.test(asset) && isDigits(one.hash);
  const isSized =
    Number.isInteger(scale) && scale >= 0 && scale <= 12 && TREE_HEIGHTS.includes(height);
  const sums = [one.owed, one.owing, one.lent].map(sumOfText);
  if (!isPlain || !isSized || sums.includes(null) || !isSigned(one.reserves)) return false;
  return typeof own === 'object' && own !== null && OWN_NAMES.every((name) => isSigned(own[name]));
}

function isSigned(text: unknown): boolean {
  if (typeof text !== 'string' || !SIGNED.test(text)) return false;
  const units = BigInt(text);
  return units <= SUM_MAX && units >= -SUM_MAX;
}
