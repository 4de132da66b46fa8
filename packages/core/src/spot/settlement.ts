/**
 * The money of fills. A taker pays out of what is available, a maker out of what its order holds;
 * each receives the other side less its own fee, and the fees go to the fees account of that asset.
 */
import {
  type EventLog,
  assert as importedAssert,
  ppmFloor as importedPpmFloor,
  type Side,
  type SystemAccount,
} from '@halcyon/domain';
import type { BalancePart, Ledger } from '../ledger/ledger.ts';
import type { Taker } from '../matching/book.ts';
import type { OrderPool } from '../matching/order-pool.ts';
import type {
  ORDER_LANE_SHIFT,
  ORDER_WORD_SHIFT,
  OrderLane,
  OrderWord,
} from '../matching/order-record.ts';
import type { Market } from '../state/market.ts';
import type { SEAT_WORD_SHIFT, SeatWord } from '../state/seats.ts';
import type { State } from '../state/state.ts';

// What the hot code reads and calls: own constants, because the compiler cannot fold imported ones.
const assert: typeof importedAssert = importedAssert;
const ppmFloor: typeof importedPpmFloor = importedPpmFloor;
const LANE_SHIFT: typeof ORDER_LANE_SHIFT = 3;
const REMAINING: typeof OrderLane.remaining = 2;
const WORD_SHIFT: typeof ORDER_WORD_SHIFT = 4;
const ACCOUNT: typeof OrderWord.account = 8;
const SEAT: typeof OrderWord.seat = 9;
const S_WORD_SHIFT: typeof SEAT_WORD_SHIFT = 4;
const BASE: typeof SeatWord.base = 2;
const QUOTE: typeof SeatWord.quote = 3;
const BUY: typeof Side.buy = 0;
const AVAILABLE: typeof BalancePart.available = 0;
const HELD: typeof BalancePart.held = 2;
const FEES_ACCOUNT = 1;
const COPYING: typeof SystemAccount.copying = 9;
const UNITS_MAX = Number.MAX_SAFE_INTEGER;

/** Settles the fills of one taker at a time. */
export class Settlement {
  declare private readonly state: State;
  declare private readonly ledger: Ledger;
  declare private readonly log: EventLog;
  declare private readonly orders: OrderPool;
  /** Words of a seat: the balance of the asset that the taker pays with, and of the one it gets. */
  private paying: typeof BASE | typeof QUOTE = QUOTE;
  private getting: typeof BASE | typeof QUOTE = BASE;
  /** Slots of the taker's balances and of the fees account's, by what the taker pays and gets. */
  private takerPays = 0;
  private takerGets = 0;
  private feesPaid = 0;
  private feesGot = 0;
  private takerPpm = 0;
  /** What the last taker that traded has traded: lots, and quote units. */
  takenLots = 0;
  takenUnits = 0;
  private lotUnits = 1;
  private assets = 0;

  constructor(state: State) {
    this.state = state;
    this.ledger = state.ledger;
    this.log = state.log;
    this.orders = state.orders;
  }

  /** Prepares for the fills of a taker. */
  begin(market: Market, seat: number, account: number, side: Side): void {
    const { state } = this;
    const { instrument } = market;
    if (market.feesSeat < 0) market.feesSeat = state.seat(FEES_ACCOUNT, instrument);
    const words = state.seats.i32;
    const paying = side === BUY ? QUOTE : BASE;
    const getting = side === BUY ? BASE : QUOTE;
    this.paying = paying;
    this.getting = getting;
    this.takerPays = words[(seat << S_WORD_SHIFT) | paying]!;
    this.takerGets = words[(seat << S_WORD_SHIFT) | getting]!;
    this.feesPaid = words[(market.feesSeat << S_WORD_SHIFT) | paying]!;
    this.feesGot = words[(market.feesSeat << S_WORD_SHIFT) | getting]!;
    // Owners of a batch pay the fees of their own levels when they get their parts.
    this.takerPpm =
      account === COPYING ? 0 : state.fees.takerPpm(state.users.tier(account >>> 3), account);
    this.takenLots = 0;
    this.takenUnits = 0;
    assert(this.takerPpm >= 0, 'a user is in a fee tier that does not exist');
    this.lotUnits = instrument.lotUnits;
    this.assets = instrument.base * 2_048 + instrument.quote;
  }

  /**
   * Moves the money of one fill and reports trade and postings.
   * @param takerLeft what is left of the taker: lots, or quote units of a buy by amount
   * @param own whether both sides are of one owner
   */
  fill(
    market: Market,
    taker: Taker,
    maker: number,
    price: number,
    quantity: number,
    takerLeft: number,
    own: boolean,
  ): void {
    const { state, orders, ledger } = this;
    const word = maker << WORD_SHIFT;
    const makerAccount = orders.i32[word | ACCOUNT]!;
    const makerSeat = orders.i32[word | SEAT]! << S_WORD_SHIFT;
    const makerPays = state.seats.i32[makerSeat | this.getting]!;
    const makerGets = state.seats.i32[makerSeat | this.paying]!;
    const copied = makerAccount === COPYING;
    const makerPpm = copied
      ? 0
      : state.fees.makerPpm(state.users.tier(makerAccount >>> 3), makerAccount);
    const buying = taker.side === BUY;
    const quoteUnits = price * quantity * taker.quoteFactor;
    const baseUnits = quantity * this.lotUnits;
    assert(quantity > 0 && quoteUnits > 0, 'a fill moves nothing');
    assert(quoteUnits <= UNITS_MAX, 'a fill is over the largest notional');
    const paid = buying ? quoteUnits : baseUnits;
    const got = buying ? baseUnits : quoteUnits;
    const makerFee = ppmFloor(paid, makerPpm);
    const takerFee = ppmFloor(got, this.takerPpm);
    const trade = state.nextTrade;
    state.nextTrade = trade + 1;
    const lane = this.log.trade(
      market.instrument.id * 2 + taker.side,
      trade,
      price,
      quantity,
      quoteUnits,
      orders.f64[maker << LANE_SHIFT]!,
      taker.order,
      makerAccount,
      taker.account,
      makerFee,
      takerFee,
      orders.f64[(maker << LANE_SHIFT) | REMAINING]!,
      takerLeft,
      this.assets,
      baseUnits,
      own,
    );
    this.takenLots += quantity;
    this.takenUnits += quoteUnits;
    if (copied) {
      state.copies.onFilled(
        orders.f64[maker << LANE_SHIFT]!,
        quantity,
        price * quantity,
        quoteUnits,
      );
    }
    ledger.settle(this.takerPays, AVAILABLE, -paid, lane);
    ledger.settle(this.takerGets, AVAILABLE, got - takerFee, lane + 2);
    ledger.settle(makerPays, HELD, -got, lane + 4);
    ledger.settle(makerGets, AVAILABLE, paid - makerFee, lane + 6);
    if (takerFee > 0) ledger.settle(this.feesGot, AVAILABLE, takerFee, lane + 8);
    if (makerFee > 0) ledger.settle(this.feesPaid, AVAILABLE, makerFee, lane + 10);
  }
}
