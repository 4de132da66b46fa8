import { createHmac, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import type { ApiKeySecrets } from '@halcyon/records';
import { describe, expect, it } from 'vitest';
import { passphraseFields } from '../../test/rest/passphrase.ts';
import { Authenticator } from '../auth/authenticate.ts';
import { KeyCache } from '../auth/key-cache.ts';
import { RequestLog } from '../auth/request-log.ts';
import { makeLogins } from './logins.ts';
import type { KeyLogin, SocketLoginResult } from './ports.ts';

// The published login example: secret, timestamp and signature.
const SECRET = 'test-secret-key-0123456789';
const SECONDS = '1684814440';
const SIGNATURE = 'TE5So/FsPyGfxslTt/EQTl8tRnjOm/JcxkQ5UTNJj7g=';
const NOW = Number(SECONDS) * 1000 + 5_000;
const ed25519 = generateKeyPairSync('ed25519');

function stored(apiKey: string, more: Partial<ApiKeySecrets>): ApiKeySecrets {
  return {
    apiKey,
    uid: 16,
    label: '',
    type: 'hmac',
    publicKey: '',
    secret: SECRET,
    permissions: ['read'],
    ipList: [],
    venue: 'live',
    tier: 'normal',
    expiresAt: 0,
    createdAt: 0,
    windowMs: 0,
    lastUsedAt: 0,
    lastUsedAddress: '',
    ...passphraseFields('passphrase1'),
    ...more,
  };
}

const KEYS = new Map(
  [
    stored('hk_plain000', {}),
    stored('hk_expired0', { expiresAt: NOW - 1 }),
    stored('hk_expires0', { expiresAt: NOW + 60_000, permissions: ['read', 'spot_trade'] }),
    stored('hk_narrow00', { windowMs: 5_000 }),
    stored('hk_office00', { ipList: ['10.0.0.0/8'] }),
    stored('hk_paper000', { venue: 'paper' }),
    stored('hk_ed255190', {
      type: 'ed25519',
      secret: '',
      publicKey: ed25519.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    }),
  ].map((key) => [key.apiKey, key]),
);

const clock = () => NOW;
const source = { apiKeyByKey: async ({ apiKey }: { apiKey: string }) => KEYS.get(apiKey) ?? null };
const authenticator = new Authenticator(new KeyCache(source, clock), null, clock);
const logins = makeLogins(
  authenticator,
  { take: () => null },
  new RequestLog(authenticator.keys, () => NOW),
  () => NOW,
);

function login(more: Partial<KeyLogin>, address = '127.0.0.1'): Promise<SocketLoginResult> {
  const given = { apiKey: 'hk_plain000', passphrase: 'passphrase1', timestamp: SECONDS };
  return logins.byKey({ ...given, sign: SIGNATURE, ...more }, address, 'live');
}

function signed(timestamp: string): Partial<KeyLogin> {
  const text = `${timestamp}GET/user/verify`;
  return { timestamp, sign: createHmac('sha256', SECRET).update(text).digest('base64') };
}

describe('logins by API key', () => {
  it('takes the published example', async () => {
    expect(await login({})).toMatchObject({
      ok: true,
      principal: { user: 16, via: 'key', id: 'hk_plain000' },
    });
  });

  it('takes milliseconds, and a second rounded up', async () => {
    expect((await login(signed(String(NOW)))).ok).toBe(true);
    expect((await login(signed(String(Math.ceil(NOW / 1000) + 1)))).ok).toBe(true);
  });

  it('takes what the own window of a key takes', async () => {
    const at = signed(String(NOW - 5_000));
    expect((await login({ apiKey: 'hk_narrow00', ...at })).ok).toBe(true);
  });

  it('takes Ed25519', async () => {
    const bytes = signBytes(null, Buffer.from(`${SECONDS}GET/user/verify`), ed25519.privateKey);
    const sign = bytes.toString('base64');
    expect((await login({ apiKey: 'hk_ed255190', sign })).ok).toBe(true);
  });

  it('knows when the key ends', async () => {
    expect(await login({ apiKey: 'hk_expires0' })).toMatchObject({
      ok: true,
      principal: { expiresAt: NOW + 60_000 },
    });
  });

  const refused: readonly (readonly [string, Partial<KeyLogin>, number])[] = [
    ['an unknown key', { apiKey: 'hk_nobody00' }, 30011],
    ['a text that is no key', { apiKey: '<script>' }, 30011],
    ['an expired key', { apiKey: 'hk_expired0' }, 30011],
    ['a wrong passphrase', { passphrase: 'passphrase2' }, 30012],
    ['no timestamp', { timestamp: '' }, 30013],
    ['words as timestamp', { timestamp: 'yesterday' }, 30013],
    ['an old timestamp', signed('1684814400'), 30014],
    ['a timestamp of long ago', signed('1'), 30014],
    ['a timestamp ahead', signed('1684814490'), 30014],
    [
      "a timestamp outside the key's own window",
      { apiKey: 'hk_narrow00', ...signed(String(NOW - 6_001)) },
      30014,
    ],
    ['a signature of other words', { sign: signed(String(NOW)).sign ?? '' }, 30015],
    ['no signature', { sign: '' }, 30015],
    ['the signature in another base64 form', { sign: SIGNATURE.replace('=', '') }, 30015],
    ['an address outside the list', { apiKey: 'hk_office00' }, 30005],
    ['a paper key', { apiKey: 'hk_paper000' }, 30005],
  ];
  it.each(refused)('%s is refused with its own code', async (_name, given, code) => {
    const result = await login(given);
    expect(result).toMatchObject({ ok: false, code });
  });

  const texts: readonly (readonly [Partial<KeyLogin>, string])[] = [
    [
      { sign: 'x' },
      'the signature is wrong: this is an HMAC key, which must sign timestamp+GET+/user/verify',
    ],
    [{ apiKey: '<script>' }, 'apiKey is not an API key'],
    [{ timestamp: 'yesterday' }, 'timestamp must be Unix time in seconds or ms'],
    [
      signed('1684814400'),
      `timestamp is -45000 ms from the server time ${NOW}; at most 30000 ms is accepted`,
    ],
  ];
  it.each(texts)('%o: the text names what a login sends', async (given, message) => {
    expect(await login(given)).toMatchObject({ ok: false, message });
  });

  it('S14 is good for the address that it came from, on any number of connections', async () => {
    const given = signed(String(NOW + 1));
    for (const _ of [1, 2, 3]) expect((await login(given, '203.0.113.7')).ok).toBe(true);
    for (const _ of [1, 2, 3]) {
      expect(await login(given, '203.0.113.8')).toEqual({
        ok: false,
        code: 30014,
        message: 'this login was received from another address before: sign a new one',
      });
    }
    expect((await login(given, '203.0.113.7')).ok).toBe(true);
    expect((await login({ ...given, apiKey: 'hk_expires0' }, '203.0.113.8')).ok).toBe(true);
    expect((await login(signed(String(NOW + 2)), '203.0.113.8')).ok).toBe(true);
  });

  it('that is refused is remembered for nobody', async () => {
    const given = { apiKey: 'hk_office00', ...signed(String(NOW + 3)) };
    expect((await login(given, '203.0.113.8')).ok).toBe(false);
    expect((await login(given, '10.1.2.3')).ok).toBe(true);
  });

  it('lets the address in that the list names', async () => {
    expect((await login({ apiKey: 'hk_office00' }, '10.1.2.3')).ok).toBe(true);
  });
});
