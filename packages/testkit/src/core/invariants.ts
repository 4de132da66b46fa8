/** The invariants of reliability.md §5 that the core's state must satisfy between any two commands. */
import {
  ORDER_LANES,
  ORDER_WORDS,
  OrderFlag,
  OrderLane,
  OrderWord,
  type State,
} from '@halcyon/core';
import { mayBeNegative, Side } from '@halcyon/domain';
import { checkCopiedSpot } from './copied-spot-invariants.ts';
import { checkExits } from './exit-invariants.ts';
import { checkParents } from './parent-invariants.ts';
import { check, checkPositions } from './position-invariants.ts';

const NO_RANKS: ReadonlyMap<number, number> = new Map();

/**
 * Everything at once.
 * @param restedAt when each order last entered its queue, to check first in, first out
 * @throws BrokenInvariant naming the first one that does not hold
 */
export function checkInvariants(
  state: State,
  restedAt: ReadonlyMap<number, number> = NO_RANKS,
): void {
  state.ledger.assertConserved();
  const held = new Map<number, bigint>();
  let resting = 0;
  for (const market of state.markets) {
    for (const side of [Side.buy, Side.sell])
      resting += checkSide(state, market, side, held, restedAt);
    const bid = market.book.best(Side.buy);
    const ask = market.book.best(Side.sell);
    check(bid === 0 || ask === 0 || bid < ask, 'INV-05', `crossed: bid ${bid}, ask ${ask}`);
  }
  check(resting === state.orders.count, 'INV-05', 'the books and the order pool differ');
  checkPositions(state, held);
  checkExits(state);
  checkCopiedSpot(state, held);
  checkParents(state);
  for (const { account, asset, amount, fee } of state.withdrawals.open.values()) {
    const slot = state.ledger.slot(account, asset);
    held.set(slot, (held.get(slot) ?? 0n) + BigInt(amount + fee));
  }
  checkBalances(state, held);
  checkSeats(state);
}

type Market = State['markets'][number];

function checkSide(
  state: State,
  market: Market,
  side: Side,
  held: Map<number, bigint>,
  restedAt: ReadonlyMap<number, number>,
): number {
  const { f64, i32 } = state.orders;
  const { quoteFactor, lotUnits } = market.instrument;
  const levels = new Map<number, number>();
  let lastPrice = 0;
  let lastRank = 0;
  let count = 0;
  for (const slot of market.book.queue(side)) {
    const lane = slot * ORDER_LANES;
    const word = slot * ORDER_WORDS;
    const id = f64[lane + OrderLane.id]!;
    const price = f64[lane + OrderLane.price]!;
    const remaining = f64[lane + OrderLane.remaining]!;
    const quantity = f64[lane + OrderLane.quantity]!;
    const behind = side === Side.buy ? price < lastPrice : price > lastPrice;
    check(count === 0 || price === lastPrice || behind, 'INV-05', `price order at order ${id}`);
    check(remaining > 0 && remaining <= quantity, 'INV-06', `order ${id} is over-filled`);
    check((i32[word + OrderWord.flags]! & OrderFlag.side) === side, 'INV-05', 'wrong side');
    check(state.orders.find(id) === slot, 'INV-05', `order ${id} is not found by its id`);
    levels.set(price, (levels.get(price) ?? 0) + remaining);
    const seat = i32[word + OrderWord.seat]!;
    const balance = side === Side.buy ? state.seats.quote(seat) : state.seats.base(seat);
    const spot = market.contract === null;
    check(!spot || i32[word + OrderWord.balance] === balance, 'INV-03', 'another balance pays');
    const instrument = i32[word + OrderWord.flags]! >>> OrderFlag.instrumentShift;
    check(instrument === market.instrument.id, 'INV-05', `order ${id} is in another market`);
    const units =
      side === Side.buy
        ? BigInt(remaining) * BigInt(price) * BigInt(quoteFactor)
        : BigInt(remaining) * BigInt(lotUnits);
    if (spot) held.set(balance, (held.get(balance) ?? 0n) + units);
    const rank = restedAt.get(id) ?? lastRank;
    check(price !== lastPrice || rank >= lastRank, 'INV-05', `order ${id} jumped its queue`);
    lastPrice = price;
    lastRank = rank;
    count += 1;
  }
  const want = Number.MAX_SAFE_INTEGER;
  let sum = 0;
  for (const [price, total] of levels) {
    sum += total;
    const taker = side === Side.buy ? Side.sell : Side.buy;
    const { lots } = market.book.reach(taker, price, want, 1);
    check(lots === sum, 'INV-05', `level ${price} has a wrong total`);
  }
  return count;
}

function checkBalances(state: State, held: ReadonlyMap<number, bigint>): void {
  const { ledger } = state;
  for (let slot = 0; slot < ledger.index.count; slot++) {
    const account = ledger.index.accounts[slot]!;
    const available = ledger.available(slot);
    check(available >= 0n || mayBeNegative(account), 'INV-02', `account ${account} owes`);
    const expected = held.get(slot) ?? 0n;
    check(ledger.held(slot) === expected, 'INV-03', `account ${account} holds something else`);
  }
}

/** The list of every seat holds exactly its resting orders. */
function checkSeats(state: State): void {
  const { i32 } = state.orders;
  let listed = 0;
  for (const seat of state.seats.all()) {
    let count = 0;
    for (const slot of state.seats.orders(seat)) {
      const word = slot * ORDER_WORDS;
      check(i32[word + OrderWord.seat] === seat, 'INV-05', 'an order sits in another seat');
      count += 1;
    }
    check(count === state.seats.restingCount(seat), 'INV-05', `seat ${seat} counts wrong`);
    listed += count;
  }
  check(listed === state.orders.count, 'INV-05', 'an order is in no list of its account');
}
