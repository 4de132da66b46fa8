import {
  type AccountId,
  FIRST_USER_ID,
  type OrderId,
  ownerOf,
  PositionMode,
  type UserId,
  UserMode,
} from '@halcyon/domain';
import { AccountTable } from './account-table.ts';
import type { PositionView } from './contract-types.ts';
import type { DebtView } from './loan-types.ts';

/** What the views know of one account besides the numbers in its row of the account table. */
export class AccountState {
  readonly id: AccountId;
  /** In the account table. */
  readonly row: number;
  /** Deadline of the dead-man's switch, 0 = off. */
  countdown = 0;
  /** Slot of the latest order with a client id; made when the first comes. */
  clients: Map<string, number> | null = null;
  /** Pending and lately ended plans, each in the order of coming; made when the first comes. */
  plans: Set<OrderId> | null = null;
  endedPlans: Set<OrderId> | null = null;
  planClients: Map<string, OrderId> | null = null;
  /** Open and lately ended parent orders; made when the first comes. */
  parents: Set<OrderId> | null = null;
  endedParents: Set<OrderId> | null = null;
  positionMode: PositionMode = PositionMode.oneWay;
  /** By instrument and leg, closed ones for their settings too; made when the first comes. */
  positions: Map<number, PositionView> | null = null;
  /** What is owed, by number of the ledger; made when the first comes. */
  debts: Map<number, DebtView> | null = null;

  constructor(id: AccountId, row: number) {
    this.id = id;
    this.row = row;
  }
}

/** What the views know of one user. */
export class UserState {
  readonly id: UserId;
  /** Whether a command opened it; the exchange's own users are there from the beginning. */
  opened: boolean;
  simulated = false;
  tier = 0;
  /** Whose sub-account it is; its own number where it is none. */
  root: UserId;
  /** Of a root: whether money may come to it and its sub-accounts. */
  mode: UserMode = UserMode.open;
  /** Its sub-accounts, in the order of their opening; made when the first comes. */
  subAccounts: UserId[] | null = null;

  constructor(id: UserId) {
    this.id = id;
    this.root = id;
    this.opened = id < FIRST_USER_ID;
  }
}

/** All users and accounts; ids are dense, so they are found by position. */
export class UserTable {
  readonly table = new AccountTable();
  readonly #users: (UserState | undefined)[] = [];
  /** By row of the table. */
  readonly #accounts: AccountState[] = [];

  /** Users by id, holes included. */
  get all(): readonly (UserState | undefined)[] {
    return this.#users;
  }

  find(id: UserId): UserState | undefined {
    return this.#users[id];
  }

  /** Makes the user when it is new. */
  user(id: UserId): UserState {
    const known = this.#users[id];
    if (known !== undefined) return known;
    // Filled without holes: an array with holes is several times slower to read.
    while (this.#users.length <= id) this.#users.push(undefined);
    const user = new UserState(id);
    this.#users[id] = user;
    return user;
  }

  /** Says what a user is, and whose sub-account. */
  open(id: UserId, simulated: boolean, root: UserId = id): void {
    const user = this.user(id);
    user.opened = true;
    user.simulated = simulated;
    this.setRoot(user, root);
  }

  /** Makes a user a sub-account, unless it is its own root. */
  setRoot(user: UserState, root: UserId): void {
    if (root === user.id) return;
    user.root = root;
    const parent = this.user(root);
    parent.subAccounts ??= [];
    parent.subAccounts.push(user.id);
  }

  /** Users that are open, neither simulated nor sub-accounts, from a number on. */
  owners(from: UserId, limit: number): UserId[] {
    const found: UserId[] = [];
    for (let id = Math.max(from, FIRST_USER_ID); id < this.#users.length; id++) {
      const user = this.#users[id];
      if (user === undefined || !user.opened || user.simulated || user.root !== id) continue;
      found.push(id);
      if (found.length === limit) break;
    }
    return found;
  }

  /** The account in a row of the table. */
  at(row: number): AccountState {
    return this.#accounts[row]!;
  }

  findAccount(id: AccountId): AccountState | undefined {
    return this.#accounts[this.table.find(id)];
  }

  account(id: AccountId): AccountState {
    return this.at(this.row(id));
  }

  /** Row of an account; makes it when it is new. */
  row(id: AccountId): number {
    const known = this.table.find(id);
    if (known !== -1) return known;
    const row = this.table.add(id);
    this.user(ownerOf(id));
    this.#accounts.push(new AccountState(id, row));
    return row;
  }

  /** Every account, by user, then kind. */
  accounts(): AccountState[] {
    return this.#accounts.toSorted((a, b) => a.id - b.id);
  }
}
