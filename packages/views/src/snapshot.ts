/**
 * The views as named parts of bytes and back. Open orders, most of it, are copied as they are.
 */
import { type Asset, assert, type FeeTier, type Instrument } from '@halcyon/domain';
import { type AccountState, balanceCell } from './account-state.ts';
import type { BalanceStore } from './balance-store.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { ORDER_FIELDS, OrderStore } from './order-store.ts';
import type { Projection } from './projection.ts';

/** Everything that the views hold. */
export interface ViewState {
  seq: number;
  time: number;
  readonly data: Projection;
}

const FORM = 2;
const ORDERS_IN_PART = 8192;

interface Head {
  readonly seq: number;
  readonly time: number;
  readonly assets: readonly Asset[];
  readonly instruments: readonly Instrument[];
  readonly tiers: readonly FeeTier[];
  readonly orders: number;
}

/** All parts by name. */
export function serializeState(state: ViewState): Map<string, Uint8Array> {
  const parts = new Map<string, Uint8Array>();
  const { data } = state;
  parts.set(
    'head',
    written((to) => writeHead(state, to)),
  );
  parts.set(
    'users',
    written((to) => writeUsers(data, to)),
  );
  writeOrders(data, parts);
  parts.set(
    'plans',
    written((to) => data.plans.write(to, data.users.accounts())),
  );
  for (const market of data.markets) {
    parts.set(
      `market-${market.instrument}`,
      written((to) => market.write(to)),
    );
  }
  return parts;
}

function written(write: (to: ByteWriter) => void): Uint8Array {
  const to = new ByteWriter(1 << 16);
  write(to);
  return to.finish();
}

function writeHead(state: ViewState, to: ByteWriter): void {
  const { registry, orders } = state.data;
  const head: Head = {
    seq: state.seq,
    time: state.time,
    assets: registry.assets,
    instruments: registry.instruments,
    tiers: registry.tiers,
    orders: orders.size,
  };
  to.number(FORM);
  to.text(JSON.stringify(head));
}

function writeUsers({ users, balances }: Projection, to: ByteWriter): void {
  const known = users.all.filter((user) => user !== undefined);
  to.number(known.length);
  for (const user of known) {
    to.number(user.id);
    to.number((user.opened ? 1 : 0) | (user.simulated ? 2 : 0));
    to.number(user.tier);
  }
  const accounts = [...users.accounts()];
  to.number(accounts.length);
  for (const account of accounts) {
    to.number(account.id);
    to.number(account.seq);
    to.number(account.countdown);
    to.number(account.balances.reduce((count, cell) => count + (cell === -1 ? 0 : 1), 0));
    account.balances.forEach((cell, asset) => {
      if (cell === -1) return;
      const { available, held, updatedTime } = balances.at(cell);
      to.number(asset);
      to.bigint(available);
      to.bigint(held);
      to.number(updatedTime);
    });
  }
}

function writeOrders({ users, orders }: Projection, parts: Map<string, Uint8Array>): void {
  let records = new Float64Array(ORDERS_IN_PART * ORDER_FIELDS);
  let clientIds: string[] = [];
  let part = 0;
  const flush = (): void => {
    const raw = new Uint8Array(records.buffer, 0, clientIds.length * ORDER_FIELDS * 8);
    const to = new ByteWriter(raw.length + clientIds.length * 24 + 64);
    to.number(clientIds.length);
    to.bytes(raw);
    to.text(JSON.stringify(clientIds));
    parts.set(`orders-${part}`, to.finish());
    part += 1;
    records = new Float64Array(ORDERS_IN_PART * ORDER_FIELDS);
    clientIds = [];
  };
  for (const account of users.accounts()) {
    for (const list of [account.ended, account.open]) {
      for (let slot = list.head; slot !== -1; slot = orders.newer(slot)) {
        orders.write(slot, records, clientIds.length * ORDER_FIELDS);
        clientIds.push(orders.clientIdAt(slot));
        if (clientIds.length === ORDERS_IN_PART) flush();
      }
    }
  }
  if (clientIds.length > 0) flush();
}

/** Into a new state; throws InvariantError when a part is damaged or missing. */
export function restoreState(state: ViewState, parts: ReadonlyMap<string, Uint8Array>): void {
  const reader = (name: string): ByteReader => {
    const bytes = parts.get(name);
    assert(bytes !== undefined, `views snapshot: part ${name} is missing`);
    return new ByteReader(bytes);
  };
  const { data } = state;
  const orderCount = readHead(state, reader('head'));
  readUsers(data, reader('users'));
  for (let part = 0; data.orders.size < orderCount; part++) {
    readOrders(data, reader(`orders-${part}`));
  }
  assert(data.orders.size === orderCount, 'views snapshot: more orders than there were');
  data.plans.read(reader('plans'), (plan) => data.users.account(plan.account));
  for (const market of data.markets) market.read(reader(`market-${market.instrument}`));
}

/** Returns how many orders there are. */
function readHead(state: ViewState, from: ByteReader): number {
  assert(from.number() === FORM, 'views snapshot: written in another form');
  const head = JSON.parse(from.text()) as Head;
  state.seq = head.seq;
  state.time = head.time;
  const { data } = state;
  data.registry.tiers = head.tiers;
  for (const asset of head.assets) data.registry.setAsset(asset);
  for (const instrument of head.instruments) {
    data.registry.setInstrument(instrument);
    data.marketOf(instrument);
  }
  return head.orders;
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
    account.seq = from.number();
    account.countdown = from.number();
    readBalances(account, balances, from);
  }
}

function readBalances(account: AccountState, store: BalanceStore, from: ByteReader): void {
  for (let left = from.number(); left > 0; left--) {
    const cell = balanceCell(account, from.number(), store);
    store.set(cell, from.bigint(), from.bigint(), from.number());
  }
}

function readOrders({ users, orders }: Projection, from: ByteReader): void {
  const count = from.number();
  const raw = from.bytes();
  assert(
    count > 0 && raw.length === count * ORDER_FIELDS * 8,
    'views snapshot: orders of another form',
  );
  const records = new Float64Array(raw.slice().buffer);
  const clientIds = JSON.parse(from.text()) as string[];
  for (let i = 0; i < count; i++) {
    const offset = i * ORDER_FIELDS;
    const account = users.account(OrderStore.accountOf(records, offset));
    orders.read(records, offset, clientIds[i] ?? '', account);
  }
}
