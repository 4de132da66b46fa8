/**
 * A person's sub-accounts as the page changes them; shapes: domain/web/sub-accounts.ts. Transfers in
 * the family and their records are routes of the trading API.
 */
import { parseWireUserId, wireUserId } from '@halcyon/domain';
import {
  type ActingAs,
  type CancelledFamily,
  type FamilyRead,
  SUB_ACCOUNT_GRANTS,
  type SubAccountEntry,
  type SubAccountGrant,
} from '@halcyon/domain/web';
import type { JsonObject } from '@halcyon/protocol';
import {
  SUB_ACCOUNT_LABEL_MAX,
  SUB_ACCOUNTS_PER_USER,
  type SubAccountRecord,
} from '@halcyon/records';
import type { Member } from '../family/family.ts';
import type { RestContext } from '../http/context.ts';
import { badField } from '../http/web-error.ts';
import { moneyOf, pairsOf } from '../translate/family-money.ts';
import type { SignedIn, WebContext, WebRoute } from './context.ts';
import { optionalFlag, optionalKept, optionalText, text, texts } from './fields.ts';

const NAME_MAX = 40;
const UID_MAX = 20;

/** The sub-account of the session's person that a text names, whether or not it is one. */
export function memberOf({ session }: SignedIn, uid: string): Member {
  return { root: session.uid, uid: parseWireUserId(uid.slice(0, UID_MAX)) ?? 0 };
}

function memberIn(request: SignedIn): Member {
  const { id = '' } = request.raw.params as { readonly id?: string };
  return memberOf(request, id);
}

function entryOf(rooms: RestContext, record: SubAccountRecord): SubAccountEntry {
  const { uid, name, label, permissions, frozen, createdAt } = record;
  return { ...moneyOf(rooms, uid), name, remark: label, permissions, frozen, createdAt };
}

async function answer(context: WebContext, request: SignedIn, record: SubAccountRecord) {
  const { rooms } = await context.trader(request);
  return entryOf(rooms, record);
}

const list: WebRoute = {
  method: 'GET',
  path: '/sub-accounts',
  access: 'session',
  async handle(context, request): Promise<FamilyRead> {
    const { rooms } = await context.trader(request);
    const root = request.session.uid;
    const records = await rooms.family.all(root);
    return {
      own: moneyOf(rooms, root),
      subs: records.map((record) => entryOf(rooms, record)),
      pairs: pairsOf(rooms.views),
      most: SUB_ACCOUNTS_PER_USER,
    };
  },
};

/** Whom the page may act as, whoever it acts as now: it says nothing of their money. */
const identities: WebRoute = {
  method: 'GET',
  path: '/identities',
  subs: true,
  access: 'session',
  async handle({ live }, { session }): Promise<ActingAs[]> {
    const records = await live.family.all(session.uid);
    return records
      .filter(({ frozen }) => !frozen)
      .map(({ uid, name }) => ({ uid: wireUserId(uid), name }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  },
};

const create: WebRoute = {
  method: 'POST',
  path: '/sub-accounts',
  access: 'present',
  async handle(context, request): Promise<SubAccountEntry> {
    const name = text(request.body, 'name', NAME_MAX);
    return answer(context, request, await context.live.family.create(request.session.uid, name));
  },
};

/** What is absent stays. It may give rights, so that it needs a fresh proof. */
const change: WebRoute = {
  method: 'PATCH',
  path: '/sub-accounts/:id',
  access: 'proved',
  async handle(context, request): Promise<SubAccountEntry> {
    const { body } = request;
    const record = await context.live.family.change({
      ...memberIn(request),
      name: optionalText(body, 'name', NAME_MAX),
      label: 'remark' in body ? remarkOf(body) : undefined,
      permissions: 'permissions' in body ? grantsOf(body) : undefined,
      frozen: optionalFlag(body, 'frozen'),
    });
    return answer(context, request, record);
  },
};

function remarkOf(body: JsonObject): string {
  return optionalKept(body, 'remark', SUB_ACCOUNT_LABEL_MAX) ?? '';
}

function grantsOf(body: JsonObject): SubAccountGrant[] {
  const given = texts(body, 'permissions', SUB_ACCOUNT_GRANTS.length);
  const found = SUB_ACCOUNT_GRANTS.filter((grant) => given.includes(grant));
  if (found.length > 0 && found.length === new Set(given).size) return found;
  const most = SUB_ACCOUNT_GRANTS.join(', ');
  throw badField('permissions', `permissions must be one or more of ${most}`);
}

/** It takes rights away and gives none: it needs no fresh proof. */
const freeze: WebRoute = {
  method: 'POST',
  path: '/sub-accounts/:id/freeze',
  access: 'present',
  async handle(context, request): Promise<SubAccountEntry> {
    const record = await context.live.family.change({ ...memberIn(request), frozen: true });
    return answer(context, request, record);
  },
};

/** Whoever froze it: its owner can always end what it has open, in both venues. */
const cancel: WebRoute = {
  method: 'POST',
  path: '/sub-accounts/:id/cancellation',
  access: 'present',
  async handle(context, request): Promise<CancelledFamily> {
    const { live, paperDesk } = context;
    const member = memberIn(request);
    const paper = paperDesk?.tradingOf(member.uid)?.rooms;
    const venues = paper === undefined ? [live] : [live, paper];
    const orders = await Promise.all(
      venues.map((venue) => live.family.cancelOrders(member, venue)),
    );
    return { orders: orders.reduce((sum, count) => sum + count, 0) };
  },
};

/** The routes of this file. */
export const SUB_ACCOUNT_ROUTES: readonly WebRoute[] = [
  list,
  identities,
  create,
  change,
  freeze,
  cancel,
];
