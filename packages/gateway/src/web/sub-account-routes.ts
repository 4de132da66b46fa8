/**
 * A person's sub-accounts as the page changes them; shapes: domain/web/sub-accounts.ts. Transfers in
 * the family and their records are routes of the trading API.
 */
import { parseWireUserId, wireUserId } from '@halcyon/domain';
import { SUB_ACCOUNT_GRANTS, type SubAccountEntry } from '@halcyon/domain/web';
import {
  SUB_ACCOUNTS_PER_USER,
  type SubAccountChange,
  type SubAccountRecord,
} from '@halcyon/records';
import type { Member } from '../family/family.ts';
import type { RestContext } from '../http/context.ts';
import { moneyOf, pairsOf } from '../translate/family-money.ts';
import type { SignedIn, WebContext } from './context.ts';
import { type ParsedRequest, type WebRoute, webRoute } from './route.ts';

/** The sub-account of the session's person that a text names, whether or not it is one. */
export function memberOf({ session }: SignedIn, uid: string): Member {
  return { root: session.uid, uid: parseWireUserId(uid) ?? 0 };
}

function entryOf(venueContext: RestContext, record: SubAccountRecord): SubAccountEntry {
  const { uid, name, label, permissions, frozen, createdAt } = record;
  return { ...moneyOf(venueContext, uid), name, remark: label, permissions, frozen, createdAt };
}

async function answer(context: WebContext, request: SignedIn, record: SubAccountRecord) {
  const { venueContext } = await context.trader(request);
  return entryOf(venueContext, record);
}

const list = webRoute('GET /sub-accounts', async (context, request) => {
  const { venueContext } = await context.trader(request);
  const root = request.session.uid;
  const records = await venueContext.family.all(root);
  return {
    own: moneyOf(venueContext, root),
    subs: records.map((record) => entryOf(venueContext, record)),
    pairs: pairsOf(venueContext.views),
    most: SUB_ACCOUNTS_PER_USER,
  };
});

/** Whom the page may act as, whoever it acts as now: it says nothing of their money. */
const identities = webRoute('GET /identities', async ({ live }, { session }) => {
  const records = await live.family.all(session.uid);
  return records
    .filter(({ frozen }) => !frozen)
    .map(({ uid, name }) => ({ uid: wireUserId(uid), name }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
});

const create = webRoute(
  'POST /sub-accounts',
  async (context, request) => {
    const { name } = request.fields;
    return answer(context, request, await context.live.family.create(request.session.uid, name));
  },
  async ({ live }, { session: { uid: root }, fields: { name } }) => {
    await live.family.checkNew({ root, name });
  },
);

function changeOf(request: ParsedRequest<'PATCH /sub-accounts/:id'>): SubAccountChange {
  const { id, name, remark, permissions, frozen } = request.fields;
  return {
    ...memberOf(request, id),
    name,
    label: remark === null ? '' : remark,
    permissions: permissions && SUB_ACCOUNT_GRANTS.filter((one) => permissions.includes(one)),
    frozen,
  };
}

/** What is absent stays. It may give rights, so that it needs a fresh proof. */
const change = webRoute(
  'PATCH /sub-accounts/:id',
  async (context, request) => {
    const record = await context.live.family.change(changeOf(request));
    return answer(context, request, record);
  },
  async ({ live }, request) => live.family.checkChange(changeOf(request)),
);

/** It takes rights away and gives none: it needs no fresh proof. */
const freeze = webRoute('POST /sub-accounts/:id/freeze', async (context, request) => {
  const record = await context.live.family.change({
    ...memberOf(request, request.fields.id),
    frozen: true,
  });
  return answer(context, request, record);
});

/** Whoever froze it: its owner can always end what it has open, in both venues. */
const cancel = webRoute('POST /sub-accounts/:id/cancellation', async (context, request) => {
  const { live, paperAccounts } = context;
  const member = memberOf(request, request.fields.id);
  const paper = paperAccounts?.tradingOf(member.uid)?.venueContext;
  const venues = paper === undefined ? [live] : [live, paper];
  const orders = await Promise.all(venues.map((venue) => live.family.cancelOrders(member, venue)));
  return { orders: orders.reduce((sum, count) => sum + count, 0) };
});

/** The routes of this file. */
export const SUB_ACCOUNT_ROUTES: readonly WebRoute[] = [
  list,
  identities,
  create,
  change,
  freeze,
  cancel,
];
