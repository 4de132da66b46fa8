import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiKeyByKey, createApiKey } from '../src/identity/api-keys.ts';
import { RESET_TTL_MS } from '../src/identity/limits.ts';
import { verifyLogin } from '../src/identity/login.ts';
import { listMails } from '../src/identity/mails.ts';
import {
  closeAccount,
  confirmEmailChange,
  freezeSelf,
  requestEmailChange,
} from '../src/identity/own-account.ts';
import { requestReset, resetPassword } from '../src/identity/password-reset.ts';
import { createSession, listSessions } from '../src/identity/sessions.ts';
import { sweep } from '../src/identity/sweep.ts';
import { createUser, setUserStatus, userByUid } from '../src/identity/users.ts';
import { onBothDatabases } from './databases.ts';
import type { IdentityUnderTest } from './identity-setup.ts';
import { ORIGIN, openTestIdentity, PASSWORD, refused, tally } from './identity-setup.ts';

const PAGE = 'https://halcyon.example/account/security';

onBothDatabases('what people do to their own account', (databases) => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  const ask = (uid: number, email: string) => {
    identity.wait(1);
    return requestEmailChange(identity.context, { uid, email, page: PAGE, origin: ORIGIN });
  };
  const confirm = (token: string) => {
    identity.wait(1);
    return confirmEmailChange(identity.context, { token, origin: ORIGIN });
  };
  const mailsTo = (recipient: string) => listMails(identity.context, { recipient, limit: 10 });
  const tokenTo = async (recipient: string): Promise<string> => {
    const [mail] = await mailsTo(recipient);
    return (mail?.link ?? '').slice(`${PAGE}#email=`.length);
  };
  const login = (email: string) =>
    verifyLogin(identity.context, { email, password: PASSWORD, address: null });

  test('another address is taken by the link that was sent to it, and the old one is told', async () => {
    const { context } = identity;
    await identity.user(100);
    await createSession(context, { uid: 100, address: '', userAgent: '' });
    await ask(100, ' New100@Example.com ');
    await login('u100@example.com');
    expect(await listSessions(context, { uid: 100 })).toHaveLength(1);
    const token = await tokenTo('new100@example.com');
    expect(await confirm(token)).toEqual({ uid: 100 });
    await refused(login('u100@example.com'), 'badCredentials');
    await login('new100@example.com');
    expect(await listSessions(context, { uid: 100 })).toEqual([]);
    expect(await userByUid(context, { uid: 100 })).toMatchObject({
      email: 'new100@example.com',
      securedAt: context.now(),
    });
    expect(await mailsTo('u100@example.com')).toMatchObject([{ kind: 'emailChanged' }]);
    await refused(confirm(token), 'resetOver');
  });

  test('that somebody has an address shows to nobody', async () => {
    await identity.user(110);
    await identity.user(111);
    expect(await ask(110, 'u111@example.com')).toBeUndefined();
    expect(await mailsTo('u111@example.com')).toEqual([]);
    expect((await refused(ask(110, 'u110@example.com'), 'badRequest')).field).toBe('email');
    await refused(ask(9_999, 'x@example.com'), 'notFound');
  });

  test('an address that was free is given once, of many at the same time', async () => {
    await identity.user(120);
    await identity.user(121);
    await ask(120, 'both@example.com');
    const first = await tokenTo('both@example.com');
    await ask(121, 'both@example.com');
    const second = await tokenTo('both@example.com');
    const all = [first, second].flatMap((token) =>
      Array.from({ length: 25 }, () => confirm(token)),
    );
    expect(await tally(all)).toEqual({ fulfilled: 1, codes: ['resetOver'] });
  });

  test('a link is good for half an hour, and few are written', async () => {
    await identity.user(130);
    await ask(130, 'a130@example.com');
    const token = await tokenTo('a130@example.com');
    const more = await tally(Array.from({ length: 10 }, (_, i) => ask(130, `b${i}@example.com`)));
    expect(more).toEqual({ fulfilled: 2, codes: ['loginBackoff'] });
    identity.wait(RESET_TTL_MS);
    await refused(confirm(token), 'resetOver');
    await sweep(identity.context);
    const rows = await identity.context.db.selectFrom('email_changes').selectAll().execute();
    expect(rows).toEqual([]);
  });

  test('who freezes the account is out, its keys too, until it is thawed', async () => {
    const { context } = identity;
    await identity.user(140);
    await createSession(context, { uid: 140, address: '', userAgent: '' });
    const settings = { label: 'bot', permissions: ['read' as const], ipList: [], expiresAt: 0 };
    const key = { uid: 140, type: 'hmac', venue: 'live', tier: 'normal' } as const;
    const { record } = await createApiKey(context, { ...key, ...settings });
    await freezeSelf(context, { uid: 140, origin: ORIGIN });
    await refused(login('u140@example.com'), 'selfFrozen');
    expect(await listSessions(context, { uid: 140 })).toEqual([]);
    expect(await apiKeyByKey(context, record)).toBeNull();
    expect(await mailsTo('u140@example.com')).toMatchObject([{ kind: 'accountFrozen' }]);
    await setUserStatus(context, { uid: 140, status: 'active' });
    await login('u140@example.com');
    expect(await apiKeyByKey(context, record)).not.toBeNull();
    await refused(freezeSelf(context, { uid: 9_999, origin: ORIGIN }), 'notFound');
  });

  test('a closed account is out for good: no log-in, key, reset, thaw, or second account', async () => {
    const { context } = identity;
    const email = 'u900@example.com';
    await identity.user(900);
    await createSession(context, { uid: 900, address: '', userAgent: '' });
    const settings = { label: 'bot', permissions: ['read'], ipList: [], expiresAt: 0 } as const;
    const kind = { type: 'hmac', venue: 'live', tier: 'normal' } as const;
    const { record } = await createApiKey(context, { uid: 900, ...kind, ...settings });
    const page = 'https://halcyon.example/reset-password';
    const asked = { email, page, loopback: true, origin: ORIGIN };
    await requestReset(context, asked);
    const [reset] = await mailsTo(email);
    identity.wait(1);
    await closeAccount(context, { uid: 900, origin: ORIGIN });
    expect(await listSessions(context, { uid: 900 })).toEqual([]);
    expect(await apiKeyByKey(context, { apiKey: record.apiKey })).toBeNull();
    await refused(login(email), 'accountClosed');
    const token = (reset?.link ?? '').slice(`${page}#token=`.length);
    const newPassword = 'four red kites turn';
    await refused(resetPassword(context, { token, newPassword, origin: ORIGIN }), 'resetOver');
    for (const status of ['active', 'frozen'] as const) {
      await refused(setUserStatus(context, { uid: 900, status }), 'accountClosed');
    }
    await refused(closeAccount(context, { uid: 900, origin: ORIGIN }), 'accountClosed');
    const again = createUser(context, { uid: 901, email, password: PASSWORD });
    await refused(again, 'emailTaken');
    expect(await userByUid(context, { uid: 900 })).toMatchObject({ email, status: 'closed' });
    expect((await mailsTo(email))[0]).toMatchObject({ kind: 'accountClosed' });
    await refused(closeAccount(context, { uid: 999_999, origin: ORIGIN }), 'notFound');
  });
});
