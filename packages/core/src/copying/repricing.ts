/** The price of a batch moves with what it trades: so does that of lots that its owners have got before. */
import { assert, PostingReason, Side } from '@halcyon/domain';
import type { PositionMoney } from '../futures/position-money.ts';
import { POSITION_LANE_SHIFT, PositionLane } from '../futures/positions.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';

/** Whose lots of which batch have another price. */
interface Repriced {
  /** Position of the batches. */
  readonly batch: number;
  /** Position of the owner. */
  readonly owner: number;
  readonly side: Side;
  /** Settle units that the lots cost more, or bring more. */
  readonly units: number;
}

/** Lots that are open have the new price in their cost; of those that are closed the difference is paid. */
export function reprice(
  state: State,
  money: PositionMoney,
  { instrument, contract }: Market,
  { batch, owner, side, units }: Repriced,
): void {
  const { f64 } = state.positions;
  const { quoteFactor } = instrument;
  const lane = owner << POSITION_LANE_SHIFT;
  const sign = side === Side.buy ? 1 : -1;
  const isOpen = Math.sign(f64[lane]!) === sign;
  const before = f64[lane | PositionLane.cost]!;
  const whole = Math.trunc(units / quoteFactor);
  const cost = isOpen && before + whole > 0 ? whole : 0;
  f64[lane | PositionLane.cost] = before + cost;
  contract!.costSum += sign * cost;
  assert(f64[lane] === 0 ? before + cost === 0 : before + cost > 0, 'INV-04: lots without a cost');
  const trade = state.nextTrade;
  state.nextTrade = trade + 1;
  // What the owner's cost takes up comes from the clearing account, which pays that much less when it closes.
  const later = sign * cost * quoteFactor;
  const now = sign * units - later;
  const { contractTrade } = PostingReason;
  f64[lane | PositionLane.profit]! -= now;
  if (now !== 0) money.pay(owner, contractTrade, trade, -now, 0);
  money.pay(batch, contractTrade, trade, now + later, 0);
  money.payClearing(batch, contractTrade, trade, -later);
  money.onChanged(owner);
  money.logPosition(owner);
}
