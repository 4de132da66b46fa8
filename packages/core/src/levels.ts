/** Fee levels: what owners have earned, what they were given, and the tier that follows from both. */
import {
  assert,
  CommandKind,
  claimOf,
  EventKind,
  FEE_DISCOUNT_MAX,
  FEE_GRANTS_MAX,
  FeeGrantKind,
  type FeeStanding,
  FIRST_USER_ID,
  feeTierOf,
  type GrantFeesCommand,
  LEVEL_CHANGES_MAX,
  LEVEL_RECEIPT_MAX,
  type LevelChange,
  type LevelUsersCommand,
  Reject,
  type SetFeeScheduleCommand,
  type SetFeeTierCommand,
  withGrant,
  withoutGrant,
} from '@halcyon/domain';
import { giveTier, setFeeSchedule, setFeeTier } from './listing.ts';
import type { CommandOutcome } from './outcome.ts';
import { Rules } from './rules.ts';
import type { State } from './state/state.ts';

/** Carries out a command about fees. */
export function applyFees(
  state: State,
  out: CommandOutcome,
  command: SetFeeTierCommand | SetFeeScheduleCommand | LevelUsersCommand | GrantFeesCommand,
): void {
  if (command.kind === CommandKind.setFeeTier) setFeeTier(state, out, command);
  else if (command.kind === CommandKind.setFeeSchedule) setFeeSchedule(state, out, command);
  else if (command.kind === CommandKind.levelUsers) levelUsers(state, out, command);
  else grantFees(state, out, command);
}

/** Gives owners the levels they have earned on a day; a batch that was applied is refused. */
function levelUsers(state: State, out: CommandOutcome, command: LevelUsersCommand): void {
  if (!checkRules(state, out) || !checkDay(state, out, command)) return;
  if (!checkChanges(state, out, command)) return;
  const { standings, log, seq, time } = state;
  const { day, upTo, done, users } = command;
  standings.day = { day, upTo, done };
  log.push({ kind: EventKind.levelsEarned, seq, time, day, upTo, done, users });
  for (const { user, level } of users) {
    settle(state, user, { ...standings.of(user), earned: level });
  }
}

/** Gives an owner a level or a discount, or ends one that was given. */
function grantFees(state: State, out: CommandOutcome, command: GrantFeesCommand): void {
  const { user, grant, ends } = command;
  if (!checkRules(state, out) || !checkOwner(state, out, user)) return;
  if (grant === null) {
    end(state, out, command);
    return;
  }
  const { standings, log, seq, time } = state;
  if (ends !== 0) {
    out.refuse(Reject.parameterRange, 0, ends);
    return;
  }
  if (!checkGrant(state, out, command, grant)) return;
  const given = { id: standings.nextGrant, ...grantOnly(grant) };
  standings.nextGrant += 1;
  const { standing, ended } = withGrant(standings.of(user), given);
  const by = { actor: command.actor, reason: command.reason };
  for (const old of ended) {
    log.push({ kind: EventKind.feeGrantEnded, seq, time, user, grant: old, ...by });
  }
  log.push({ kind: EventKind.feeGrantGiven, seq, time, user, grant: given, ...by });
  out.id = given.id;
  settle(state, user, standing);
}

function grantOnly({ kind, value, until }: NonNullable<GrantFeesCommand['grant']>) {
  return { kind, value, until };
}

function end(state: State, out: CommandOutcome, command: GrantFeesCommand): void {
  const { user, ends, actor, reason } = command;
  const { standings, log, seq, time } = state;
  const standing = standings.of(user);
  const grant = standing.grants.find(({ id }) => id === ends);
  if (grant === undefined) {
    out.refuse(Reject.parameterRange, standings.nextGrant - 1, ends);
    return;
  }
  log.push({ kind: EventKind.feeGrantEnded, seq, time, user, grant, actor, reason });
  out.id = ends;
  settle(state, user, withoutGrant(standing, ends));
}

