/**
 * Positions as the projection holds them. An event tells what a position is now; how many lots it
 * opened or closed follows from what it was. Where an account's own orders met, for one position, the
 * event reports no change although lots were opened and as many closed: those are added (`SelfFill`).
 */
import type { PositionEvent } from '@halcyon/domain';
import { assert, ratioFloor, Side } from '@halcyon/domain';
import type { PositionState } from '../kinds/positions.ts';
import type { SelfFill } from './facts.ts';

/** What names a position: the columns of its key. */
export type PositionKey = Pick<PositionState, 'account' | 'instrument' | 'leg' | 'opened'>;

/** The name as a key of a map, and of rows that are set aside. */
export function positionKey({ account, instrument, leg, opened }: PositionKey): string {
  return `${account},${instrument},${leg},${opened}`;
}

/** A position before the fill that opens it. */
export function newPosition(event: PositionEvent, self: SelfFill | null): PositionState {
  assert(event.lots !== 0 || self !== null, `records: a position opens with no lots`);
  const long = event.lots === 0 ? self?.takerSide === Side.buy : event.lots > 0;
  return {
    account: event.account,
    instrument: event.instrument,
    leg: event.leg,
    opened: event.opened,
    side: long ? Side.buy : Side.sell,
    marginMode: event.marginMode,
    leverage: event.leverage,
    lots: 0,
    cost: 0,
    margin: 0,
    openedLots: 0n,
    openedValue: 0n,
    closedLots: 0n,
    closedValue: 0n,
    profit: 0,
    fees: 0,
    openingFees: 0,
    funding: 0,
    closedId: 0,
    openedAt: event.time,
    closedAt: 0,
    updatedAt: event.time,
    seq: event.seq,
  };
}

/** Brings a position to what an event says. @param self of this position, if the event reports one */
export function changePosition(
  position: PositionState,
  event: PositionEvent,
  quoteFactor: number,
  self: SelfFill | null,
): void {
  const grown = Math.abs(event.lots) - Math.abs(position.lots);
  const fees = event.fees - position.fees;
  if (grown > 0) {
    position.openedLots += BigInt(grown);
    position.openedValue += BigInt(event.cost - position.cost);
    if (self === null) position.openingFees += fees;
  } else if (grown < 0) {
    const share = BigInt(position.cost - event.cost);
    const gain = BigInt(event.profit - position.profit) / BigInt(quoteFactor);
    position.closedLots -= BigInt(grown);
    position.closedValue += position.side === Side.buy ? share + gain : share - gain;
  } else if (self === null) {
    // The price of a copied batch moved with what it traded since.
    position.openedValue += BigInt(event.cost - position.cost);
  }
  if (self !== null) addSelfFill(position, grown, fees, self);
  // What is set for a position that was closed before is of the next one.
  if (position.closedId === 0) {
    position.marginMode = event.marginMode;
    position.leverage = event.leverage;
  }
  position.lots = event.lots;
  position.cost = event.cost;
  position.margin = event.margin;
  position.profit = event.profit;
  position.fees = event.fees;
  position.funding = event.funding;
  position.updatedAt = event.time;
}

/** Lots that a fill with oneself opened and closed again, in either order. */
function addSelfFill(position: PositionState, grown: number, fees: number, self: SelfFill): void {
  const { quantity, price, takerSide, makerFee, takerFee } = self;
  const both = quantity - Math.max(0, grown);
  const lots = BigInt(both);
  position.openedLots += lots;
  position.openedValue += lots * BigInt(price);
  position.closedLots += lots;
  position.closedValue += lots * BigInt(price);
  // Where it turned the position around and back, the maker's side first closed, then opened.
  const closing = position.side === takerSide ? makerFee : takerFee;
  position.openingFees += fees - (grown > 0 ? ratioFloor(makerFee, both, quantity) : closing);
}

/** Whether an event changes nothing of a position that is closed. */
export function isUnchanged(position: PositionState, event: PositionEvent): boolean {
  const { profit, fees, funding } = position;
  return (
    position.closedId > 0 &&
    event.profit === profit &&
    event.fees === fees &&
    event.funding === funding
  );
}
