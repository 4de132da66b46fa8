/**
 * What margin accounts have and need. The formulas are domain/loan-math.ts; here is which coins they are
 * asked about: all of a cross margin account, or the two of one pair's pocket.
 */
import {
  assetOf,
  hourInterest,
  largestThat,
  type MarginSums,
  marginSums,
  type PricedCoin,
  UNITS_MAX,
} from '@halcyon/domain';
import type { State } from '../state/state.ts';

/** A coin of an account with what may leave of it. */
interface OwnCoin extends PricedCoin {
  readonly number: number;
  /** Whether its index is too old to act on, and when it came, Unix ms. */
  readonly closed: boolean;
  readonly indexTime: number;
}

export class MarginAccounts {
  declare private readonly state: State;

  constructor(state: State) {
    this.state = state;
  }

  /** All that a user has and owes in a pocket. */
  coins(user: number, pocket: number): OwnCoin[] {
    const { ledger, loans } = this.state;
    const { records } = loans;
    const coins: OwnCoin[] = [];
    for (const record of records.of(user, pocket)) {
      const number = records.number(record);
      const balance = records.balance(record);
      const held = Math.min(UNITS_MAX, Number(ledger.available(balance) + ledger.held(balance)));
      const debt = records.debt(record);
      if (held === 0 && debt === 0) continue;
      const { scale, closed, indexTime } = loans.coin(assetOf(number))!;
      coins.push({ number, risk: loans.riskOf(number), held, debt, scale, closed, indexTime });
    }
    return coins;
  }

  /** Its sums in margin units. */
  sums(user: number, pocket: number): MarginSums {
    return marginSums(this.coins(user, pocket));
  }

  /** Whether it owes anything. */
  owes(user: number, pocket: number): boolean {
    return this.coins(user, pocket).some(({ debt }) => debt > 0);
  }

  /** Units of a coin that may leave: what stays must be as much as new debt would need. @param most there are */
  spare(user: number, pocket: number, number: number, most: number): number {
    const coins = this.coins(user, pocket);
    if (!coins.some(({ debt }) => debt > 0)) return most;
    const at = coins.findIndex((coin) => coin.number === number);
    const coin = coins[at];
    if (coin === undefined) return most;
    return largestThat(most, (units) => {
      coins[at] = { ...coin, held: coin.held - units };
      return suffices(coins);
    });
  }

  /** Units of a coin that may be borrowed at most, as far as margin goes. @param most that are asked for */
  borrowable(user: number, pocket: number, number: number, most: number): number {
    const coins = this.coins(user, pocket);
    const { loans } = this.state;
    const { scale, closed, indexTime, rate } = loans.coin(assetOf(number))!;
    const risk = loans.riskOf(number);
    const found = coins.findIndex((coin) => coin.number === number);
    const none = { number, risk, held: 0, debt: 0, scale, closed, indexTime };
    const coin = coins[found] ?? none;
    const at = found === -1 ? coins.length : found;
    return largestThat(most, (units) => {
      const debt = coin.debt + units + hourInterest(units, rate);
      coins[at] = { ...coin, held: Math.min(UNITS_MAX, coin.held + units), debt };
      return suffices(coins);
    });
  }
}

function suffices(coins: readonly PricedCoin[]): boolean {
  const { equity, needs } = marginSums(coins);
  return equity >= needs;
}
