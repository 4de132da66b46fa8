/** Copy portfolios there are, who follows whom, and what those who left lately still have to make good. */
import {
  assert,
  type CopyPortfolio,
  type FollowerPortfolio,
  ownerOf,
  type PositionLeg,
  type TraderPortfolio,
} from '@halcyon/domain';
import type { Positions } from '../futures/positions.ts';
import type { UserCursor } from '../state/user-sweep.ts';
import {
  type AmendedImage,
  type AmendedOrder,
  amendedOf,
  imageOfAmended,
} from './amended-order.ts';
import { type Asking, askingOf, type ImageOf, imageOfAsking } from './closers.ts';
import {
  type CopyBatch,
  cloneBatch,
  loadedOf,
  markChanged,
  ownerAt,
  ownersLeft,
} from './copy-batch.ts';
import { type ExitsImage, ExitTriggers } from './exit-triggers.ts';
import { FollowersMoney, type FollowersMoneyImage } from './followers-money.ts';
import {
  askedPart,
  type GatheredImage,
  type GatheredOrder,
  gatheredOf,
  imageOfGathered,
} from './gathered-order.ts';
import { Holdings, type HoldingsImage } from './holdings.ts';

/** What a follower who left has to make good before a share is due again, units, and until when. */
interface Departed {
  readonly short: bigint;
  /** Unix ms. */
  readonly until: number;
}

/** A trader who is gone, and how far the followers have left: together by contract, then one by one. */
export interface LeavingFollowers extends UserCursor, Asking {
  readonly trader: number;
  /** Twice the next instrument in which followers close together, and one more where it is shorts that do. */
  step: number;
}

/** A settlement: shares of all followers, who are counted with it; then what each trader may ask for. */
export interface ShareSettlement extends UserCursor {
  step: 'shares' | 'limits';
}

/** A position that a trader has ordered to close while an order before is under way. */
export interface WaitingClose {
  /** The order that it will be. */
  readonly id: number;
  readonly trader: number;
  readonly instrument: number;
  readonly leg: PositionLeg;
}

/** A trader's position that was liquidated or deleveraged, which followers have not followed yet. */
export interface ReducedPosition extends Asking {
  readonly trader: number;
  readonly instrument: number;
  readonly long: boolean;
  /** Lots before the first reduction, and how many of them are gone. */
  readonly before: number;
  readonly closed: number;
}

const NOBODY: ReadonlySet<number> = new Set();
const NO_BATCHES: readonly CopyBatch[] = [];

export class CopyBook {
  /** Whether there ever was a portfolio. */
  active = false;
  /** Where the settlement of all followers stands, null = none is under way. */
  settling: ShareSettlement | null = null;
  /** When the next one begins, Unix ms. */
  due = 0;
  /** The trader whose batch takes from the book in this command, before there is a batch. */
  taking = 0;
  /** Batches whose owners have not got all that they traded, the one to go on with first. */
  working: CopyBatch[] = [];
  /** Traders who are gone and whose followers have not all left, the first to go first. */
  leaving: LeavingFollowers[] = [];
  /** What followers are to close because their trader's was closed, the first first. */
  reduced: ReducedPosition[] = [];
  /** Plans of traders that are due, the first to become an order first. */
  fired: number[] = [];
  /** Orders of traders whose followers are being asked, the first to go on first. */
  gathered: GatheredOrder[] = [];
  /** Positions that traders close when their orders before are done, the first first. */
  closing: WaitingClose[] = [];
  /** Orders of traders whose owners are being asked about an amendment, the first to go on first. */
  amended: AmendedOrder[] = [];
  /** Prices and followers of own exits. */
  readonly exits = new ExitTriggers();
  /** What coins of spot portfolios have cost. */
  readonly holdings = new Holdings();
  /** What followers' money brought. */
  readonly money = new FollowersMoney();
  private readonly all = new Map<number, CopyPortfolio>();
  private readonly batches = new Map<number, CopyBatch>();
  /** The same by trader, the oldest first. */
  private readonly byTrader = new Map<number, CopyBatch[]>();
  private readonly followers = new Map<number, Set<number>>();
  /** By root, root of the trader and coin, the first to end first. */
  private readonly departed = new Map<string, Departed>();

