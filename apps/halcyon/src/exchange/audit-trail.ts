/** What was done to accounts, as the command line reads it. */
import type { OperationArgs } from './operation-args.ts';
import type { PeopleContext } from './people.ts';

/** Newest entries that are shown. */
const SHOWN = 200;

/** `audit list [--email E]`: the newest entries, and whether all of them are as they were written. */
export async function listAudit(
  { records: { identity } }: Pick<PeopleContext, 'records'>,
  { email }: OperationArgs,
): Promise<unknown> {
  const named = typeof email === 'string';
  const user = named ? await identity.userByEmail({ email }) : null;
  if (named && user === null) throw new Error(`nobody is registered as ${email}`);
  const { entries: count, faultAt } = await identity.checkAudit(undefined);
  const entries = await identity.listAudit({ uid: user?.uid, limit: SHOWN });
  return { count, whole: faultAt === 0, ...(faultAt === 0 ? {} : { faultAt }), entries };
}
