/** What the slow exchange knows, and the small questions that everything asks of it. */
import {
  type AttachedPrices,
  type DoneReason,
  type Event,
  EventKind,
  type FeeTier,
  type Outcome,
  type PostingReason,
  Reject,
  type Side,
  type TransferCommand,
} from '@halcyon/domain';
import type { NaiveOrder } from './naive-book.ts';
import { NaiveLedger, numberIn } from './naive-ledger.ts';
import { type NaiveMarket, type NaiveRefusal, refusal } from './naive-rules.ts';

const FIRST_USER = 16;
const LAST_SYSTEM_ACCOUNT = 5;
const DAY_MS = 86_400_000;
const LATER_ORDERS = 100_000;

interface ClientId {
  readonly order: number;
  /** null while the order is open. */
  ended: { readonly time: number; readonly count: number } | null;
}

/** What orders do to plans, see NaivePlans. */
export interface PlansOfOrders {
  onLevel(instrument: number): void;
  onNextTaker(instrument: number): void;
  endStop(leg: NaiveOrder): void;
  attach(order: NaiveOrder, filled: number, prices: AttachedPrices): void;
  named(account: number, wireName: string): number;
}

/** What orders do to their parents, see NaiveParents. */
export interface ParentsOfOrders {
  adopt(id: number, order: number, lots: number): void;
  ofChild(order: number): number;
  ended(order: number, filled: number): void;
}

/** State and helpers. */
export abstract class NaiveState {
  readonly ledger = new NaiveLedger();
  readonly markets: NaiveMarket[] = [];
  readonly orders = new Map<number, NaiveOrder>();
  readonly tiers = new Map<number, number>();
  /** Users that are no persons. */
  readonly simulated = new Set<number>();
  /** Sub-accounts → whose they are. */
  readonly roots = new Map<number, number>();
  /** Of roots to which not all may come: 1 = no deposits, 2 = closed. */
  readonly modes = new Map<number, number>();
  readonly ended = new Map<number, number>();
  readonly clientIds = new Map<string, ClientId>();
  readonly countdowns = new Map<number, number>();
  readonly movementIds = new Map<string, number>();
  readonly assets: { readonly code: string; readonly scale: number }[] = [];
  abstract readonly plans: PlansOfOrders;
  abstract readonly parents: ParentsOfOrders;
  feeTiers: readonly FeeTier[] = [{ makerPpm: 1_000, takerPpm: 1_000 }];
  rules = 1;
  userCount = FIRST_USER;
  nextOrder = 1;
  nextTrade = 1;
  nextMovement = 1;
  seq = 0;
  time = 0;
  events: Event[] = [];
  outcome: Outcome = { seq: 0, time: 0, code: 0, limit: 0, value: 0, id: 0, otherId: 0 };

  /** Whether money can be moved into or out of an account. */
  exists(account: number): boolean {
    if (!Number.isSafeInteger(account) || account < 0) return false;
    if (account < FIRST_USER * 8) return account <= LAST_SYSTEM_ACCOUNT;
    return account % 8 <= 1 && account >> 3 < this.userCount;
  }

  /** Why an account has no money in a pair. */
  pocketRefusal(_account: number, _instrument: number): NaiveRefusal | null {
    return null;
  }

  /** Why a transfer that is otherwise sound may not be. */
  transferRefusal(_command: TransferCommand): NaiveRefusal | null {
    return null;
  }

  /** Money was transferred into or out of an account. */
  moved(_account: number, _number: number): void {}

  /** Number of the ledger of an asset: accounts of isolated margin have one for each pair. */
  numberOf(account: number, asset: number, instrument: number): number {
    return numberIn(account, asset, instrument);
  }

  emit(event: Event): void {
    this.events.push(event);
  }

  post(
    account: number,
    asset: number,
    reason: PostingReason,
    reference: number,
    available: bigint,
    held: bigint,
    fee: bigint,
    instrument: number,
  ): void {
    const posting = { account, asset, reason, reference, available, held, fee, instrument };
    this.emit(this.ledger.post(this.seq, this.time, posting));
  }

  /** Reports the total of a price level. */
  level(market: NaiveMarket, side: Side, price: number): void {
    const { total, orders } = market.book.level(side, price);
    const { seq, time } = this;
    const instrument = market.instrument.id;
    this.emit({ kind: EventKind.level, seq, time, instrument, side, price, total, orders });
    this.plans.onLevel(instrument);
  }

  /** Whether two accounts count as one person's. */
  sameRoot(one: number, other: number): boolean {
    return this.rootOf(one >> 3) === this.rootOf(other >> 3);
  }

  rootOf(user: number): number {
    return this.roots.get(user) ?? user;
  }

  tierOf(account: number): FeeTier {
    return this.feeTiers[this.tiers.get(account >> 3) ?? 0]!;
  }

  /** Whether an account exists and can trade spot. */
  accountRefusal(account: number): NaiveRefusal | null {
    const user = Math.floor(account / 8);
    if (!Number.isSafeInteger(account) || user < FIRST_USER || user >= this.userCount) {
      return refusal(Reject.unknownUser, this.userCount - 1, user);
    }
    return account % 8 === 0 ? null : refusal(Reject.unknownAccount, 0, account % 8);
  }

  scopeRefusal(account: number, instrument: number): NaiveRefusal | null {
    const bad = this.accountRefusal(account);
    if (bad !== null || instrument === -1) return bad;
    return this.markets[instrument] === undefined
      ? refusal(Reject.unknownInstrument, 0, instrument)
      : null;
  }

  /** The order or plan that holds a client id, 0 = none. */
  holder(account: number, clientId: string): number {
    const held = this.clientIds.get(`${account}/${clientId}`);
    if (held === undefined) return 0;
    if (held.ended === null) return held.order;
    const later = (this.ended.get(account >> 3) ?? 0) - held.ended.count;
    const old = this.time - held.ended.time >= DAY_MS || later >= LATER_ORDERS;
    return old ? 0 : held.order;
  }

  clientIdRefusal(account: number, clientId: string): NaiveRefusal | null {
    let holder = clientId === '' ? 0 : this.holder(account, clientId);
    if (holder === 0 && this.rules >= 13) holder = this.plans.named(account, clientId);
    return holder === 0 ? null : refusal(Reject.clientIdDuplicate, 0, holder);
  }

  reserve(account: number, clientId: string, order: number): void {
    if (clientId !== '') this.clientIds.set(`${account}/${clientId}`, { order, ended: null });
  }

  endClientId(account: number, clientId: string, order: number): void {
    const held = this.clientIds.get(`${account}/${clientId}`);
    if (clientId === '' || held === undefined || held.order !== order) return;
    held.ended = { time: this.time, count: this.ended.get(account >> 3) ?? 0 };
  }

  /** An account's own resting order. */
  own(account: number, order: number, clientId: string): NaiveOrder | NaiveRefusal {
    const id = order !== 0 ? order : this.holder(account, clientId);
    const found = this.orders.get(id);
    if (found !== undefined && found.account === account) return found;
    return refusal(Reject.orderNotFound, 0, id);
  }

  /** Ends every open order of an account, oldest first. */
  endAll(account: number, instrument: number, reason: DoneReason): void {
    const mine = [...this.orders.values()]
      .filter((o) => o.account === account && (instrument === -1 || o.instrument === instrument))
      .sort((a, b) => a.id - b.id);
    for (const order of mine) if (this.orders.has(order.id)) this.end(order, reason);
  }

  abstract end(order: NaiveOrder, reason: DoneReason): void;
}
