/**
 * The state as named parts of bytes and back. The form is canonical: two cores with equal parts
 * behave alike from then on, however their memory is laid out, so a hash over the parts is the
 * state's hash.
 */
import {
  type Asset,
  type AttachedPrices,
  assert,
  type FeeStandingsImage,
  type FeeTier,
  type InstrumentState,
  instrumentKey,
  type SavedInstrument,
  savedInstrument,
  type UserMode,
  wholeInstrument,
} from '@halcyon/domain';
import { restoreLoads } from '../copying/batch-load.ts';
import type { CopyImage } from '../copying/copy-book.ts';
import { Core } from '../core.ts';
import type { ContractImage } from '../futures/contract.ts';
import type { GhostsImage } from '../ghost/ghosts.ts';
import type { WithdrawalsImage } from '../ledger/withdrawal-book.ts';
import type { LoansImage } from '../loans/loan-book.ts';
import type { ParentsImage } from '../parents/parent-book.ts';
import type { Plan } from '../plans/plan.ts';
import { NEWEST_RULES, Rules } from '../rules.ts';
import { linkToSeat } from '../spot/open-orders.ts';
import type { ClientIdsImage } from '../state/client-ids.ts';
import { Market } from '../state/market.ts';
import type { Operator } from '../state/operators.ts';
import type { State } from '../state/state.ts';
import { jsonBytes, parseJsonBytes } from './ascii.ts';
import { loansPart, restoreLoans } from './loans.ts';
import { hedgingAccounts, positionsPart, restoreHedging, restorePositions } from './positions.ts';
import { addRestingOrder, restingOrders } from './resting-orders.ts';

/** Parts of a snapshot by name. */
export type CoreParts = ReadonlyMap<string, Uint8Array>;

const ORDER_FIELDS = 7;
const BALANCE_LANES = 4;
const USER_LANES = 3;
/** Added in the lane that is 1 for simulated users where one is a copy portfolio. */
const PORTFOLIO_LANE = 2;

interface MarketImage {
  readonly instrument: SavedInstrument;
  readonly lastPrice: number;
  /** Of a paper venue that follows another. */
  readonly followed?: {
    readonly last: number;
    readonly mark: number;
    readonly pause: number;
    readonly state: InstrumentState;
  };
  /** Of a contract. */
  readonly contract?: ContractImage;
}

interface Rest {
  readonly assets: Asset[];
  readonly markets: MarketImage[];
  readonly feeTiers: readonly FeeTier[];
  /** Absent where there are none. */
  readonly discounts?: readonly number[];
  /** What owners have earned and been given. Absent where nobody has. */
  readonly standings?: FeeStandingsImage;
  readonly counters: {
    readonly userCount: number;
    readonly nextOrder: number;
    readonly nextTrade: number;
    readonly nextMovement: number;
    readonly seq: number;
    readonly time: number;
    readonly chain: number;
  };
  readonly clientIds: ClientIdsImage[];
  readonly extras: [number, string, AttachedPrices | null, number][];
  readonly plans: Plan[];
  /** Plans that fire with the next command. Absent where there are none, as nearly always. */
  readonly called?: number[];
  readonly countdowns: [number, number][];
  readonly movementIds: [string, number][];
  /** Absent where nothing is followed. */
  readonly ghosts?: GhostsImage;
  /** Absent where nothing is on its way or left in the last day. */
  readonly withdrawals?: WithdrawalsImage;
  /** Absent where there are none. */
  readonly operators?: (readonly [name: string, operator: Operator])[];
  /** Absent where there never were any. */
  readonly copies?: CopyImage;
  /** Parent orders. Absent where there are none. */
  readonly parents?: ParentsImage;
  /** Absent under the first rules. */
  readonly rules?: number;
  /** Accounts in hedge mode. Absent where there are none. */
  readonly hedging?: number[];
  /** How coins are lent. Absent where none is. */
  readonly loans?: LoansImage;
  /** Margin accounts that wait to be liquidated, by key. Absent where none does. */
  readonly notLiquidated?: number[];
  /** Sub-accounts with their roots, in the order of their opening. Absent where there are none. */
  readonly roots?: (readonly [user: number, root: number])[];
  /** Roots that are closed, or take no deposits. Absent where there are none. */
  readonly modes?: (readonly [root: number, mode: UserMode])[];
  /** What waits to be liquidated, by key. Absent where nothing does. */
  readonly waiting?: number[];
}

