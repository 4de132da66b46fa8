/** Operators as the command line adds, renews, removes and lists them. */
import { createHash, randomBytes } from 'node:crypto';
import {
  CommandKind,
  OPERATOR_NAME_MAX,
  OPERATOR_NAME_MIN,
  OPERATORS_MAX,
  type OperatorChange,
  operatorName,
  Reject,
} from '@halcyon/domain';
import type { OperationArgs } from './operation-args.ts';
import type { PeopleContext } from './people.ts';

/** Random bytes of a secret: so many that a fast hash hides it. */
const SECRET_BYTES = 32;
const PROVED_BY =
  'operators are added, renewed and removed by another one: name it with --operator';

type Context = Pick<PeopleContext, 'engine' | 'operators'>;

/** How a secret is kept. */
export function verifierOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The canonical name of an option. @throws Error where it is none */
export function operatorIn(args: OperationArgs, option: string): string {
  const text = args[option];
  if (typeof text !== 'string' || text.trim() === '') throw new Error(`--${option} is missing`);
  const name = operatorName(text);
  if (name !== null) return name;
  throw new Error(
    `--${option} must be ${OPERATOR_NAME_MIN} to ${OPERATOR_NAME_MAX} of a-z, 0-9, dot, dash and underscore`,
  );
}

/** `operator list`: who they are, who made their secret, and since when they have it. */
export function listOperators({ operators }: Context): unknown {
  return [...operators].map(([name, { by, since }]) => ({ name, by, since }));
}

/** `operator add NAME [--operator NAME]`: its secret is told this once. The first needs no other one. */
export function addOperator(context: Context, args: OperationArgs): Promise<unknown> {
  return withSecret(context, 'add', args);
}

/** `operator renew NAME --operator NAME`: a new secret, in the place of one that is lost or stolen. */
export function renewOperator(context: Context, args: OperationArgs): Promise<unknown> {
  return withSecret(context, 'renew', args);
}

/** `operator remove NAME --operator NAME`. */
export async function removeOperator(context: Context, args: OperationArgs): Promise<unknown> {
  return { ...(await change(context, 'remove', '', args)), removed: true };
}

async function withSecret(
  context: Context,
  what: 'add' | 'renew',
  args: OperationArgs,
): Promise<unknown> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { ...(await change(context, what, verifierOf(secret), args)), secret };
}

async function change(
  { engine, operators }: Context,
  what: OperatorChange,
  verifier: string,
  args: OperationArgs,
): Promise<{ readonly name: string }> {
  if (typeof args['name'] !== 'string' || args['name'].trim() === '') {
    throw new Error(`operator ${what}: a name is missing`);
  }
  const name = operatorIn(args, 'name');
  const actor = args['operator'] === undefined ? '' : operatorIn(args, 'operator');
  if (actor === '' && (operators.size > 0 || what !== 'add')) throw new Error(PROVED_BY);
  const reason = String(args['reason'] ?? '');
  const command = { kind: CommandKind.setOperator, name, change: what, verifier, actor, reason };
  const { code } = await engine.submit(command);
  if (code !== 0) throw new Error(REFUSALS[code] ?? `refused with code ${code}`);
  return { name };
}

const REFUSALS: Readonly<Record<number, string>> = {
  [Reject.operatorExists]: 'there is an operator of this name: renew gives it another secret',
  [Reject.operatorUnknown]: 'there is no operator of this name',
  [Reject.operatorSelf]: PROVED_BY,
  [Reject.parameterRange]: `there may be at most ${OPERATORS_MAX} operators`,
};
