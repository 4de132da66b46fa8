/** What a paper venue remembers of the market that it follows. */
import { AccountKind, accountOf, EventKind } from '@halcyon/domain';
import type { State } from '../state/state.ts';

/** Canonical content, for snapshots. */
export interface GhostsImage {
  readonly liveSeq: number;
  readonly lastOrder: number;
  readonly users: readonly [live: number, own: number][];
}

/** Where the followed market stands, and which of our users stand for its users. */
export class Ghosts {
  /** Sequence reached there, 0 = nothing was ever followed. */
  liveSeq = 0;
  /** Highest order number seen there. */
  lastOrder = 0;
  private readonly users = new Map<number, number>();

  /** Whether this venue follows another. */
  get active(): boolean {
    return this.liveSeq !== 0 || this.lastOrder !== 0;
  }

  /** The account that stands for a user there; opened when it is new. */
  account(state: State, liveUser: number): number {
    let user = this.users.get(liveUser);
    if (user === undefined) {
      user = state.users.add(true);
      this.users.set(liveUser, user);
      const { seq, time } = state;
      state.log.push({ kind: EventKind.userOpened, seq, time, user, simulated: true });
    }
    return accountOf(user, AccountKind.ghost);
  }

  image(): GhostsImage {
    return { liveSeq: this.liveSeq, lastOrder: this.lastOrder, users: [...this.users] };
  }

  restore(image: GhostsImage): void {
    this.liveSeq = image.liveSeq;
    this.lastOrder = image.lastOrder;
    for (const [live, own] of image.users) this.users.set(live, own);
  }
}