/** The core's state as parts. Nothing of it is shared with the core. */
export function snapshotCore(core: Core): CoreParts {
  const { state } = core;
  return new Map([
    ['orders', ordersPart(state)],
    ['balances', balancesPart(state)],
    ['users', usersPart(state)],
    ['rest', jsonBytes(restPart(core))],
    // Old versions refuse a part they do not know; without contracts or loans there is none.
    ...(state.contracts === 0 ? [] : [['positions', positionsPart(state)] as const]),
    ...(state.loans.active ? [['loans', loansPart(state)] as const] : []),
  ]);
}

/**
 * A core that goes on where the snapshot was taken.
 * @param room resting orders that nothing has to grow for @throws on parts that are not one's own
 */
export function restoreCore(parts: CoreParts, room = 0): Core {
  const core = new Core(room);
  const { state } = core;
  const rest = parseJsonBytes(part(parts, 'rest')) as Rest;
  restoreListing(state, rest);
  restoreUsers(state, part(parts, 'users'));
  for (const [user, root] of rest.roots ?? []) state.users.join(user, root);
  for (const [root, mode] of rest.modes ?? []) state.users.setMode(root, mode);
  restoreBalances(state, part(parts, 'balances'));
  const positions = parts.get('positions');
  if (positions !== undefined) restorePositions(state, positions);
  restoreOrders(state, part(parts, 'orders'));
  for (const [order, clientId, attached, ocoPlan] of rest.extras) {
    state.extras.set(order, { clientId, attached, ocoPlan });
  }
  state.clientIds.restore(rest.clientIds);
  for (const account of rest.hedging ?? []) restoreHedging(state, account);
  for (const plan of rest.plans) {
    core.plans.restore(plan);
    state.planCounts.set(plan.account, (state.planCounts.get(plan.account) ?? 0) + 1);
  }
  core.plans.restoreCalled(rest.called ?? []);
  if (rest.parents !== undefined) state.parents.restore(rest.parents, state.markets);
  for (const [account, at] of rest.countdowns) state.countdowns.set(account, at);
  for (const [key, id] of rest.movementIds) state.movementIds.set(key, id);
  if (rest.withdrawals !== undefined) state.withdrawals.restore(rest.withdrawals);
  for (const [name, operator] of rest.operators ?? []) state.operators.set(name, operator);
  if (rest.copies !== undefined) {
    state.copies.restore(rest.copies);
    // What was due already waits for no price.
    for (const id of state.copies.fired) {
      const plan = state.plans.get(id);
      if (plan !== undefined) state.markets[plan.instrument]!.plans.remove(plan);
    }
    restoreLoads(state);
  }
  core.refreshDeadline();
  core.futures.restore(rest.waiting ?? []);
  const loans = parts.get('loans');
  if (rest.loans !== undefined && loans !== undefined) restoreLoans(state, rest.loans, loans);
  core.loans.restore(rest.notLiquidated ?? []);
  state.ledger.assertConserved();
  return core;
}

/** Hash of the whole state, 16 hex digits. Costs as much as a snapshot: not for every command. */
export function stateHash(core: Core): string {
  let a = 0x9747b28c;
  let b = 0x85ebca6b;
  for (const bytes of snapshotCore(core).values()) {
    for (let i = 0; i < bytes.length; i++) {
      a = Math.imul(a ^ bytes[i]!, 0x01000193);
      b = Math.imul(b ^ bytes[i]!, 0xcc9e2d51) ^ (b >>> 13);
    }
  }
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0');
}

function part(parts: CoreParts, name: string): Uint8Array {
  const bytes = parts.get(name);
  assert(bytes !== undefined, `the snapshot has no part "${name}"`);
  return bytes;
}

function ordersPart(state: State): Uint8Array {
  const rows = new Float64Array(state.orders.count * ORDER_FIELDS);
  let i = 0;
  for (const order of restingOrders(state)) {
    rows[i] = order.id;
    rows[i + 1] = order.account;
    rows[i + 2] = order.instrument;
    rows[i + 3] = order.price;
    rows[i + 4] = order.remaining;
    rows[i + 5] = order.quantity;
    rows[i + 6] = order.flags;
    i += ORDER_FIELDS;
  }
  assert(i === rows.length, 'the books and the order pool differ in number');
  return new Uint8Array(rows.buffer);
}

