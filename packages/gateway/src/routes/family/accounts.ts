/** Sub-accounts on the wire: made, listed, frozen, and what their keys may do. */
import { parseWireUserId, wireUserId } from '@halcyon/domain';
import { type Permission, type SubAccountStateWord, specs, WireError } from '@halcyon/protocol';
import { isSubAccountName, type SubAccountRecord } from '@halcyon/records';
import type { Caller } from '../../auth/authenticate.ts';
import { type RestContext, signedRoute } from '../../http/context.ts';
import { keyOf, memberOf, rootOf } from './who.ts';

const LIMIT = 100;

export const createSubAccounts = signedRoute(
  specs.subAccounts.createSubAccounts,
  async (context, { subAccountList: names }, caller) => {
    checkNames(names, 'subAccountList');
    const { made, failed } = await makeEach(context, caller, names);
    return {
      failureList: failed.map((name) => ({ subaAccountName: name })),
      successList: made.map((record) => ({
        subaAccountUid: wireUserId(record.uid),
        subaAccountName: record.name,
        ...standing(record),
      })),
    };
  },
);

export const listSubAccounts = signedRoute(
  specs.subAccounts.listSubAccounts,
  async (context, request, caller) => {
    const { status, idLessThan } = request;
    const before = idLessThan === undefined ? Number.MAX_SAFE_INTEGER : readUid(idLessThan);
    const limit = Number(request.limit ?? LIMIT);
    const all = await context.family.all(rootOf(context, caller));
    const rows = all
      .filter(({ uid }) => uid < before)
      .filter((record) => status === undefined || statusOf(record) === status)
      .slice(0, limit);
    const last = rows.at(-1);
    return {
      endId: last === undefined ? 0 : Number(wireUserId(last.uid)),
      subAccountList: rows.map((record) => ({
        subAccountUid: wireUserId(record.uid),
        subAccountName: record.name,
        ...standing(record),
      })),
    };
  },
);

export const modifySubAccount = signedRoute(
  specs.subAccounts.modifySubAccount,
  async (context, { subAccountUid, permList, status }, caller) => {
    const member = memberOf(rootOf(context, caller), subAccountUid);
    const before = await context.family.own(member);
    checkGrants(caller, permList, before.permissions);
    await context.family.change({
      ...member,
      permissions: permList,
      frozen: status === 'freeze',
      by: keyOf(caller),
    });
    return { result: 'success' as const };
  },
);

/** Every name must be one before any sub-account is made. @throws WireError */
export function checkNames(names: readonly string[], field: string): void {
  const wrong = names.findIndex((name) => !isSubAccountName(name));
  if (wrong !== -1) {
    const value = names[wrong] ?? '';
    throw new WireError('subAccountName', { field: `${field}[${wrong}]`, value });
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new WireError('subAccountNames', { value: twice });
}

/**
 * Makes one after the other; what others took or the quota forbids is left out.
 * @throws WireError where none could be made
 */
export async function makeEach(
  context: RestContext,
  caller: Caller,
  names: readonly string[],
): Promise<{ readonly made: SubAccountRecord[]; readonly failed: string[] }> {
  const root = rootOf(context, caller);
  const made: SubAccountRecord[] = [];
  const failed: string[] = [];
  let first: WireError | null = null;
  for (const name of names) {
    try {
      made.push(await context.family.create(root, name));
    } catch (thrown) {
      if (!(thrown instanceof WireError) || thrown.retryable) throw thrown;
      first ??= thrown;
      failed.push(name);
    }
  }
  if (made.length === 0 && first !== null) throw first;
  return { made, failed };
}

/** A key gives no more than it has, beside what was given before. @throws WireError */
export function checkGrants(
  caller: Caller,
  asked: readonly Permission[],
  before: readonly Permission[] = [],
): void {
  const allowed = (one: Permission) => caller.permissions.has(one) || before.includes(one);
  if (!asked.every(allowed)) throw new WireError('subAccountGrant');
}

function readUid(text: string): number {
  return parseWireUserId(text) ?? 0;
}

function statusOf({ frozen }: SubAccountRecord): SubAccountStateWord {
  return frozen ? 'freeze' : 'normal';
}

function standing(record: SubAccountRecord) {
  return {
    status: statusOf(record),
    label: record.label,
    permList: [...record.permissions],
    cTime: String(record.createdAt),
    uTime: String(record.updatedAt),
  };
}
