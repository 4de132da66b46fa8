/**
 * Which margin accounts have to be looked at. Each coin of an account that owes stands in a heap of its price
 * under a trigger: a price up to which its account is known not to be called. Triggers are a cache, as those
 * of contracts are (decision 31): who is called and liquidated follows from the exact check alone.
 *
 * The invariant: what the coins add to the account at their triggers, each `calm × trigger`, sums to at
 * least a margin unit a coin. Each is monotone in one price, so while no trigger is crossed the owner is
 * not called, and so the account is kept. An account that is called is looked at with every price.
 */
import {
  AccountKind,
  accountOf,
  assetOf,
  coinCalm,
  coinValue,
  MAIN_POCKET,
  type MarginSums,
  marginSums,
  NO_PAIR,
  ownerOf,
  pairOf,
  pocketOfNumber,
  UNITS_MAX,
} from '@halcyon/domain';
import { MarginCalls } from '../state/margin-calls.ts';
import type { State } from '../state/state.ts';
import { KeyQueue } from './key-queue.ts';
import type { LoanCoin } from './loan-book.ts';
import type { MarginAccounts, OwnCoin } from './margin-accounts.ts';

/** Keys of what is liquidated as one: a user and one of his pockets; ordered as they are. */
const POCKETS_PER_USER = 8_192;

/** A user's cross margin account, or a pair of his isolated one. */
export interface MarginTarget {
  readonly user: number;
  readonly pocket: number;
}

/** A coin with a price, of an account that owes. */
interface Exposure {
  readonly record: number;
  readonly coin: LoanCoin;
  /** What it adds to the predicate of the call, units of the coin. */
  readonly calm: number;
}

const keyOf = (user: number, pocket: number): number => user * POCKETS_PER_USER + pocket;

function targetOf(key: number): MarginTarget {
  const pocket = key % POCKETS_PER_USER;
  return { user: (key - pocket) / POCKETS_PER_USER, pocket };
}

/** The account of a key, and its pair. */
function namesOf(key: number) {
  const { user, pocket } = targetOf(key);
  const { crossMargin, isolatedMargin } = AccountKind;
  const account = accountOf(user, pocket === MAIN_POCKET ? crossMargin : isolatedMargin);
  return { account, instrument: pairOf(pocket) };
}

export class MarginRisk {
  declare private readonly state: State;
  declare private readonly accounts: MarginAccounts;
  /** Accounts that changed in this command, or whose triggers were crossed. */
  private dirty = new Set<number>();
  /** Accounts whose ratio is above that of the call, and those so near to it that they have no triggers. */
  private readonly calls = new MarginCalls();
  private readonly watched = new Set<number>();
  /** Accounts whose debts are not kept; the queue has all of them that do not wait, and some that were lost once. */
  private readonly lost = new Set<number>();
  private readonly queue = new KeyQueue();
  /** Those of them that could not be liquidated, until prices come. */
  readonly waiting = new Set<number>();

  constructor(state: State, accounts: MarginAccounts) {
    this.state = state;
    this.accounts = accounts;
  }

  /** A coin of an account changed. */
  touch(record: number): void {
    const { records } = this.state.loans;
    const pocket = pocketOfNumber(records.number(record));
    const key = keyOf(ownerOf(records.account(record)), pocket);
    this.dirty.add(key);
    this.waiting.delete(key);
  }

  /** All may have changed: terms did. */
  touchAll(): void {
    const { count } = this.state.loans.records;
    for (let record = 0; record < count; record++) this.touch(record);
  }

  /** After a snapshot was loaded: who is called and lost follows from what accounts have; nobody is told again. */
  restore(waiting: readonly number[]): void {
    this.touchAll();
    this.examineAll();
    this.calls.keepQuiet();
    for (const key of waiting) this.waiting.add(key);
  }

  /** All accounts whose trigger a price has crossed, and those that are called, are looked at. */
  crossPrices(): void {
    for (const coin of this.state.loans.coins) {
      if (coin.market === NO_PAIR) continue;
      for (const heap of [coin.falls, coin.rises]) {
        for (let at = heap.takeCrossed(coin.index); at !== -1; ) {
          this.touch(at);
          at = heap.takeCrossed(coin.index);
        }
      }
    }
    for (const key of this.watched) this.dirty.add(key);
    this.waiting.clear();
  }

  /** The next account to liquidate, in their order; null = there is none. */
  next(): MarginTarget | null {
    const { queue } = this;
    for (let key = queue.first; key !== undefined; key = queue.first) {
      if (this.lost.has(key) && !this.waiting.has(key)) {
        const target = targetOf(key);
        const coins = this.accounts.coins(target.user, target.pocket);
        // Without a price it comes again with prices, or when it changes.
        if (!coins.some(({ closed }) => closed)) return target;
      }
      queue.drop();
    }
    return null;
  }

  /** It could not be liquidated now: again with new prices. */
  wait(target: MarginTarget): void {
    this.waiting.add(keyOf(target.user, target.pocket));
  }

  /** Accounts whose debts are not kept, in their order. */
  get liquidated(): MarginTarget[] {
    return [...this.lost].sort((a, b) => a - b).map(targetOf);
  }

  /** Looks at accounts that changed, and calls owners. */
  review(): void {
    if (this.dirty.size === 0) return;
    this.examineAll();
    this.calls.tell(this.state, namesOf);
  }