function restoreOrders(state: State, bytes: Uint8Array): void {
  const rows = new Float64Array(new Uint8Array(bytes).buffer);
  const ids = new Float64Array(rows.length / ORDER_FIELDS);
  state.orders.reserve(ids.length);
  for (let i = 0; i < rows.length; i += ORDER_FIELDS) {
    ids[i / ORDER_FIELDS] = rows[i]!;
    addRestingOrder(state, {
      id: rows[i]!,
      account: rows[i + 1]!,
      instrument: rows[i + 2]!,
      price: rows[i + 3]!,
      remaining: rows[i + 4]!,
      quantity: rows[i + 5]!,
      flags: rows[i + 6]!,
    });
  }
  // Seats list their orders by age.
  for (const id of ids.sort()) linkToSeat(state, state.orders.find(id));
}

function balancesPart(state: State): Uint8Array {
  const { ledger } = state;
  const { count, accounts, numbers } = ledger.index;
  const order = Array.from({ length: count }, (_, slot) => slot).filter(
    (slot) => ledger.available(slot) !== 0n || ledger.held(slot) !== 0n,
  );
  order.sort((x, y) => accounts[x]! - accounts[y]! || numbers[x]! - numbers[y]!);
  const rows = new Float64Array(order.length * BALANCE_LANES);
  const units = new BigInt64Array(rows.buffer);
  for (const [row, slot] of order.entries()) {
    const i = row * BALANCE_LANES;
    rows[i] = accounts[slot]!;
    rows[i + 1] = numbers[slot]!;
    units[i + 2] = ledger.available(slot);
    units[i + 3] = ledger.held(slot);
  }
  return new Uint8Array(rows.buffer);
}

function restoreBalances(state: State, bytes: Uint8Array): void {
  const rows = new Float64Array(new Uint8Array(bytes).buffer);
  const units = new BigInt64Array(rows.buffer);
  for (let i = 0; i < rows.length; i += BALANCE_LANES) {
    state.ledger.restore(rows[i]!, rows[i + 1]!, units[i + 2]!, units[i + 3]!);
  }
}

function usersPart(state: State): Uint8Array {
  const rows = new Float64Array(state.users.count * USER_LANES);
  for (let user = 0; user < state.users.count; user++) {
    rows[user * USER_LANES] = state.users.tier(user);
    rows[user * USER_LANES + 1] =
      Number(state.users.simulated(user)) + PORTFOLIO_LANE * Number(state.users.isPortfolio(user));
    rows[user * USER_LANES + 2] = state.users.endedCount(user);
  }
  return new Uint8Array(rows.buffer);
}

function restoreUsers(state: State, bytes: Uint8Array): void {
  const rows = new Float64Array(new Uint8Array(bytes).buffer);
  assert(rows.length === state.users.count * USER_LANES, 'the users part has another length');
  for (let user = 0; user < state.users.count; user++) {
    const i = user * USER_LANES;
    state.users.restore(user, rows[i]!, rows[i + 1]! % PORTFOLIO_LANE === 1, rows[i + 2]!);
    if (rows[i + 1]! >= PORTFOLIO_LANE) state.users.markPortfolio(user);
  }
}

function restPart(core: Core): Rest {
  const { state, plans } = core;
  const called = plans.called().map(({ id }) => id);
  const userCount = state.users.count;
  const { nextOrder, nextTrade, nextMovement, seq, time } = state;
  return {
    assets: state.assets,
    markets: state.markets.map(marketImage),
    feeTiers: state.fees.tiers,
    ...levelsPart(state),
    counters: { userCount, nextOrder, nextTrade, nextMovement, seq, time, chain: state.log.chain },
    clientIds: state.clientIds.image(),
    extras: [...state.extras]
      .sort((x, y) => x[0] - y[0])
      .map(([order, e]) => [order, e.clientId, e.attached, e.ocoPlan]),
    plans: [...state.plans.values()],
    ...(called.length === 0 ? {} : { called }),
    countdowns: [...state.countdowns],
    movementIds: [...state.movementIds],
    ...(state.ghosts.known ? { ghosts: state.ghosts.image() } : {}),
    ...(state.copies.active ? { copies: state.copies.image() } : {}),
    ...(state.parents.orders.size === 0 ? {} : { parents: state.parents.image() }),
    ...(state.rules === Rules.first ? {} : { rules: state.rules }),
    ...rootsPart(state),
    ...withdrawalsPart(state),
    ...(state.operators.size === 0 ? {} : { operators: [...state.operators] }),
    ...futuresPart(core),
    ...loansRest(core),
  };
}

