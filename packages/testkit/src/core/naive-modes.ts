/** The slow exchange's closing of accounts, and the freeze of what comes to them. */
import { type Command, EventKind, Reject } from '@halcyon/domain';
import { type NaiveRefusal, refusal } from './naive-rules.ts';
import type { NaiveState } from './naive-state.ts';

type SetModeCommand = Extract<Command, { kind: 64 }>;

/** @param plans accounts of the plans that there are */
export function setMode(
  x: NaiveState,
  c: SetModeCommand,
  plans: readonly number[],
): NaiveRefusal | null {
  if (x.rules < 13) return refusal(Reject.parameterRange, 13, x.rules);
  if (c.actor === '' || c.reason === '') return refusal(Reject.parameterRange, 1, 0);
  if (!Number.isInteger(c.user) || c.user < 16 || c.user >= x.userCount || x.roots.has(c.user)) {
    return refusal(Reject.unknownUser, x.userCount - 1, c.user);
  }
  if (![0, 1, 2].includes(c.mode)) return refusal(Reject.parameterRange, 2, c.mode);
  const before = x.modes.get(c.user) ?? 0;
  if (before === c.mode) return null;
  if (before === 2) return refusal(Reject.accountClosed, 0, c.user);
  if (c.mode === 2 && c.keepsMoney !== true) {
    const own = (account: number): boolean => x.sameRoot(account, c.user * 8);
    const balances = [...x.ledger.balances].filter(
      ([key, { available, held }]) => own(Number.parseInt(key, 10)) && available + held !== 0n,
    );
    const orders = [...x.orders.values()].filter(({ account }) => own(account));
    const left = balances.length + orders.length + plans.filter(own).length;
    if (left > 0) return refusal(Reject.accountNotEmpty, 0, left);
  }
  x.modes.set(c.user, c.mode);
  const { user, mode, actor, reason } = c;
  x.emit({ kind: EventKind.userModeSet, seq: x.seq, time: x.time, user, mode, actor, reason });
  return null;
}

/** Why money may not leave one account for another of somebody else; an account of the exchange is open. */
export function modeRefusal(
  x: NaiveState,
  { from, to, toClosed }: { from: number; to: number; toClosed: boolean },
): NaiveRefusal | null {
  const [source, target] = [from, to].map((account) => x.modes.get(x.rootOf(account >> 3)) ?? 0);
  if (source === 2) return refusal(Reject.accountClosed, 0, from);
  if (toClosed) return target === 2 ? null : refusal(Reject.accountNotClosed, 0, to);
  return target === 0 ? null : refusal(Reject.takesNoDeposits, target!, to);
}