  private examineAll(): void {
    const { dirty } = this;
    this.dirty = new Set();
    for (const key of dirty) this.examine(key, targetOf(key));
  }

  private examine(key: number, { user, pocket }: MarginTarget): void {
    this.lost.delete(key);
    if (this.staysCalm(user, pocket)) {
      this.calls.forget(key);
      this.watched.delete(key);
      return;
    }
    if (!this.accounts.owes(user, pocket)) {
      this.calls.forget(key);
      this.unwatch(key, user, pocket, false);
      return;
    }
    const coins = this.accounts.coins(user, pocket);
    const exposures = this.exposuresOf(user, pocket, coins);
    const isCalledNow = this.call(key, marginSums(coins));
    let left = this.cashOf(coins) - coins.length;
    for (const { calm, coin } of exposures) left += coinValue(calm, coin.scale);
    if (isCalledNow || left < 0) this.unwatch(key, user, pocket, true);
    else {
      this.watched.delete(key);
      this.rekey(exposures, left);
    }
  }

  /**
   * Whether an account owes, each coin of it with a price has the trigger that it needs, and it is not called at
   * all of them. The hour asks this of all who owe: nothing is gathered for it.
   */
  private staysCalm(user: number, pocket: number): boolean {
    const { loans } = this.state;
    const { records } = loans;
    let owes = false;
    let left = 0;
    for (let at = records.firstOf(user, pocket); at !== -1; at = records.nextOf(at)) {
      const number = records.number(at);
      const coin = loans.coin(assetOf(number))!;
      const own = this.accounts.stateOf(at);
      const calm = coinCalm(loans.riskOf(number), own);
      if (own.debt > 0) owes = true;
      if (own.debt > 0 || own.held > 0) left -= 1;
      if (coin.market === NO_PAIR) left += coinValue(calm, coin.scale);
      else if (calm === 0) {
        if (records.triggered(at)) return false;
      } else {
        if (!this.heapOf(coin, calm).has(at)) return false;
        left += coinValue(calm, { price: records.trigger(at), divisor: coin.divisor });
      }
    }
    return owes && left >= 0;
  }

  /** Whether its owner is called. */
  private call(key: number, sums: MarginSums): boolean {
    if (!this.calls.note(key, sums)) return false;
    if (sums.equity < sums.keeps) {
      this.lost.add(key);
      this.queue.add(key);
    }
    return true;
  }

  /** Takes an account out of the heaps. @param watched whether it is looked at with every price */
  private unwatch(key: number, user: number, pocket: number, watched: boolean): void {
    for (const record of this.state.loans.records.of(user, pocket)) this.leave(record);
    if (watched) this.watched.add(key);
    else this.watched.delete(key);
  }

  /** What the settle coin adds, margin units. */
  private cashOf(coins: readonly OwnCoin[]): number {
    const { loans } = this.state;
    const settle = coins.find(({ number }) => assetOf(number) === loans.settle!.asset);
    return settle === undefined ? 0 : coinValue(coinCalm(settle.risk, settle), settle.scale);
  }

  /** All coins of an account but the settle coin; those of which it has none leave their heap. */
  private exposuresOf(user: number, pocket: number, coins: readonly OwnCoin[]): Exposure[] {
    const { loans } = this.state;
    const exposures: Exposure[] = [];
    for (const record of loans.records.of(user, pocket)) {
      const number = loans.records.number(record);
      const coin = loans.coin(assetOf(number))!;
      if (coin.market === NO_PAIR) continue;
      const own = coins.find((each) => each.number === number);
      const calm = own === undefined ? 0 : coinCalm(own.risk, own);
      if (calm === 0 || !this.heapOf(coin, calm).has(record)) this.leave(record);
      if (calm !== 0) exposures.push({ record, coin, calm });
    }
    return exposures;
  }

  private heapOf(coin: LoanCoin, calm: number) {
    return calm > 0 ? coin.falls : coin.rises;
  }

  /** Takes a record out of the heap that it stands in. */
  private leave(record: number): void {
    const { loans } = this.state;
    if (!loans.records.triggered(record)) return;
    const { falls, rises } = loans.coin(assetOf(loans.records.number(record)))!;
    (falls.has(record) ? falls : rises).remove(record);
  }

  /** New triggers: seven eighths of what is left may be lost before it is looked at again, shared out by value. */
  private rekey(exposures: readonly Exposure[], left: number): void {
    const buffer = Math.floor((left * 7) / 8);
    const worth = ({ coin, calm }: Exposure) => Math.abs(coinValue(calm, coin.scale));
    let total = 0;
    for (const each of exposures) total += worth(each);
    for (const each of exposures) {
      const share = (buffer * worth(each)) / Math.max(1, total);
      this.setTrigger(each, Math.floor(share));
    }
  }

  /** The price at which a coin has lost at most `loss` margin units from here. */
  private setTrigger({ record, coin, calm }: Exposure, loss: number): void {
    const spare = Math.max(0, loss - 2);
    const ticks = Math.floor((spare * coin.divisor) / Math.abs(calm));
    const { index } = coin;
    const price = calm > 0 ? Math.max(0, index - ticks) : Math.min(UNITS_MAX, index + ticks);
    this.state.loans.records.setTrigger(record, price);
    this.heapOf(coin, calm).set(record);
  }
}