function levelsPart({ fees, standings }: State): Pick<Rest, 'discounts' | 'standings'> {
  const { discounts } = fees;
  return {
    ...(discounts.length === 0 ? {} : { discounts }),
    ...(standings.used ? { standings: standings.image() } : {}),
  };
}

function rootsPart({ users }: State): Pick<Rest, 'roots' | 'modes'> {
  const roots = users.roots();
  const modes = users.modes();
  return {
    ...(roots.length === 0 ? {} : { roots }),
    ...(modes.length === 0 ? {} : { modes }),
  };
}

function withdrawalsPart({ withdrawals }: State): Pick<Rest, 'withdrawals'> {
  const image = withdrawals.image();
  return image.open.length + image.days.length === 0 ? {} : { withdrawals: image };
}

function futuresPart({ state, trading }: Core): Pick<Rest, 'hedging' | 'waiting'> {
  const hedging = hedgingAccounts(state);
  const waiting = [...trading.contracts.risk.waiting.keys()].sort((a, b) => a - b);
  return {
    ...(hedging.length === 0 ? {} : { hedging }),
    ...(waiting.length === 0 ? {} : { waiting }),
  };
}

function loansRest({ state, loans }: Core): Pick<Rest, 'loans' | 'notLiquidated'> {
  if (!state.loans.active) return {};
  const notLiquidated = [...loans.risk.waiting].sort((a, b) => a - b);
  const image = { loans: state.loans.image() };
  return notLiquidated.length === 0 ? image : { ...image, notLiquidated };
}

function marketImage(market: Market): MarketImage {
  const { lastPrice, liveLast, liveMark, pause, stateGiven } = market;
  const instrument = savedInstrument(market.instrument);
  const contract = market.contract === null ? {} : { contract: market.contract.image() };
  if (liveLast === 0 && liveMark === 0 && pause === 0)
    return { instrument, lastPrice, ...contract };
  const followed = { last: liveLast, mark: liveMark, pause, state: stateGiven };
  return { instrument, lastPrice, followed, ...contract };
}

function restoreListing(state: State, rest: Rest): void {
  for (const asset of rest.assets) {
    state.assets.push(asset);
    state.assetByCode.set(asset.code, asset.id);
  }
  for (const { instrument, lastPrice, followed, contract } of rest.markets) {
    const given = followed?.state ?? instrument.state;
    const listed = wholeInstrument({ ...instrument, state: given });
    const { scale } = state.assets[listed.quote]!;
    const market = new Market(listed, state.orders, state.levels, state.positions, scale);
    if (contract !== undefined) {
      market.contract!.restore(contract);
      state.contracts += 1;
    }
    market.lastPrice = lastPrice;
    if (followed !== undefined) {
      market.liveLast = followed.last;
      market.liveMark = followed.mark;
      market.setPause(followed.pause);
    }
    state.markets.push(market);
    state.marketByKey.set(instrumentKey(listed.product, listed.symbol), listed.id);
  }
  state.fees.set({ tiers: rest.feeTiers, discounts: rest.discounts ?? [] });
  if (rest.standings !== undefined) state.standings.restore(rest.standings);
  if (rest.ghosts !== undefined) state.ghosts.restore(rest.ghosts);
  state.rules = rest.rules ?? Rules.first;
  state.log.hashesContents = state.rules >= Rules.contracts;
  assert(state.rules <= NEWEST_RULES, `a newer version made this snapshot: rules ${state.rules}`);
  const { counters } = rest;
  state.users.count = counters.userCount;
  state.nextOrder = counters.nextOrder;
  state.nextTrade = counters.nextTrade;
  state.nextMovement = counters.nextMovement;
  state.seq = counters.seq;
  state.time = counters.time;
  state.log.chain = counters.chain;
}