  /** Those that have not ended, by user. */
  get portfolios(): ReadonlyMap<number, CopyPortfolio> {
    return this.all;
  }

  trader(user: number): TraderPortfolio | null {
    const found = this.all.get(user);
    return found === undefined || found.trader !== null ? null : found;
  }

  follower(user: number): FollowerPortfolio | null {
    const found = this.all.get(user);
    return found === undefined || found.trader === null ? null : found;
  }

  /** Portfolios that follow a trader's, by user. */
  followersOf(trader: number): ReadonlySet<number> {
    return this.followers.get(trader) ?? NOBODY;
  }

  /** Whether owners of a batch have to get what it traded. */
  get pending(): boolean {
    return this.working.length > 0;
  }

  /** Batches of a trader that are not over, the oldest first. */
  batchesOf(trader: number): readonly CopyBatch[] {
    return this.byTrader.get(trader) ?? NO_BATCHES;
  }

  /** The batch of an aggregate's order; null = it is over. */
  batch(order: number): CopyBatch | null {
    return this.batches.get(order) ?? null;
  }

  /** All batches that are not over, the oldest first. */
  allBatches(): Iterable<CopyBatch> {
    return this.batches.values();
  }

  /** Batches in which a portfolio has lots that may trade yet, or have and are not given. */
  restingOf(user: number): number {
    const trader = this.all.get(user)?.trader ?? user;
    const resting = this.batchesOf(trader).filter((batch) => {
      const at = ownerAt(batch, user);
      return at !== -1 && loadedOf(batch, batch.owners[at]!) > 0;
    }).length;
    const gathered = this.gatheredOf(trader);
    const asked = gathered === null ? null : askedPart(gathered, user);
    return resting + (asked !== null && asked.lots > 0 ? 1 : 0);
  }

  /** A trader's order whose followers are being asked. */
  gatheredOf(trader: number): GatheredOrder | null {
    return this.gathered.find((one) => one.trader === trader) ?? null;
  }

  /** A trader's amendment that owners are being asked about. */
  amendedOf(trader: number): AmendedOrder | null {
    return this.amended.find((one) => one.trader === trader) ?? null;
  }

  beginAmending(batch: CopyBatch, amended: AmendedOrder): void {
    batch.amending = true;
    this.amended.push(amended);
  }

  /** It is made, given up, or its order has ended. */
  endAmending(batch: CopyBatch): void {
    batch.amending = false;
    this.amended = this.amended.filter(({ id }) => id !== batch.id);
  }

  /** How many are yet to be asked about an order of a trader, or an amendment; null = nobody is asked about any. */
  askingOf(trader: number): number | null {
    const gathered = this.gatheredOf(trader);
    if (gathered !== null) return gathered.followers.length - gathered.next;
    const amended = this.amendedOf(trader);
    if (amended === null) return null;
    return this.batches.get(amended.id)!.owners.length - amended.parts.length;
  }

  /** What waits for its turn between commands. */
  get waiting(): number {
    const lists = [
      this.leaving,
      this.reduced,
      this.fired,
      this.gathered,
      this.amended,
      this.closing,
    ];
    return lists.reduce((sum, { length }) => sum + length, 0);
  }

  /** Of whom somebody has yet to be asked, to get a part, or to close: no next order of the trader begins. @returns how many, null = nothing is under way */
  underWayOf(trader: number): number | null {
    const before = this.working.find((one) => one.trader === trader);
    if (before !== undefined) return ownersLeft(before);
    // A position that grew meanwhile could be reduced by more than it had at first.
    const waits = this.reduced.filter((one) => one.trader === trader).length;
    return this.askingOf(trader) ?? (waits > 0 ? waits : null);
  }

  /** A batch begins; its owners are told what they have in it. */
  begin(batch: CopyBatch): void {
    this.enlist(batch);
    this.changed(batch);
  }

  private enlist(batch: CopyBatch): void {
    assert(!this.batches.has(batch.id), 'a batch begins twice');
    this.batches.set(batch.id, batch);
    this.byTrader.set(batch.trader, [...this.batchesOf(batch.trader), batch]);
  }

