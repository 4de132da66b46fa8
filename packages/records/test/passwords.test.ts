import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import {
  breachedPrefix,
  isBreached,
  isListed,
  PREFIX_BYTES,
} from '../src/identity/breached-passwords.ts';
import { HASH_COST, PasswordHasher } from '../src/identity/password-hasher.ts';
import { checkPassword } from '../src/identity/password-rules.ts';
import { CHEAP } from './identity-setup.ts';

const EMAIL = 'ada.lovelace@example.com';
const accepted = (password: string) => expect(() => checkPassword(password, EMAIL)).not.toThrow();
const refusedFor = (password: string, words: string) =>
  expect(() => checkPassword(password, EMAIL), password).toThrow(words);

describe('S1: passwords', () => {
  test('have 12 to 128 characters', () => {
    refusedFor('xK9#mQ2$vL7', 'at least 12');
    accepted('xK9#mQ2$vL7w');
    refusedFor('', 'at least 12');
    const long = Array.from({ length: 128 }, (_, i) => String.fromCodePoint(33 + ((i * 7) % 90)));
    accepted(long.join(''));
    refusedFor(`${long.join('')}x`, 'at most 128');
    // A character is one, however many code units it takes.
    refusedFor('🐳🦭🐙🦀🐠🐡🦈🐬', 'at least 12');
    accepted('🐳🦭🐙🦀🐠🐡🦈🐬🐋🦑🦐🐚');
  });

  test.each([
    'correct horse battery staple',
    'nine blue whales sing',
    'Grüße aus Zürich, 7 Mal',
    'パスワードではない文字列です',
    ' leading and trailing ',
    'T7#kk2mPq!v9',
    'mjuilnbhgtr4',
    '8f14e45fceea167a5a36dedd4bea2543',
    'my dog ate 3 old shoes',
    "'; drop table users; --",
    '<script>alert(1)</script>',
  ])('%j is accepted', (password) => accepted(password));

  test.each([
    'robertpattinson',
    'RobertPattinson',
    'balancesheet',
    'sojdlg123aljg',
    'xedoqifzuk1974',
    'ytkbxrfytkbxrf',
    'playboybunny',
    'yarusowaelena',
  ])('%j, found in breaches and matching no pattern, is refused', (password) => {
    refusedFor(password, 'too common');
  });

  test('the list of breached passwords holds what it says, in order', () => {
    const file = new URL('../src/identity/breached-passwords.bin', import.meta.url);
    const bytes = readFileSync(file);
    expect(bytes.length).toBe(43_940 * PREFIX_BYTES);
    let found = 0;
    for (let at = 0; at < bytes.length; at += PREFIX_BYTES) {
      if (isListed(bytes.subarray(at, at + PREFIX_BYTES))) found += 1;
    }
    expect(found).toBe(43_940);
    for (let at = PREFIX_BYTES; at < bytes.length; at += PREFIX_BYTES) {
      const order = bytes.compare(bytes, at - PREFIX_BYTES, at, at, at + PREFIX_BYTES);
      expect(order).toBe(1);
    }
    expect(isBreached('robertpattinson')).toBe(true);
    expect(bytes.includes(breachedPrefix('robertpattinson'))).toBe(true);
    const made = Array.from({ length: 5_000 }, (_, i) => `no such password ${i * i}`);
    expect(made.filter(isBreached)).toEqual([]);
  });

  test.each([
    'password1234',
    'Password1234!',
    'P@ssw0rd1234',
    'passwordpassword',
    'password12345678',
    'MyPassword123',
    'iloveyou1234',
    'iloveyou2024!',
    'qwertyuiop12',
    'qwertyuiop[]',
    'qwerty123456',
    '1234qwerasdf',
    'asdfghjkl123',
    'zxcvbnm12345',
    'qwertyuiopasdfghjkl',
    '123456789012',
    '123456123456',
    '098765432109',
    'abcdefghijkl',
    'abcdefgh1234',
    'princess2008',
    'superman1234',
    'football12345',
    'michael12345',
    'welcome12345',
    'letmein12345',
    'administrator',
    'administrator1',
    'changeme1234',
    '1q2w3e4r5t6y',
    '1qaz2wsx3edc',
    'qazwsxedcrfv',
    'trustno1trustno1',
    'dragon123456',
    'monkey-123456',
    'sunshine_2023',
    'halcyon12345',
    'bitcoin2024!',
    'liverpool2005',
    'manchesterunited',
    'barcelona1899',
    'summer2024!!',
    'Winter-2025!',
    'January2024!',
    'newyork12345',
    'jesuschrist1',
    'iloveyouforever',
    'master123456',
    'starwars1977',
    'realmadrid123',
    'ronaldinho10',
    'heartbreaker',
    'jonasbrothers',
    'chesterfield',
    'fuckyoubitch',
    '012345678910',
    'qwertyuiopasdfghjkl151515',
    'transformers1',
  ])('%j is too common', (password) => {
    expect(() => checkPassword(password, EMAIL)).toThrow(/too common|repeats/);
  });

  test.each(['aaaaaaaaaaaa', '111111111111', 'abcabcabcabc', 'ab12ab12ab12', '            '])(
    '%j only repeats itself',
    (password) => refusedFor(password, 'repeats itself'),
  );

  test.each(['ada.lovelace@example.com', 'ada.lovelace1', 'ADA.LOVELACE12', 'example.com99'])(
    '%j is made of the e-mail address',
    (password) => refusedFor(password, 'e-mail address'),
  );

  test('the message is a sentence for the user and names the field', () => {
    try {
      checkPassword('password1234', EMAIL);
      expect.fail('was accepted');
    } catch (error) {
      expect(error).toMatchObject({ code: 'passwordRefused', field: 'password' });
      expect((error as Error).message).toMatch(/^The password .*\.$/);
    }
  });
});

