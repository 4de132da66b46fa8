/**
 * Whether resting orders of margin accounts can bear what they lose. An order was checked when it was placed; until it
 * is met at a price that is worse than the index for it, indexes may have drifted and interest grown. One that
 * would leave an account that owes with less than nothing ends instead: fund and pool would pay for it. Both those who
 * trade and those who look ahead ask here, each in the order in which a taker meets them.
 */
import {
  assetOf,
  balanceNumber,
  coinValue,
  limitWish,
  ownerOf,
  pocketOf,
  ppmFloor,
  SelfTrade,
  Side,
  UNITS_MAX,
} from '@halcyon/domain';
import { isOwn, type Reach } from '../matching/book.ts';
import {
  ORDER_LANE_SHIFT,
  ORDER_WORD_SHIFT,
  OrderFlag,
  OrderLane,
  OrderWord,
} from '../matching/order-record.ts';
import { Rules } from '../rules.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';

const NIL = -1;

/** What a fill moves: numbers of the ledger, and units; what it gets after the fee. */
interface Fill {
  readonly gets: number;
  readonly got: number;
  readonly pays: number;
  readonly paid: number;
}

/** What an order would trade with the book as it stands. */
export interface BookWish {
  readonly account: number;
  readonly side: Side;
  /** Worst price, ticks. */
  readonly limit: number;
  readonly lots: number;
  readonly selfTrade: SelfTrade;
}

export class MakerWorth {
  declare private readonly state: State;
  /** Units that orders which were noted have brought or cost, by record. */
  private readonly moved = new Map<number, number>();

  constructor(state: State) {
    this.state = state;
  }

  /** Whether an order bears to trade all of it. @param taker account that meets it: its own was checked as it entered */
  bears(market: Market, slot: number, taker: number): boolean {
    const { orders, loans } = this.state;
    const account = orders.i32[(slot << ORDER_WORD_SHIFT) | OrderWord.account]!;
    if (account === taker) return true;
    const remaining = orders.f64[(slot << ORDER_LANE_SHIFT) | OrderLane.remaining]!;
    const fill = this.fillOf(market, slot, remaining);
    const { scale: from } = loans.coin(assetOf(fill.pays))!;
    const { scale: to } = loans.coin(assetOf(fill.gets))!;
    if (coinValue(fill.got, to) + coinValue(-fill.paid, from) >= 0) return true;
    return this.worthAfter(ownerOf(account), pocketOf(account, market.instrument.id), fill) >= 0;
  }

  /** Counts a fill that has not been made: for who looks ahead. */
  note(market: Market, slot: number, lots: number): void {
    const { gets, got, pays, paid } = this.fillOf(market, slot, lots);
    const account = this.state.orders.i32[(slot << ORDER_WORD_SHIFT) | OrderWord.account]!;
    const { records } = this.state.loans;
    const move = (number: number, units: number): void => {
      const record = records.find(account, number);
      this.moved.set(record, (this.moved.get(record) ?? 0) + units);
    };
    move(gets, got);
    move(pays, -paid);
  }

  /** What an account has less what it owes after a fill, at the index; 0 where it owes nothing. Each coin down. */
  private worthAfter(user: number, pocket: number, fill: Fill): number {
    const { ledger, loans } = this.state;
    const { records } = loans;
    let [worth, owes] = [0, false];
    for (let at = records.firstOf(user, pocket); at !== NIL; at = records.nextOf(at)) {
      const number = records.number(at);
      const debt = records.debt(at);
      if (debt > 0) owes = true;
      let units = ledger.ownedApprox(records.balance(at)) + (this.moved.get(at) ?? 0);
      if (number === fill.gets) units += fill.got;
      if (number === fill.pays) units -= fill.paid;
      worth += coinValue(Math.min(UNITS_MAX, units) - debt, loans.coin(assetOf(number))!.scale);
    }
    return owes ? worth : 0;
  }

  private fillOf({ instrument }: Market, slot: number, lots: number): Fill {
    const { orders, users, fees } = this.state;
    const word = slot << ORDER_WORD_SHIFT;
    const account = orders.i32[word | OrderWord.account]!;
    const side = (orders.i32[word | OrderWord.flags]! & OrderFlag.side) as Side;
    const price = orders.f64[(slot << ORDER_LANE_SHIFT) | OrderLane.price]!;
    const { paid, got } = limitWish(instrument, { side, price, lots });
    const pocket = pocketOf(account, instrument.id);
    const base = balanceNumber(instrument.base, pocket);
    const quote = balanceNumber(instrument.quote, pocket);
    const [gets, pays] = side === Side.buy ? [base, quote] : [quote, base];
    const fee = ppmFloor(got, fees.makerPpm(users.tier(ownerOf(account)), account));
    return { gets, got: got - fee, pays, paid };
  }
}

/** Lots that an order would trade at once, and their cost in quote units; without those that would end instead. */
export function reached(state: State, market: Market, wish: BookWish): Reach {
  const { book, instrument } = market;
  const { account, side, limit, selfTrade } = wish;
  const asks = book.marginOrders > 0 && state.rules >= Rules.loanFloors;
  const { quoteFactor } = instrument;
  if (!asks && selfTrade === SelfTrade.none) return book.reach(side, limit, wish.lots, quoteFactor);
  const { f64, i32 } = state.orders;
  const own = state.users.own(account);
  const makers = new MakerWorth(state);
  const found = { lots: 0, quote: 0 };
  for (const slot of book.queue(side === Side.buy ? Side.sell : Side.buy)) {
    const price = f64[(slot << ORDER_LANE_SHIFT) | OrderLane.price]!;
    if (found.lots === wish.lots || (side === Side.buy ? price > limit : price < limit)) break;
    const word = slot << ORDER_WORD_SHIFT;
    if (selfTrade !== SelfTrade.none && isOwn(own, ownerOf(i32[word | OrderWord.account]!))) {
      if (selfTrade === SelfTrade.cancelMaker) continue;
      break;
    }
    const asked = asks && (i32[word | OrderWord.flags]! & OrderFlag.margin) !== 0;
    if (asked && !makers.bears(market, slot, account)) continue;
    const remaining = f64[(slot << ORDER_LANE_SHIFT) | OrderLane.remaining]!;
    const lots = Math.min(remaining, wish.lots - found.lots);
    if (asked) makers.note(market, slot, lots);
    found.lots += lots;
    found.quote += lots * price * quoteFactor;
  }
  return found;
}
