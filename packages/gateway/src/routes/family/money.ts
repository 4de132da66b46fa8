/** Money of a root and its sub-accounts on the wire. */
import { AccountKind, accountOf, type UserId, wireId, wireUserId } from '@halcyon/domain';
import { readPage, specs, USDT_FUTURES } from '@halcyon/protocol';
import type { Caller } from '../../auth/authenticate.ts';
import { assetOf, knownAsset, type RestContext, signedRoute } from '../../http/context.ts';
import { kindWord } from '../../translate/accounts.ts';
import { userAckSeq } from '../../translate/lists.ts';
import { amountText } from '../../translate/text.ts';
import { moveMoney } from '../../translate/transfers.ts';
import { assetRow } from '../account/assets.ts';
import { addressRow } from '../account/deposit-address.ts';
import { depositPage } from '../account/deposit-records.ts';
import { subAccountRow } from '../mix/account/accounts.ts';
import { memberOf, rootOf } from './who.ts';

const RECORDS_LIMIT = 100;
const ASSETS_LIMIT = 10;

/** Both sides are the caller or a sub-account of it; one who never came to the venue is let in. */
export const subAccountTransfer = signedRoute(
  specs.subAccounts.subAccountTransfer,
  async (context, request, caller) => {
    const root = rootOf(context, caller);
    const from = await personOf(context, root, request.fromUserId, 'fromUserId');
    const to = await personOf(context, root, request.toUserId, 'toUserId');
    const { people } = context;
    const users = { from: await people.open(from), to: await people.open(to) };
    return moveMoney(context, users, request);
  },
);

export const subAccountTransfers = signedRoute(
  specs.subAccounts.subAccountTransfers,
  async (context, request, caller) => {
    const { views, history } = context;
    const root = rootOf(context, caller);
    const { before, ...rest } = readPage(request, RECORDS_LIMIT);
    const { coin, role, subUid, clientOid } = request;
    const person = subUid === undefined ? root : await personOf(context, root, subUid, 'subUid');
    const user = context.people.userOf(person);
    if (user === undefined) return [];
    const persons = await personsOf(context, caller);
    const nameOf = (one: UserId) => wireUserId(persons.get(one) ?? one);
    const rows = await history.familyTransfers(
      {
        user,
        side: role === 'receiver' ? 'to' : 'from',
        asset: coin === undefined ? undefined : assetOf(views, coin).id,
        clientId: clientOid,
        idLessThan: before,
        ...rest,
      },
      { minSeq: userAckSeq(views, user) },
    );
    return rows.map((row) => {
      const asset = knownAsset(views, row.asset);
      return {
        coin: asset.code,
        status: 'Successful',
        toType: kindWord(row.toAccount),
        fromType: kindWord(row.fromAccount),
        size: amountText(asset, row.amount),
        ts: String(row.time),
        clientOid: row.clientId,
        transferId: wireId(row.id),
        fromUserId: nameOf(row.fromUser),
        toUserId: nameOf(row.toUser),
      };
    });
  },
);

export const subAccountAssets = signedRoute(
  specs.subAccounts.subAccountAssets,
  async (context, request, caller) => {
    const { views } = context;
    const before = Number(request.idLessThan ?? Number.MAX_SAFE_INTEGER);
    const limit = Number(request.limit ?? ASSETS_LIMIT);
    const members = await membersOf(context, caller);
    return members
      .map(({ person, user }) => ({
        id: Number(wireUserId(person)),
        userId: Number(wireUserId(person)),
        assetsList: views
          .balances(accountOf(user, AccountKind.spot))
          .filter(({ available, held }) => available + held > 0n)
          .map((balance) => assetRow(knownAsset(views, balance.asset), balance)),
      }))
      .filter(({ id, assetsList }) => id < before && assetsList.length > 0)
      .slice(0, limit);
  },
);

/** Futures accounts of the sub-accounts: there is one of USDT each. */
export const futuresOfSubAccounts = signedRoute(
  specs.mix.subAccountAssets,
  async (context, { productType }, caller) => {
    if (productType !== USDT_FUTURES) return [];
    const members = await membersOf(context, caller);
    return members.flatMap(({ person, user }) => {
      const row = subAccountRow(context.views, accountOf(user, AccountKind.usdtFutures));
      return row === null ? [] : [{ userId: Number(wireUserId(person)), assetList: [row] }];
    });
  },
);

export const subAccountDepositAddress = signedRoute(
  specs.subAccounts.subAccountDepositAddress,
  async (context, request, caller) => {
    const { uid } = await ownOf(context, caller, request.subUid);
    return addressRow(context, request, uid);
  },
);

export const subAccountDepositRecords = signedRoute(
  specs.subAccounts.subAccountDepositRecords,
  async (context, request, caller) => {
    const { uid } = await ownOf(context, caller, request.subUid);
    const user = context.people.userOf(uid);
    return user === undefined ? [] : depositPage(context, request, user);
  },
);

function ownOf(context: RestContext, caller: Caller, uid: string) {
  return context.family.own(memberOf(rootOf(context, caller), uid), 'subUid');
}

/** The root, or a sub-account of it. @throws WireError subAccountUnknown for all others */
async function personOf(
  { family }: RestContext,
  root: UserId,
  uid: string,
  field: string,
): Promise<UserId> {
  const member = memberOf(root, uid);
  return member.uid === root ? root : (await family.own(member, field)).uid;
}

/** The sub-accounts of the caller that are in the venue, newest first. */
async function membersOf(context: RestContext, caller: Caller) {
  const records = await context.family.all(rootOf(context, caller));
  return records.flatMap(({ uid: person }) => {
    const user = context.people.userOf(person);
    return user === undefined ? [] : [{ person, user }];
  });
}

/** Who the users of a family are. */
async function personsOf(context: RestContext, caller: Caller): Promise<Map<UserId, UserId>> {
  const members = await membersOf(context, caller);
  const pairs = members.map(({ person, user }) => [user, person] as const);
  return new Map([[caller.user, caller.person], ...pairs]);
}
