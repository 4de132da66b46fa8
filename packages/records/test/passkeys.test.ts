/** S2, S3, S4: a passkey signs in and proves who is here, on its own origin, for its owner, once each time. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appCode } from '../../testkit/src/authenticator/index.ts';
import { type PasskeyFaults, SoftPasskey } from '../../testkit/src/authenticator/passkey.ts';
import { BACKUP_CODES, PASSKEY_CHALLENGE_MS, PASSKEYS_PER_USER } from '../src/identity/limits.ts';
import { proveAgain, verifyLogin, verifyPasskeyLogin } from '../src/identity/login.ts';
import { listMails } from '../src/identity/mails.ts';
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '../src/identity/passkeys.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  resetSecondFactor,
  secondFactor,
} from '../src/identity/second-factor.ts';
import { createSession, sessionByToken } from '../src/identity/sessions.ts';
import { sweep } from '../src/identity/sweep.ts';
import { setUserStatus } from '../src/identity/users.ts';
import { onBothDatabases } from './databases.ts';
import type { IdentityUnderTest } from './identity-setup.ts';
import { ORIGIN, openTestIdentity, PASSWORD, refused, tally } from './identity-setup.ts';

const SITE = 'https://exchange.example';

onBothDatabases('S4 passkeys', (databases) => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await openTestIdentity(databases);
  });
  afterAll(async () => {
    await identity.database.close();
  });

  const shown = (credential: string, origin = SITE) => ({ credential, origin });
  const make = async (uid: number, device: SoftPasskey, faults: PasskeyFaults = {}) => {
    const options = await beginPasskey(identity.context, { uid, origin: SITE });
    const given = { uid, name: 'Phone', shown: shown(device.make(options, faults)) };
    return addPasskey(identity.context, { ...given, origin: ORIGIN });
  };
  const withPasskey = async (uid: number) => {
    await identity.user(uid);
    const device = new SoftPasskey(SITE);
    const { codes } = await make(uid, device);
    return { device, codes };
  };
  const ask = (uid: number) => askPasskey(identity.context, { uid, origin: SITE });
  const enter = (credential: string, origin = SITE) =>
    verifyPasskeyLogin(identity.context, { shown: shown(credential, origin), address: null });
  const prove = (uid: number, credential: string) =>
    proveAgain(identity.context, { uid, passkey: shown(credential) });
  const byPassword = (uid: number, code?: string) => {
    const email = `u${uid}@example.com`;
    return verifyLogin(identity.context, { email, password: PASSWORD, code, address: null });
  };

  describe('making one', () => {
    test('ends all sessions, is told by mail, and gives backup codes with the first', async () => {
      const { context } = identity;
      await identity.user(100);
      const session = await createSession(context, { uid: 100, address: '', userAgent: '' });
      const { codes } = await make(100, new SoftPasskey(SITE));
      expect(new Set(codes).size).toBe(BACKUP_CODES);
      expect(await sessionByToken(context, session)).toBeNull();
      const [mail] = await listMails(context, { recipient: 'u100@example.com', limit: 1 });
      expect(mail).toMatchObject({ kind: 'passkeyOn' });
      expect((await make(100, new SoftPasskey(SITE))).codes).toEqual([]);
      expect(await listPasskeys(context, { uid: 100 })).toMatchObject([
        { name: 'Phone', madeAt: context.now(), usedAt: 0 },
        { name: 'Phone' },
      ]);
      const next = await createSession(context, { uid: 100, address: '', userAgent: '' });
      const seen = await sessionByToken(context, next);
      expect(seen).toMatchObject({ secondFactor: true, passkeys: true });
    });

    test('asks for the device of its person, and for none that is there already', async () => {
      const { device } = await withPasskey(110);
      expect(await beginPasskey(identity.context, { uid: 110, origin: SITE })).toMatchObject({
        rp: { id: 'exchange.example' },
        excludeCredentials: [{ id: device.id }],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      });
      await refused(make(110, device), 'badPasskey');
      const other = beginPasskey(identity.context, { uid: 110, origin: 'http://127.0.0.1:4280' });
      expect((await refused(other, 'badRequest')).message).toContain('127.0.0.1');
    });

    const faults: readonly (readonly [string, PasskeyFaults])[] = [
      ['on another page', { origin: 'https://exchange.example.net' }],
      ['for another name', { rpId: 'example.net' }],
      ['without finger, face or PIN', { unverified: true }],
      ['with nobody there', { flags: (said) => said & ~0x01 }],
      ['without a key inside', { flags: (said) => said & ~0x40 }],
      ['with an algorithm that is none', { algorithm: [0x00] }],
      ['with ES256K', { algorithm: [0x38, 0x2e] }],
      ['with ES512', { algorithm: [0x38, 0x23] }],
      ['with PS256', { algorithm: [0x38, 0x24] }],
      ['with HMAC', { algorithm: [0x05] }],
      ['cut off in its key', { cut: 40 }],
      ['cut off in its head', { cut: 130 }],
      ['said to be a log-in', { client: { type: 'webauthn.get' } }],
      ['said to be a payment', { client: { type: 'payment.get' } }],
      ['without a type', { client: { type: undefined } }],
      ['in a frame of another page', { client: { crossOrigin: true } }],
      ['below another page', { client: { topOrigin: 'https://evil.example' } }],
      ['with a challenge of nobody', { client: { challenge: 'AAAA' } }],
      ['with no challenge', { client: { challenge: '' } }],
      ['on no page', { client: { origin: 'null' } }],
      ['on a page below ours', { origin: 'https://a.exchange.example' }],
      ['on our page without encryption', { origin: 'http://exchange.example' }],
      ['with the proof of a TPM', { format: 'tpm' }],
      ['with the proof of a phone', { format: 'android-key' }],
      ['with the proof of an old key', { format: 'fido-u2f' }],
      ['with a proof of no kind', { format: 'nonsense' }],
      ['with an empty proof of its own', { format: 'packed' }],
    ];
    test.each(faults)('%s is refused', async (_name, fault) => {
      const uid = 1_000 + faults.findIndex(([, one]) => one === fault);
      await identity.user(uid);
      await refused(make(uid, new SoftPasskey(SITE), fault), 'badPasskey');
      expect(await listPasskeys(identity.context, { uid })).toEqual([]);
    });

    test('takes a challenge of its own user, once, for five minutes', async () => {
      const { context } = identity;
      await identity.user(130);
      await identity.user(131);
      const add = (uid: number, credential: string) =>
        addPasskey(context, { uid, name: 'Key', shown: shown(credential), origin: ORIGIN });
      const options = await beginPasskey(context, { uid: 130, origin: SITE });
      const credential = new SoftPasskey(SITE).make(options);
      await refused(add(131, credential), 'badPasskey');
      await add(130, credential);
      await refused(add(130, new SoftPasskey(SITE).make(options)), 'badPasskey');
      const late = await beginPasskey(context, { uid: 130, origin: SITE });
      identity.wait(PASSKEY_CHALLENGE_MS);
      await refused(add(130, new SoftPasskey(SITE).make(late)), 'badPasskey');
      const asked = { ...(await ask(130)), rp: { id: 'exchange.example' } };
      await refused(add(130, new SoftPasskey(SITE).make(asked)), 'badPasskey');
    });

    test('what is no credential is refused as one that is wrong', async () => {
      await identity.user(140);
      const nonsense = ['', '[]', 'null', '{"id":"x"}', '{"id":"x","response":{}}'];
      const half = '{"id":"x","response":{"clientDataJSON":"e30","attestationObject":"oA"}}';
      for (const text of [...nonsense, half]) {
        const given = { uid: 140, name: 'Key', shown: shown(text), origin: ORIGIN };
        await refused(addPasskey(identity.context, given), 'badPasskey');
        await refused(enter(text), 'badPasskey');
      }
    });

    test(`there are at most ${PASSKEYS_PER_USER}, and each has a name`, async () => {
      const { context } = identity;
      await withPasskey(150);
      for (let made = 1; made < PASSKEYS_PER_USER; made += 1) {
        await make(150, new SoftPasskey(SITE));
      }
      await refused(make(150, new SoftPasskey(SITE)), 'limitReached');
      const [{ id } = { id: '' }] = await listPasskeys(context, { uid: 150 });
      await renamePasskey(context, { uid: 150, id, name: ' Work phone ' });
      expect((await listPasskeys(context, { uid: 150 }))[0]).toMatchObject({ name: 'Work phone' });
      await refused(renamePasskey(context, { uid: 150, id, name: ' ' }), 'badRequest');
      await identity.user(151);
      await refused(renamePasskey(context, { uid: 151, id, name: 'Mine' }), 'notFound');
      await refused(removePasskey(context, { uid: 151, id, origin: ORIGIN }), 'notFound');
    });
  });

  describe('signing in', () => {
    test('needs no password, no code and no address', async () => {
      const { context } = identity;
      const { device } = await withPasskey(200);
      expect(await ask(0)).toMatchObject({ allowCredentials: [], userVerification: 'required' });
      const first = await enter(device.show(await ask(0)));
      expect(first).toMatchObject({ uid: 200, email: 'u200@example.com', known: false });
      const again = await verifyPasskeyLogin(context, {
        shown: shown(device.show(await ask(0))),
        address: '198.51.100.7',
        deviceToken: first.deviceToken,
      });
      expect(again.known).toBe(true);
      expect(await listPasskeys(context, { uid: 200 })).toMatchObject([{ usedAt: context.now() }]);
    });

    test('takes what was signed once, of many at once too', async () => {
      const { device } = await withPasskey(210);
      const credential = device.show(await ask(0));
      const results = await tally(Array.from({ length: 50 }, () => enter(credential)));
      expect(results).toEqual({ fulfilled: 1, codes: ['badPasskey'] });
      identity.wait(PASSKEY_CHALLENGE_MS);
      await sweep(identity.context);
      await refused(enter(credential), 'badPasskey');
    });

    test('takes nothing of another page, another act, another key or another time', async () => {
      const { context } = identity;
      const { device } = await withPasskey(220);
      const elsewhere = 'https://exchange.example.net';
      await refused(enter(device.show(await ask(0), { origin: elsewhere })), 'badPasskey');
      await refused(enter(device.show(await ask(0)), elsewhere), 'badPasskey');
      await refused(enter(device.show(await ask(0), { rpId: 'x.example' })), 'badPasskey');
      await refused(enter(device.show(await ask(0), { unverified: true })), 'badPasskey');
      await refused(enter(device.show(await ask(220))), 'badPasskey');
      const mine = JSON.parse(device.show(await ask(0)));
      const other = JSON.parse(new SoftPasskey(SITE).show(await ask(0)));
      await refused(enter(JSON.stringify({ ...mine, response: other.response })), 'badPasskey');
      const made = { challenge: Buffer.alloc(54, 255).toString('base64url'), rpId: SITE };
      await refused(enter(device.show(made)), 'badPasskey');
      const late = device.show(await ask(0));
      identity.wait(PASSKEY_CHALLENGE_MS);
      await refused(enter(late), 'badPasskey');
      await setUserStatus(context, { uid: 220, status: 'frozen' });
      await refused(enter(device.show(await ask(0))), 'accountFrozen');
    });

    const wrong: readonly (readonly [string, PasskeyFaults])[] = [
      ['with nobody there', { flags: (said) => said & ~0x01 }],
      ['cut off by a byte', { cut: 1 }],
      ['cut off in its head', { cut: 20 }],
      ['said to be a new one', { client: { type: 'webauthn.create' } }],
      ['without a type', { client: { type: undefined } }],
      ['in a frame of another page', { client: { crossOrigin: true } }],
      ['below another page', { client: { topOrigin: 'https://evil.example' } }],
      ['with a challenge of nobody', { client: { challenge: 'AAAA' } }],
      ['on a page below ours', { origin: 'https://a.exchange.example' }],
      ['on our page without encryption', { origin: 'http://exchange.example' }],
      ['with a bit of its form flipped', { flipped: 1 }],
      ['with a bit of its number flipped', { flipped: 8 * 40 + 3 }],
    ];
    test('is refused for each thing that is wrong, and for every bit of the signature', async () => {
      const { device } = await withPasskey(225);
      for (const [name, fault] of wrong) {
        const credential = device.show(await ask(0), fault);
        await refused(enter(credential), 'badPasskey').catch((cause: unknown) => {
          throw new Error(name, { cause });
        });
      }
      for (let flipped = 0; flipped < 8 * 68; flipped += 17) {
        await refused(enter(device.show(await ask(0), { flipped })), 'badPasskey');
      }
      await enter(device.show(await ask(0)));
    });

    test('signs in the owner of the passkey, whoever else is named beside it', async () => {
      const { device } = await withPasskey(226);
      await withPasskey(227);
      const options = (await beginPasskey(identity.context, { uid: 227, origin: SITE })) as unknown;
      const { user } = options as { readonly user: { readonly id: string } };
      const said = device.show(await ask(0), { userHandle: user.id });
      expect(await enter(said)).toMatchObject({ uid: 226 });
    });

    test('a key that counts does not go back', async () => {
      const { device } = await withPasskey(230);
      await enter(device.show(await ask(0), { counter: 5 }));
      await refused(enter(device.show(await ask(0), { counter: 5 })), 'badPasskey');
      await refused(enter(device.show(await ask(0), { counter: 0 })), 'badPasskey');
      await enter(device.show(await ask(0), { counter: 6 }));
    });

    test('guesses are counted by address', async () => {
      const guess = () =>
        verifyPasskeyLogin(identity.context, { shown: shown('{}'), address: '198.51.100.9' });
      for (let tries = 0; tries < 20; tries += 1) await refused(guess(), 'badPasskey');
      await refused(guess(), 'loginBackoff');
    });
  });

  describe('as a second factor', () => {
    test('the password alone signs in no more and is no proof', async () => {
      const { codes } = await withPasskey(300);
      await refused(byPassword(300), 'codeNeeded');
      await refused(byPassword(300, '123456'), 'badCode');
      await byPassword(300, codes[0]);
      const { context } = identity;
      await refused(proveAgain(context, { uid: 300, password: PASSWORD }), 'codeNeeded');
    });

    test('it is a proof in a session of its own user only', async () => {
      const { device } = await withPasskey(310);
      await withPasskey(311);
      await prove(310, device.show(await ask(310)));
      expect(await ask(310)).toMatchObject({ allowCredentials: [{ id: device.id }] });
      await refused(prove(311, device.show(await ask(311))), 'badPasskey');
      await refused(prove(310, device.show(await ask(0))), 'badPasskey');
      const credential = device.show(await ask(310));
      await prove(310, credential);
      await refused(prove(310, credential), 'badPasskey');
    });

    test('a removed one is good for nothing, and the last one takes the codes with it', async () => {
      const { context } = identity;
      const { device } = await withPasskey(320);
      const spare = new SoftPasskey(SITE);
      identity.wait(1);
      await make(320, spare);
      const [first, second] = await listPasskeys(context, { uid: 320 });
      const remove = (id = '') => removePasskey(context, { uid: 320, id, origin: ORIGIN });
      const before = device.show(await ask(0));
      await remove(first?.id);
      await refused(enter(before), 'badPasskey');
      await enter(spare.show(await ask(0)));
      await refused(byPassword(320), 'codeNeeded');
      identity.wait(1);
      await remove(second?.id);
      await refused(remove(second?.id), 'notFound');
      await byPassword(320);
      expect(await secondFactor(context, { uid: 320 })).toEqual({ madeAt: 0, backupCodesLeft: 0 });
      const [mail] = await listMails(context, { recipient: 'u320@example.com', limit: 1 });
      expect(mail).toMatchObject({ kind: 'passkeyOff' });
    });

    test('the codes stay with a passkey when the app goes; the operator removes all', async () => {
      const { context } = identity;
      const { device } = await withPasskey(330);
      const { secret } = await beginAuthenticator(context, { uid: 330 });
      const code = appCode(secret, context.now());
      const app = await confirmAuthenticator(context, { uid: 330, code, origin: ORIGIN });
      await removeAuthenticator(context, { uid: 330, origin: ORIGIN });
      await byPassword(330, app.codes[0]);
      expect(await resetSecondFactor(context, { uid: 330, origin: ORIGIN })).toBe(true);
      await byPassword(330);
      await refused(enter(device.show(await ask(0))), 'badPasskey');
      expect(await resetSecondFactor(context, { uid: 330, origin: ORIGIN })).toBe(false);
    });
  });
});
