import { assert, type OrderId, type ParentOrderSetEvent, ParentState } from '@halcyon/domain';
import type { AccountState } from './account-state.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import type { ParentView } from './types.ts';

/** Ended parent orders kept for each account: for those who ask about what just happened. */
const ENDED_KEPT = 100;

type Traded = Pick<ParentView, 'endedLots' | 'endedQuote'>;
const NOTHING_TRADED: Traded = { endedLots: 0, endedQuote: 0n };

/** A parent order as a snapshot has it; older ones do not have what its orders traded. */
type SavedParent = Omit<ParentView, keyof Traded> & {
  readonly endedLots?: number;
  readonly endedQuote?: string | null;
};

/** Open parent orders and the latest ended ones: few and long-lived, so plain objects do. */
export class ParentStore {
  readonly #parents = new Map<OrderId, ParentView>();
  /** Of a parent whose first orders ended before it was told: in the same command. */
  readonly #first = new Map<OrderId, Traded>();

  get(id: OrderId): ParentView | undefined {
    return this.#parents.get(id);
  }

  set(event: ParentOrderSetEvent, account: AccountState): void {
    const { kind: _kind, seq: _seq, time, ...now } = event;
    const before = this.#parents.get(now.parent);
    const { createdTime = time, endedLots, endedQuote } = before ?? this.#takeFirst(now.parent);
    this.#put({ ...now, createdTime, updatedTime: time, endedLots, endedQuote }, account);
  }

  /** What an order of a parent traded, when it has ended. */
  childEnded(id: OrderId, lots: number, quote: bigint): void {
    const parent = this.#parents.get(id);
    const before = parent ?? this.#first.get(id) ?? NOTHING_TRADED;
    const traded = {
      endedLots: before.endedLots + lots,
      endedQuote: before.endedQuote === null ? null : before.endedQuote + quote,
    };
    if (parent === undefined) this.#first.set(id, traded);
    else this.#parents.set(id, { ...parent, ...traded });
  }

  #takeFirst(id: OrderId): Partial<Pick<ParentView, 'createdTime'>> & Traded {
    const traded = this.#first.get(id) ?? NOTHING_TRADED;
    this.#first.delete(id);
    return traded;
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
    const saved = parents.map(
      (parent): SavedParent => ({ ...parent, endedQuote: parent.endedQuote?.toString() ?? null }),
    );
    to.text(JSON.stringify(saved));
  }

  /** Into a new store. */
  read(from: ByteReader, accountOf: (parent: ParentView) => AccountState): void {
    for (const saved of JSON.parse(from.text()) as SavedParent[]) {
      const { endedLots = saved.filled, endedQuote: quote = null } = saved;
      const parent = { ...saved, endedLots, endedQuote: quote === null ? null : BigInt(quote) };
      this.#put(parent, accountOf(parent));
    }
  }
}

function isOpen({ state }: ParentView): boolean {
  return state === ParentState.working || state === ParentState.paused;
}
