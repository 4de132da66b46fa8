/** How events of contracts become rows; see fold.ts. */
import type {
  FundingSetEvent,
  LiquidationEvent,
  PositionEvent,
  PostingEvent,
} from '@halcyon/domain';
import { assert, ownerOf, PositionLeg, Side } from '@halcyon/domain';
import type { PositionState } from '../kinds/positions.ts';
import type { SelfFill } from './facts.ts';
import { noteCopyPosition } from './fold-copying.ts';
import { notePosition } from './fold-hours.ts';
import { notifyFunding, notifyLiquidation } from './fold-notices.ts';
import type { Known } from './known.ts';
import { instrumentOf, mark } from './known.ts';
import { changePosition, isUnchanged, newPosition, positionKey } from './position-rows.ts';
import type { TradeHalf } from './trade-half.ts';
import type { WriteSet } from './write-set.ts';

/** A position as it is now: opens its row, changes it, closes it. */
export function foldPosition(event: PositionEvent, known: Known, out: WriteSet): void {
  if (!known.people.ownsAccount(event.account)) return;
  mark(event.time, known, out);
  foldFunding(event, known, out);
  nameLegs(event, known.halves);
  // Settings of a contract that the account has not traded yet.
  if (event.opened === 0) return;
  const withItself = known.selfFill?.account === event.account;
  const self = takeSelfFill(event, known);
  const key = positionKey(event);
  let position = known.positions.get(key);
  if (position !== undefined && isUnchanged(position, event)) return;
  if (position === undefined) {
    position = newPosition(event, self);
    known.positions.set(key, position);
  }
  if (!withItself) noteClosing(position, event, known, out);
  const before = { lots: position.lots, cost: position.cost, closed: position.closedId > 0 };
  changePosition(position, event, instrumentOf(event.instrument, known).quoteFactor, self);
  if (event.lots === 0 && position.closedId === 0) {
    known.counters.closedPositions += 1;
    position.closedId = known.counters.closedPositions;
    position.closedAt = event.time;
  }
  out.positions.add(position);
  notePosition(event, out);
  noteCopyPosition(position, before, event.time, known, out);
}

/** The order of another's fill that closed a part of a position, or all: at which entry, as the position shows it. */
function noteClosing(
  { lots, cost }: Pick<PositionState, 'lots' | 'cost'>,
  { seq, account, lots: left }: PositionEvent,
  known: Known,
  out: WriteSet,
): void {
  const size = Math.abs(lots);
  const closed = size - Math.abs(left);
  if (closed <= 0) return;
  const side = lots > 0 ? Side.sell : Side.buy;
  const order = known.halves.find(
    (half) => half.seq === seq && half.account === account && half.side === side,
  )?.order;
  if (order === null || order === undefined) return;
  order.closedLots += closed;
  order.closedEntry += BigInt(closed) * entryOf(cost, size);
  out.orders.add(order);
}

/** The average entry of a position, hundredths of a tick. */
function entryOf(cost: number, lots: number): bigint {
  return (BigInt(cost) * 200n + BigInt(lots)) / (BigInt(lots) * 2n);
}

/** The fill of a position with itself that this event tells of; not that it closed the one before. */
function takeSelfFill(event: PositionEvent, known: Known): SelfFill | null {
  const self = known.selfFill;
  if (self === null || self.account !== event.account || self.leg !== event.leg) return null;
  if (self.instrument !== event.instrument) return null;
  if (event.lots === 0 && event.opened !== self.trade) return null;
  known.selfFill = null;
  return self;
}

/** Off the book positions are only closed, so the side tells which of a hedged pair it was. */
function nameLegs(event: PositionEvent, halves: readonly TradeHalf[]): void {
  if (event.leg === PositionLeg.net) return;
  const side = event.leg === PositionLeg.long ? Side.sell : Side.buy;
  for (const half of halves) {
    const isOf = half.seq === event.seq && half.account === event.account && half.side === side;
    if (isOf && half.offBook !== null) half.offBook.options = event.leg * 2;
  }
}

/** The funding that was just billed: its position is told next, still with the lots that paid. */
function foldFunding(event: PositionEvent, known: Known, out: WriteSet): void {
  const bill = known.funding;
  if (bill === null) return;
  known.funding = null;
  const round = known.rounds.get(bill.instrument);
  const isOf = bill.account === event.account && bill.instrument === event.instrument;
  assert(isOf && round?.round === bill.round, `records: funding ${bill.round} has no position`);
  out.fundings.push({
    account: bill.account,
    id: bill.id,
    instrument: bill.instrument,
    leg: event.leg,
    round: bill.round,
    rate: round.rate,
    mark: round.mark,
    lots: event.lots,
    asset: bill.asset,
    amount: Number(bill.amount),
    time: event.time,
    seq: event.seq,
  });
  notifyFunding(event, bill, known, out);
}

/** A funding round: the rate that is due from now on. */
export function foldFundingSet(event: FundingSetEvent, known: Known, out: WriteSet): void {
  const { instrument, round, rate, mark: price } = event;
  known.rounds.set(instrument, { round, rate, mark: price });
  out.fundingRounds.push(event);
}

/** A step of a person's liquidation. */
export function foldLiquidation(event: LiquidationEvent, known: Known, out: WriteSet): void {
  if (!known.people.ownsAccount(event.account)) return;
  mark(event.time, known, out);
  known.counters.liquidations += 1;
  out.liquidations.push({ ...event, id: known.counters.liquidations });
  notifyLiquidation(event, known.counters.liquidations, known, out);
}

/** The protection fund got or paid something. */
export function foldFundEntry(event: PostingEvent, known: Known, out: WriteSet): void {
  mark(event.time, known, out);
  known.counters.fundEntries += 1;
  out.fundEntries.push({
    asset: event.asset,
    id: known.counters.fundEntries,
    reason: event.reason,
    amount: event.availableDelta + event.heldDelta,
    balance: event.available + event.held,
    instrument: event.instrument,
    reference: event.reference,
    time: event.time,
    seq: event.seq,
  });
}

/**
 * The side of a contract trade that a posting pays. Of two equal ones the taker's comes first; null where a copy
 * portfolio gets its part of a batch, which is no trade of its own.
 */
export function takeHalf(event: PostingEvent, change: bigint, known: Known): TradeHalf | null {
  const half = known.halves.findLast(
    ({ account, net, billed }) => !billed && account === event.account && BigInt(net) === change,
  );
  if (half === undefined) {
    const copied = known.copies.has(ownerOf(event.account));
    assert(copied, `records: nobody is paid for trade ${event.reference}`);
    return null;
  }
  half.billed = true;
  return half;
}
