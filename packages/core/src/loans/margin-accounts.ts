/**
 * What margin accounts have and need. The formulas are domain/loan-math.ts; here is which coins and orders
 * they are asked about: all of a cross margin account, or those of one pair's pocket.
 */
import {
  AccountKind,
  accountOf,
  assetOf,
  balanceNumber,
  borrowableUnits,
  borrowedCoin,
  type CoinState,
  limitWish,
  MAIN_POCKET,
  type MarginSums,
  marginSums,
  type OrderMove,
  type OrderWish,
  ordersLoss,
  type PricedCoin,
  pairOf,
  pairRates,
  type Side,
  spareUnits,
  UNITS_MAX,
  wishedMove,
} from '@halcyon/domain';
import {
  ORDER_LANE_SHIFT,
  ORDER_WORD_SHIFT,
  OrderLane,
  OrderWord,
} from '../matching/order-record.ts';
import { openOrderIds } from '../spot/open-orders.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { LoanCoin } from './loan-book.ts';

const NIL = -1;

/** A coin of an account. */
export interface OwnCoin extends PricedCoin {
  /** Number of the ledger. */
  readonly number: number;
  /** Of what is held: not in orders. */
  readonly available: number;
  /** Whether its index is too old to act on, and when it came, Unix ms. */
  readonly closed: boolean;
  readonly indexTime: number;
}

/** What an order trades at the worst, and where. */
export interface MarketWish extends OrderWish {
  readonly market: Market;
}

/** What an open order may still trade. */
interface RestingWish extends MarketWish {
  readonly id: number;
}

export class MarginAccounts {
  declare private readonly state: State;

  constructor(state: State) {
    this.state = state;
  }

  /** All that a user has and owes in a pocket. @param also coins that are told of in any case */
  coins(user: number, pocket: number, also: readonly number[] = []): OwnCoin[] {
    const { ledger, loans } = this.state;
    const { records } = loans;
    const coins: OwnCoin[] = [];
    for (const record of records.of(user, pocket)) {
      const number = records.number(record);
      const { held, debt } = this.stateOf(record);
      if (held === 0 && debt === 0 && !also.includes(number)) continue;
      const available = Math.min(held, ledger.availableApprox(records.balance(record)));
      coins.push(this.coin(number, held, available, debt));
    }
    for (const number of also) {
      if (!coins.some((coin) => coin.number === number)) coins.push(this.coin(number, 0, 0, 0));
    }
    return coins;
  }

  /** What is held and owed by a record. */
  stateOf(record: number): CoinState {
    const { ledger, loans } = this.state;
    const { records } = loans;
    const held = Math.min(UNITS_MAX, ledger.ownedApprox(records.balance(record)));
    return { held, debt: records.debt(record) };
  }

  private coin(number: number, held: number, available: number, debt: number): OwnCoin {
    const { loans } = this.state;
    const { scale, closed, indexTime } = loans.coin(assetOf(number))!;
    const risk = loans.riskOf(number);
    return { number, risk, held, available, debt, scale, closed, indexTime };
  }

  /** Its sums in margin units. */
  sums(user: number, pocket: number): MarginSums {
    return marginSums(this.coins(user, pocket));
  }

  /** Whether it owes anything. Asked with every order: nothing is gathered for it. */
  owes(user: number, pocket: number): boolean {
    const { records } = this.state.loans;
    for (let at = records.firstOf(user, pocket); at !== NIL; at = records.nextOf(at)) {
      if (records.debt(at) > 0) return true;
    }
    return false;
  }

  /** A coin that it has or owes and whose index is too old to act on; undefined = there is none. */
  closedCoin(user: number, pocket: number): LoanCoin | undefined {
    const { ledger, loans } = this.state;
    const { records } = loans;
    for (let at = records.firstOf(user, pocket); at !== NIL; at = records.nextOf(at)) {
      const coin = loans.coin(assetOf(records.number(at)))!;
      if (!coin.closed) continue;
      if (records.debt(at) > 0 || ledger.ownedApprox(records.balance(at)) > 0) return coin;
    }
    return undefined;
  }

