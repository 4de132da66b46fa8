import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RESET_TTL_MS } from '../src/identity/limits.ts';
import { changePassword, verifyLogin } from '../src/identity/login.ts';
import { listMails } from '../src/identity/mails.ts';
import { requestReset, resetPassword } from '../src/identity/password-reset.ts';
import { createSession, listSessions } from '../src/identity/sessions.ts';
import { sweep } from '../src/identity/sweep.ts';
import { setUserStatus } from '../src/identity/users.ts';
import { onBothDatabases } from './databases.ts';
import type { IdentityUnderTest } from './identity-setup.ts';
import { ORIGIN, openTestIdentity, PASSWORD, refused, tally } from './identity-setup.ts';

const NEW_PASSWORD = 'seven green mice nap';
const PAGE = 'https://halcyon.example/reset-password';
const MINUTE_MS = 60_000;

onBothDatabases('password reset', (databases) => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  const ask = (email: string, more: { deviceToken?: string; address?: string } = {}) => {
    const { deviceToken, address } = more;
    // Mails of one moment have no order.
    identity.wait(1);
    return requestReset(identity.context, {
      email,
      page: PAGE,
      loopback: address === undefined,
      deviceToken,
      origin: { ...ORIGIN, address: address ?? ORIGIN.address },
    });
  };
  const reset = (token: string, newPassword = NEW_PASSWORD) => {
    identity.wait(1);
    return resetPassword(identity.context, { token, newPassword, origin: ORIGIN });
  };
  const login = (uid: number, password: string, deviceToken?: string) =>
    verifyLogin(identity.context, {
      email: `u${uid}@example.com`,
      password,
      address: null,
      deviceToken,
    });
  /** Tokens of the mails that reset a user's password, newest first. */
  const tokens = async (uid: number): Promise<string[]> => {
    const mails = await listMails(identity.context, {
      recipient: `u${uid}@example.com`,
      limit: 100,
    });
    return mails
      .filter(({ kind }) => kind === 'passwordReset')
      .map(({ link }) => link.slice(`${PAGE}#token=`.length));
  };

  test('a mail sets the password once; sessions, browsers and other links end with the old one', async () => {
    const { context } = identity;
    await identity.user(100);
    const { deviceToken } = await login(100, PASSWORD);
    await createSession(context, { uid: 100, address: '', userAgent: '' });
    await ask('U100@example.com');
    await ask('u100@example.com');
    const [token = '', other = ''] = await tokens(100);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const stored = await context.db.selectFrom('password_resets').selectAll().execute();
    const rows = await context.db.selectFrom('mails').selectAll().execute();
    expect(JSON.stringify([stored, rows])).not.toContain(token);

    expect((await refused(reset(token, 'short'), 'passwordRefused')).field).toBe('password');
    expect(await reset(token)).toEqual({ uid: 100 });
    expect(await listSessions(context, { uid: 100 })).toEqual([]);
    await refused(login(100, PASSWORD), 'badCredentials');
    expect(await login(100, NEW_PASSWORD, deviceToken)).not.toMatchObject({ deviceToken });
    expect((await refused(reset(token), 'resetOver')).field).toBe('token');
    await refused(reset(other), 'resetOver');
    const [told] = await listMails(context, { recipient: 'u100@example.com', limit: 1 });
    expect(told).toMatchObject({ kind: 'passwordChanged' });
  });

  test('S17: of 50 at once one sets it', async () => {
    await identity.user(110);
    await ask('u110@example.com');
    const [token = ''] = await tokens(110);
    const all = Array.from({ length: 50 }, (_, i) => reset(token, `my ${i} new pass phrase`));
    expect(await tally(all)).toEqual({ fulfilled: 1, codes: ['resetOver'] });
  });

  test('a link is good for half an hour, and void once the password is changed otherwise', async () => {
    const { context } = identity;
    await identity.user(120);
    await ask('u120@example.com');
    identity.wait(RESET_TTL_MS - 2);
    await ask('u120@example.com');
    const [young = '', old = ''] = await tokens(120);
    await refused(reset(old), 'resetOver');
    const change = { uid: 120, currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    await changePassword(context, { ...change, origin: ORIGIN });
    await refused(reset(young), 'resetOver');
    await refused(reset('x'.repeat(43)), 'resetOver');
  });

  test('nobody learns whether an address is known: the same rows are written, to nobody', async () => {
    const { context } = identity;
    await identity.user(130);
    await identity.user(131);
    await setUserStatus(context, { uid: 131, status: 'frozen' });
    const counts = async () => {
      const resets = await context.db.selectFrom('password_resets').selectAll().execute();
      const mails = await context.db.selectFrom('mails').selectAll().execute();
      return [resets.length, mails.length] as const;
    };
    for (const email of ['u130@example.com', 'u131@example.com', 'stranger@example.com']) {
      const [resets, mails] = await counts();
      expect(await ask(email)).toBeUndefined();
      expect(await counts()).toEqual([resets + 1, mails + 1]);
    }
    expect(await tokens(130)).toHaveLength(1);
    expect(await tokens(131)).toEqual([]);
    expect(await listMails(context, { recipient: 'stranger@example.com', limit: 5 })).toEqual([]);
    expect((await refused(ask('no address'), 'badRequest')).field).toBe('email');
  });

  test('who is frozen after the mail was written is not let in by it', async () => {
    await identity.user(140);
    await ask('u140@example.com');
    const [token = ''] = await tokens(140);
    await setUserStatus(identity.context, { uid: 140, status: 'frozen' });
    await refused(reset(token), 'resetOver');
  });

  describe('S12: limits', () => {
    test('a stranger who asks all day makes few mails, and one of them is always good', async () => {
      await identity.user(150);
      let asked = 0;
      for (let minute = 0; minute < 24 * 60; minute++) {
        await ask('u150@example.com');
        asked += 1;
        identity.wait(MINUTE_MS);
      }
      const links = await tokens(150);
      expect(asked).toBe(1_440);
      expect(links.length).toBeLessThanOrEqual(3 + 24 * 6);
      // Without asking, which would make no mail now, the owner has one that is good.
      await reset(links[0] ?? '');
      await login(150, NEW_PASSWORD);
    });

    test("the owner's own browser is not held back by strangers", async () => {
      await identity.user(160);
      const { deviceToken } = await login(160, PASSWORD);
      for (let i = 0; i < 10; i++) await ask('u160@example.com');
      expect(await tokens(160)).toHaveLength(3);
      await ask('u160@example.com', { deviceToken });
      expect(await tokens(160)).toHaveLength(4);
    });

    test('a network of IPv6 asks as one address', async () => {
      const asked = Array.from({ length: 25 }, (_, i) =>
        ask(`nobody${i}@example.com`, { address: `2001:db8:0:9::${i + 1}` }),
      );
      const refusals = (await Promise.allSettled(asked)).filter(
        ({ status }) => status === 'rejected',
      );
      expect(refusals.length).toBeGreaterThan(0);
    });

    test('one address asks for few accounts', async () => {
      const asks = Array.from({ length: 30 }, (_, i) =>
        ask(`nobody${i}@example.com`, { address: '203.0.113.5' }),
      );
      expect(await tally(asks)).toEqual({ fulfilled: 20, codes: ['loginBackoff'] });
      await ask('nobody99@example.com', { address: '203.0.113.6' });
    });
  });

  test('links that are over are swept away', async () => {
    const { context } = identity;
    await ask('nobody500@example.com');
    identity.wait(RESET_TTL_MS);
    await sweep(context);
    expect(await context.db.selectFrom('password_resets').selectAll().execute()).toEqual([]);
  });
});
