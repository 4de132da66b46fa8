/** What margin accounts of the slow exchange have, owe and must keep; recomputed by searching. */
import { type LoanTerms, type PairTerms, Reject, SystemAccount } from '@halcyon/domain';
import { NaiveExchange } from '../naive-exchange.ts';
import { type NaiveRefusal, refusal } from '../naive-rules.ts';
import { type CoinTiers, crossTiers, type NaiveHolding, pairTiers, sumsOf } from './terms.ts';

const STALE = 60_000;
export const POCKET = 1_024;
const CROSS = 2;
const EVERY = -1;
export const ISOLATED = 3;

/** A coin that is lent. */
export interface Coin {
  readonly asset: number;
  readonly market: number;
  readonly divisor: bigint;
  terms: LoanTerms;
  rate: bigint;
  price: bigint;
  priceTime: number;
}

/** What an account owes of a coin. */
export interface Debt {
  readonly account: number;
  readonly number: number;
  principal: bigint;
  interest: bigint;
  hour: number;
}

/** What is liquidated as one. */
interface Target {
  readonly user: number;
  readonly pocket: number;
}

export abstract class NaiveAccounts extends NaiveExchange {
  readonly coins = new Map<number, Coin>();
  readonly pairs = new Map<number, PairTerms>();
  readonly debts = new Map<string, Debt>();
  hour = 0;

  /** An account changed. */
  protected changed(_account: number, _pocket: number): void {}

  protected debt(account: number, number: number): Debt {
    const key = `${account}:${number}`;
    let debt = this.debts.get(key);
    if (debt === undefined) {
      debt = { account, number, principal: 0n, interest: 0n, hour: this.hour };
      this.debts.set(key, debt);
    }
    return debt;
  }

  /** A user's debts: cross margin first, then by pair and coin. */
  protected debtsOf(user: number): Debt[] {
    const own = [...this.debts.values()].filter(({ account }) => account >> 3 === user);
    return own.sort((a, b) => a.number - b.number);
  }

  protected lent(asset: number): bigint {
    let sum = 0n;
    for (const { number, principal } of this.debts.values()) {
      if (number % POCKET === asset) sum += principal;
    }
    return sum;
  }

  protected unlent(asset: number): bigint {
    return this.ledger.of(SystemAccount.loans, asset).available;
  }

  /** @param asset -1 = all coins */
  protected coinRefusal(account: number, instrument: number, asset: number): NaiveRefusal | null {
    if (account % 8 === CROSS) {
      if (instrument !== -1) return refusal(Reject.unknownInstrument, -1, instrument);
      if (asset === EVERY) return null;
      return this.coins.has(asset) ? null : refusal(Reject.unknownAsset, 0, asset);
    }
    if (!this.pairs.has(instrument)) return refusal(Reject.unknownInstrument, 0, instrument);
    if (asset === EVERY) return null;
    const { base, quote } = this.markets[instrument]!.instrument;
    return asset === base || asset === quote ? null : refusal(Reject.unknownAsset, 0, asset);
  }

  protected tiersOf(number: number): CoinTiers {
    const asset = number % POCKET;
    if (number < POCKET) return crossTiers(this.coins.get(asset)!.terms);
    const instrument = Math.floor(number / POCKET) - 1;
    const [base, quote] = pairTiers(this.pairs.get(instrument)!);
    return this.markets[instrument]!.instrument.base === asset ? base : quote;
  }

  protected closed({ market, price, priceTime }: Coin): boolean {
    return market !== -1 && (price === 0n || this.time - priceTime >= STALE);
  }

  protected staleRefusal(account: number, pocket: number): NaiveRefusal | null {
    for (const number of this.numbersOf(account, pocket)) {
      const { available, held } = this.ledger.of(account, number);
      const { principal, interest } = this.debt(account, number);
      if (available + held + principal + interest === 0n) continue;
      const coin = this.coins.get(number % POCKET)!;
      if (this.closed(coin)) return refusal(Reject.indexStale, 0, coin.priceTime);
    }
    return null;
  }

  /** Numbers of the coins that a pocket may have, in their order. */
  protected numbersOf(account: number, pocket: number): number[] {
    const assets = [...this.coins.keys()].sort((a, b) => a - b);
    if (account % 8 === CROSS) return assets;
    const { base, quote } = this.markets[pocket - 1]!.instrument;
    return assets.filter((a) => a === base || a === quote).map((a) => pocket * POCKET + a);
  }

  /** Coins of a pocket, where one of them changes. */
  protected holdings(
    account: number,
    pocket: number,
    changed = -1,
    more = 0n,
    debt = 0n,
  ): NaiveHolding[] {
    return this.numbersOf(account, pocket).map((number) => {
      const coin = this.coins.get(number % POCKET)!;
      const { available, held } = this.ledger.of(account, number);
      const owed = this.debt(account, number);
      const [plus, owes] = number === changed ? [more, debt] : [0n, 0n];
      return {
        tiers: this.tiersOf(number),
        held: available + held + plus,
        debt: owed.principal + owed.interest + owes,
        price: coin.price,
        divisor: coin.divisor,
      };
    });
  }

  /** Margin units that open orders may lose, whichever of them trade. */
  protected abstract ordersLoss(
    account: number,
    pocket: number,
    holdings: readonly NaiveHolding[],
  ): bigint;

  protected suffices(account: number, pocket: number, holdings: readonly NaiveHolding[]): boolean {
    const { equity, excess, needs } = sumsOf(holdings);
    return equity >= needs && excess >= this.ordersLoss(account, pocket, holdings);
  }

  /** Accounts whose debts are not kept, every one asked; in the order of users and pockets. */
  notKept(): Target[] {
    return this.owing().filter(({ user, pocket }) => {
      const account = user * 8 + (pocket === 0 ? CROSS : ISOLATED);
      return sumsOf(this.holdings(account, pocket)).excess < 0n;
    });
  }

  /** Accounts that owe anything, in the order of users and pockets. */
  protected owing(): Target[] {
    const owing = new Map<number, Target>();
    for (const { account, number, principal, interest } of this.debts.values()) {
      if (principal + interest === 0n) continue;
      const [user, pocket] = [account >> 3, Math.floor(number / POCKET)];
      owing.set(user * 8_192 + pocket, { user, pocket });
    }
    return [...owing].sort(([a], [b]) => a - b).map(([, target]) => target);
  }

  override exists(account: number): boolean {
    if (account === SystemAccount.loans) return this.coins.size > 0;
    const margin = isMargin(account) && this.coins.size > 0;
    return (margin && account >> 3 < this.userCount) || super.exists(account);
  }

  override pocketRefusal(account: number, instrument: number): NaiveRefusal | null {
    if (account % 8 !== ISOLATED || account < 128 || this.pairs.has(instrument)) return null;
    return refusal(Reject.unknownInstrument, 0, instrument);
  }
}

export function isMargin(account: number): boolean {
  return account >= 128 && (account % 8 === CROSS || account % 8 === ISOLATED);
}
