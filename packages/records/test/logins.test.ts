import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetDevice, listDevices } from '../src/identity/devices.ts';
import { DEVICE_KNOWN_MS, LOGINS_KEPT_MS, LOGINS_PER_USER } from '../src/identity/limits.ts';
import { verifyLogin } from '../src/identity/login.ts';
import { listLogins } from '../src/identity/logins.ts';
import { listMails } from '../src/identity/mails.ts';
import { createSession, endSessionById, listSessions } from '../src/identity/sessions.ts';
import { sweep } from '../src/identity/sweep.ts';
import { onBothDatabases } from './databases.ts';
import type { IdentityUnderTest } from './identity-setup.ts';
import { openTestIdentity, PASSWORD, refused } from './identity-setup.ts';

onBothDatabases('sign-ins and sessions in their owner’s list', (databases) => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  const signIn = (uid: number, known: boolean, userAgent = 'Firefox') => {
    identity.wait(1);
    return createSession(identity.context, {
      uid,
      address: '198.51.100.7',
      userAgent,
      login: { known, language: 'en' },
    });
  };
  const mailsTo = (uid: number) =>
    listMails(identity.context, { recipient: `u${uid}@example.com`, limit: 10 });

  test('one from a new browser is unusual and told by mail, but for the very first', async () => {
    const { context } = identity;
    await identity.user(100);
    await signIn(100, false);
    expect(await mailsTo(100)).toEqual([]);
    await signIn(100, true);
    await createSession(context, { uid: 100, address: '', userAgent: 'a step-up' });
    await signIn(100, false, 'Chro\u202Eme');
    const rows = await listLogins(context, { uid: 100 });
    expect(rows.map(({ userAgent, unusual }) => [userAgent, unusual])).toEqual([
      ['Chro?me', true],
      ['Firefox', false],
      ['Firefox', false],
    ]);
    expect(await mailsTo(100)).toMatchObject([{ kind: 'newLogin', address: '198.51.100.7' }]);
  });

  test('a session that does not begin leaves neither', async () => {
    const { context } = identity;
    await identity.user(110);
    const stale = { uid: 110, address: '', userAgent: '', securedAt: 1 };
    const login = { known: false, language: 'en' };
    await expect(createSession(context, { ...stale, login })).rejects.toMatchObject({
      code: 'badCredentials',
    });
    expect(await listLogins(context, { uid: 110 })).toEqual([]);
  });

  test('a session is ended by its id, by its owner alone', async () => {
    const { context } = identity;
    await identity.user(120);
    await identity.user(121);
    await signIn(120, true);
    const [{ id = '' } = {}] = await listSessions(context, { uid: 120 });
    expect(await endSessionById(context, { uid: 121, id })).toBe(false);
    expect(await endSessionById(context, { uid: 120, id: id.slice(1) })).toBe(false);
    expect(await endSessionById(context, { uid: 120, id })).toBe(true);
    expect(await endSessionById(context, { uid: 120, id })).toBe(false);
    expect(await listSessions(context, { uid: 120 })).toEqual([]);
  });

  test('a hundred are listed, and those of the last 90 days kept', async () => {
    const { context } = identity;
    await identity.user(130);
    for (let i = 0; i <= LOGINS_PER_USER; i++) await signIn(130, true);
    expect(await listLogins(context, { uid: 130 })).toHaveLength(LOGINS_PER_USER);
    identity.wait(LOGINS_KEPT_MS);
    await signIn(130, true);
    await sweep(context);
    expect(await listLogins(context, { uid: 130 })).toHaveLength(1);
  });

  test('known browsers are listed; a removed one is a stranger again', async () => {
    const { context } = identity;
    await identity.user(500);
    await identity.user(501);
    const given = { email: 'u500@example.com', password: PASSWORD, address: null };
    const enter = (userAgent: string, deviceToken?: string) => {
      identity.wait(1);
      return verifyLogin(context, { ...given, userAgent, deviceToken });
    };
    const { deviceToken } = await enter('Firefox/1');
    await enter('Chro\u202Eme/1');
    expect(await enter('Firefox/2', deviceToken)).toMatchObject({ known: true, deviceToken });
    const rows = await listDevices(context, { uid: 500, deviceToken });
    expect(rows).toMatchObject([
      { userAgent: 'Firefox/2', current: true, lastUsedAt: context.now() },
      { userAgent: 'Chro?me/1', current: false },
    ]);
    expect(JSON.stringify(rows)).not.toContain(deviceToken);
    const id = rows[0]?.id ?? '';
    await refused(forgetDevice(context, { uid: 501, id }), 'notFound');
    await forgetDevice(context, { uid: 500, id });
    await refused(forgetDevice(context, { uid: 500, id }), 'notFound');
    expect(await enter('Firefox/2', deviceToken)).toMatchObject({ known: false });
    identity.wait(DEVICE_KNOWN_MS);
    expect(await listDevices(context, { uid: 500 })).toEqual([]);
  });
});
