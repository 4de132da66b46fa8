import { afterEach, describe, expect, it } from 'vitest';
import { setNumberLocale } from '../../data/format.ts';
import { checkEmail, checkPassword, PASSWORD_MIN } from '../auth/credentials.ts';
import {
  checkAddresses,
  checkPassphrase,
  checkPublicKey,
  checkWindow,
  isAddress,
  splitAddresses,
  windowMs,
  windowText,
} from './key-form.ts';

describe('addresses', () => {
  it('splits what was typed', () => {
    expect(splitAddresses(' 10.0.0.1,\n10.0.0.2; ::1 ')).toEqual(['10.0.0.1', '10.0.0.2', '::1']);
  });

  it('knows addresses and ranges', () => {
    for (const good of ['1.2.3.4', '10.0.0.0/8', '255.255.255.255/32', '::1', '2001:db8::/32']) {
      expect([good, isAddress(good)]).toEqual([good, true]);
    }
    for (const bad of ['1.2.3', '1.2.3.256', '10.0.0.0/33', 'host', '::1/129', '1.2.3.4/']) {
      expect([bad, isAddress(bad)]).toEqual([bad, false]);
    }
  });

  it('asks for addresses where a key may withdraw', () => {
    expect(checkAddresses('', ['read'])).toBeNull();
    expect(checkAddresses('', ['withdraw'])?.id).toBe('keys.check.withdrawIp');
    expect(checkAddresses('x', ['read'])?.id).toBe('keys.check.ip');
    expect(checkAddresses('1.1.1.1 '.repeat(31), [])?.id).toBe('keys.check.ips');
  });
});

describe('the time window', () => {
  afterEach(() => setNumberLocale('en'));

  it('is from 1 to 30 seconds, with milliseconds', () => {
    for (const good of ['', ' ', '1', '30', '2.5', '29.999']) {
      expect([good, checkWindow(good)]).toEqual([good, null]);
    }
    for (const bad of ['0', '0.999', '30.001', '60', '1k']) {
      expect([bad, checkWindow(bad)?.id]).toEqual([bad, 'form.number.range']);
    }
    for (const bad of ['-5', '5s', '1.2345', '1,5,2']) {
      expect([bad, checkWindow(bad)?.id]).toEqual([bad, 'check.number']);
    }
  });

  it('is sent in ms, or not at all, and comes back as it was typed', () => {
    expect([' ', '5', '2.5', '1.234'].map(windowMs)).toEqual([null, 5_000, 2_500, 1_234]);
    expect([30_000, 5_000, 2_500].map(windowText)).toEqual(['', '5', '2.5']);
    setNumberLocale('de');
    expect([windowText(2_500), windowMs('2,5'), windowMs('2.5')]).toEqual(['2,5', 2_500, 2_500]);
  });
});

describe('secrets', () => {
  it('takes public keys in PEM form and warns of private ones', () => {
    const pem = (kind: string) => `-----BEGIN ${kind}-----\nAAAA\n-----END ${kind}-----`;
    expect(checkPublicKey(pem('PUBLIC KEY'), 'rsa')).toBeNull();
    expect(checkPublicKey(`\n${pem('RSA PUBLIC KEY')}\n`, 'rsa')).toBeNull();
    expect(checkPublicKey(pem('PRIVATE KEY'), 'ed25519')?.id).toBe('keys.check.private');
    expect(checkPublicKey('', 'ed25519')?.id).toBe('keys.check.publicKey');
    expect(checkPublicKey('', 'hmac')).toBeNull();
  });

  it('checks passphrases', () => {
    expect(checkPassphrase('')).toBeNull();
    expect(checkPassphrase('abc12345')).toBeNull();
    expect(checkPassphrase('short')?.id).toBe('keys.check.passphrase');
    expect(checkPassphrase('with space 123')?.id).toBe('keys.check.passphrase');
  });
});

describe('credentials', () => {
  it('checks e-mail and password', () => {
    expect(checkEmail('a@b.co')).toBeNull();
    expect(checkEmail(' ')?.id).toBe('form.required');
    expect(checkEmail('a@b')?.id).toBe('check.email.format');
    expect(checkPassword('x'.repeat(PASSWORD_MIN - 1), true)?.id).toBe('form.string.min');
    expect(checkPassword('x'.repeat(PASSWORD_MIN), true)).toBeNull();
    expect(checkPassword('old', false)).toBeNull();
    expect(checkPassword('x'.repeat(129), true)?.id).toBe('form.string.max');
  });
});
