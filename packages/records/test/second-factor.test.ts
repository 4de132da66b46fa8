/** S2, S3: a second factor is asked for wherever one is set, and each of its codes is taken once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appCode, secretBytes } from '../../testkit/src/authenticator/index.ts';
import { AUTHENTICATOR_SETUP_MS, BACKUP_CODES } from '../src/identity/limits.ts';
import { proveAgain, verifyLogin } from '../src/identity/login.ts';
import { clear } from '../src/identity/login-budget.ts';
import { listMails } from '../src/identity/mails.ts';
import { requestReset, resetPassword } from '../src/identity/password-reset.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  renewBackupCodes,
  secondFactor,
} from '../src/identity/second-factor.ts';
import { createSession, listSessions, sessionByToken } from '../src/identity/sessions.ts';
import { sweep } from '../src/identity/sweep.ts';
import { onBothDatabases } from './databases.ts';
import type { IdentityUnderTest } from './identity-setup.ts';
import { ORIGIN, openTestIdentity, PASSWORD, refused, tally } from './identity-setup.ts';

const STEP_MS = 30_000;
const NEW_PASSWORD = 'seven green mice nap';

onBothDatabases('second factor', (databases) => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  const codeOf = (secret: string, later = 0): string =>
    appCode(secret, identity.context.now() + later);
  const login = (uid: number, code?: string, more: { deviceToken?: string } = {}) => {
    const email = `u${uid}@example.com`;
    const given = { email, password: PASSWORD, code, address: null, ...more };
    return verifyLogin(identity.context, given);
  };
  const nextStep = () => identity.wait(STEP_MS);

  /** Registers a user whose app is set up; the step of its first code is over. */
  async function withApp(uid: number): Promise<{ secret: string; codes: readonly string[] }> {
    const { context } = identity;
    await identity.user(uid);
    const setup = await beginAuthenticator(context, { uid });
    const { secret } = setup;
    const confirm = { uid, code: codeOf(secret), origin: ORIGIN };
    const { codes } = await confirmAuthenticator(context, confirm);
    nextStep();
    return { secret, codes };
  }

  describe('setting up', () => {
    test('counts once a code was shown; then sessions have ended and the owner is told', async () => {
      const { context } = identity;
      await identity.user(100);
      const session = await createSession(context, { uid: 100, address: '', userAgent: '' });
      const { secret, uri, expiresAt } = await beginAuthenticator(context, { uid: 100 });
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      expect(uri).toContain(`secret=${secret}&`);
      expect(expiresAt).toBe(context.now() + AUTHENTICATOR_SETUP_MS);
      await login(100);
      const confirm = (code: string) =>
        confirmAuthenticator(context, { uid: 100, code, origin: ORIGIN });
      await refused(confirm(codeOf(secret, STEP_MS)), 'badCode');
      await login(100);
      expect(await sessionByToken(context, session)).toMatchObject({ secondFactor: false });
      const { codes } = await confirm(codeOf(secret));
      expect(new Set(codes).size).toBe(BACKUP_CODES);
      expect(await sessionByToken(context, session)).toBeNull();
      await refused(login(100), 'codeNeeded');
      const [mail] = await listMails(context, { recipient: 'u100@example.com', limit: 1 });
      expect(mail).toMatchObject({ kind: 'totpOn' });
      const now = { madeAt: context.now(), backupCodesLeft: BACKUP_CODES };
      expect(await secondFactor(context, { uid: 100 })).toEqual(now);
      // Nothing of it can be read in the database.
      const { db } = context;
      const rows = await db.selectFrom('authenticators').selectAll().execute();
      const kept = await db.selectFrom('backup_codes').selectAll().execute();
      const stored = JSON.stringify([rows, kept]);
      for (const one of [secret, secretBytes(secret).toString('base64'), ...codes]) {
        expect(stored).not.toContain(one);
      }
    });

    test('a QR code is over after five minutes, and when there is a newer one', async () => {
      const { context } = identity;
      await identity.user(110);
      const first = (await beginAuthenticator(context, { uid: 110 })).secret;
      const second = (await beginAuthenticator(context, { uid: 110 })).secret;
      const confirm = (secret: string) =>
        confirmAuthenticator(context, { uid: 110, code: codeOf(secret), origin: ORIGIN });
      await refused(confirm(first), 'badCode');
      identity.wait(AUTHENTICATOR_SETUP_MS);
      await refused(confirm(second), 'setupOver');
      await sweep(context);
      expect(await context.db.selectFrom('authenticator_setups').selectAll().execute()).toEqual([]);
      await refused(beginAuthenticator(context, { uid: 9_999 }), 'notFound');
    });

    test('another app takes the place of the first, with its codes', async () => {
      const { context } = identity;
      const before = await withApp(120);
      const setup = await beginAuthenticator(context, { uid: 120 });
      await login(120, codeOf(before.secret));
      nextStep();
      const { secret } = setup;
      await confirmAuthenticator(context, { uid: 120, code: codeOf(secret), origin: ORIGIN });
      nextStep();
      await refused(login(120, codeOf(before.secret)), 'badCode');
      await refused(login(120, before.codes[0]), 'badCode');
      await login(120, codeOf(secret));
    });
  });

  describe('signing in', () => {
    test('needs the code of these 30 s, once', async () => {
      const { secret } = await withApp(200);
      await refused(login(200), 'codeNeeded');
      const { field } = await refused(login(200, codeOf(secret, -STEP_MS)), 'badCode');
      expect(field).toBe('code');
      await refused(login(200, codeOf(secret, STEP_MS)), 'badCode');
      const code = codeOf(secret);
      await login(200, `${code.slice(0, 3)} ${code.slice(3)}`);
      await refused(login(200, code), 'badCode');
      nextStep();
      await refused(login(200, code), 'badCode');
      await login(200, codeOf(secret));
    });

    test('a wrong password says nothing of the second factor, right or wrong', async () => {
      const { context } = identity;
      const { secret } = await withApp(210);
      const wrong = (code?: string) =>
        verifyLogin(context, {
          email: 'u210@example.com',
          password: 'something else 1',
          code,
          address: null,
        });
      await refused(wrong(), 'badCredentials');
      await refused(wrong(codeOf(secret)), 'badCredentials');
      // Nor was the code used up.
      await login(210, codeOf(secret));
    });

    test('a browser becomes known by the code, not by the password alone', async () => {
      const { context } = identity;
      const { secret } = await withApp(220);
      await refused(login(220), 'codeNeeded');
      const rows = () =>
        context.db.selectFrom('devices').selectAll().where('uid', '=', 220).execute();
      expect(await rows()).toEqual([]);
      await login(220, codeOf(secret));
      expect(await rows()).toHaveLength(1);
    });

    test('a backup code stands in once, as it was shown or in pieces', async () => {
      const { context } = identity;
      const { codes } = await withApp(230);
      const [first = '', second = '', third = ''] = codes;
      await login(230, first);
      await refused(login(230, first), 'badCode');
      await login(230, ` ${second.slice(0, 5).toUpperCase()}-${second.slice(5)}`);
      const left = { backupCodesLeft: BACKUP_CODES - 2 };
      expect(await secondFactor(context, { uid: 230 })).toMatchObject(left);
      const renewed = await renewBackupCodes(context, { uid: 230 });
      await refused(login(230, third), 'badCode');
      await login(230, renewed.codes[0]);
      await identity.user(231);
      await refused(renewBackupCodes(context, { uid: 231 }), 'notFound');
    });

    test('a backup code of one person is none of another', async () => {
      const { codes } = await withApp(240);
      await withApp(241);
      await refused(login(241, codes[0]), 'badCode');
    });

    test('who reset the password by mail still needs the code', async () => {
      const { context } = identity;
      await withApp(250);
      const email = 'u250@example.com';
      const page = 'https://halcyon.example/reset-password';
      identity.wait(1);
      await requestReset(context, { email, page, loopback: true, origin: ORIGIN });
      const [mail] = await listMails(context, { recipient: email, limit: 1 });
      const token = (mail?.link ?? '').slice(`${page}#token=`.length);
      await resetPassword(context, { token, newPassword: NEW_PASSWORD, origin: ORIGIN });
      const again = verifyLogin(context, { email, password: NEW_PASSWORD, address: null });
      await refused(again, 'codeNeeded');
    });
  });

  describe('S3: a code is taken once', () => {
    test('of 50 at once one signs in, with a code of the app and with a backup code', async () => {
      const { secret, codes } = await withApp(300);
      const { deviceToken } = await login(300, codeOf(secret));
      nextStep();
      const all = (code: string | undefined) =>
        tally(Array.from({ length: 50 }, () => login(300, code, { deviceToken })));
      for (const code of [codeOf(secret), codes[0]]) {
        expect((await all(code)).fulfilled).toBe(1);
        identity.wait(60 * 60 * 1000);
      }
    });

    test('ten thousand replays of a code, five on each database, prove nothing', async () => {
      const { context } = identity;
      const { secret } = await withApp(310);
      const code = codeOf(secret);
      await login(310, code);
      let taken = 0;
      for (let i = 0; i < 5_000; i++) {
        const proved = proveAgain(context, { uid: 310, code });
        const done = await proved.then(
          () => true,
          () => false,
        );
        if (done) taken += 1;
        // Within the step and after it, as if guesses were not counted.
        identity.wait(10);
        await clear(context.db, 'factor-session:310');
      }
      expect(taken).toBe(0);
    });
  });

  describe('S12: guesses at codes', () => {
    test('at most five in any five minutes, of strangers; the known browser has its own', async () => {
      const { secret } = await withApp(400);
      const { deviceToken } = await login(400, codeOf(secret));
      const looked: number[] = [];
      const start = identity.context.now();
      for (let i = 0; i < 200; i++) {
        const error = await login(400, 'aaaaaaaaaa').catch(({ code }: { code: string }) => code);
        if (error === 'badCode') looked.push(identity.context.now());
        identity.wait(3_000);
      }
      expect(looked.length).toBeGreaterThan(4);
      for (const at of looked) {
        const within = looked.filter((time) => time >= at && time < at + 300_000);
        expect(within.length).toBeLessThanOrEqual(5);
      }
      expect(identity.context.now() - start).toBe(600_000);
      await refused(login(400, 'aaaaaaaaaa'), 'badCode');
      await refused(login(400, codeOf(secret)), 'loginBackoff');
      await login(400, codeOf(secret), { deviceToken });
    });

    test('in a session and at the set-up too', async () => {
      const { context } = identity;
      await withApp(410);
      const guesses = Array.from({ length: 10 }, () =>
        proveAgain(context, { uid: 410, code: '000000' }),
      );
      const codes = (await Promise.allSettled(guesses)).map(
        (one) => (one as PromiseRejectedResult).reason.code,
      );
      expect(codes.filter((code) => code === 'badCode')).toHaveLength(3);
      await identity.user(411);
      await beginAuthenticator(context, { uid: 411 });
      const confirm = { uid: 411, code: '000000', origin: ORIGIN };
      const tries = Array.from({ length: 10 }, () => confirmAuthenticator(context, confirm));
      expect((await tally(tries)).codes).toEqual(['badCode', 'loginBackoff']);
    });
  });

  describe('S2: proving again', () => {
    test('takes the password of who has no second factor, the code alone of who has one', async () => {
      const { context } = identity;
      await identity.user(500);
      expect(await proveAgain(context, { uid: 500, password: PASSWORD })).toBe(0);
      await refused(proveAgain(context, { uid: 500, code: '000000' }), 'badCredentials');
      const { secret } = await withApp(501);
      await refused(proveAgain(context, { uid: 501, password: PASSWORD }), 'codeNeeded');
      const both = { uid: 501, password: PASSWORD, code: '000000' };
      await refused(proveAgain(context, both), 'badCode');
      expect(await proveAgain(context, { uid: 501, code: codeOf(secret) })).toBeGreaterThan(0);
      await refused(proveAgain(context, { uid: 9_999 }), 'notFound');
    });

    test('who proved with what is no longer asked for has no session by it', async () => {
      const { context } = identity;
      await identity.user(510);
      const { securedAt } = await login(510);
      const setup = (await beginAuthenticator(context, { uid: 510 })).secret;
      const confirm = { uid: 510, code: codeOf(setup), origin: ORIGIN };
      await confirmAuthenticator(context, confirm);
      const begin = (at: number) =>
        createSession(context, { uid: 510, address: '', userAgent: '', securedAt: at });
      await refused(begin(securedAt), 'badCredentials');
      nextStep();
      await begin((await login(510, codeOf(setup))).securedAt);
    });
  });

  test('removing the app ends sessions and codes, and is told', async () => {
    const { context } = identity;
    const { secret } = await withApp(600);
    await createSession(context, { uid: 600, address: '', userAgent: '' });
    const remove = { uid: 600, origin: ORIGIN };
    identity.wait(1);
    expect(await removeAuthenticator(context, remove)).toBe(true);
    expect(await removeAuthenticator(context, remove)).toBe(false);
    expect(await listSessions(context, { uid: 600 })).toEqual([]);
    expect(await secondFactor(context, { uid: 600 })).toEqual({ madeAt: 0, backupCodesLeft: 0 });
    const [mail] = await listMails(context, { recipient: 'u600@example.com', limit: 1 });
    expect(mail).toMatchObject({ kind: 'totpOff' });
    await login(600);
    await refused(proveAgain(context, { uid: 600, code: codeOf(secret) }), 'badCredentials');
  });
});
