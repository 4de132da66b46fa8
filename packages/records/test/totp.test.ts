/** Codes of authenticator apps against the vectors of RFC 6238, Appendix B. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  base32,
  isCodeOf,
  stepAt,
  type TotpHash,
  totpCode,
  totpUri,
} from '../src/identity/totp.ts';

interface Vectors {
  readonly secretsAscii: Readonly<Record<string, string>>;
  readonly secretBase32_sha1: string;
  readonly totp: readonly {
    readonly time: number;
    readonly counter: number;
    readonly alg: string;
    readonly code8: string;
    readonly code6: string;
  }[];
}

const VECTORS = JSON.parse(
  readFileSync(new URL('./totp-vectors.json', import.meta.url), 'utf8'),
) as Vectors;

const secretOf = (alg: string): Buffer => Buffer.from(VECTORS.secretsAscii[alg] ?? '');

describe('codes', () => {
  test.each(VECTORS.totp)('$alg at $time s is $code8', ({ time, counter, alg, code8, code6 }) => {
    const step = stepAt(time * 1_000);
    expect(step).toBe(counter);
    const hash = alg.toLowerCase() as TotpHash;
    expect(totpCode(secretOf(alg), step, 8, hash)).toBe(code8);
    expect(totpCode(secretOf(alg), step, 6, hash)).toBe(code6);
  });

  test('are known by all their digits, and by nothing else', () => {
    const secret = secretOf('SHA1');
    const code = totpCode(secret, 1);
    expect(isCodeOf(secret, 1, code)).toBe(true);
    for (const wrong of [
      '',
      code.slice(1),
      `${code}0`,
      `${code} `,
      totpCode(secret, 2),
      'abcdef',
    ]) {
      expect(isCodeOf(secret, 1, wrong)).toBe(false);
    }
  });

  test('a step ends with its 30 s', () => {
    expect([stepAt(0), stepAt(29_999), stepAt(30_000)]).toEqual([0, 0, 1]);
  });
});

describe('secrets', () => {
  test('are typed in base 32 (RFC 4648, 10)', () => {
    expect(base32(secretOf('SHA1'))).toBe(VECTORS.secretBase32_sha1);
    const known = { f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB' };
    for (const [text, expected] of Object.entries(known)) {
      expect(base32(Buffer.from(text))).toBe(expected);
    }
    expect(base32(Buffer.alloc(0))).toBe('');
  });

  test('are scanned with the account that they are for', () => {
    expect(totpUri('zoë+1@example.com', secretOf('SHA1'))).toBe(
      'otpauth://totp/Halcyon:zo%C3%AB%2B1%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' +
        '&issuer=Halcyon&algorithm=SHA1&digits=6&period=30',
    );
  });
});