  /** Units of a coin that may leave: what stays must be as much as new debt would need. @param most there are */
  spare(user: number, pocket: number, number: number, most: number): number {
    const open = this.resting(user, pocket);
    const coins = this.coins(user, pocket, numbersOf(open, pocket, [number]));
    const moves = this.moves(open, user, pocket, coins);
    const at = coins.findIndex((coin) => coin.number === number);
    return spareUnits({ coins, moves }, at, most);
  }

  /** Units of a coin that may be borrowed at most, as far as margin goes. @param most that are asked for */
  borrowable(user: number, pocket: number, number: number, most: number): number {
    const open = this.resting(user, pocket);
    const coins = this.coins(user, pocket, numbersOf(open, pocket, [number]));
    const { rate } = this.state.loans.coin(assetOf(number))!;
    const at = coins.findIndex((coin) => coin.number === number);
    const moves = this.moves(open, user, pocket, coins);
    return borrowableUnits({ coins, moves }, at, rate, most);
  }

  /**
   * Sums of an account as an order enters: after what it borrows, and margin units that it may lose by its
   * orders, the new one among them.
   * @param ending order that it replaces, 0 = none
   */
  withOrder(
    user: number,
    pocket: number,
    wish: MarketWish,
    loan: number,
    ending: number,
  ): { sums: MarginSums; loss: number } {
    const { base, quote } = wish.market.instrument;
    const open = this.resting(user, pocket);
    const numbers = numbersOf(open, pocket, [
      balanceNumber(base, pocket),
      balanceNumber(quote, pocket),
    ]);
    const coins = this.coins(user, pocket, numbers);
    const move = this.moveOf(coins, pocket, user, wish);
    const pays = coins[move.pays]!;
    if (loan > 0) {
      coins[move.pays] = borrowedCoin(
        pays,
        loan,
        this.state.loans.coin(assetOf(pays.number))!.rate,
      );
    }
    const others = open.filter(({ id }) => id !== ending);
    const moves = [...this.moves(others, user, pocket, coins), move];
    return { sums: marginSums(coins), loss: ordersLoss(coins, moves) };
  }

  /** What open orders of an account may do. */
  private moves(
    open: readonly MarketWish[],
    user: number,
    pocket: number,
    coins: readonly OwnCoin[],
  ): OrderMove[] {
    return open.map((wish) => this.moveOf(coins, pocket, user, wish));
  }

  private resting(user: number, pocket: number): RestingWish[] {
    const { crossMargin, isolatedMargin } = AccountKind;
    const account = accountOf(user, pocket === MAIN_POCKET ? crossMargin : isolatedMargin);
    const { orders, markets } = this.state;
    return openOrderIds(this.state, account, pairOf(pocket)).map((id) => {
      const slot = orders.find(id);
      const lane = slot << ORDER_LANE_SHIFT;
      const flags = orders.i32[(slot << ORDER_WORD_SHIFT) | OrderWord.flags]!;
      const market = markets[flags >>> 12]!;
      const price = orders.f64[lane | OrderLane.price]!;
      const side = (flags & 1) as Side;
      const lots = orders.f64[lane | OrderLane.remaining]!;
      return { id, market, ...limitWish(market.instrument, { side, price, lots }) };
    });
  }

  private moveOf(
    coins: readonly OwnCoin[],
    pocket: number,
    user: number,
    wish: MarketWish,
  ): OrderMove {
    const placeOf = (asset: number) =>
      coins.findIndex(({ number }) => number === balanceNumber(asset, pocket));
    const { fees, users } = this.state;
    const { makerPpm, takerPpm } = pairRates(fees, users.tier(user), true);
    const feePpm = Math.max(makerPpm, takerPpm);
    return wishedMove(wish.market.instrument, wish, placeOf, feePpm);
  }
}

/** Numbers of the coins that open orders trade, beside those given. */
function numbersOf(
  open: readonly MarketWish[],
  pocket: number,
  given: readonly number[],
): number[] {
  const numbers = new Set(given);
  for (const { market } of open) {
    const { base, quote } = market.instrument;
    numbers.add(balanceNumber(base, pocket)).add(balanceNumber(quote, pocket));
  }
  return [...numbers];
}