/** Notes a standing; all accounts of the owner pay by what it comes to. */
function settle(state: State, user: number, standing: FeeStanding): void {
  state.standings.set(user, standing);
  const { level, discount } = claimOf(standing);
  const tier = feeTierOf(state.fees, { level, discount });
  assert(tier >= 0, 'a standing comes to a fee tier that does not exist');
  if (tier !== state.users.tier(user)) giveTier(state, user, tier);
}

function checkRules({ rules }: State, out: CommandOutcome): boolean {
  return rules >= Rules.subAccounts || out.refuse(Reject.parameterRange, Rules.subAccounts, rules);
}

/** Days go forward, and within a day the numbers of owners. */
function checkDay(
  { standings, users: { count } }: State,
  out: CommandOutcome,
  { day, upTo, done }: LevelUsersCommand,
): boolean {
  const { day: last } = standings;
  if (!Number.isSafeInteger(day) || day < 1 || day < last.day) {
    return out.refuse(Reject.parameterRange, last.day, day);
  }
  if (day === last.day && last.done) return out.refuse(Reject.parameterRange, day + 1, day);
  const from = day === last.day ? last.upTo : 0;
  if (!Number.isSafeInteger(upTo) || upTo < from || upTo >= count) {
    return out.refuse(Reject.parameterRange, count - 1, upTo);
  }
  return upTo > from || done === true || out.refuse(Reject.parameterRange, from + 1, upTo);
}

function checkChanges(
  state: State,
  out: CommandOutcome,
  { day, upTo, users }: LevelUsersCommand,
): boolean {
  if (users.length > LEVEL_CHANGES_MAX) {
    return out.refuse(Reject.parameterRange, LEVEL_CHANGES_MAX, users.length);
  }
  const { day: last } = state.standings;
  let before = day === last.day ? last.upTo : 0;
  for (const change of users) {
    if (!checkOwner(state, out, change.user) || !checkLevel(state, out, change)) return false;
    if (change.user <= before || change.user > upTo) {
      return out.refuse(Reject.parameterRange, upTo, change.user);
    }
    before = change.user;
  }
  return true;
}

function checkLevel(
  { fees }: State,
  out: CommandOutcome,
  { level, receipt }: LevelChange,
): boolean {
  if (feeTierOf(fees, { level, discount: 0 }) < 0) {
    return out.refuse(Reject.feeTierUnknown, fees.tiers.length - 1, level);
  }
  const { length } = receipt;
  return (
    length <= LEVEL_RECEIPT_MAX || out.refuse(Reject.parameterRange, LEVEL_RECEIPT_MAX, length)
  );
}

/** An owner is an open user that is no sub-account. */
function checkOwner({ users }: State, out: CommandOutcome, user: number): boolean {
  const known = Number.isSafeInteger(user) && user >= FIRST_USER_ID && user < users.count;
  if (known && users.rootOf(user) === user) return true;
  return out.refuse(Reject.unknownUser, users.count - 1, user);
}

function checkGrant(
  { fees, standings, time }: State,
  out: CommandOutcome,
  { user }: GrantFeesCommand,
  { kind, value, until }: NonNullable<GrantFeesCommand['grant']>,
): boolean {
  const { grants } = standings.of(user);
  if (grants.length >= FEE_GRANTS_MAX) {
    return out.refuse(Reject.parameterRange, FEE_GRANTS_MAX, grants.length + 1);
  }
  if (!Number.isSafeInteger(until) || (until !== 0 && until <= time)) {
    return out.refuse(Reject.parameterRange, time, until);
  }
  if (!Object.values<number>(FeeGrantKind).includes(kind)) {
    return out.refuse(Reject.parameterRange, FeeGrantKind.discount, kind);
  }
  const isDiscount = kind === FeeGrantKind.discount;
  if (isDiscount && !(value >= 1 && value <= FEE_DISCOUNT_MAX)) {
    return out.refuse(Reject.parameterRange, FEE_DISCOUNT_MAX, value);
  }
  const claim = isDiscount ? { level: 0, discount: value } : { level: value, discount: 0 };
  return (
    feeTierOf(fees, claim) >= 0 || out.refuse(Reject.feeTierUnknown, fees.tiers.length - 1, value)
  );
}
