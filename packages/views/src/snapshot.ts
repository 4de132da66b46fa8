/**
 * The views as bytes and back. A snapshot is a sequence of sections, each with its tag and length,
 * so that parts may be stored apart or joined. Open orders, most of it, are copied as they are.
 */
import type { Asset, FeeTier, Instrument } from '@halcyon/domain';
import { assert, InvariantError } from '@halcyon/domain';
import { type AccountState, balanceCell, type Users } from './account-state.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import type { Market } from './market.ts';
import { ORDER_FIELDS, OrderStore } from './order-store.ts';
import type { PlanStore } from './plan-store.ts';
import type { Registry } from './registry.ts';

/** Everything that the views hold. */
export interface ViewState {
  seq: number;
  time: number;
  readonly registry: Registry;
  readonly users: Users;
  readonly orders: OrderStore;
  readonly plans: PlanStore;
  /** By instrument id. */
  readonly markets: Market[];
  /** The market of a listed instrument, made when it is new. */
  market(instrument: Instrument): Market;
}

const FORM = 1;
const Section = { head: 1, users: 2, orders: 3, plans: 4, market: 5, end: 6 } as const;
const ORDERS_IN_SECTION = 8192;

interface Head {
  readonly seq: number;
  readonly time: number;
  readonly assets: readonly Asset[];
  readonly instruments: readonly Instrument[];
  readonly tiers: readonly FeeTier[];
}

/** All sections, in the order in which `restoreState` wants them. */
export function serializeState(state: ViewState): Uint8Array[] {
  const parts = [section(Section.head, (to) => writeHead(state, to))];
  parts.push(section(Section.users, (to) => writeUsers(state.users, to)));
  writeOrders(state, parts);
  parts.push(section(Section.plans, (to) => state.plans.write(to, state.users.accounts())));
  for (const market of state.markets) {
    parts.push(
      section(Section.market, (to) => {
        to.number(market.instrument);
        market.write(to);
      }),
    );
  }
  parts.push(section(Section.end, () => undefined));
  return parts;
}

function section(tag: number, write: (to: ByteWriter) => void): Uint8Array {
  const body = new ByteWriter(1 << 16);
  write(body);
  const bytes = body.finish();
  const to = new ByteWriter(bytes.length + 16);
  to.number(tag);
  to.bytes(bytes);
  return to.finish();
}

function writeHead(state: ViewState, to: ByteWriter): void {
  const { registry } = state;
  const head: Head = {
    seq: state.seq,
    time: state.time,
    assets: registry.assets,
    instruments: registry.instruments,
    tiers: registry.tiers,
  };
  to.number(FORM);
  to.text(JSON.stringify(head));
}

function writeUsers(users: Users, to: ByteWriter): void {
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
    to.number(account.balances.reduce((count, cell) => count + (cell === undefined ? 0 : 1), 0));
    account.balances.forEach((cell, asset) => {
      if (cell === undefined) return;
      to.number(asset);
      to.bigint(cell.available);
      to.bigint(cell.held);
      to.number(cell.updatedTime);
    });
  }
}

function writeOrders(state: ViewState, parts: Uint8Array[]): void {
  let records = new Float64Array(ORDERS_IN_SECTION * ORDER_FIELDS);
  let clientIds: string[] = [];
  const flush = (): void => {
    const used = clientIds.length * ORDER_FIELDS;
    const raw = new Uint8Array(records.buffer, 0, used * 8);
    const names = clientIds;
    parts.push(
      section(Section.orders, (to) => {
        to.number(names.length);
        to.bytes(raw);
        to.text(JSON.stringify(names));
      }),
    );
    records = new Float64Array(ORDERS_IN_SECTION * ORDER_FIELDS);
    clientIds = [];
  };
  for (const account of state.users.accounts()) {
    for (const list of [account.ended, account.open]) {
      for (let slot = list.head; slot !== -1; slot = state.orders.newer(slot)) {
        state.orders.write(slot, records, clientIds.length * ORDER_FIELDS);
        clientIds.push(state.orders.clientIdAt(slot));
        if (clientIds.length === ORDERS_IN_SECTION) flush();
      }
    }
  }
  if (clientIds.length > 0) flush();
}

/** Into a new state; throws InvariantError when a section is damaged or missing. */
export function restoreState(state: ViewState, parts: readonly Uint8Array[]): void {
  let ended = false;
  for (const part of parts) {
    const from = new ByteReader(part);
    while (!from.done) {
      const tag = from.number();
      const body = new ByteReader(from.bytes());
      if (tag === Section.head) readHead(state, body);
      else if (tag === Section.users) readUsers(state.users, body);
      else if (tag === Section.orders) readOrders(state, body);
      else if (tag === Section.plans) {
        state.plans.read(body, (plan) => state.users.account(plan.account));
      } else if (tag === Section.market) readMarket(state, body);
      else if (tag === Section.end) ended = true;
      else throw new InvariantError(`views snapshot: unknown section ${tag}`);
    }
  }
  assert(ended, 'views snapshot: its end is missing');
}

function readHead(state: ViewState, from: ByteReader): void {
  assert(from.number() === FORM, 'views snapshot: written in another form');
  const head = JSON.parse(from.text()) as Head;
  state.seq = head.seq;
  state.time = head.time;
  state.registry.tiers = head.tiers;
  for (const asset of head.assets) state.registry.setAsset(asset);
  for (const instrument of head.instruments) {
    state.registry.setInstrument(instrument);
    state.market(instrument);
  }
}

function readUsers(users: Users, from: ByteReader): void {
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
    readBalances(account, from);
  }
}

function readBalances(account: AccountState, from: ByteReader): void {
  for (let left = from.number(); left > 0; left--) {
    const cell = balanceCell(account, from.number());
    cell.available = from.bigint();
    cell.held = from.bigint();
    cell.updatedTime = from.number();
  }
}

function readOrders(state: ViewState, from: ByteReader): void {
  const count = from.number();
  const raw = from.bytes();
  assert(raw.length === count * ORDER_FIELDS * 8, 'views snapshot: orders of another form');
  const records = new Float64Array(raw.slice().buffer);
  const clientIds = JSON.parse(from.text()) as string[];
  for (let i = 0; i < count; i++) {
    const offset = i * ORDER_FIELDS;
    const account = state.users.account(OrderStore.accountOf(records, offset));
    state.orders.read(records, offset, clientIds[i] ?? '', account);
  }
}

function readMarket(state: ViewState, from: ByteReader): void {
  const instrument = state.registry.instrument(from.number());
  assert(instrument !== undefined, 'views snapshot: a market of no instrument');
  state.market(instrument).read(from);
}
