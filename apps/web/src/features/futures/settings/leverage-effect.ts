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
} from '@halcyon/domain';

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
  const nothing = { initial: null, added: 0, liquidationNow: null, liquidationThen: null };
  if (lots === 0) return { limit, allowed, ...nothing };
  const added = isIsolated(position) ? lackOf(position, leverage) : 0;
  const after = { ...position, leverage, margin: position.margin + added };
  const others = account.positions.filter((each) => each !== position);
  const wallet = account.wallet - BigInt(added);
  return {
    limit,
    allowed,
    initial: positionInitial(after),
    added,
    liquidationNow: liquidationPrice(account, position),
    liquidationThen: liquidationPrice({ ...account, wallet, positions: [...others, after] }, after),
  };
}
