/** A paper venue goes over to another market: from the live one to a recording, say, and back. */
import {
  DoneReason,
  EVERY_INSTRUMENT,
  EventKind,
  FLOW_DETAIL_LENGTH_MAX,
  FLOW_SOURCES,
  type FollowCommand,
  NO_PAIR,
  PACE_PERCENT_MAX,
  PACE_PERCENT_MIN,
  Reject,
  type SetPaceCommand,
} from '@halcyon/domain';
import { NONE } from '../matching/order-record.ts';
import type { CommandOutcome } from '../outcome.ts';
import type { ParentTrading } from '../parents/parent-trading.ts';
import type { PlanTrading } from '../plans/plan-trading.ts';
import { restingOrders } from '../snapshot/resting-orders.ts';
import type { SpotTrading } from '../spot/spot-trading.ts';
import { Lateness } from '../state/index-price.ts';
import { type Market, Pause } from '../state/market.ts';
import type { State } from '../state/state.ts';
import { LIVE_FLOW } from './ghosts.ts';

/** What there is of orders of any kind. */
interface Working {
  readonly trading: SpotTrading;
  readonly plans: PlanTrading;
  readonly parents: ParentTrading;
}

/**
 * Takes all orders and plans out, forgets prices and positions, and begins with the new source. What
 * stood in the book belonged to another market: it must not meet prices of this one.
 */
export function follow(
  state: State,
  out: CommandOutcome,
  { trading, plans, parents }: Working,
  command: FollowCommand,
): boolean {
  const { source, detail, actor, reason } = command;
  if (!FLOW_SOURCES.includes(source)) {
    return out.refuse(Reject.parameterRange, FLOW_SOURCES.length, -1);
  }
  if (detail.length > FLOW_DETAIL_LENGTH_MAX) {
    return out.refuse(Reject.parameterRange, FLOW_DETAIL_LENGTH_MAX, detail.length);
  }
  for (const { account } of [...state.parents.orders.values()]) {
    parents.cancelAll(account, EVERY_INSTRUMENT, DoneReason.cancelled);
  }
  for (const { id } of [...restingOrders(state)]) {
    const slot = state.orders.find(id);
    if (slot !== NONE) trading.cancel(slot, DoneReason.cancelled);
  }
  for (const account of new Set([...state.plans.values()].map((plan) => plan.account))) {
    plans.cancelAll(account, -1);
  }
  const { ghosts } = state;
  ghosts.begin({ ...LIVE_FLOW, source, detail, actor });
  for (const market of state.markets) forget(state, market, source === 'live' ? 0 : Pause.stale);
  // Debts stay too, and nothing follows from them until prices come.
  for (const coin of state.loans.coins) if (coin.market !== NO_PAIR) coin.late = Lateness.stale;
  out.begin(state.seq, state.time);
  tell(state, reason);
  return true;
}

/** Pauses a recording, lets it go on, or changes its speed. */
export function setPace(state: State, out: CommandOutcome, command: SetPaceCommand): boolean {
  const { paused, speedPercent, actor, reason } = command;
  const tooSlow = speedPercent < PACE_PERCENT_MIN;
  if (!Number.isSafeInteger(speedPercent) || tooSlow || speedPercent > PACE_PERCENT_MAX) {
    const limit = tooSlow ? PACE_PERCENT_MIN : PACE_PERCENT_MAX;
    return out.refuse(Reject.parameterRange, limit, speedPercent);
  }
  const { ghosts } = state;
  ghosts.active = true;
  ghosts.flow = { ...ghosts.flow, paused, speedPercent, actor };
  tell(state, reason);
  return true;
}

function forget(state: State, market: Market, pause: number): void {
  market.lastPrice = 0;
  market.prints.length = 0;
  market.liveLast = 0;
  market.liveMark = 0;
  // Positions stay as they are until the prices of their contract come again.
  if (market.contract !== null) market.contract.late = Lateness.stale;
  if (!market.setPause(pause)) return;
  const { seq, time, log } = state;
  log.push({ kind: EventKind.instrumentSet, seq, time, instrument: market.instrument });
}

function tell(state: State, reason: string): void {
  const { seq, time, log, ghosts } = state;
  const { source, paused, speedPercent, actor } = ghosts.flow;
  log.push({ kind: EventKind.flowSet, seq, time, source, paused, speedPercent, actor, reason });
}
