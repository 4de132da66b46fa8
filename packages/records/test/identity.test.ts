import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { claimFaucet, releaseFaucet } from '../src/identity/faucet.ts';
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from '../src/identity/limits.ts';
import { changePassword, verifyLogin } from '../src/identity/login.ts';
import { openIdentity } from '../src/identity/open.ts';
import {
  createSession,
  endAllSessions,
  endSession,
  listSessions,
  sessionByToken,
} from '../src/identity/sessions.ts';
import { sweep } from '../src/identity/sweep.ts';
import {
  checkNewUser,
  createUser,
  listUsers,
  setUserStatus,
  userByEmail,
  userByUid,
} from '../src/identity/users.ts';
import { SecretBox } from '../src/secrets/secret-box.ts';
import { onBothDatabases } from './databases.ts';
import type { IdentityUnderTest } from './identity-setup.ts';
import { ORIGIN, openTestIdentity, PASSWORD, refused, tally } from './identity-setup.ts';

const HOUR_MS = 60 * 60 * 1000;
/** S12: guesses at one account, three every other minute. */
const GUESSES = Number(process.env['HALCYON_GUESSES'] ?? 900);

onBothDatabases('identity', (databases) => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  /** Sign-in as the user, by default from a browser and address never seen. */
  const login = (
    uid: number,
    password: string,
    more: { address?: string; deviceToken?: string } = {},
  ) => {
    const email = `u${uid}@example.com`;
    return verifyLogin(identity.context, { email, password, address: null, ...more });
  };

  describe('users', () => {
    test('are found by number and by e-mail in any case, with their attribution', async () => {
      const { context } = identity;
      const attribution = JSON.stringify({ channelCode: 'abc' });
      const input = { uid: 16, email: ' Zoë@Example.COM ', password: PASSWORD, attribution };
      const made = await createUser(context, input);
      expect(made).toMatchObject({ uid: 16, email: 'zoë@example.com', status: 'active' });
      expect(await userByUid(context, { uid: 16 })).toEqual({ ...made, attribution });
      expect(await userByEmail(context, { email: 'ZOË@example.com' })).toEqual(made);
      expect(await userByUid(context, { uid: 999 })).toBeNull();
      expect(JSON.stringify(made)).not.toContain('argon2');
    });

    test('an e-mail or number registers once, also under 20 parallel requests', async () => {
      const { context } = identity;
      const register = (uid: number, email: string) =>
        createUser(context, { uid, email, password: PASSWORD });
      await refused(
        checkNewUser(context, { email: 'ZOË@example.com', password: PASSWORD }),
        'emailTaken',
      );
      const same = await tally(
        Array.from({ length: 20 }, (_, i) => register(100 + i, 'same@example.com')),
      );
      expect(same).toEqual({ fulfilled: 1, codes: ['emailTaken'] });
      await refused(register(150, 'same@example.com'), 'loginBackoff');
      const number = await tally(
        Array.from({ length: 20 }, (_, i) => register(200, `one${i}@example.com`)),
      );
      expect(number).toEqual({ fulfilled: 1, codes: ['badRequest'] });
    });

    test('S12 registering costs a taken address the same hash and the same write', async () => {
      const { context, hasher } = identity;
      const hashed = vi.spyOn(hasher, 'hash');
      const written = vi.spyOn(context.db, 'transaction');
      const register = (uid: number) =>
        createUser(context, { uid, email: 'twice@example.com', password: PASSWORD });
      await register(210);
      await refused(register(211), 'emailTaken');
      expect([hashed.mock.calls.length, written.mock.calls.length]).toEqual([2, 2]);
      vi.restoreAllMocks();
      const budgets = await context.db.selectFrom('login_budgets').selectAll().execute();
      expect(JSON.stringify(budgets)).not.toContain('twice@');
    });

    test.each(['', 'x', 'no-at-sign', 'two words@example.com', 'a@b@c', `${'x'.repeat(250)}@y.zz`])(
      'e-mail %j is refused by name',
      async (email) => {
        const error = await refused(
          checkNewUser(identity.context, { email, password: PASSWORD }),
          'badRequest',
        );
        expect(error.field).toBe('email');
      },
    );

    test('are listed in pages', async () => {
      const { context } = identity;
      for (let uid = 300; uid < 310; uid++) await identity.user(uid);
      const first = await listUsers(context, { afterUid: 299, limit: 4 });
      expect(first.map(({ uid }) => uid)).toEqual([300, 301, 302, 303]);
      const second = await listUsers(context, { afterUid: 303, limit: 500 });
      expect(second.map(({ uid }) => uid)).toEqual([304, 305, 306, 307, 308, 309]);
      await refused(listUsers(context, { limit: 0 }), 'badRequest');
      await setUserStatus(context, { uid: 305, status: 'closed' });
      const closed = await listUsers(context, { afterUid: 299, limit: 4, status: 'closed' });
      expect(closed.map(({ uid }) => uid)).toEqual([305]);
    });
  });

  describe('login', () => {
    test('the right password signs in; a wrong one and an unknown e-mail answer alike', async () => {
      await identity.user(400);
      expect(await login(400, PASSWORD)).toMatchObject({ uid: 400, email: 'u400@example.com' });
      const wrong = await refused(login(400, 'something else 1'), 'badCredentials');
      const unknown = await refused(login(499, PASSWORD), 'badCredentials');
      const garbage = verifyLogin(identity.context, { email: '\0', password: 'x', address: null });
      const invalid = await refused(garbage, 'badCredentials');
      expect(unknown.message).toBe(wrong.message);
      expect(invalid.message).toBe(wrong.message);
    });

    test(
      'S12: at most 10 guesses of one account are looked at in any hour',
      async () => {
        await identity.user(410);
        const looked: number[] = [];
        for (let minute = 0; minute < (GUESSES / 3) * 2; minute += 2) {
          for (let n = 0; n < 3; n++) {
            const error = await login(410, `guess number ${minute} ${n}`).catch((thrown) => thrown);
            if (error.code === 'badCredentials') looked.push(minute);
            else expect(error).toMatchObject({ code: 'loginBackoff' });
            if (error.code === 'loginBackoff') {
              expect(error.retryAfterMs).toBeGreaterThan(0);
              expect(error.retryAfterMs).toBeLessThanOrEqual(HOUR_MS / 5);
            }
          }
          identity.wait(2 * 60_000);
        }
        for (const start of looked) {
          const inHour = looked.filter((minute) => minute >= start && minute < start + 60);
          expect(inHour.length).toBeLessThanOrEqual(10);
        }
        expect(looked.length).toBeGreaterThan(15);
      },
      180_000 + 10 * GUESSES,
    );

    test('S12: parallel guesses do not slip through, for unknown accounts just as well', async () => {
      await identity.user(420);
      for (const uid of [420, 498]) {
        const guesses = Array.from({ length: 60 }, (_, i) => login(uid, `guess number ${i}`));
        const results = await Promise.allSettled(guesses);
        const codes = results.map((one) => (one as PromiseRejectedResult).reason.code);
        expect(codes.filter((code) => code === 'badCredentials')).toHaveLength(5);
        expect(codes.filter((code) => code === 'loginBackoff')).toHaveLength(55);
      }
    });

    test('S12: the owner signs in from a known browser while strangers guess', async () => {
      await identity.user(430);
      const { deviceToken } = await login(430, PASSWORD);
      for (let i = 0; i < 30; i++) await login(430, `guess number ${i}`).catch(() => {});
      await refused(login(430, PASSWORD), 'loginBackoff');
      expect(await login(430, PASSWORD, { deviceToken })).toMatchObject({ deviceToken });
      // The token of another account's browser opens nothing here.
      await identity.user(431);
      const other = await login(431, PASSWORD);
      const foreign = { deviceToken: other.deviceToken };
      await refused(login(430, PASSWORD, foreign), 'loginBackoff');
      // A known browser is bounded as well.
      const results = await tally(
        Array.from({ length: 30 }, (_, i) => login(430, `guess ${i}`, { deviceToken })),
      );
      expect(results).toEqual({ fulfilled: 0, codes: ['badCredentials', 'loginBackoff'] });
    });

    test('S12: one address guesses at many accounts no faster than its budget', async () => {
      const address = '203.0.113.9';
      const guesses = Array.from({ length: 60 }, (_, i) => login(5_000 + i, 'x', { address }));
      const results = await Promise.allSettled(guesses);
      const codes = results.map((one) => (one as PromiseRejectedResult).reason.code);
      expect(codes.filter((code) => code === 'badCredentials')).toHaveLength(20);
      await identity.user(440);
      await refused(login(440, PASSWORD, { address }), 'loginBackoff');
      // Refused by the address, the account's own budget was not touched.
      expect(await login(440, PASSWORD, { address: '203.0.113.10' })).toMatchObject({ uid: 440 });
    });

    test('S12: a network of IPv6 guesses as one address', async () => {
      const guesses = Array.from({ length: 25 }, (_, i) =>
        login(5_100 + i, 'x', { address: `2001:db8:0:7::${i + 1}` }),
      );
      expect((await tally(guesses)).codes).toContain('loginBackoff');
      await identity.user(441);
      expect(await login(441, PASSWORD, { address: '2001:db8:0:8::1' })).toMatchObject({
        uid: 441,
      });
    });

    test('signing in rightly costs the address nothing', async () => {
      await identity.user(450);
      for (let i = 0; i < 60; i++) {
        await login(450, PASSWORD, { address: '203.0.113.20' });
      }
    });

    test('a frozen account says so only to who knows the password, and has no sessions', async () => {
      const { context } = identity;
      await identity.user(460);
      const session = await createSession(context, { uid: 460, address: '', userAgent: '' });
      await setUserStatus(context, { uid: 460, status: 'frozen' });
      await refused(login(460, 'something else 1'), 'badCredentials');
      await refused(login(460, PASSWORD), 'accountFrozen');
      await setUserStatus(context, { uid: 460, status: 'active' });
      expect(await sessionByToken(context, session)).toBeNull();
      await refused(setUserStatus(context, { uid: 9_999, status: 'active' }), 'notFound');
    });
  });

  describe('changing the password', () => {
    test('needs the current one, then ends all sessions and the old password', async () => {
      const { context } = identity;
      await identity.user(500);
      const session = await createSession(context, { uid: 500, address: '', userAgent: '' });
      const change = (currentPassword: string, newPassword: string) =>
        changePassword(context, { uid: 500, currentPassword, newPassword, origin: ORIGIN });
      await refused(change('something else 1', 'seven green mice nap'), 'badCredentials');
      await refused(change(PASSWORD, 'short'), 'passwordRefused');
      expect(await sessionByToken(context, session)).toMatchObject({ uid: 500 });
      await change(PASSWORD, 'seven green mice nap');
      expect(await sessionByToken(context, session)).toBeNull();
      await refused(login(500, PASSWORD), 'badCredentials');
      expect(await login(500, 'seven green mice nap')).toMatchObject({ uid: 500 });
    });

    test('S17: of many at once exactly one wins', async () => {
      const { context } = identity;
      await identity.user(510);
      const result = await tally(
        ['first', 'second', 'third', 'fourth'].map((word) =>
          changePassword(context, {
            uid: 510,
            currentPassword: PASSWORD,
            newPassword: `my ${word} new pass phrase`,
            origin: ORIGIN,
          }),
        ),
      );
      expect(result).toEqual({ fulfilled: 1, codes: ['badCredentials'] });
    });

    test('S17: who signs in beside it with the old one has no session after it', async () => {
      const { context } = identity;
      await identity.user(511);
      const begin = ({ uid, securedAt }: { uid: number; securedAt: number }) =>
        createSession(context, { uid, address: '', userAgent: '', securedAt });
      const shown = await login(511, PASSWORD);
      identity.wait(1);
      const newPassword = 'seven green mice nap';
      const change = { uid: 511, currentPassword: PASSWORD, newPassword, origin: ORIGIN };
      await Promise.all([
        changePassword(context, change),
        ...Array.from({ length: 50 }, () => begin(shown).catch(() => {})),
      ]);
      expect(await listSessions(context, { uid: 511 })).toEqual([]);
      expect((await refused(begin(shown), 'badCredentials')).message).toContain('changed');
      await begin(await login(511, newPassword));
    });

    test('cannot be used to guess the current one', async () => {
      const { context } = identity;
      await identity.user(520);
      const guesses = Array.from({ length: 40 }, (_, i) =>
        changePassword(context, {
          uid: 520,
          currentPassword: `guess number ${i}`,
          newPassword: 'seven green mice nap',
          origin: ORIGIN,
        }),
      );
      const codes = (await Promise.allSettled(guesses)).map(
        (one) => (one as PromiseRejectedResult).reason.code,
      );
      expect(codes.filter((code) => code === 'badCredentials')).toHaveLength(5);
    });
  });

  describe('sessions (S5)', () => {
    const begin = (uid: number) =>
      createSession(identity.context, { uid, address: '198.51.100.1', userAgent: 'test' });

    test('the name of a browser is kept without what nobody sees', async () => {
      await identity.user(690);
      const given = { uid: 690, address: '', userAgent: 'Fire\u202Efox\u0000 1\n' };
      const { token } = await createSession(identity.context, given);
      const [entry] = await listSessions(identity.context, { uid: 690 });
      expect(entry?.userAgent).toBe('Fire?fox? 1?');
      await endSession(identity.context, { token, origin: ORIGIN });
    });

    test('a token has 256 bits and is stored only as a hash', async () => {
      await identity.user(600);
      const made = await Promise.all(Array.from({ length: 50 }, () => begin(600)));
      expect(new Set(made.map(({ token }) => token)).size).toBe(50);
      for (const { token, csrfToken } of made) {
        expect(Buffer.from(token, 'base64url')).toHaveLength(32);
        expect(csrfToken).not.toBe(token);
      }
      const rows = await identity.database.db.selectFrom('sessions').selectAll().execute();
      const stored = JSON.stringify(rows);
      for (const { token, csrfToken } of made) {
        expect(stored).not.toContain(token);
        expect(stored).not.toContain(csrfToken);
      }
    });

    test('gives user and CSRF token back, and nothing for a wrong token', async () => {
      const made = await begin(600);
      const found = await sessionByToken(identity.context, made);
      expect(found).toMatchObject({ uid: 600, csrfToken: made.csrfToken });
      expect(found?.expiresAt).toBe(made.expiresAt);
      for (const token of ['', 'x', `${made.token}x`, made.token.slice(1), made.csrfToken]) {
        expect(await sessionByToken(identity.context, { token })).toBeNull();
      }
    });

    test('ends 12 hours after its start, however busy', async () => {
      const made = await begin(600);
      const step = SESSION_IDLE_MS / 2;
      for (let passed = 0; passed + step < SESSION_ABSOLUTE_MS; passed += step) {
        identity.wait(step);
        expect(await sessionByToken(identity.context, made)).not.toBeNull();
      }
      identity.wait(step);
      expect(await sessionByToken(identity.context, made)).toBeNull();
    });

    test('ends when nothing comes for the idle time', async () => {
      const made = await begin(600);
      identity.wait(SESSION_IDLE_MS - 1);
      expect(await sessionByToken(identity.context, made)).not.toBeNull();
      identity.wait(SESSION_IDLE_MS);
      expect(await sessionByToken(identity.context, made)).toBeNull();
    });

    test('a session that replaces another ends it: the old token is worth nothing', async () => {
      const { context } = identity;
      const old = await begin(600);
      const input = { uid: 600, address: '', userAgent: '', replaces: old.token };
      const fresh = await createSession(context, input);
      expect(await sessionByToken(context, old)).toBeNull();
      expect(await sessionByToken(context, fresh)).not.toBeNull();
    });

    test('logout ends one, ending all ends all (or all others), at once', async () => {
      const { context } = identity;
      await identity.user(610);
      await identity.user(611);
      const [a, b, c] = await Promise.all([begin(610), begin(610), begin(610)]);
      const foreign = await begin(611);
      expect(await endSession(context, { ...a, origin: ORIGIN })).toBe(true);
      expect(await endSession(context, { ...a, origin: ORIGIN })).toBe(false);
      expect(await sessionByToken(context, a)).toBeNull();
      expect(await listSessions(context, { uid: 610 })).toHaveLength(2);
      expect(await endAllSessions(context, { uid: 610, exceptToken: b.token })).toHaveLength(1);
      expect(await sessionByToken(context, b)).not.toBeNull();
      expect(await sessionByToken(context, c)).toBeNull();
      expect(await endAllSessions(context, { uid: 610 })).toHaveLength(1);
      expect(await sessionByToken(context, b)).toBeNull();
      expect(await sessionByToken(context, foreign)).not.toBeNull();
    });

    test('sweeping removes what has ended and nothing else', async () => {
      const { context } = identity;
      const old = await begin(600);
      identity.wait(SESSION_IDLE_MS + 1);
      const fresh = await begin(600);
      await sweep(context);
      const rows = await identity.database.db.selectFrom('sessions').selectAll().execute();
      expect(rows.length).toBeGreaterThan(0);
      expect(await sessionByToken(context, old)).toBeNull();
      expect(await sessionByToken(context, fresh)).not.toBeNull();
    });
  });

  describe('faucet', () => {
    const claim = { uid: 800, venue: 'live' as const, day: '2026-11-21', asset: 0 };

    test('S17: of 50 parallel claims only what fits below the cap is granted', async () => {
      const { context } = identity;
      const claims = await Promise.all(
        Array.from({ length: 50 }, () =>
          claimFaucet(context, { ...claim, amount: 30n, cap: 100n }),
        ),
      );
      expect(claims.filter(({ granted }) => granted)).toHaveLength(3);
      const numbers = claims.filter(({ granted }) => granted).map((one) => one.claim);
      expect(numbers.sort()).toEqual([1, 2, 3]);
      const whole = { ...claim, uid: 801, amount: 2n ** 62n, cap: 2n ** 62n };
      const once = await Promise.all(Array.from({ length: 50 }, () => claimFaucet(context, whole)));
      expect(once.filter(({ granted }) => granted)).toEqual([
        { granted: true, used: 2n ** 62n, claim: 1 },
      ]);
    });

    test('counts by user, venue, day and asset; what is given back can be had again', async () => {
      const { context } = identity;
      const all = { ...claim, uid: 810, amount: 100n, cap: 100n };
      const grants = [
        all,
        { ...all, uid: 811 },
        { ...all, venue: 'paper' as const },
        { ...all, day: '2026-11-22' },
        { ...all, asset: 1 },
      ];
      for (const one of grants) {
        expect(await claimFaucet(context, one)).toMatchObject({ granted: true });
        expect(await claimFaucet(context, one)).toMatchObject({ granted: false, used: 100n });
      }
      await releaseFaucet(context, all);
      await releaseFaucet(context, all);
      expect(await claimFaucet(context, all)).toEqual({ granted: true, used: 100n, claim: 2 });
      const tooMuch = { ...all, uid: 812, amount: 101n };
      expect(await claimFaucet(context, tooMuch)).toMatchObject({ granted: false, used: 0n });
      await refused(claimFaucet(context, { ...all, amount: 0n }), 'badRequest');
      await refused(claimFaucet(context, { ...all, day: 'today' }), 'badRequest');
    });
  });

  test('another key file is noticed when the database is opened', async () => {
    const { context, database, hasher } = identity;
    const box = new SecretBox(Buffer.alloc(32, 7));
    const opened = openIdentity(database, { box, hasher, now: context.now });
    await expect(opened).rejects.toThrow('secrets.key is not the key');
  });
});