describe('S1: hashing', () => {
  test('argon2id with 64 MiB, 3 passes, one lane; each hash has its own salt', async () => {
    const hasher = new PasswordHasher();
    expect(HASH_COST).toEqual({ memoryKib: 65_536, passes: 3, parallelism: 1 });
    const hash = await hasher.hash('nine blue whales sing');
    expect(hash).toMatch(
      /^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
    expect(await hasher.verify('nine blue whales sing', hash)).toBe(true);
    expect(await hasher.verify('nine blue whales sink', hash)).toBe(false);
  });

  test('the whole password counts, however it is composed', async () => {
    const hasher = new PasswordHasher(CHEAP);
    const long = 'x'.repeat(127);
    const hash = await hasher.hash(`${long}a`);
    expect(await hasher.verify(`${long}b`, hash)).toBe(false);
    const composed = await hasher.hash('gr\u00fc\u00dfe aus z\u00fcrich');
    expect(await hasher.verify('gru\u0308\u00dfe aus zu\u0308rich', composed)).toBe(true);
    expect(await hasher.hash('same')).not.toBe(await hasher.hash('same'));
  });

  test('a hash made at another cost still verifies', async () => {
    const hash = await new PasswordHasher({ ...CHEAP, passes: 2 }).hash('nine blue whales');
    expect(await new PasswordHasher(CHEAP).verify('nine blue whales', hash)).toBe(true);
  });

  test('one at a time; who would wait too long is told so at once', async () => {
    const hasher = new PasswordHasher(CHEAP, 3);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => hasher.hash('nine blue whales')),
    );
    expect(results.map(({ status }) => status)).toEqual([
      ...Array(4).fill('fulfilled'),
      ...Array(6).fill('rejected'),
    ]);
    const last = results.at(-1) as PromiseRejectedResult;
    expect(last.reason).toMatchObject({ code: 'busy', retryAfterMs: 2_000 });
    expect(await hasher.hash('nine blue whales')).toContain('argon2id');
  });

  test('S12: an account that does not exist costs the same time', async () => {
    const cost = { memoryKib: 8 * 1024, passes: 2, parallelism: 1 };
    const hasher = new PasswordHasher(cost);
    const stored = await hasher.hash('nine blue whales');
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let i = 0; i < 30; i++) {
      for (const kind of ['known', 'unknown'] as const) {
        const start = performance.now();
        await hasher.verify('a wrong password', kind === 'known' ? stored : null);
        times[kind].push(performance.now() - start);
      }
    }
    // The least of each: what others do on this machine only adds to a time.
    const ratio = Math.min(...times.unknown) / Math.min(...times.known);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.6);
  });
});
