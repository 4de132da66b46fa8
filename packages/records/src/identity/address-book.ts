/**
 * Addresses that a person's money may be withdrawn to. There is no other way out: a new one cools for a
 * day, in which its owner has a mail about it and can take it away.
 */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { checkLength, RecordsError } from '../errors.ts';
import { note } from './audit.ts';
import type { IdentityContext } from './context.ts';
import {
  ADDRESS_COOLING_MS,
  ADDRESS_LABEL_MAX,
  ADDRESS_LENGTH_MAX,
  ADDRESSES_PER_USER,
  WITHDRAWAL_NOTICE_MS,
} from './limits.ts';
import { type MailLine, type MailOrigin, plainLine, writeMail } from './mails.ts';
import type { IdentityTables } from './schema.ts';
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

/** An address that is to be added. */
export interface NewAddress extends AddressName {
  readonly label: string;
  /** An operator looked at it: it takes withdrawals at once, also where its owner has added it before. */
  readonly cooled?: boolean;
  readonly origin: MailOrigin;
}

/**
 * Adds an address and tells its owner by mail. Throws `addressKnown` where it is there already and cools
 * on, `limitReached`, `notFound`.
 */
export async function addAddress(
  context: IdentityContext,
  input: NewAddress,
): Promise<BookAddress> {
  const { uid, coin, chain, address, label, origin, cooled = false } = input;
  checkForm(input);
  const addedAt = context.now();
  const usableAt = cooled ? addedAt : addedAt + ADDRESS_COOLING_MS;
  const user = await mailedRow(context.db, uid);
  const row = { uid, coin, chain, address, label, added_at: addedAt, usable_at: usableAt };
  return context.db.transaction().execute(async (db) => {
    // On the user's row requests at once queue: the limit cannot be passed.
    await db.updateTable('users').set({ uid }).where('uid', '=', uid).execute();
    const known = await addressRow(db, input);
    if (known !== undefined && !cooled) throw addressKnown();
    if (known !== undefined && known.usableAt <= usableAt) return known;
    if (known === undefined) {
      await checkCapacity(db, uid);
      await db.insertInto('withdrawal_addresses').values(row).execute();
    } else await endCooling(db, input, usableAt);
    const detail = `${coin}: ${address}`;
    const kind = cooled ? 'addressAllowed' : 'addressAdded';
    await writeMail(context, db, { ...origin, uid, ...user, kind, detail });
    await note(context, db, 'addAddress', { uid, detail, origin });
    return { coin, chain, address, label, addedAt, ...known, usableAt };
  });
}

/** Throws as `addAddress` would, and adds nothing. */
export async function checkNewAddress(
  { db }: IdentityContext,
  input: Omit<NewAddress, 'origin' | 'cooled'>,
): Promise<void> {
  checkForm(input);
  if ((await addressRow(db, input)) !== undefined) throw addressKnown();
  await checkCapacity(db, input.uid);
}

function checkForm({ address, label }: Pick<NewAddress, 'address' | 'label'>): void {
  checkLength('address', address, 1, ADDRESS_LENGTH_MAX);
  checkLength('label', label, 0, ADDRESS_LABEL_MAX);
}

function addressKnown(): RecordsError {
  const message = 'address is in your address book already';
  return new RecordsError('addressKnown', message, { field: 'address' });
}

async function checkCapacity(db: Kysely<IdentityTables>, uid: number): Promise<void> {
  const { count } = await db
    .selectFrom('withdrawal_addresses')
    .select(sql<number>`count(*)`.as('count'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  if (Number(count) < ADDRESSES_PER_USER) return;
  const message = `an address book has at most ${ADDRESSES_PER_USER}: remove one first`;
  const facts = { limit: ADDRESSES_PER_USER };
  throw new RecordsError('limitReached', message, { field: 'address', facts });
}

async function endCooling(
  db: Kysely<IdentityTables>,
  { uid, coin, chain, address }: AddressName,
  usableAt: number,
): Promise<void> {
  await db
    .updateTable('withdrawal_addresses')
    .set({ usable_at: usableAt })
    .where('uid', '=', uid)
    .where('coin', '=', coin)
    .where('chain', '=', chain)
    .where('address', '=', address)
    .execute();
}

/** The person's addresses, the newest first. */
export async function listAddresses(
  context: IdentityContext,
  input: { readonly uid: number },
): Promise<BookAddress[]> {
  const rows = await select(context.db)
    .where('uid', '=', input.uid)
    .orderBy('added_at', 'desc')
    .orderBy('address')
    .execute();
  return rows;
}

/** One address of the person's book, or null. */
export async function bookAddress(
  context: IdentityContext,
  name: AddressName,
): Promise<BookAddress | null> {
  return (await addressRow(context.db, name)) ?? null;
}

function addressRow(
  db: Kysely<IdentityTables>,
  { uid, coin, chain, address }: AddressName,
): Promise<BookAddress | undefined> {
  return select(db)
    .where('uid', '=', uid)
    .where('coin', '=', coin)
    .where('chain', '=', chain)
    .where('address', '=', address)
    .executeTakeFirst();
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
    readonly detail: MailLine;
    readonly origin: MailOrigin;
  },
): Promise<void> {
  const { uid, id, detail, origin } = input;
  const user = await mailedRow(context.db, uid);
  const kind = 'withdrawalRequested';
  await context.db.transaction().execute(async (db) => {
    const row = { challenge: `withdrawal ${id}`, expires_at: context.now() + WITHDRAWAL_NOTICE_MS };
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('used_challenges')
      .values(row)
      .onConflict((conflict) => conflict.column('challenge').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return;
    await writeMail(context, db, { ...origin, uid, ...user, kind, detail: [detail] });
    await note(context, db, 'mailWithdrawal', { ...input, detail: plainLine(detail) });
  });
}

function select(db: Kysely<IdentityTables>) {
  return db
    .selectFrom('withdrawal_addresses')
    .select(['coin', 'chain', 'address', 'label', 'added_at as addedAt', 'usable_at as usableAt']);
}