  /** All that a batch traded is given and nothing of it is in the book: it is over. */
  forget(batch: CopyBatch): void {
    this.batches.delete(batch.id);
    const left = this.batchesOf(batch.trader).filter((one) => one !== batch);
    if (left.length > 0) this.byTrader.set(batch.trader, left);
    else this.byTrader.delete(batch.trader);
  }

  /** What owners of a batch have changes. */
  changed(batch: CopyBatch): void {
    markChanged(batch);
    if (!this.working.includes(batch)) this.working.push(batch);
  }

  /** An aggregate that rests has traded. @param units of the settle coin */
  onFilled(order: number, lots: number, value: number, units: number): void {
    const batch = this.batches.get(order);
    assert(batch !== undefined && !batch.ended, 'INV-28: an aggregate trades that nobody owns');
    batch.traded += lots;
    batch.value += value;
    batch.filled += lots;
    batch.units += units;
    this.changed(batch);
  }

  /** An aggregate is in the book no more. */
  onEnded(order: number): void {
    const batch = this.batches.get(order);
    if (batch === undefined || batch.ended) return;
    batch.ended = true;
    if (batch.amending) this.endAmending(batch);
    this.changed(batch);
  }

  /** A portfolio is now this. */
  put(portfolio: CopyPortfolio): void {
    const { user, trader } = portfolio;
    this.active = true;
    this.all.set(user, portfolio);
    if (trader === null) return;
    assert(this.trader(trader) !== null, 'a portfolio follows what is no trader');
    const followers = this.followers.get(trader) ?? new Set();
    this.followers.set(trader, followers.add(user));
  }

  /** A portfolio has ended. */
  remove({ user, trader }: CopyPortfolio): void {
    assert(this.followersOf(user).size === 0, 'a trader ends who has followers');
    this.all.delete(user);
    this.holdings.forget(user);
    if (trader === null) return;
    this.exits.forget(user);
    const followers = this.followers.get(trader)!;
    followers.delete(user);
    if (followers.size === 0) this.followers.delete(trader);
  }

  /** Lots of a position were closed by liquidation or deleveraging. @param lots what it had before, signed */
  onReduced(positions: Positions, position: number, lots: number): void {
    if (!this.active) return;
    const trader = ownerOf(positions.account(position));
    if (this.trader(trader) === null) return;
    const [instrument, long] = [positions.instrument(position), lots > 0];
    const at = this.reduced.findIndex(
      (one) => one.trader === trader && one.instrument === instrument && one.long === long,
    );
    const gone = Math.abs(lots - positions.lots(position));
    const { before, closed } = this.reduced[at] ?? { before: Math.abs(lots), closed: 0 };
    // Who was asked already would close another part.
    const now = { trader, instrument, long, before, closed: closed + gone, asked: null };
    assert(gone > 0 && now.closed <= before, 'more of a position was closed than there was');
    if (at === -1) this.reduced.push(now);
    else this.reduced[at] = now;
  }

  /** Notes what who leaves has to make good, beside what is kept of other portfolios of the same trader. */
  depart(portfolio: FollowerPortfolio, { short, until }: Departed, time: number): void {
    for (const [key, one] of this.departed) {
      if (one.until > time) break;
      this.departed.delete(key);
    }
    if (short <= 0n) return;
    const key = departedKey(portfolio.root, this.trader(portfolio.trader)!);
    const kept = this.departed.get(key)?.short ?? 0n;
    this.departed.delete(key);
    this.departed.set(key, { short: short + kept, until });
  }

  /** What who comes back to a trader has to make good, units; from now on it is in the mark of one portfolio. */
  takeShort(root: number, trader: TraderPortfolio, time: number): bigint {
    const key = departedKey(root, trader);
    const found = this.departed.get(key);
    this.departed.delete(key);
    return found === undefined || found.until <= time ? 0n : found.short;
  }

