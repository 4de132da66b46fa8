import {
  type AccountId,
  type AssetId,
  FIRST_USER_ID,
  type OrderId,
  ownerOf,
  type UserId,
} from '@halcyon/domain';
import type { BalanceStore } from './balance-store.ts';

/** Ended orders and plans kept for each account. */
export const ENDED_KEPT = 500;
/** … of a simulated user. */
export const ENDED_KEPT_SIMULATED = 50;

/** A list of order slots, linked through the slots themselves; -1 = none. */
export interface SlotList {
  head: number;
  tail: number;
  count: number;
}

/** What the views know of one account. */
export class AccountState {
  readonly id: AccountId;
  readonly user: UserState;
  /** Sequence of the last command that changed it. */
  seq = 0;
  /** Deadline of the dead-man's switch, 0 = off. */
  countdown = 0;
  /** Cells of the balance store by asset id; -1 where an asset was never touched. */
  readonly balances: number[] = [];
  /** Open orders in the order of their coming. */
  readonly open: SlotList = { head: -1, tail: -1, count: 0 };
  /** Ended ones, oldest end first. */
  readonly ended: SlotList = { head: -1, tail: -1, count: 0 };
  /** Slot of the latest order with a client id; made when the first comes. */
  clients: Map<string, number> | null = null;
  /** Pending and lately ended plans, each in the order of coming; made when the first comes. */
  plans: Set<OrderId> | null = null;
  endedPlans: Set<OrderId> | null = null;
  planClients: Map<string, OrderId> | null = null;

  constructor(id: AccountId, user: UserState) {
    this.id = id;
    this.user = user;
  }

  get endedMax(): number {
    return this.user.simulated ? ENDED_KEPT_SIMULATED : ENDED_KEPT;
  }
}

/** What the views know of one user. */
export class UserState {
  readonly id: UserId;
  /** Whether a command opened it; the exchange's own users are there from the beginning. */
  opened: boolean;
  simulated = false;
  tier = 0;

  constructor(id: UserId) {
    this.id = id;
    this.opened = id < FIRST_USER_ID;
  }
}

/** All users and accounts; ids are dense, so they are found by position. */
export class Users {
  readonly #users: (UserState | undefined)[] = [];
  readonly #accounts: (AccountState | undefined)[] = [];

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

  findAccount(id: AccountId): AccountState | undefined {
    return this.#accounts[id];
  }

  /** Makes the account when it is new. */
  account(id: AccountId): AccountState {
    const known = this.#accounts[id];
    if (known !== undefined) return known;
    while (this.#accounts.length <= id) this.#accounts.push(undefined);
    const account = new AccountState(id, this.user(ownerOf(id)));
    this.#accounts[id] = account;
    return account;
  }

  /** Every account, by user, then kind. */
  *accounts(): Generator<AccountState> {
    for (const account of this.#accounts) if (account !== undefined) yield account;
  }
}

/** The cell of an asset, made when it is new. */
export function balanceCell(account: AccountState, asset: AssetId, store: BalanceStore): number {
  const { balances } = account;
  while (balances.length <= asset) balances.push(-1);
  const known = balances[asset]!;
  if (known !== -1) return known;
  const cell = store.allocate();
  balances[asset] = cell;
  return cell;
}
