import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAddress,
  bookAddress,
  listAddresses,
  mailWithdrawal,
  removeAddress,
} from '../src/identity/address-book.ts';
import { ADDRESS_COOLING_MS, ADDRESSES_PER_USER } from '../src/identity/limits.ts';
import { listMails } from '../src/identity/mails.ts';
import { closeAccount } from '../src/identity/own-account.ts';
import { onBothDatabases } from './databases.ts';
import type { IdentityUnderTest } from './identity-setup.ts';
import { ORIGIN, openTestIdentity, refused, tally } from './identity-setup.ts';

onBothDatabases('the book of addresses for withdrawals', (databases) => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  const named = (uid: number, address = 'hal1x') => ({
    ...{ uid, coin: 'USDT', chain: 'HALCYON', address },
  });
  const add = (uid: number, address?: string, more: object = {}) =>
    addAddress(identity.context, { ...named(uid, address), label: 'Ann', origin: ORIGIN, ...more });

  test('S11 a new address cools for a day and is told by mail; one allowed by an operator does not cool', async () => {
    const { context } = identity;
    await identity.user(100);
    const { addedAt, usableAt } = await add(100);
    expect(usableAt - addedAt).toBe(ADDRESS_COOLING_MS);
    expect(await bookAddress(context, named(100))).toMatchObject({ usableAt, label: 'Ann' });
    expect(await bookAddress(context, { ...named(100), coin: 'BTC' })).toBeNull();
    expect(await bookAddress(context, named(101))).toBeNull();
    const [mail] = await listMails(context, { recipient: 'u100@example.com', limit: 1 });
    expect(mail).toMatchObject({ kind: 'addressAdded', detail: 'USDT: hal1x' });
    identity.wait(5);
    const allowed = await add(100, 'hal1y', { cooled: true });
    expect(allowed.usableAt).toBe(allowed.addedAt);
    const [told] = await listMails(context, { recipient: 'u100@example.com', limit: 1 });
    expect(told).toMatchObject({ kind: 'addressAllowed', detail: 'USDT: hal1y' });
    const listed = await listAddresses(context, { uid: 100 });
    expect(listed.map(({ address }) => address)).toEqual(['hal1y', 'hal1x']);
  });

  test('S11 an operator ends the cooling of an address that its owner added, in a full book too', async () => {
    const { context } = identity;
    await identity.user(104);
    const own = await add(104, 'hal1own');
    for (let i = 1; i < ADDRESSES_PER_USER; i++) await add(104, `hal1more${i}`);
    await refused(add(104, 'hal1other', { cooled: true }), 'limitReached');
    identity.wait(5);
    const { usableAt, ...allowed } = await add(104, 'hal1own', { cooled: true, label: '' });
    expect(usableAt).toBe(own.addedAt + 5);
    expect(allowed).toMatchObject({ label: 'Ann', addedAt: own.addedAt });
    expect(await bookAddress(context, named(104, 'hal1own'))).toEqual({ usableAt, ...allowed });
    const told = await listMails(context, { recipient: 'u104@example.com', limit: 100 });
    const detail = 'USDT: hal1own';
    expect(told.filter((mail) => mail.detail === detail)).toHaveLength(2);
    identity.wait(5);
    expect(await add(104, 'hal1own', { cooled: true })).toMatchObject({ usableAt });
    await refused(add(104, 'hal1own'), 'addressKnown');
    const after = await listMails(context, { recipient: 'u104@example.com', limit: 100 });
    expect(after).toHaveLength(told.length);
  });

  test('an address that is taken away and added again cools again', async () => {
    const { context } = identity;
    await identity.user(101);
    await add(101);
    await refused(add(101), 'addressKnown');
    identity.wait(ADDRESS_COOLING_MS);
    await removeAddress(context, named(101));
    await refused(removeAddress(context, named(101)), 'notFound');
    expect(await bookAddress(context, named(101))).toBeNull();
    const { addedAt, usableAt } = await add(101);
    expect(usableAt).toBe(addedAt + ADDRESS_COOLING_MS);
  });

  test('S17 many at once do not pass the limit', async () => {
    await identity.user(102);
    // All but the last come one by one: who waits for one of few connections is refused after seconds.
    const last = 5;
    for (let i = last; i < ADDRESSES_PER_USER; i++) await add(102, `hal1before${i}`);
    const many = Array.from({ length: last + 10 }, (_, i) => add(102, `hal1${i}`));
    const { fulfilled, codes } = await tally(many);
    expect([fulfilled, codes]).toEqual([last, ['limitReached']]);
    expect(await listAddresses(identity.context, { uid: 102 })).toHaveLength(ADDRESSES_PER_USER);
  });

  test('a withdrawal is told by mail; a closed account has no addresses', async () => {
    const { context } = identity;
    await identity.user(103);
    await add(103);
    const detail = [{ number: '5' }, ' USDT > hal1x'];
    const asked = { uid: 103, id: 7, detail, origin: ORIGIN };
    await Promise.all(Array.from({ length: 50 }, () => mailWithdrawal(context, asked)));
    const mails = await listMails(context, { recipient: 'u103@example.com', limit: 100 });
    const told = mails.filter(({ kind }) => kind === 'withdrawalRequested');
    expect(told).toMatchObject([{ detail: [detail], address: ORIGIN.address }]);
    await closeAccount(context, { uid: 103, origin: ORIGIN });
    expect(await listAddresses(context, { uid: 103 })).toEqual([]);
  });
});
