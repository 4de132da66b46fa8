/** Sub-accounts of the signed-in person: the web's own API, and transfers by the trading API. */

import type {
  CancelledFamily,
  FamilyAccount,
  FamilyRead,
  SubAccountEntry,
  SubAccountGrant,
} from '@halcyon/domain/web';
import type { CursorPage } from '../../data/query/use-pages.ts';
import { post } from '../../data/rest/http.ts';
import { type RouteAnswer, read } from '../../data/rest/trading.ts';
import { web } from '../../data/rest/web.ts';
import { KEYS } from '../../data/state/account.ts';

const SPOT = '/api/v2/spot';
const PAGE_ROWS = 50;

/** Below the account's own, so that whatever changes balances reads them anew. */
export const SUB_KEYS = {
  family: [...KEYS.all, 'family'],
  transfers: [...KEYS.all, 'family-transfers'],
} as const;

/** The person and all sub-accounts, with what each has. */
export function fetchFamily(): Promise<FamilyRead> {
  return web('GET /sub-accounts');
}

/** Makes one. */
export function createSub(name: string): Promise<SubAccountEntry> {
  return web('POST /sub-accounts', { name });
}

/** What changes of one; what is absent stays. */
export interface SubChange {
  readonly name?: string;
  readonly remark?: string;
  readonly permissions?: readonly SubAccountGrant[];
  readonly frozen?: false;
}

/** Changes one. */
export function changeSub(uid: string, change: SubChange): Promise<SubAccountEntry> {
  return web('PATCH /sub-accounts/:id', { id: uid, ...change });
}

/** Lets one do nothing until it is thawed. */
export function freezeSub(uid: string): Promise<SubAccountEntry> {
  return web('POST /sub-accounts/:id/freeze', { id: uid });
}

/** Ends every order that one has open, in both venues. */
export function cancelOfSub(uid: string): Promise<CancelledFamily> {
  return web('POST /sub-accounts/:id/cancellation', { id: uid });
}

/** An account of a family. */
export interface FamilyPlace {
  readonly uid: string;
  readonly account: FamilyAccount;
}

/** What is moved between two of them. */
interface FamilyMove {
  readonly from: FamilyPlace;
  readonly to: FamilyPlace;
  /** The pair of an isolated margin account; absent with others. */
  readonly symbol?: string;
  readonly coin: string;
  readonly amount: string;
}

/** Moves money between two of them. */
export function moveInFamily(move: FamilyMove & { readonly clientOid: string }): Promise<unknown> {
  const { from, to, ...rest } = move;
  return post(`${SPOT}/wallet/subaccount-transfer`, {
    fromUserId: from.uid,
    fromType: from.account,
    toUserId: to.uid,
    toType: to.account,
    ...rest,
  });
}

/** A movement in the family. */
export type FamilyTransfer = RouteAnswer<'/api/v2/spot/account/sub-main-trans-record'>[number];

/** On which side of a movement somebody was. */
export type Role = 'initiator' | 'receiver';

/** A page of what one sent or received, newest first. */
export async function fetchTransfersOf(
  uid: string,
  role: Role,
  before: string,
): Promise<CursorPage<FamilyTransfer>> {
  const rows = await read(`${SPOT}/account/sub-main-trans-record`, {
    subUid: uid,
    role,
    idLessThan: before,
    limit: PAGE_ROWS,
  });
  const last = rows.length < PAGE_ROWS ? undefined : rows.at(-1);
  return { rows, next: last?.transferId ?? null };
}
