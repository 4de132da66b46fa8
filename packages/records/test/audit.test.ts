/** S13: the audit log can only grow; whatever else is done to it shows. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RecordsError } from '../src/errors.ts';
import { appendAudit, checkAudit, detailOf, listAudit, refusalOf } from '../src/identity/audit.ts';
import { SecretBox } from '../src/secrets/secret-box.ts';
import { onBothDatabases } from './databases.ts';
import type { IdentityUnderTest } from './identity-setup.ts';
import { openTestIdentity } from './identity-setup.ts';

const COUNT = 30;

onBothDatabases('S13: the audit log', (databases) => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
    for (let n = 1; n <= COUNT; n++) await add(16 + (n % 2), `act ${n}`);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  const add = (uid: number, act: string) =>
    appendAudit(identity.context, { uid, act, detail: '{}' });
  const state = () => checkAudit(identity.context);

  /** What is found after something was done to the tables, which is undone again. */
  async function afterTampering(
    change: (db: IdentityUnderTest['context']['db']) => Promise<unknown>,
  ): Promise<number> {
    const undone = new Error('undone');
    let faultAt = -1;
    const run = identity.context.db.transaction().execute(async (db) => {
      await change(db);
      ({ faultAt } = await checkAudit({ ...identity.context, db }));
      throw undone;
    });
    await expect(run).rejects.toBe(undone);
    return faultAt;
  }

  test('is whole, and lists what it has, of one or of all', async () => {
    expect(await state()).toEqual({ entries: COUNT, faultAt: 0 });
    const all = await listAudit(identity.context, { limit: 100 });
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: COUNT }, (_, n) => COUNT - n));
    const own = await listAudit(identity.context, { uid: 17, limit: 100 });
    expect(own).toHaveLength(COUNT / 2);
    expect(own.every(({ uid }) => uid === 17)).toBe(true);
  });

  test.each([
    ['at', 1],
    ['uid', 99],
    ['act', 'another'],
    ['detail', '{"a":1}'],
    ['mac', 'f'.repeat(64)],
  ] as const)('shows a changed %s, of whichever entry', async (column, value) => {
    for (const seq of [1, 2, COUNT / 2, COUNT]) {
      const found = await afterTampering((db) =>
        db
          .updateTable('audit')
          .set({ [column]: value })
          .where('seq', '=', seq)
          .execute(),
      );
      expect(found, `${column} of ${seq}`).toBe(seq);
    }
  });

  test('shows an entry that was taken out, the newest ones too', async () => {
    for (const seq of [1, 7, COUNT]) {
      const found = await afterTampering((db) =>
        db.deleteFrom('audit').where('seq', '=', seq).execute(),
      );
      expect(found).toBe(seq);
    }
    const all = await afterTampering((db) => db.deleteFrom('audit').execute());
    expect(all).toBe(1);
    const gone = await afterTampering((db) => db.deleteFrom('audit_end').execute());
    expect(gone).toBe(COUNT + 1);
  });

  test('shows what was put in, and two that changed places', async () => {
    const forged = { seq: COUNT + 1, at: 1, uid: 1, act: 'x', detail: '', mac: 'a'.repeat(64) };
    const put = await afterTampering((db) => db.insertInto('audit').values(forged).execute());
    expect(put).toBe(COUNT + 1);
    const swapped = await afterTampering(async (db) => {
      for (const [from, to] of [
        [3, -1],
        [4, 3],
        [-1, 4],
      ] as const) {
        await db.updateTable('audit').set({ seq: to }).where('seq', '=', from).execute();
      }
    });
    expect(swapped).toBe(3);
  });

  test('cannot be written anew without the key', async () => {
    const box = new SecretBox(randomBytes(32));
    expect((await checkAudit({ ...identity.context, box })).faultAt).toBe(1);
  });

  test('S17: 50 entries at once are a whole list', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, n) => add(18, `parallel ${n}`)));
    expect(await state()).toEqual({ entries: COUNT + 50, faultAt: 0 });
    const own = await listAudit(identity.context, { uid: 18, limit: 100 });
    expect(new Set(own.map(({ act }) => act)).size).toBe(50);
  });
});

test('what is noted says who and what, and never a secret', () => {
  const secret = 'a secret that nobody may see';
  const about = {
    apiKey: 'hk_1',
    permissions: ['read'],
    passphrase: secret,
    password: secret,
    token: secret,
    email: secret,
    label: secret,
    origin: { address: '203.0.113.7', language: 'en_US' },
  };
  expect(detailOf(about)).toBe('{"apiKey":"hk_1","permissions":["read"],"address":"203.0.113.7"}');
  const wrong = new RecordsError('badCredentials', 'x');
  const refused = refusalOf(
    'verifyLogin',
    { email: secret, password: secret, address: '::1' },
    wrong,
  );
  expect(refused).toEqual({
    uid: 0,
    act: 'verifyLogin refused: badCredentials',
    detail: '{"address":"::1"}',
  });
  expect(refusalOf('listApiKeys', about, wrong)).toBeNull();
  expect(refusalOf('verifyLogin', about, new RecordsError('loginBackoff', 'x'))).toBeNull();
});
