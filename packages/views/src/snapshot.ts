/**
 * The views as named parts of bytes and back. Open orders, most of it, are copied as they are.
 */
import {
  type Asset,
  assert,
  type FeeStandingsImage,
  type FeeTier,
  PositionMode,
  type SavedInstrument,
  type UserId,
  UserMode,
  wholeInstrument,
} from '@halcyon/domain';
import type { BalanceStore } from './balance-store.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import type { PositionView } from './contract-types.ts';
import { ORDER_FIELDS, savedEnded } from './order-record.ts';
import { OrderStore } from './order-store.ts';
import type { Projection } from './projection.ts';
import type { Registry } from './registry.ts';

/** Everything that the views hold. */
export interface ViewState {
  seq: number;
  time: number;
  readonly data: Projection;
}

const FORM = 4;
/** Before there were margin accounts. */
const FORM_CONTRACTS = 3;
/** Before there were contracts. */
const FORM_SPOT = 2;
/** So many that parts are read into large pages. */
const ORDERS_IN_PART = 65_536;

interface SavedHead {
  readonly seq: number;
  readonly time: number;
  readonly assets: readonly Asset[];
  readonly instruments: readonly SavedInstrument[];
  readonly tiers: readonly FeeTier[];
  /** Absent where there are none. */
  readonly discounts?: readonly number[];
  readonly standings?: FeeStandingsImage;
  readonly orders: number;
  /** Sub-accounts with their roots. Absent where there are none. */
  readonly roots?: readonly (readonly [user: UserId, root: UserId])[];
  /** Roots that are closed, or take no deposits. Absent where there are none. */
  readonly modes?: readonly (readonly [root: UserId, mode: UserMode])[];
}

/** What the other parts are read by. */
interface Head {
  readonly form: number;
  readonly orders: number;
}

/** All parts by name. */
export function serializeState(state: ViewState): Map<string, Uint8Array> {
  const parts = serializeRest(state);
  writeOrders(state.data, parts);
  return parts;
}

/** Everything but the orders. */
export function serializeRest(state: ViewState): Map<string, Uint8Array> {
  const parts = new Map<string, Uint8Array>();
  const { data } = state;
  const part = (name: string, write: (to: ByteWriter) => void): void => {
    parts.set(name, written(write));
  };
  part('head', (to) => writeHead(state, to));
  part('users', (to) => writeUsers(data, to));
  part('plans', (to) => data.plans.write(to, data.users.accounts()));
  if (data.parents.used) part('parents', (to) => data.parents.write(to, data.users.accounts()));
  part('positions', (to) => writePositions(data, to));
  part('loans', (to) => data.loans.write(to, data.users.accounts()));
  for (const market of data.markets) part(`market-${market.instrument}`, (to) => market.write(to));
  return parts;
}

function written(write: (to: ByteWriter) => void): Uint8Array {
  const to = new ByteWriter(1 << 16);
  write(to);
  return to.finish();
}

function writeHead(state: ViewState, to: ByteWriter): void {
  const { registry, orders, users } = state.data;
  const subs = users.all.filter((user) => user !== undefined && user.root !== user.id);
  const modes = users.all.filter((user) => user !== undefined && user.mode !== UserMode.open);
  const head: SavedHead = {
    seq: state.seq,
    time: state.time,
    assets: registry.assets,
    instruments: registry.instruments,
    tiers: registry.fees.tiers,
    ...feesPart(registry),
    orders: orders.size,
    ...(subs.length === 0 ? {} : { roots: subs.map((user) => [user!.id, user!.root]) }),
    ...(modes.length === 0 ? {} : { modes: modes.map((user) => [user!.id, user!.mode]) }),
  };
  to.number(FORM);
  to.text(JSON.stringify(head));
}

function feesPart({ fees, standings }: Registry): Pick<SavedHead, 'discounts' | 'standings'> {
  return {
    ...(fees.discounts.length === 0 ? {} : { discounts: fees.discounts }),
    ...(standings.used ? { standings: standings.image() } : {}),
  };
}

