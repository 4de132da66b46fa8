/** Alerts: how many there may be, that each fires once with its mail, and that nobody has another's. */
import { ALERTS_MAX, type AlertTerms, FIRED_ALERTS_MAX } from '@halcyon/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  amendAlert,
  createAlert,
  deleteAlert,
  fireAlerts,
  listAlerts,
  unreadAlerts,
  waitingAlert,
  waitingAlerts,
} from '../src/identity/alerts.ts';
import type { NoticesChange } from '../src/identity/context.ts';
import { createGuest, dropGuest } from '../src/identity/guests.ts';
import { listMails } from '../src/identity/mails.ts';
import { closeAccount } from '../src/identity/own-account.ts';
import { createSubAccount } from '../src/identity/sub-accounts.ts';
import { onBothDatabases } from './databases.ts';
import type { IdentityUnderTest } from './identity-setup.ts';
import { openTestIdentity } from './identity-setup.ts';

const TERMS: AlertTerms = { price: 'last', condition: 'above', level: 9_400_000, rises: true };
const SETTING = { terms: TERMS, note: 'so high', mail: false, armedAt: 1_000 };

onBothDatabases('alerts', (databases) => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
    for (const uid of [100, 101, 102, 103, 104, 105]) await identity.user(uid);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  const live = (uid: number) => ({ uid, venue: 'live' }) as const;
  const set = (uid: number, more: object = {}) =>
    createAlert(identity.context, { ...live(uid), ...SETTING, instrument: 0, ...more });
  const firing = ({ id, version }: { id: number; version: number }) => ({
    ...{ id, version, price: 9_400_100, late: false, detail: 'BTCUSDT ≥ 94000.00: 94001.00' },
  });
  const list = (uid: number, fired: boolean) =>
    listAlerts(identity.context, { ...live(uid), fired, limit: 200 });
  const mailsTo = (uid: number) =>
    listMails(identity.context, { recipient: `u${uid}@example.com`, limit: 100 });

  test('one fires once, with its mail, and its owner is told after it is written', async () => {
    const { context } = identity;
    const told: NoticesChange[] = [];
    const own = { ...context, noticesChanged: (change: NoticesChange) => void told.push(change) };
    const alert = await set(100, { mail: true, instrument: 3 });
    const firings = [firing(alert)];
    await Promise.all([fireAlerts(own, { firings }), fireAlerts(own, { firings })]);
    await fireAlerts(own, { firings });
    expect(told).toEqual([{ uid: 100, venue: 'live', alertOf: 3 }]);
    const [fired, ...others] = await list(100, true);
    expect(others).toEqual([]);
    expect(fired).toMatchObject({ ...SETTING, mail: true, firedPrice: 9_400_100, late: false });
    expect(fired!.firedAt).toBeGreaterThan(0);
    expect(await list(100, false)).toEqual([]);
    const mails = (await mailsTo(100)).filter(({ kind }) => kind === 'alert');
    expect(mails.map(({ detail }) => detail)).toEqual(['BTCUSDT ≥ 94000.00: 94001.00']);
    expect(await unreadAlerts(context, { ...live(100), after: 0, apart: [], most: 9 })).toEqual({
      ...{ count: 1, newest: fired!.firedSeq },
    });
    expect(
      await unreadAlerts(context, { ...live(100), after: 0, apart: [fired!.firedSeq], most: 9 }),
    ).toMatchObject({ count: 0 });
  });

  test('one that was changed since it was watched does not fire, nor one that is gone', async () => {
    const { context } = identity;
    const old = await set(101);
    const terms = { ...TERMS, level: 9_500_000 };
    const now = await amendAlert(context, { ...live(101), ...SETTING, terms, id: old.id });
    await fireAlerts(context, { firings: [firing(old)] });
    expect(await list(101, false)).toEqual([now]);
    await deleteAlert(context, { ...live(101), id: now.id });
    await fireAlerts(context, { firings: [firing(now)] });
    expect(await list(101, true)).toEqual([]);
  });

  test('nobody else reads, changes or forgets one, nor its owner in another venue', async () => {
    const { context } = identity;
    const { id } = await set(102);
    for (const whose of [live(101), { uid: 102, venue: 'paper' } as const]) {
      const named = { ...whose, id };
      for (const attempt of [
        () => waitingAlert(context, named),
        () => amendAlert(context, { ...named, ...SETTING }),
        () => deleteAlert(context, named),
      ]) {
        await expect(attempt()).rejects.toMatchObject({ code: 'notFound' });
      }
    }
    expect((await waitingAlert(context, { ...live(102), id })).note).toBe('so high');
  });

  test('so many wait at most, also of those who ask at once; so many that fired are kept', async () => {
    const { context } = identity;
    for (let i = 0; i < ALERTS_MAX - 2; i++) await set(103);
    const last = await Promise.allSettled([set(103), set(103), set(103), set(103)]);
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(set(103)).rejects.toMatchObject({ code: 'limitReached' });
    await set(103, { venue: 'paper' });
    await fireAlerts(context, { firings: (await list(103, false)).map(firing) });
    for (let i = 0; i < 5; i++) await fireAlerts(context, { firings: [firing(await set(103))] });
    const { db } = context;
    const rows = await db.selectFrom('alerts').select('id').where('uid', '=', 103).execute();
    expect(rows).toHaveLength(FIRED_ALERTS_MAX + 1);
  });

  test('those of a venue that wait are read in parts, by their ids', async () => {
    const { context } = identity;
    const [one, two] = [await set(104), await set(104)];
    const after = one.id - 1;
    expect(await waitingAlerts(context, { venue: 'live', after })).toEqual([one, two]);
    expect(await waitingAlerts(context, { venue: 'live', after: one.id })).toEqual([two]);
  });

  test('a mail of a sub-account goes to its root; who is gone has no alerts', async () => {
    const { context } = identity;
    await createSubAccount(context, { root: 105, uid: 900, name: 'abcdefgh' });
    await fireAlerts(context, { firings: [firing(await set(900, { mail: true }))] });
    expect((await mailsTo(105)).filter(({ kind }) => kind === 'alert')).toHaveLength(1);
    const guest = await createGuest(context);
    await set(guest.uid, { venue: 'paper' });
    await dropGuest(context, { uid: guest.uid });
    await set(105);
    await closeAccount(context, { uid: 105, origin: { address: '', language: '' } });
    const { db } = context;
    const gone = [105, guest.uid];
    expect(await db.selectFrom('alerts').selectAll().where('uid', 'in', gone).execute()).toEqual(
      [],
    );
  });
});
