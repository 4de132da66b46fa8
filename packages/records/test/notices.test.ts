/** Up to where notices were read, what of security is told, and mails about urgent ones: once, and not too many. */
import { RISK_MAILS_SETTING } from '@halcyon/domain/web';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../src/identity/api-keys.ts';
import { createGuest, dropGuest } from '../src/identity/guests.ts';
import {
  NOTICE_MARKS_PER_USER,
  NOTICE_TTL_MS,
  READ_APART_MAX,
  RISK_MAIL_BUDGET,
} from '../src/identity/limits.ts';
import { listMails } from '../src/identity/mails.ts';
import {
  mailRisks,
  noticeMark,
  noticesRead,
  type RiskMail,
  readNotice,
  readNotices,
  riskMailed,
  securityNotices,
  unreadSecurity,
} from '../src/identity/notices.ts';
import { createSession } from '../src/identity/sessions.ts';
import { putSetting } from '../src/identity/settings.ts';
import { onBothDatabases } from './databases.ts';
import type { IdentityUnderTest } from './identity-setup.ts';
import { openTestIdentity } from './identity-setup.ts';

const HOUR_MS = 3_600_000;
/** No alert was read. */
const alert = 0;

onBothDatabases('notices of a person', (databases) => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
    for (const uid of [100, 101, 102, 103, 104]) await identity.user(uid);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  const marksOf = (uid: number) =>
    identity.context.db.selectFrom('notice_marks').selectAll().where('uid', '=', uid).execute();
  const mailsTo = async (uid: number) =>
    (await listMails(identity.context, { recipient: `u${uid}@example.com`, limit: 100 })).filter(
      ({ kind }) => kind !== 'newLogin',
    );
  /** Mails the next command. */
  const mailNext = async (mails: readonly RiskMail[], at = identity.context.now()) => {
    const after = await riskMailed(identity.context);
    return mailRisks(identity.context, { after, seq: after + 1, at, mails });
  };

  test('a mark begins where its user does, never goes back, and there is one of each venue', async () => {
    const { context } = identity;
    const first = await noticeMark(context, { uid: 100, venue: 'live' });
    expect(first.notice).toBe(0);
    const read = { uid: 100, venue: 'live', language: 'de' } as const;
    await readNotices(context, { ...read, notice: 70, security: 900, alert });
    await readNotices(context, { ...read, notice: 60, security: 1_000, alert });
    const mark = { notice: 70, security: 1_000, alert };
    expect(await noticeMark(context, { uid: 100, venue: 'live' })).toEqual(mark);
    for (let i = 0; i < 20; i++) {
      await readNotices(context, { ...read, venue: 'paper', notice: i, security: 0, alert });
    }
    expect(await marksOf(100)).toHaveLength(NOTICE_MARKS_PER_USER);
    expect((await noticeMark(context, { uid: 101, venue: 'live' })).notice).toBe(0);
  });

  test('one that was read alone is known until the mark passes it, and the latest so many', async () => {
    const { context } = identity;
    const whose = { uid: 101, venue: 'live' } as const;
    const apart = async () => (await noticesRead(context, whose)).apart;
    await readNotices(context, { ...whose, notice: 10, security: 10, alert, language: 'de' });
    for (const id of [5, 30, 20, 20]) await readNotice(context, { ...whose, source: 'notice', id });
    await readNotice(context, { ...whose, source: 'security', id: 20 });
    await readNotice(context, { ...whose, venue: 'paper', source: 'notice', id: 40 });
    expect(await apart()).toEqual({ notice: [20, 30], security: [20], alert: [] });
    await readNotices(context, { ...whose, notice: 20, security: 0, alert, language: 'de' });
    expect(await apart()).toEqual({ notice: [30], security: [20], alert: [] });
    for (let i = 0; i < READ_APART_MAX; i++) {
      await readNotice(context, { ...whose, source: 'notice', id: 100 + i });
    }
    const { notice } = await apart();
    expect([notice.length, notice[0]]).toEqual([READ_APART_MAX, 100]);
  });

  test('a guest who is forgotten leaves none', async () => {
    const { context } = identity;
    const { uid } = await createGuest(context);
    await noticeMark(context, { uid, venue: 'paper' });
    const whose = { uid, venue: 'paper' } as const;
    await readNotice(context, { ...whose, source: 'notice', id: 7 });
    expect(await marksOf(uid)).toHaveLength(1);
    expect((await noticesRead(context, whose)).apart.notice).toEqual([7]);
    await dropGuest(context, { uid });
    expect(await marksOf(uid)).toEqual([]);
    expect((await noticesRead(context, whose)).apart.notice).toEqual([]);
  });

  test('keys and new browsers are told, the first sign-in is not', async () => {
    const { context } = identity;
    const { security: after } = await noticeMark(context, { uid: 102, venue: 'live' });
    const login = { uid: 102, address: '198.51.100.7', userAgent: 'test' };
    const sign = (known: boolean) =>
      createSession(context, { ...login, login: { known, language: 'ja' } });
    await sign(false);
    const unread = () => unreadSecurity(context, { uid: 102, after, apart: [], most: 100 });
    expect((await unread()).count).toBe(0);
    await sign(true);
    expect((await unread()).count).toBe(0);
    await sign(false);
    await createApiKey(context, {
      ...{ uid: 102, label: 'bot', type: 'hmac', publicKey: '', permissions: ['read'] },
      ...{ passphrase: 'correcthorse', ipList: [], venue: 'live', tier: 'normal', expiresAt: 0 },
    } as never);
    const told = await securityNotices(context, { uid: 102, limit: 10 });
    expect(told.map(({ topic }) => topic)).toEqual(['apiKeys', 'login']);
    expect(await unread()).toEqual({ count: 2, newest: told[0]?.seq });
    const apart = [told[0]!.seq, 1];
    expect(await unreadSecurity(context, { uid: 102, after, apart, most: 1 })).toEqual({
      ...{ count: 1, newest: told[0]?.seq },
    });
    const below = await securityNotices(context, { uid: 102, before: told[0]!.seq, limit: 10 });
    expect(below).toEqual(told.slice(1));
    expect(await securityNotices(context, { uid: 103, limit: 10 })).toEqual([]);
  });

  test('a command is mailed once, in the language of the person', async () => {
    const { context } = identity;
    const read = { uid: 101, venue: 'live', notice: 0, security: 0, alert } as const;
    await readNotices(context, { ...read, language: 'fr' });
    const mail = { uid: 101, kind: 'liquidation', detail: 'BTCUSDT 0.5 BTC' } as const;
    const after = await riskMailed(context);
    const command = { after, seq: after + 7, at: context.now(), mails: [mail] };
    expect(await mailRisks(context, command)).toBe(true);
    expect(await mailRisks(context, command)).toBe(false);
    expect(await riskMailed(context)).toBe(after + 7);
    const [written, ...more] = await mailsTo(101);
    expect(written).toMatchObject({ kind: 'liquidation', language: 'fr', detail: mail.detail });
    expect(more).toEqual([]);
  });

  test('who switched them off gets none, nor does anybody of what is a day old', async () => {
    const { context } = identity;
    const mail = { uid: 103, kind: 'marginCall', detail: '81 %' } as const;
    await mailNext([mail], context.now() - NOTICE_TTL_MS - 1);
    await putSetting(context, { uid: 103, name: RISK_MAILS_SETTING, value: 'false' });
    await mailNext([mail, { ...mail, uid: 999 }]);
    expect(await mailsTo(103)).toEqual([]);
    await putSetting(context, { uid: 103, name: RISK_MAILS_SETTING, value: 'true' });
    await mailNext([mail]);
    expect(await mailsTo(103)).toHaveLength(1);
  });

  test('nobody is flooded: so many at once, then one each interval', async () => {
    const mail = { uid: 104, kind: 'deleveraging', detail: 'BTCUSDT' } as const;
    for (let i = 0; i < RISK_MAIL_BUDGET.burst + 5; i++) await mailNext([mail]);
    expect(await mailsTo(104)).toHaveLength(RISK_MAIL_BUDGET.burst);
    const steps = HOUR_MS / RISK_MAIL_BUDGET.intervalMs;
    for (let i = 0; i < steps; i++) {
      identity.wait(RISK_MAIL_BUDGET.intervalMs);
      for (let j = 0; j < 3; j++) await mailNext([mail]);
    }
    expect(await mailsTo(104)).toHaveLength(RISK_MAIL_BUDGET.burst + steps);
  });

  test('mails about copying keep none about a margin call from anybody', async () => {
    const copied = { uid: 100, kind: 'copyLeftOut', detail: '1000021' } as const;
    for (let i = 0; i < RISK_MAIL_BUDGET.burst + 5; i++) await mailNext([copied]);
    await mailNext([{ uid: 100, kind: 'marginCall', detail: 'BTCUSDT' }]);
    const kinds = (await mailsTo(100)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'copyLeftOut')).toHaveLength(RISK_MAIL_BUDGET.burst);
    expect(kinds).toContain('marginCall');
  });
});