function writeUsers({ users, balances }: Projection, to: ByteWriter): void {
  const known = users.all.filter((user) => user !== undefined);
  to.number(known.length);
  for (const user of known) {
    to.number(user.id);
    to.number((user.opened ? 1 : 0) | (user.simulated ? 2 : 0));
    to.number(user.tier);
  }
  const accounts = users.accounts();
  to.number(accounts.length);
  for (const account of accounts) {
    const own = balances.of(account.row);
    to.number(account.id);
    to.number(users.table.seq(account.row));
    to.number(account.countdown);
    to.number(own.length);
    for (const { number, available, held, updatedTime } of own) {
      to.number(number);
      to.bigint(available);
      to.bigint(held);
      to.number(updatedTime);
    }
  }
}

/** Place of an order in its part, options, profit. */
type SavedContractTerms = readonly [place: number, options: number, profit: number];

function writeOrders({ users, orders }: Projection, parts: Map<string, Uint8Array>): void {
  let records = new Float64Array(ORDERS_IN_PART * ORDER_FIELDS);
  let clientIds: string[] = [];
  let contracts: SavedContractTerms[] = [];
  let part = 0;
  const flush = (): void => {
    const raw = new Uint8Array(records.buffer, 0, clientIds.length * ORDER_FIELDS * 8);
    const to = new ByteWriter(raw.length + clientIds.length * 24 + 64);
    to.number(clientIds.length);
    to.bytes(raw);
    to.text(JSON.stringify(clientIds));
    to.text(JSON.stringify(contracts));
    parts.set(`orders-${part}`, to.finish());
    part += 1;
    records = new Float64Array(ORDERS_IN_PART * ORDER_FIELDS);
    clientIds = [];
    contracts = [];
  };
  for (const { row } of users.accounts()) {
    for (let slot = users.table.head(row); slot !== -1; slot = orders.newer(slot)) {
      orders.write(slot, records, clientIds.length * ORDER_FIELDS);
      const terms = orders.contractTerms(slot);
      if (terms !== null) contracts.push([clientIds.length, terms.options, terms.profit]);
      clientIds.push(orders.clientIdAt(slot));
      if (clientIds.length === ORDERS_IN_PART) flush();
    }
  }
  if (clientIds.length > 0) flush();
}

/** Into a new state; throws InvariantError when a part is damaged or missing. */
export function restoreState(state: ViewState, parts: ReadonlyMap<string, Uint8Array>): void {
  const { data } = state;
  const { form, orders } = restoreRest(state, parts);
  data.orders.reserve(orders);
  let read = 0;
  for (let part = 0; read < orders; part++) {
    read += readOrders(data, reader(parts, `orders-${part}`), form);
  }
  assert(read === orders, 'views snapshot: more orders than there were');
}

/** Everything but the orders; returns the form and how many orders there are. */
export function restoreRest(state: ViewState, parts: ReadonlyMap<string, Uint8Array>): Head {
  const { data } = state;
  const head = readHead(state, reader(parts, 'head'));
  readUsers(data, reader(parts, 'users'));
  data.plans.read(reader(parts, 'plans'), (plan) => data.users.account(plan.account));
  // Old snapshots have none, nor do those of exchanges without parent orders.
  if (parts.has('parents')) {
    data.parents.read(reader(parts, 'parents'), ({ account }) => data.users.account(account));
  }
  for (const market of data.markets) market.read(reader(parts, `market-${market.instrument}`));
  if (head.form > FORM_SPOT) readPositions(data, reader(parts, 'positions'));
  if (head.form > FORM_CONTRACTS) {
    data.loans.read(reader(parts, 'loans'), (id) => data.users.account(id));
  }
  return head;
}

function reader(parts: ReadonlyMap<string, Uint8Array>, name: string): ByteReader {
  const bytes = parts.get(name);
  assert(bytes !== undefined, `views snapshot: part ${name} is missing`);
  return new ByteReader(bytes);
}

/** Returns the form and how many orders there are. */
function readHead(state: ViewState, from: ByteReader): Head {
  const form = from.number();
  assert(
    [FORM, FORM_CONTRACTS, FORM_SPOT].includes(form),
    'views snapshot: written in another form',
  );
  const head = JSON.parse(from.text()) as SavedHead;
  state.seq = head.seq;
  state.time = head.time;
  const { data } = state;
  data.registry.fees = { tiers: head.tiers, discounts: head.discounts ?? [] };
  if (head.standings !== undefined) data.registry.standings.restore(head.standings);
  for (const asset of head.assets) data.registry.setAsset(asset);
  for (const saved of head.instruments) {
    data.setInstrument(wholeInstrument(saved));
  }
  for (const [user, root] of head.roots ?? []) data.users.setRoot(data.users.user(user), root);
  for (const [root, mode] of head.modes ?? []) data.users.user(root).mode = mode;
  return { form, orders: head.orders };
}

