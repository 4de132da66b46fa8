import { assert, type OrderId, type ParentOrderSetEvent, ParentState } from '@halcyon/domain';
import type { AccountState } from './account-state.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import type { ParentView } from './types.ts';

/** Ended parent orders kept for each account: for those who ask about what just happened. */
const ENDED_KEPT = 100;

/** Open parent orders and the latest ended ones: few and long-lived, so plain objects do. */
export class ParentStore {
  readonly #parents = new Map<OrderId, ParentView>();

  get(id: OrderId): ParentView | undefined {
    return this.#parents.get(id);
  }

  set(event: ParentOrderSetEvent, account: AccountState): void {
    const { kind: _kind, seq: _seq, time, ...now } = event;
    const createdTime = this.#parents.get(now.parent)?.createdTime ?? time;
    this.#put({ ...now, createdTime, updatedTime: time }, account);
  }

  #put(parent: ParentView, account: AccountState): void {
    this.#parents.set(parent.parent, parent);
    account.parents ??= new Set();
    account.parents.add(parent.parent);
    if (isOpen(parent)) return;
    account.parents.delete(parent.parent);
    account.endedParents ??= new Set();
    account.endedParents.add(parent.parent);
    for (const oldest of account.endedParents) {
      if (account.endedParents.size <= ENDED_KEPT) break;
      account.endedParents.delete(oldest);
      this.#parents.delete(oldest);
    }
  }

  /** Whether there are any. */
  get used(): boolean {
    return this.#parents.size > 0;
  }

  /** Those of all accounts: ended ones first, each list in its order. */
  write(to: ByteWriter, accounts: Iterable<AccountState>): void {
    const parents: ParentView[] = [];
    for (const account of accounts) {
      for (const id of [...(account.endedParents ?? []), ...(account.parents ?? [])]) {
        const parent = this.#parents.get(id);
        assert(parent !== undefined, `views: parent order ${id} is not known`);
        parents.push(parent);
      }
    }
    to.text(JSON.stringify(parents));
  }

  /** Into a new store. */
  read(from: ByteReader, accountOf: (parent: ParentView) => AccountState): void {
    for (const parent of JSON.parse(from.text()) as ParentView[]) {
      this.#put(parent, accountOf(parent));
    }
  }
}

function isOpen({ state }: ParentView): boolean {
  return state === ParentState.working || state === ParentState.paused;
}
