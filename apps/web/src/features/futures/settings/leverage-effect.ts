/** What another leverage would mean for a position and the account, by the engine's arithmetic. */

import {
  isIsolated,
  lackOf,
  liquidationPrice,
  type MarginAccount,
  type MarginPosition,
  marginCeil,
  positionInitial,
  positionLimit,
  reachOf,
  removableOf,
  withdrawableOf,
} from '@halcyon/domain';
import { withPosition } from '../positions/position-after.ts';

/** What another leverage would mean. */
export interface LeverageEffect {
  /** Largest value of a position, margin units. */
  readonly limit: number;
  /** Whether the position and its orders are within it. */
  readonly allowed: boolean;
  /** Initial margin of the open position, margin units; null where none is open. */
  readonly initial: number | null;
  /** Settle units that would move from the wallet into an isolated position. */
  readonly added: number;
  /** Settle units that could be added to an isolated position afterwards. */
  readonly addable: number;
  /** Settle units that could be taken out afterwards: of an isolated position, else of the wallet. */
  readonly removable: number;
  /** Ticks now and then; null where nothing is open or no price liquidates it. */
  readonly liquidationNow: number | null;
  readonly liquidationThen: number | null;
}

/** See the head of the file. @param position one of the account, open or not */
export function leverageEffect(
  account: MarginAccount,
  position: MarginPosition,
  leverage: number,
): LeverageEffect {
  const { terms, lots, mark, leg, buys, sells } = position;
  const limit = positionLimit(terms.bounds, leverage);
  const allowed = marginCeil(terms, reachOf(leg, lots * mark, buys, sells)) <= limit;
  const nothing = { added: 0, addable: 0, removable: 0, liquidationNow: null };
  if (lots === 0) return { limit, allowed, initial: null, ...nothing, liquidationThen: null };
  const isolated = isIsolated(position);
  const added = isolated ? lackOf(position, leverage) : 0;
  const changed = { ...position, leverage, margin: position.margin + added };
  const after = withPosition(account, position, changed, -added);
  return {
    limit,
    allowed,
    initial: positionInitial(changed),
    added,
    addable: isolated ? withdrawableOf(after.account) : 0,
    removable: isolated ? removableOf(changed) : withdrawableOf(after.account),
    liquidationNow: liquidationPrice(account, position),
    liquidationThen: after.liquidation,
  };
}
