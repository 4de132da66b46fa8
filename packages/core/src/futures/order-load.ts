/** What resting orders mean to the position that they are for. */
import type { OrderFlag } from '../matching/order-record.ts';
import { type POSITION_LANE_SHIFT, PositionLane, type Positions } from './positions.ts';

// What the hot code reads: own constants, because the compiler cannot fold imported ones.
const LANE_SHIFT: typeof POSITION_LANE_SHIFT = 4;
const BUY_VALUE: typeof PositionLane.buyValue = PositionLane.buyValue;
const SELL_VALUE: typeof PositionLane.sellValue = PositionLane.sellValue;
const REDUCE_LOTS: typeof PositionLane.reduceLots = PositionLane.reduceLots;
const SIDE: typeof OrderFlag.side = 1;
const REDUCE_ONLY: typeof OrderFlag.reduceOnly = 256;

/** Counts lots of a resting order in (or out, where they are negative). @param flags of OrderFlag */
export function loadPosition(
  positions: Positions,
  position: number,
  flags: number,
  price: number,
  lots: number,
): void {
  const lane = position << LANE_SHIFT;
  const { f64 } = positions;
  if ((flags & REDUCE_ONLY) !== 0) f64[lane | REDUCE_LOTS]! += lots;
  else if ((flags & SIDE) === 0) f64[lane | BUY_VALUE]! += price * lots;
  else f64[lane | SELL_VALUE]! += price * lots;
}