function readUsers({ users, balances }: Projection, from: ByteReader): void {
  for (let left = from.number(); left > 0; left--) {
    const user = users.user(from.number());
    const flags = from.number();
    user.opened = (flags & 1) !== 0;
    user.simulated = (flags & 2) !== 0;
    user.tier = from.number();
  }
  for (let left = from.number(); left > 0; left--) {
    const account = users.account(from.number());
    users.table.setSeq(account.row, from.number());
    account.countdown = from.number();
    readBalances(account.row, balances, from);
  }
}

/** Columns of positions. */
const POSITION_FIELDS = [
  'account',
  'instrument',
  'leg',
  'marginMode',
  'leverage',
  'autoMargin',
  'lots',
  'cost',
  'margin',
  'opened',
  'profit',
  'fees',
  'funding',
  'openedTime',
  'updatedTime',
] as const satisfies readonly (keyof PositionView)[];

/** Who is in hedge mode, and every position that ever was: its settings stay when it is closed. */
function writePositions({ users }: Projection, to: ByteWriter): void {
  const accounts = users.accounts();
  const hedging = accounts.filter(({ positionMode }) => positionMode === PositionMode.hedge);
  const ids = hedging.map(({ id }) => id);
  to.column(Float64Array.from(ids), 0, ids.length);
  const positions = accounts.flatMap(({ positions }) => [...(positions?.values() ?? [])]);
  to.number(positions.length);
  for (const field of POSITION_FIELDS) {
    const values = Float64Array.from(positions, (position) => Number(position[field]));
    to.column(values, 0, values.length);
  }
}

/** Into markets that are there. */
function readPositions(data: Projection, from: ByteReader): void {
  for (const id of from.column()) data.users.account(id).positionMode = PositionMode.hedge;
  const count = from.number();
  const columns = Object.fromEntries(
    POSITION_FIELDS.map((field) => [field, from.column()]),
  ) as PositionColumns;
  for (let i = 0; i < count; i++) {
    const position = positionAt(columns, i);
    data.contract(position.instrument).put(position, data.users.account(position.account));
  }
}

type PositionColumns = Readonly<Record<keyof PositionView, Float64Array>>;

/** Field by field, so that nothing but the position itself is made: a start reads a million of them. */
function positionAt(columns: PositionColumns, i: number): PositionView {
  return {
    account: columns.account[i]!,
    instrument: columns.instrument[i]!,
    leg: columns.leg[i]! as PositionView['leg'],
    marginMode: columns.marginMode[i]! as PositionView['marginMode'],
    leverage: columns.leverage[i]!,
    autoMargin: columns.autoMargin[i] === 1,
    lots: columns.lots[i]!,
    cost: columns.cost[i]!,
    margin: columns.margin[i]!,
    opened: columns.opened[i]!,
    profit: columns.profit[i]!,
    fees: columns.fees[i]!,
    funding: columns.funding[i]!,
    openedTime: columns.openedTime[i]!,
    updatedTime: columns.updatedTime[i]!,
  };
}

function readBalances(account: number, balances: BalanceStore, from: ByteReader): void {
  for (let left = from.number(); left > 0; left--) {
    balances.set(account, from.number(), from.bigint(), from.bigint(), from.number());
  }
}

/** Returns how many there are. Of ended ones, which older versions saved, the records know. */
function readOrders({ users, orders }: Projection, from: ByteReader, form: number): number {
  const count = from.number();
  const raw = from.bytes();
  assert(
    count > 0 && raw.length === count * ORDER_FIELDS * 8,
    'views snapshot: orders of another form',
  );
  const records = new Float64Array(raw.slice().buffer);
  const clientIds = JSON.parse(from.text()) as string[];
  const saved = form === FORM_SPOT ? [] : (JSON.parse(from.text()) as SavedContractTerms[]);
  const contracts = new Map(saved.map(([i, options, profit]) => [i, { options, profit }]));
  for (let i = 0; i < count; i++) {
    const offset = i * ORDER_FIELDS;
    if (savedEnded(records, offset)) continue;
    const account = users.account(OrderStore.accountOf(records, offset));
    orders.read(records, offset, clientIds[i] ?? '', account, contracts.get(i));
  }
  return count;
}
