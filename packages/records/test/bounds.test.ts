/** What is kept of one user has an end, whatever the user does again and again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey, deleteApiKey } from '../src/identity/api-keys.ts';
import { listDevices, rememberDevice } from '../src/identity/devices.ts';
import {
  ACTS_BUDGET,
  DELETED_KEYS_PER_USER,
  DEVICES_PER_USER,
  LOGINS_PER_USER,
  MAILS_PER_KIND,
  SESSIONS_PER_USER,
} from '../src/identity/limits.ts';
import { listMails, writeMail } from '../src/identity/mails.ts';
import { createSession, endAllSessions, sessionByToken } from '../src/identity/sessions.ts';
import { setAntiPhishing } from '../src/identity/users.ts';
import { onBothDatabases } from './databases.ts';
import type { IdentityUnderTest } from './identity-setup.ts';
import { openTestIdentity, refused } from './identity-setup.ts';

/** Beyond a limit by this much. */
const MORE = 5;

onBothDatabases('what is kept of one user', (databases) => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  /** Rows of a table that are a user's. */
  async function rows(
    table: 'sessions' | 'logins' | 'devices' | 'mails' | 'api_keys',
    uid: number,
  ) {
    const { db } = identity.context;
    return db.selectFrom(table).selectAll().where('uid', '=', uid).execute();
  }

  /** Does something more often than it is kept, on a clock that goes on. */
  async function repeat<T>(most: number, act: (i: number) => Promise<T>): Promise<T[]> {
    const made: T[] = [];
    for (let i = 0; i < most + MORE; i++) {
      identity.wait(1_000);
      made.push(await act(i));
    }
    return made;
  }

  const begin = (uid: number) =>
    createSession(identity.context, {
      ...{ uid, address: '198.51.100.7', userAgent: 'test' },
      login: { known: true, language: 'en' },
    });

  test('sessions and sign-ins: the newest stay, and who asks is told which ended', async () => {
    for (const uid of [200, 201]) await identity.user(uid);
    const other = await begin(201);
    const made = await repeat(SESSIONS_PER_USER, () => begin(200));
    expect(await rows('sessions', 200)).toHaveLength(SESSIONS_PER_USER);
    expect(await rows('logins', 200)).toHaveLength(LOGINS_PER_USER);
    const alive = (token: string) => sessionByToken(identity.context, { token });
    expect(await alive(made[MORE - 1]!.token)).toBeNull();
    expect(await alive(made[MORE]!.token)).not.toBeNull();
    expect(await alive(other.token)).not.toBeNull();
    const ended = made.flatMap((one) => one.ended);
    expect(new Set(ended).size).toBe(MORE);
    expect(made.slice(0, SESSIONS_PER_USER).flatMap((one) => one.ended)).toEqual([]);
  });

  test('browsers that are known', async () => {
    await identity.user(202);
    await repeat(DEVICES_PER_USER, () => rememberDevice(identity.context, { uid: 202 }));
    expect(await rows('devices', 202)).toHaveLength(DEVICES_PER_USER);
    expect(await listDevices(identity.context, { uid: 202 })).toHaveLength(DEVICES_PER_USER);
  });

  test('mails of one kind: those of others and of other kinds stay', async () => {
    const { context } = identity;
    for (const uid of [203, 204]) await identity.user(uid);
    const write = (uid: number, kind: 'newLogin' | 'totpOn', detail: string) =>
      writeMail(context, context.db, {
        ...{ uid, kind, detail, recipient: `u${uid}@example.com`, antiPhishing: '' },
        ...{ address: '', language: 'en' },
      });
    await write(203, 'totpOn', 'kept');
    await write(204, 'newLogin', 'kept');
    await repeat(MAILS_PER_KIND, (i) => write(203, 'newLogin', String(i)));
    expect(await rows('mails', 204)).toHaveLength(1);
    expect(await rows('mails', 203)).toHaveLength(MAILS_PER_KIND + 1);
    const [newest] = await listMails(context, { limit: 1, recipient: 'u203@example.com' });
    expect(newest?.detail).toBe(String(MAILS_PER_KIND + MORE - 1));
  });

  test('rows of deleted keys', async () => {
    const { context } = identity;
    await identity.user(205);
    const key = async () => {
      const made = await createApiKey(context, {
        ...{ uid: 205, label: 'x', type: 'hmac', permissions: ['read'], ipList: [] },
        ...{ venue: 'live', tier: 'normal', expiresAt: 0 },
      });
      return made.record.apiKey;
    };
    const stays = await key();
    await repeat(DELETED_KEYS_PER_USER, async () =>
      deleteApiKey(context, { uid: 205, apiKey: await key() }),
    );
    const kept = await rows('api_keys', 205);
    expect(kept).toHaveLength(DELETED_KEYS_PER_USER + 1);
    expect(kept).toContainEqual(expect.objectContaining({ api_key: stays, deleted_at: 0 }));
  });

  test('acts that are noted: too many of late are refused, and what stops somebody never is', async () => {
    const { context } = identity;
    for (const uid of [206, 207]) await identity.user(uid);
    const act = (uid: number) => setAntiPhishing(context, { uid, code: 'river' });
    for (let i = 0; i < ACTS_BUDGET.burst; i++) await act(206);
    const { retryAfterMs } = await refused(act(206), 'loginBackoff');
    expect(retryAfterMs).toBeLessThanOrEqual(ACTS_BUDGET.intervalMs);
    await refused(begin(206), 'loginBackoff');
    await act(207);
    await endAllSessions(context, { uid: 206 });
    identity.wait(ACTS_BUDGET.intervalMs);
    await act(206);
  });
});
