/** The owner of an account thaws what the owner froze: by a mail and a proof, once. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appCode } from '../../testkit/src/authenticator/index.ts';
import { SoftPasskey } from '../../testkit/src/authenticator/passkey.ts';
import { RESET_TTL_MS } from '../src/identity/limits.ts';
import { verifyLogin } from '../src/identity/login.ts';
import { listMails } from '../src/identity/mails.ts';
import { openIdentity } from '../src/identity/open.ts';
import { freezeSelf } from '../src/identity/own-account.ts';
import { addPasskey, askPasskey, beginPasskey } from '../src/identity/passkeys.ts';
import { IDENTITY_MIGRATIONS, type IdentityTables } from '../src/identity/schema.ts';
import { beginAuthenticator, confirmAuthenticator } from '../src/identity/second-factor.ts';
import { sweep } from '../src/identity/sweep.ts';
import { requestThaw, type ThawProof, thawNeeds, thawSelf } from '../src/identity/thaw.ts';
import { setUserStatus, userByUid } from '../src/identity/users.ts';
import { SecretBox } from '../src/secrets/secret-box.ts';
import { openDatabase } from '../src/sql/connect.ts';
import { migrate } from '../src/sql/migrate.ts';
import { onBothDatabases } from './databases.ts';
import type { IdentityUnderTest } from './identity-setup.ts';
import { ORIGIN, openTestIdentity, PASSWORD, refused, tally } from './identity-setup.ts';

const SITE = 'https://exchange.example';
const PAGE = `${SITE}/account/security`;

onBothDatabases('thawing an account', (databases) => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  const mailOf = (uid: number) => `u${uid}@example.com`;
  const login = (uid: number) =>
    verifyLogin(identity.context, { email: mailOf(uid), password: PASSWORD, address: null });
  const freeze = (uid: number) => freezeSelf(identity.context, { uid, origin: ORIGIN });
  const thaw = (token: string, proof: ThawProof) =>
    thawSelf(identity.context, { token, origin: ORIGIN, ...proof });
  const ask = (email: string) => {
    identity.wait(1);
    return requestThaw(identity.context, { email, page: PAGE, loopback: true, origin: ORIGIN });
  };
  const mailsTo = (uid: number) =>
    listMails(identity.context, { recipient: mailOf(uid), limit: 100 });
  const link = async (uid: number): Promise<string> => {
    await ask(mailOf(uid));
    const [mail] = await mailsTo(uid);
    return mail?.kind === 'accountThaw' ? mail.link.slice(`${PAGE}#thaw=`.length) : '';
  };
  async function frozen(uid: number): Promise<void> {
    await identity.user(uid);
    await freeze(uid);
  }

  test('takes the link of a mail and the password, once; withdrawals are frozen from then', async () => {
    const { context } = identity;
    await frozen(100);
    await refused(login(100), 'selfFrozen');
    const [token, other] = [await link(100), await link(100)];
    expect(await thawNeeds(context, { token })).toEqual({ secondFactor: false });
    await refused(thaw(token, {}), 'badCredentials');
    await refused(thaw(token, { password: 'not the password' }), 'badCredentials');
    await refused(thaw('x'.repeat(43), { password: PASSWORD }), 'resetOver');
    await refused(login(100), 'selfFrozen');
    expect(await thaw(token, { password: PASSWORD })).toEqual({ uid: 100 });
    await login(100);
    expect(await userByUid(context, { uid: 100 })).toMatchObject({
      status: 'active',
      securedAt: context.now(),
    });
    identity.wait(1);
    expect((await mailsTo(100)).map(({ kind }) => kind)).toContain('accountThawed');
    await freeze(100);
    for (const used of [token, other]) {
      await refused(thawNeeds(context, { token: used }), 'resetOver');
      await refused(thaw(used, { password: PASSWORD }), 'resetOver');
    }
  });

  test('of who has a second factor the password proves nothing', async () => {
    const { context } = identity;
    await identity.user(110);
    const { secret } = await beginAuthenticator(context, { uid: 110 });
    const code = () => appCode(secret, context.now());
    await confirmAuthenticator(context, { uid: 110, code: code(), origin: ORIGIN });
    identity.wait(30_000);
    await freeze(110);
    const token = await link(110);
    expect(await thawNeeds(context, { token })).toEqual({ secondFactor: true });
    await refused(thaw(token, { password: PASSWORD }), 'codeNeeded');
    const used = code();
    await thaw(token, { code: used });
    await freeze(110);
    await refused(thaw(await link(110), { code: used }), 'badCode');
  });

  test('a passkey is shown as at a sign-in, by its owner', async () => {
    const { context } = identity;
    const devices = [new SoftPasskey(SITE), new SoftPasskey(SITE)] as const;
    for (const [i, device] of devices.entries()) {
      const uid = 120 + i;
      await identity.user(uid);
      const made = device.make(await beginPasskey(context, { uid, origin: SITE }), {});
      const shown = { credential: made, origin: SITE };
      await addPasskey(context, { uid, name: 'Phone', shown, origin: ORIGIN });
    }
    await freeze(120);
    const token = await link(120);
    const show = async (device: SoftPasskey) => {
      const credential = device.show(await askPasskey(context, { uid: 0, origin: SITE }));
      return { passkey: { credential, origin: SITE } };
    };
    await refused(thaw(token, await show(devices[1])), 'badPasskey');
    expect(await thaw(token, await show(devices[0]))).toEqual({ uid: 120 });
  });

  test('what the operator froze stays so, before and after', async () => {
    const { context } = identity;
    await frozen(130);
    const token = await link(130);
    await setUserStatus(context, { uid: 130, status: 'frozen' });
    await refused(login(130), 'accountFrozen');
    await refused(thaw(token, { password: PASSWORD }), 'resetOver');
    // A request that was on its way when the operator froze it makes it nobody else's.
    await refused(freeze(130), 'accountFrozen');
    await refused(thaw(token, { password: PASSWORD }), 'resetOver');
    const before = (await mailsTo(130)).length;
    await ask(mailOf(130));
    expect(await mailsTo(130)).toHaveLength(before);
    await setUserStatus(context, { uid: 130, status: 'active' });
    await login(130);
    await freeze(130);
    expect(await thaw(await link(130), { password: PASSWORD })).toEqual({ uid: 130 });
  });

  test('whether there is such an account, frozen or not, shows to nobody', async () => {
    const { context } = identity;
    await identity.user(140);
    const rows = async () => (await context.db.selectFrom('thaws').selectAll().execute()).length;
    const before = await rows();
    for (const email of [mailOf(140), 'nobody@example.com']) {
      expect(await ask(email)).toBeUndefined();
    }
    expect(await rows()).toBe(before + 2);
    expect(await mailsTo(140)).toEqual([]);
  });

  test('S17: of 50 at once one thaws it', async () => {
    await frozen(150);
    const token = await link(150);
    const all = Array.from({ length: 50 }, () => thaw(token, { password: PASSWORD }));
    const { fulfilled } = await tally(all);
    expect(fulfilled).toBe(1);
    const told = (await mailsTo(150)).filter(({ kind }) => kind === 'accountThawed');
    expect(told).toHaveLength(1);
  });

  test('a link is good for half an hour', async () => {
    const { context } = identity;
    await frozen(160);
    const token = await link(160);
    identity.wait(RESET_TTL_MS);
    await refused(thaw(token, { password: PASSWORD }), 'resetOver');
    await sweep(context);
    expect(await context.db.selectFrom('thaws').selectAll().execute()).toEqual([]);
  });

  test('an account that was frozen before there was this is the operator’s', async () => {
    const name = 'accounts that their owners thaw';
    const before = IDENTITY_MIGRATIONS.findIndex((one) => one.name === name);
    const old = await openDatabase<IdentityTables>(await databases.fresh());
    try {
      const { context, hasher } = identity;
      await frozen(170);
      const {
        self_frozen: _,
        language: __,
        ...row
      } = await context.db
        .selectFrom('users')
        .selectAll()
        .where('uid', '=', 170)
        .executeTakeFirstOrThrow();
      await migrate(old as never, IDENTITY_MIGRATIONS.slice(0, before), context.now());
      await old.db
        .insertInto('users')
        .values(row as never)
        .execute();
      const tools = { box: new SecretBox(randomBytes(32)), hasher, now: context.now };
      const opened = await openIdentity(old, tools);
      const given = { email: mailOf(170), password: PASSWORD, address: null };
      await refused(verifyLogin(opened, given), 'accountFrozen');
    } finally {
      await old.close();
    }
  });
});
