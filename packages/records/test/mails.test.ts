import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAIL_KEPT_MS, MAIL_RETRY_MAX_MS, NOTICE_TTL_MS } from '../src/identity/limits.ts';
import { changePassword } from '../src/identity/login.ts';
import { dueMails, listMails, mailRefused, mailTaken, writeMail } from '../src/identity/mails.ts';
import { openIdentity } from '../src/identity/open.ts';
import { IDENTITY_MIGRATIONS, type IdentityTables } from '../src/identity/schema.ts';
import { sweep } from '../src/identity/sweep.ts';
import { setAntiPhishing, userByUid } from '../src/identity/users.ts';
import { SecretBox } from '../src/secrets/secret-box.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { migrate } from '../src/sql/migrate.ts';
import { onBothDatabases } from './databases.ts';
import type { IdentityUnderTest } from './identity-setup.ts';
import { ORIGIN, openTestIdentity, PASSWORD, refused } from './identity-setup.ts';

const NOW = 1_790_000_000_000;
const MINUTE_MS = 60_000;

onBothDatabases('mails', (databases) => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  const to = (recipient: string) => listMails(identity.context, { recipient, limit: 10 });
  const dueIds = async () => (await dueMails(identity.context, { limit: 100 })).map(({ id }) => id);

  /** A mail about nothing in particular. */
  const write = async (recipient: string, uid = 1): Promise<string> => {
    const { context } = identity;
    const mail = { uid, recipient, antiPhishing: '', kind: 'passwordChanged', ...ORIGIN } as const;
    await writeMail(context, context.db, mail);
    return (await to(recipient))[0]?.id ?? '';
  };

  test('a changed password is told to its owner, with the code that they chose', async () => {
    const { context } = identity;
    await identity.user(100);
    const change = { uid: 100, newPassword: 'seven green mice nap' };
    const origin = { ...ORIGIN, language: 'de' };
    const wrong = { ...change, currentPassword: 'something else 1', origin };
    await refused(changePassword(context, wrong), 'badCredentials');
    expect(await to('u100@example.com')).toEqual([]);
    await setAntiPhishing(context, { uid: 100, code: ' Blue heron 7 ' });
    await changePassword(context, { ...change, currentPassword: PASSWORD, origin });
    expect(await to('U100@example.com')).toMatchObject([
      {
        recipient: 'u100@example.com',
        kind: 'passwordChanged',
        language: 'de',
        antiPhishing: 'Blue heron 7',
        address: ORIGIN.address,
        tries: 0,
      },
    ]);
    const rows = await context.db.selectFrom('mails').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('heron');
  });

  test('an anti-phishing code has 4 to 20 characters that can be seen', async () => {
    const { context } = identity;
    await identity.user(110);
    for (const code of ['abc', 'x'.repeat(21), 'abc\u202Ed']) {
      const { field } = await refused(setAntiPhishing(context, { uid: 110, code }), 'badRequest');
      expect(field).toBe('antiPhishing');
    }
    await setAntiPhishing(context, { uid: 110, code: '' });
    await refused(setAntiPhishing(context, { uid: 9_999, code: 'abcd' }), 'notFound');
  });

  test('a mail that was taken is forgotten, one that was refused waits longer each time', async () => {
    const { context } = identity;
    const taken = await write('taken@example.com');
    const id = await write('refused@example.com');
    expect(await dueIds()).toEqual(expect.arrayContaining([taken, id]));
    await mailTaken(context, { id: taken });
    expect(await to('taken@example.com')).toEqual([]);
    let pause = MINUTE_MS;
    for (let tries = 0; tries < 8; tries++) {
      await mailRefused(context, { id, tries, fault: 'no room' });
      identity.wait(pause - 1);
      expect(await dueIds()).not.toContain(id);
      identity.wait(1);
      expect(await dueIds()).toContain(id);
      pause = Math.min(pause * 2, MAIL_RETRY_MAX_MS);
    }
    expect(await to('refused@example.com')).toMatchObject([{ tries: 8, fault: 'no room' }]);
    identity.wait(NOTICE_TTL_MS);
    expect(await dueIds()).not.toContain(id);
  });

  test('a mail to nobody is neither shown nor sent, and old ones go', async () => {
    const { context } = identity;
    await write('nobody@example.com', 0);
    expect(await to('nobody@example.com')).toEqual([]);
    const due = await dueMails(context, { limit: 100 });
    expect(due.filter(({ recipient }) => recipient === 'nobody@example.com')).toEqual([]);
    await write('old@example.com');
    identity.wait(MAIL_KEPT_MS);
    await write('new@example.com');
    await sweep(context);
    const rows = await context.db.selectFrom('mails').select('recipient').execute();
    expect(rows).toEqual([{ recipient: 'new@example.com' }]);
  });

  test('an identity database from before mails goes on with its people', async () => {
    const before = IDENTITY_MIGRATIONS.findIndex(({ name }) => name.startsWith('mails'));
    const old = await openDatabase<IdentityTables>(await databases.fresh());
    try {
      await migrate(old as never, IDENTITY_MIGRATIONS.slice(0, before), NOW);
      const hash = await identity.hasher.hash(PASSWORD);
      await sql`insert into users values
        (16, 'ann@example.com', ${hash}, 'active', '', 0, ${NOW}, ${NOW})`.execute(old.db);
      const box = new SecretBox(randomBytes(32));
      const context = await openIdentity(old, { box, hasher: identity.hasher, now: () => NOW });
      expect(await userByUid(context, { uid: 16 })).toMatchObject({ email: 'ann@example.com' });
      const newPassword = 'seven green mice nap';
      const change = { uid: 16, currentPassword: PASSWORD, newPassword, origin: ORIGIN };
      await changePassword(context, change);
      expect(await listMails(context, { limit: 5 })).toMatchObject([{ antiPhishing: '' }]);
    } finally {
      await old.close();
    }
  });
});
