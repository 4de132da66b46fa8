/**
 * Addresses that a person's money may be withdrawn to. There is no other way out: a new one cools for a
 * day, in which its owner has a mail about it and can take it away.
 */
import { sql } from 'kysely';
import { checkLength, RecordsError } from '../errors.ts';
import { note } from './audit.ts';
import type { IdentityContext } from './context.ts';
import { isDuplicate } from './context.ts';
import {
  ADDRESS_COOLING_MS,
  ADDRESS_LABEL_MAX,
  ADDRESS_LENGTH_MAX,
  ADDRESSES_PER_USER,
  WITHDRAWAL_TOLD_MS,
} from './limits.ts';
import { type MailOrigin, writeMail } from './mails.ts';
import { mailedRow } from './users.ts';

/** An address of a book. Times are Unix ms. */
export interface BookAddress {
  readonly coin: string;
  readonly chain: string;
  readonly address: string;
  readonly label: string;
  readonly addedAt: number;
  /** From then on it takes withdrawals. */
  readonly usableAt: number;
}

/** What names an address of a book. */
export interface AddressName {
  readonly uid: number;
  readonly coin: string;
  readonly chain: string;
  readonly address: string;
}

/**
 * Adds an address and tells its owner by mail. Throws `badRequest` where it is there already,
 * `limitReached`, `notFound`.
 */
export async function addAddress(
  context: IdentityContext,
  input: AddressName & {
    readonly label: string;
    /** An operator looked at it: it takes withdrawals at once. */
    readonly cooled?: boolean;
    readonly origin: MailOrigin;
  },
): Promise<BookAddress> {
  const { uid, coin, chain, address, label, origin, cooled = false } = input;
  checkLength('address', address, 1, ADDRESS_LENGTH_MAX);
  checkLength('label', label, 0, ADDRESS_LABEL_MAX);
  const addedAt = context.now();
  const usableAt = cooled ? addedAt : addedAt + ADDRESS_COOLING_MS;
  const user = await mailedRow(context.db, uid);
  const row = { uid, coin, chain, address, label, added_at: addedAt, usable_at: usableAt };
  try {
    await context.db.transaction().execute(async (db) => {
      // On the user's row requests at once queue: the limit cannot be passed.
      await db.updateTable('users').set({ uid }).where('uid', '=', uid).execute();
      const { count } = await db
        .selectFrom('withdrawal_addresses')
        .select(sql<number>`count(*)`.as('count'))
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow();
      if (Number(count) >= ADDRESSES_PER_USER) {
        const message = `an address book has at most ${ADDRESSES_PER_USER}: remove one first`;
        throw new RecordsError('limitReached', message, { field: 'address' });
      }
      await db.insertInto('withdrawal_addresses').values(row).execute();
      const detail = `${coin}: ${address}`;
      await writeMail(context, db, { ...origin, uid, ...user, kind: 'addressAdded', detail });
      await note(context, db, 'addAddress', { uid, detail, origin });
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const message = 'address is in your address book already';
    throw new RecordsError('badRequest', message, { field: 'address' });
  }
  return { coin, chain, address, label, addedAt, usableAt };
}

/** The person's addresses, the newest first. */
export async function listAddresses(
  context: IdentityContext,
  input: { readonly uid: number },
): Promise<BookAddress[]> {
  const rows = await select(context)
    .where('uid', '=', input.uid)
    .orderBy('added_at', 'desc')
    .orderBy('address')
    .execute();
  return rows;
}

/** One address of the person's book, or null. */
export async function bookAddress(
  context: IdentityContext,
  { uid, coin, chain, address }: AddressName,
): Promise<BookAddress | null> {
  const row = await select(context)
    .where('uid', '=', uid)
    .where('coin', '=', coin)
    .where('chain', '=', chain)
    .where('address', '=', address)
    .executeTakeFirst();
  return row ?? null;
}

/** Nothing is withdrawn to it from now on. Throws `notFound`. */
export async function removeAddress(
  context: IdentityContext,
  { uid, coin, chain, address }: AddressName,
): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('withdrawal_addresses')
      .where('uid', '=', uid)
      .where('coin', '=', coin)
      .where('chain', '=', chain)
      .where('address', '=', address)
      .executeTakeFirst();
    if (numDeletedRows !== 1n) {
      throw new RecordsError('notFound', 'there is no such address', { field: 'address' });
    }
    await note(context, db, 'removeAddress', { uid, detail: `${coin}: ${address}` });
  });
}

/**
 * Tells a person by mail that a withdrawal was asked for: how much, of what, to where. Once, however
 * often the same one is asked for: who heard no answer asks again.
 */
export async function mailWithdrawal(
  context: IdentityContext,
  input: {
    readonly uid: number;
    /** Its number. */
    readonly id: number;
    readonly detail: string;
    readonly origin: MailOrigin;
  },
): Promise<void> {
  const { uid, id, detail, origin } = input;
  const user = await mailedRow(context.db, uid);
  const kind = 'withdrawalRequested';
  await context.db.transaction().execute(async (db) => {
    const row = { challenge: `withdrawal ${id}`, expires_at: context.now() + WITHDRAWAL_TOLD_MS };
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('used_challenges')
      .values(row)
      .onConflict((conflict) => conflict.column('challenge').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return;
    await writeMail(context, db, { ...origin, uid, ...user, kind, detail });
    await note(context, db, 'mailWithdrawal', input);
  });
}

function select({ db }: IdentityContext) {
  return db
    .selectFrom('withdrawal_addresses')
    .select(['coin', 'chain', 'address', 'label', 'added_at as addedAt', 'usable_at as usableAt']);
}
