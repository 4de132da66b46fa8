/** API keys of sub-accounts on the wire. */
import { wireUserId } from '@halcyon/domain';
import { type RequestOf, specs, WireError } from '@halcyon/protocol';
import type { ApiKeyRecord, NewApiKey } from '@halcyon/records';
import type { Caller } from '../../auth/authenticate.ts';
import { isWithin } from '../../auth/ip-list.ts';
import type { Member } from '../../family/family.ts';
import { type RestContext, signedRoute } from '../../http/context.ts';
import { checkGrants, checkNames, makeEach } from './accounts.ts';
import { keyOf, memberOf, rootOf } from './who.ts';

type KeyTerms = Omit<RequestOf<typeof specs.subAccounts.createSubAccountKey>, 'subAccountUid'>;

const LABEL_MAX = 20;
const PASSPHRASE_FORM = /^[A-Za-z0-9]{8,32}$/;

export const createSubAccountKey = signedRoute(
  specs.subAccounts.createSubAccountKey,
  async (context, request, caller) => {
    const member = memberOf(rootOf(context, caller), request.subAccountUid);
    checkTerms(caller, request);
    return newKeyRow(await createKey(context, caller, member, request));
  },
);

/** Everything is looked at before anything is made. */
export const createSubAccountsWithKeys = signedRoute(
  specs.subAccounts.createSubAccountsWithKeys,
  async (context, { list }, caller) => {
    const root = rootOf(context, caller);
    const names = list.map(({ subAccountName }) => subAccountName);
    checkNames(names, 'list');
    for (const terms of list) checkTerms(caller, terms);
    const { made } = await makeEach(context, caller, names);
    const rows = [];
    for (const { uid, name } of made) {
      const terms = list.find(({ subAccountName }) => subAccountName === name);
      if (terms === undefined) throw new Error(`nobody asked for a sub-account ${name}`);
      const key = await createKey(context, caller, { root, uid }, terms);
      rows.push({ ...newKeyRow(key), subAccountName: name });
    }
    return rows;
  },
);

export const modifySubAccountKey = signedRoute(
  specs.subAccounts.modifySubAccountKey,
  async (context, request, caller) => {
    const member = memberOf(rootOf(context, caller), request.subAccountUid);
    const { subAccountApiKey: apiKey, passphrase, label, permList, ipList } = request;
    const before = await context.family.key(member, apiKey);
    checkLabel(label);
    checkGrants(caller, permList ?? [], before.permissions);
    const change = { ...member, apiKey, passphrase, label, permissions: permList };
    const bound = ipList === undefined ? {} : { ipList: boundTo(caller, ipList, before.ipList) };
    return keyRow(await context.family.changeKey({ ...change, ...bound }));
  },
);

export const listSubAccountKeys = signedRoute(
  specs.subAccounts.listSubAccountKeys,
  async (context, { subAccountUid }, caller) => {
    const member = memberOf(rootOf(context, caller), subAccountUid);
    return (await context.family.keys(member)).map(keyRow);
  },
);

/** A key of the venue that is asked, which ends with the key that makes it and is bound as that is. */
function createKey(
  { family }: RestContext,
  caller: Caller,
  member: Member,
  { passphrase, label, permList, ipList }: KeyTerms,
): Promise<NewApiKey> {
  return family.createKey(member, {
    type: 'hmac',
    passphrase,
    label,
    permissions: permList ?? ['read'],
    ipList: boundTo(caller, ipList),
    venue: caller.venue,
    tier: 'normal',
    expiresAt: caller.expiresAt,
    madeBy: keyOf(caller),
  });
}

function checkTerms(caller: Caller, terms: KeyTerms): void {
  const { label, passphrase, permList, ipList } = terms;
  checkLabel(label);
  checkPassphrase(passphrase);
  checkGrants(caller, permList ?? ['read']);
  boundTo(caller, ipList);
}

/** @throws WireError passphraseForm */
export function checkPassphrase(passphrase: string): void {
  if (PASSPHRASE_FORM.test(passphrase)) return;
  throw new WireError('passphraseForm', { limit: '8 to 32' });
}

/**
 * The addresses of a key of a sub-account: where the caller's key is bound, to some of those and to no
 * others but what was given before. @throws WireError subAccountAddress
 */
function boundTo(
  { ipList: bound }: Caller,
  asked: readonly string[] = [],
  before: readonly string[] = [],
): readonly string[] {
  const wide = asked.find((one) => !before.includes(one) && !isWithin(one, bound));
  if (wide !== undefined) throw new WireError('subAccountAddress', { value: wide });
  return asked.length === 0 ? bound : asked;
}

function checkLabel(label: string): void {
  if (label.length <= LABEL_MAX) return;
  throw new WireError('labelLength', { limit: `1 to ${LABEL_MAX}` });
}

function keyRow({ uid, label, apiKey, permissions, ipList }: ApiKeyRecord) {
  return {
    subAccountUid: wireUserId(uid),
    label,
    subAccountApiKey: apiKey,
    permList: [...permissions],
    ipList: [...ipList],
  };
}

function newKeyRow({ record, secretKey }: NewApiKey) {
  return { ...keyRow(record), secretKey };
}
