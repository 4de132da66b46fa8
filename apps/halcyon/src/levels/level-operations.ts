/** Fee levels and discounts as the command line sees and sets them. */
import {
  CommandKind,
  claimOf,
  discountOf,
  type FeeGrant,
  FeeGrantKind,
  feeTierOf,
  formatDecimal,
  LEVEL_DAYS,
  levelOf,
  levelSums,
  levelTerms,
  valueText,
  wireUserId,
} from '@halcyon/domain';
import { receiptOf, tradesOf } from '@halcyon/gateway';
import { type OperationArgs, quoted } from '../exchange/operation-args.ts';
import { type PeopleContext, personOf, required } from '../exchange/people.ts';

const DAY_MS = 86_400_000;
const RATE_SCALE = 6;
const KIND_NAMES = { fixed: FeeGrantKind.fixed, level: FeeGrantKind.level } as const;

/** `user fees`: what a person pays, and what that follows from. */
export async function showFees(context: PeopleContext, args: OperationArgs): Promise<unknown> {
  const { email, root } = await rootOf(context, args);
  const { views, records } = context;
  const day = Math.floor(Date.now() / DAY_MS);
  const trades = (await tradesOf(views, records.history, [root], day)).get(root) ?? [];
  const sums = levelSums(receiptOf(views, root, day, trades));
  return {
    ...standingOf(context, root, email),
    days: LEVEL_DAYS,
    spotVolume: valueText(sums.spotVolume),
    futuresVolume: valueText(sums.futuresVolume),
    assets: valueText(sums.assets),
  };
}

/** `user level`: a level that stays until it is released or its time ends. */
export function setLevel(context: PeopleContext, args: OperationArgs): Promise<unknown> {
  return args['release'] === true ? release(context, args) : giveLevel(context, args, 'fixed');
}

/** `user coupon`: at least a level, or per cent off the fees, for a time. */
export async function giveCoupon(context: PeopleContext, args: OperationArgs): Promise<unknown> {
  if (args['end'] !== undefined) return endGrant(context, args);
  if (args['until'] === undefined) throw new Error('--until is missing');
  if (args['percent'] === undefined) return giveLevel(context, args, 'level');
  if (args['level'] !== undefined) throw new Error('--percent and --level exclude each other');
  const { discounts } = context.views.fees;
  const percent = Number(args['percent']);
  if (!discounts.includes(percent)) {
    throw new Error(`--percent: ${quoted(args['percent'])} is none of ${discounts.join(', ')}`);
  }
  const until = untilOf(args['until']);
  return give(context, args, { kind: FeeGrantKind.discount, value: percent, until });
}

async function giveLevel(
  context: PeopleContext,
  args: OperationArgs,
  kind: keyof typeof KIND_NAMES,
): Promise<unknown> {
  const text = required(args, 'level');
  const most = levelTerms(context.views.feeSchedule()).length - 1;
  const level = /^[0-9]{1,3}$/.test(text) ? Number(text) : most + 1;
  if (level > most)
    throw new Error(`--level: ${quoted(text)} is no whole number from 0 to ${most}`);
  const until = args['until'] === undefined ? 0 : untilOf(args['until']);
  return give(context, args, { kind: KIND_NAMES[kind], value: level, until });
}

async function give(
  context: PeopleContext,
  args: OperationArgs,
  grant: Omit<FeeGrant, 'id'>,
): Promise<unknown> {
  const { email, root } = await rootOf(context, args);
  await submit(context, args, { user: root, grant, ends: 0 });
  return standingOf(context, root, email);
}

/** Gives up the level that is set, also one from before there were levels by volume. */
async function release(context: PeopleContext, args: OperationArgs): Promise<unknown> {
  const { email, root } = await rootOf(context, args);
  const { views, engine } = context;
  const standing = views.standings.of(root);
  const fixed = standing.grants.find(({ kind }) => kind === FeeGrantKind.fixed);
  const tier = feeTierOf(views.fees, claimOf(standing));
  if (fixed !== undefined) await submit(context, args, { user: root, grant: null, ends: fixed.id });
  else if (views.feeTier(root) === tier) throw new Error(`${email} has no level set by hand`);
  else {
    const { code } = await engine.submit({
      kind: CommandKind.setFeeTier,
      user: root,
      tier,
      ...by(args),
    });
    if (code !== 0) throw new Error(`refused with code ${code}`);
  }
  return standingOf(context, root, email);
}

async function endGrant(context: PeopleContext, args: OperationArgs): Promise<unknown> {
  const { email, root } = await rootOf(context, args);
  const { grants } = context.views.standings.of(root);
  const found = grants.find(({ id }) => String(id) === String(args['end']));
  if (found === undefined) {
    const ids = grants.map(({ id }) => id).join(', ');
    throw new Error(`--end: ${email} has no grant ${quoted(args['end'])}, only: ${ids || 'none'}`);
  }
  await submit(context, args, { user: root, grant: null, ends: found.id });
  return standingOf(context, root, email);
}

async function submit(
  { engine }: PeopleContext,
  args: OperationArgs,
  what: { user: number; grant: Omit<FeeGrant, 'id'> | null; ends: number },
): Promise<void> {
  const { code } = await engine.submit({ kind: CommandKind.grantFees, ...what, ...by(args) });
  if (code !== 0) throw new Error(`refused with code ${code}`);
}

function by(args: OperationArgs) {
  return { actor: 'command line', reason: String(args['reason'] ?? 'fees') };
}

async function rootOf(context: PeopleContext, args: OperationArgs) {
  const { uid, email } = await personOf(context, args);
  return { email, root: context.views.rootOf(uid) };
}

function standingOf({ views }: PeopleContext, root: number, email: string) {
  const tier = views.feeTier(root);
  const { earned, grants } = views.standings.of(root);
  const { makerPpm, takerPpm } = views.feeRates(root);
  const names = ['fixed', 'level', 'discount'] as const;
  return {
    uid: wireUserId(root),
    email,
    level: levelOf(tier),
    discount: discountOf(views.fees, tier),
    earned,
    grants: grants.map(({ id, kind, value, until }) => {
      return { id, kind: names[kind], value, until: until === 0 ? null : until };
    }),
    makerFeeRate: formatDecimal(makerPpm, RATE_SCALE),
    takerFeeRate: formatDecimal(takerPpm, RATE_SCALE),
  };
}

/** A moment, Unix ms. */
function untilOf(value: unknown): number {
  const time = /^[0-9]{13}$/.test(String(value)) ? Number(value) : Date.parse(String(value));
  if (Number.isSafeInteger(time) && time > Date.now()) return time;
  throw new Error(`--until: ${quoted(value)} is no time to come, such as 2030-01-31T12:00:00Z`);
}
