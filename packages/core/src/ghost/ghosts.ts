/** What a paper venue remembers of the market that it follows. */
import {
  AccountKind,
  accountOf,
  EventKind,
  type EventLog,
  type FlowSourceName,
  ghostOrderId,
  liveOrderId,
} from '@halcyon/domain';
import type { Market } from '../state/market.ts';
import type { Users } from '../state/users.ts';
import { UserOwners } from './user-owners.ts';

/** What a paper venue follows, and how fast. */
export interface Flow {
  readonly source: FlowSourceName;
  /** What of the source, in the words of the venue's host. */
  readonly detail: string;
  readonly paused: boolean;
  readonly speedPercent: number;
  /** Who decided. */
  readonly actor: string;
}

/** The default. */
export const LIVE_FLOW: Flow = {
  source: 'live',
  detail: '',
  paused: false,
  speedPercent: 100,
  actor: '',
};

/** Canonical content, for snapshots. */
export interface GhostsImage {
  readonly liveSeq: number;
  readonly lastOrder: number;
  readonly users: readonly [live: number, own: number][];
  /** Absent while the live venue is followed, as by default. */
  readonly flow?: Flow;
  /** Absent before another source. */
  readonly ordersBefore?: number;
  /** Absent where there are none. */
  readonly funds?: readonly [asset: number, units: number][];
  /** Absent where nobody has come yet. */
  readonly people?: readonly [owner: number, user: number][];
}

/** What opening a user changes, and says. */
interface Register {
  readonly users: Users;
  readonly log: EventLog;
  readonly seq: number;
  readonly time: number;
}

/** Where the followed market stands, and which of our users stand for its users. */
export class Ghosts {
  /** Whether this venue follows another; a field, because every command asks. */
  active = false;
  /** Sequence reached there, 0 = nothing was ever followed. */
  liveSeq = 0;
  /** Highest order number seen there. */
  lastOrder = 0;
  /** What is followed. */
  flow: Flow = LIVE_FLOW;
  /** Order numbers that sources before have used: an id never names two orders. */
  ordersBefore = 0;
  /** The people who trade here. */
  readonly people = new UserOwners();
  /** What the protection funds there have, by asset. */
  readonly funds = new Map<number, number>();
  /** Markets whose price, here or there, may have changed in this command. */
  readonly priced = new Set<Market>();
  private readonly users = new Map<number, number>();

  /** Whether a snapshot has to hold anything of this. */
  get known(): boolean {
    return this.active || this.people.count > 0;
  }

  /** Id here of an order there. */
  idOf(order: number): number {
    return ghostOrderId(this.ordersBefore + order);
  }

  /** The order there that a ghost stands for. */
  orderOf(ghost: number): number {
    return liveOrderId(ghost) - this.ordersBefore;
  }

  /** Goes over to another market, whose orders have numbers of their own. */
  begin(flow: Flow): void {
    this.active = true;
    this.flow = flow;
    this.ordersBefore += this.lastOrder;
    this.liveSeq = 0;
    this.lastOrder = 0;
  }

  /** The account that stands for a user there; opened when it is new. */
  account({ users, log, seq, time }: Register, liveUser: number): number {
    let user = this.users.get(liveUser);
    if (user === undefined) {
      user = users.add(true);
      this.users.set(liveUser, user);
      log.push({ kind: EventKind.userOpened, seq, time, user, simulated: true });
    }
    return accountOf(user, AccountKind.ghost);
  }

  image(): GhostsImage {
    const { liveSeq, lastOrder, flow, ordersBefore } = this;
    const people = this.people.image();
    return {
      liveSeq,
      lastOrder,
      users: [...this.users],
      ...(flow === LIVE_FLOW ? {} : { flow }),
      ...(ordersBefore === 0 ? {} : { ordersBefore }),
      ...(this.funds.size === 0 ? {} : { funds: [...this.funds] }),
      ...(people.length === 0 ? {} : { people }),
    };
  }

  restore(image: GhostsImage): void {
    this.liveSeq = image.liveSeq;
    this.lastOrder = image.lastOrder;
    this.flow = image.flow ?? LIVE_FLOW;
    this.ordersBefore = image.ordersBefore ?? 0;
    for (const [live, own] of image.users) this.users.set(live, own);
    for (const [asset, units] of image.funds ?? []) this.funds.set(asset, units);
    const begun = this.liveSeq !== 0 || this.lastOrder !== 0 || this.users.size > 0;
    this.active = begun || this.flow !== LIVE_FLOW;
    for (const [owner, user] of image.people ?? []) this.people.set(owner, user);
  }
}