  image(): CopyImage {
    const departed = [...this.departed].map(([key, { short, until }]) => {
      return [key, `${short}`, until] as const;
    });
    const portfolios = [...this.all.values()].map(imageOf);
    const batches = [...this.batches.values()].map(cloneBatch);
    const working = this.working.map(({ id }) => id);
    const leaving = this.leaving.map(imageOfAsking);
    const holdings = this.holdings.image();
    return {
      ...{ portfolios, departed, due: this.due, money: this.money.image() },
      settling: this.settling === null ? null : { ...this.settling },
      exits: this.exits.image(),
      ...(batches.length === 0 ? {} : { batches, working }),
      ...(leaving.length === 0 ? {} : { leaving }),
      ...(holdings.length === 0 ? {} : { holdings }),
      ...(this.closing.length === 0 ? {} : { closing: this.closing.map((one) => ({ ...one })) }),
      ...(this.amended.length === 0 ? {} : { amended: this.amended.map(imageOfAmended) }),
      ...(this.gathered.length === 0 ? {} : { gathered: this.gathered.map(imageOfGathered) }),
      ...(this.fired.length === 0 ? {} : { fired: [...this.fired] }),
      ...(this.reduced.length === 0 ? {} : { reduced: this.reduced.map(imageOfAsking) }),
    };
  }

  restore(image: CopyImage): void {
    const { portfolios, departed, due, settling, leaving, reduced } = image;
    this.active = true;
    this.due = due;
    for (const batch of image.batches ?? []) this.enlist(cloneBatch(batch));
    this.working = (image.working ?? []).map((id) => this.batches.get(id)!);
    this.leaving = (leaving ?? []).map((one) => askingOf<LeavingFollowers>(one));
    this.reduced = (reduced ?? []).map((one) => askingOf<ReducedPosition>(one));
    this.closing = (image.closing ?? []).map((one) => ({ ...one }));
    this.fired = [...(image.fired ?? [])];
    this.amended = (image.amended ?? []).map(amendedOf);
    this.gathered = (image.gathered ?? []).map(gatheredOf);
    this.settling = settling === null ? null : { ...settling };
    for (const portfolio of portfolios) this.put(portfolioOf(portfolio));
    this.holdings.restore(image.holdings ?? []);
    this.exits.restore(image.exits);
    this.money.restore(image.money);
    for (const [key, short, until] of departed) {
      this.departed.set(key, { short: BigInt(short), until });
    }
  }
}

/** A trader is the same in all portfolios; what was lost in another coin is not reckoned with. */
function departedKey(root: number, trader: TraderPortfolio): string {
  return `${root}:${trader.root}:${trader.asset}`;
}

/** A portfolio with its amounts as text. */
type Image<Whole> = Whole extends bigint
  ? string
  : Whole extends object
    ? { readonly [Name in keyof Whole]: Image<Whole[Name]> }
    : Whole;
type PortfolioImage = Image<CopyPortfolio>;

/** As a snapshot has them. */
export interface CopyImage {
  readonly portfolios: readonly PortfolioImage[];
  readonly departed: readonly (readonly [key: string, short: string, until: number])[];
  readonly due: number;
  readonly settling: ShareSettlement | null;
  readonly money: FollowersMoneyImage;
  readonly exits: ExitsImage;
  /** Absent where there are none. */
  readonly batches?: readonly CopyBatch[];
  /** Ids of those that are under way. */
  readonly working?: readonly number[];
  readonly leaving?: readonly ImageOf<LeavingFollowers>[];
  readonly holdings?: HoldingsImage;
  readonly closing?: readonly WaitingClose[];
  readonly gathered?: readonly GatheredImage[];
  readonly amended?: readonly AmendedImage[];
  /** Ids of plans. */
  readonly fired?: readonly number[];
  readonly reduced?: readonly ImageOf<ReducedPosition>[];
}

function imageOf(portfolio: CopyPortfolio): PortfolioImage {
  const paidIn = `${portfolio.paidIn}`;
  if (portfolio.trader === null) return { ...portfolio, paidIn };
  const { mark, owed, shared } = portfolio.share;
  return { ...portfolio, paidIn, share: { mark: `${mark}`, owed: `${owed}`, shared: `${shared}` } };
}

function portfolioOf(image: PortfolioImage): CopyPortfolio {
  const paidIn = BigInt(image.paidIn);
  if (image.trader === null) return { ...image, paidIn };
  const { mark, owed, shared } = image.share;
  const share = { mark: BigInt(mark), owed: BigInt(owed), shared: BigInt(shared) };
  return { ...image, paidIn, share };
}
