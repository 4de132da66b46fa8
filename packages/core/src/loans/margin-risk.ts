/**
 * Which margin accounts have to be looked at. Each coin of an account that owes stands in a heap of its price
 * under a trigger: a price up to which its account is known to be kept. Triggers are a cache, as those of
 * contracts are (decision 31): who is to be liquidated follows from the exact check alone.
 *
 * The invariant: what the coins add to the account at their triggers, each `excess × trigger`, sums to at
 * least nothing. Each is monotone in one price, so while no trigger is crossed the account is kept.
 */
import {
  assetOf,
  coinExcess,
  coinValue,
  NO_PAIR,
  ownerOf,
  pocketOfNumber,
  UNITS_MAX,
} from '@halcyon/domain';
import type { State } from '../state/state.ts';
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
  /** What it adds to the predicate of liquidation, units of the coin. */
  readonly excess: number;
}

const keyOf = ({ user, pocket }: MarginTarget): number => user * POCKETS_PER_USER + pocket;

export class MarginRisk {
  declare private readonly state: State;
  declare private readonly accounts: MarginAccounts;
  /** Accounts that changed in this command, or whose triggers were crossed. */
  private dirty = new Set<number>();
  /** Accounts whose debts are not kept. */
  private readonly lost = new Set<number>();
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
    const key = keyOf({ user: ownerOf(records.account(record)), pocket });
    this.dirty.add(key);
    this.waiting.delete(key);
  }

  /** All may have changed: terms did, or a snapshot was loaded. */
  touchAll(): void {
    const { count } = this.state.loans.records;
    for (let record = 0; record < count; record++) this.touch(record);
  }

  /** All accounts whose trigger a price has crossed, and those that were lost before, are looked at. */
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
    for (const key of this.lost) this.dirty.add(key);
    this.waiting.clear();
  }

  /** The next account to liquidate, in their order; null = there is none. */
  next(): MarginTarget | null {
    if (this.lost.size === 0) return null;
    for (const target of this.liquidated) {
      if (this.waiting.has(keyOf(target))) continue;
      const coins = this.accounts.coins(target.user, target.pocket);
      if (!coins.some(({ closed }) => closed)) return target;
    }
    return null;
  }

  /** It could not be liquidated now: again with new prices. */
  wait(target: MarginTarget): void {
    this.waiting.add(keyOf(target));
  }

  /** Accounts whose debts are not kept, in their order. */
  get liquidated(): MarginTarget[] {
    const keys = [...this.lost].sort((a, b) => a - b);
    return keys.map((key) => {
      const pocket = key % POCKETS_PER_USER;
      return { user: (key - pocket) / POCKETS_PER_USER, pocket };
    });
  }

  /** Looks at accounts that changed. */
  review(): void {
    if (this.dirty.size === 0) return;
    const { dirty } = this;
    this.dirty = new Set();
    for (const key of dirty) {
      const pocket = key % POCKETS_PER_USER;
      this.examine(key, (key - pocket) / POCKETS_PER_USER, pocket);
    }
  }

  private examine(key: number, user: number, pocket: number): void {
    const coins = this.accounts.coins(user, pocket);
    this.lost.delete(key);
    if (!coins.some(({ debt }) => debt > 0)) {
      for (const record of this.state.loans.records.of(user, pocket)) this.leave(record);
      return;
    }
    const exposures = this.exposuresOf(user, pocket, coins);
    const cash = this.cashOf(coins);
    if (this.isKept(exposures, cash)) return;
    let excess = cash;
    for (const each of exposures) excess += coinValue(each.excess, each.coin.scale);
    if (excess < 0) this.lost.add(key);
    else this.rekey(exposures, excess);
  }

  /** What the settle coin adds, margin units. */
  private cashOf(coins: readonly OwnCoin[]): number {
    const { loans } = this.state;
    const settle = coins.find(({ number }) => assetOf(number) === loans.settle!.asset);
    return settle === undefined ? 0 : coinValue(coinExcess(settle.risk, settle), settle.scale);
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
      const excess = own === undefined ? 0 : coinExcess(own.risk, own);
      if (excess === 0 || !this.heapOf(coin, excess).has(record)) this.leave(record);
      if (excess !== 0) exposures.push({ record, coin, excess });
    }
    return exposures;
  }

  private heapOf(coin: LoanCoin, excess: number) {
    return excess > 0 ? coin.falls : coin.rises;
  }

  /** Takes a record out of the heap that it stands in. */
  private leave(record: number): void {
    const { loans } = this.state;
    if (!loans.records.triggered(record)) return;
    const { falls, rises } = loans.coin(assetOf(loans.records.number(record)))!;
    (falls.has(record) ? falls : rises).remove(record);
  }

  /** Whether the account is kept at all its triggers, and has one for each exposure. */
  private isKept(exposures: readonly Exposure[], cash: number): boolean {
    const { records } = this.state.loans;
    let sum = cash;
    for (const { record, coin, excess } of exposures) {
      if (!records.triggered(record)) return false;
      const price = records.trigger(record);
      sum += coinValue(excess, { price, divisor: coin.divisor });
    }
    return sum >= 0;
  }

  /** New triggers: seven eighths of what is left may be lost before it is looked at again, shared out by value. */
  private rekey(exposures: readonly Exposure[], left: number): void {
    const buffer = Math.floor((left * 7) / 8);
    const worth = ({ coin, excess }: Exposure) => Math.abs(coinValue(excess, coin.scale));
    let total = 0;
    for (const each of exposures) total += worth(each);
    for (const each of exposures) {
      const share = (buffer * worth(each)) / Math.max(1, total);
      this.setTrigger(each, Math.floor(share));
    }
  }

  /** The price at which a coin has lost at most `loss` margin units from here. */
  private setTrigger({ record, coin, excess }: Exposure, loss: number): void {
    const spare = Math.max(0, loss - 2);
    const ticks = Math.floor((spare * coin.divisor) / Math.abs(excess));
    const { index } = coin;
    const price = excess > 0 ? Math.max(0, index - ticks) : Math.min(UNITS_MAX, index + ticks);
    this.state.loans.records.setTrigger(record, price);
    this.heapOf(coin, excess).set(record);
  }
}
