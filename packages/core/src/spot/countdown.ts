/** Dead-man's switches: setting them, and which are due. The core fires those. */
import { COUNTDOWN_MS_MAX, type CountdownCommand, EventKind, Reject } from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import type { State } from '../state/state.ts';
import { checkTrader } from './order-checks.ts';

/** Sets the switch of an account, or takes it away; whether it was not refused. */
export function setCountdown(
  state: State,
  out: CommandOutcome,
  { account, timeoutMs }: CountdownCommand,
): boolean {
  if (!checkTrader(state, out, account)) return false;
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 0 || timeoutMs > COUNTDOWN_MS_MAX) {
    return out.refuse(Reject.countdownRange, COUNTDOWN_MS_MAX, timeoutMs);
  }
  if (timeoutMs === 0) state.countdowns.delete(account);
  else state.countdowns.set(account, state.time + timeoutMs);
  const { seq, time } = state;
  const deadline = state.countdowns.get(account) ?? 0;
  state.log.push({ kind: EventKind.countdownSet, seq, time, account, deadline });
  return true;
}

/** Takes switches that are due away, one at a time: the next one when the caller has fired this one. */
export function* dueCountdowns(state: State): Generator<number> {
  const { seq, time, countdowns } = state;
  for (const [account, at] of [...countdowns]) {
    if (at > time) continue;
    countdowns.delete(account);
    state.log.push({ kind: EventKind.countdownSet, seq, time, account, deadline: 0 });
    yield account;
  }
}

/** Unix ms at which the next switch is due, Infinity = none. */
export function nextCountdown({ countdowns }: State): number {
  let next = Number.POSITIVE_INFINITY;
  for (const at of countdowns.values()) if (at < next) next = at;
  return next;
}
