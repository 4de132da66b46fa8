import { createHmac, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadyKey } from './credential.ts';
import { type SignedParts, verifySignature } from './signature.ts';

const SECRET = 'a secret of this test';
const key = {
  stored: { type: 'hmac' },
  verifyKey: createSecretKey(Buffer.from(SECRET)),
} as unknown as ReadyKey;

/** The rule as clients carry it out, written down a second time. */
function referenceSign(parts: SignedParts, query: string): string {
  const mark = query === '' ? '' : `?${query}`;
  const text = `${parts.timestamp}${parts.method}${parts.path}${mark}${parts.body}`;
  return createHmac('sha256', SECRET).update(text, 'utf8').digest('base64');
}

const pair = fc.tuple(
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const parts = fc
  .record({
    timestamp: fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 }).map(String),
    method: fc.constantFrom('GET', 'POST'),
    path: fc.constantFrom('/api/v2/spot/trade/fills', '/api/v2/spot/trade/place-order'),
    pairs: fc.array(pair, { maxLength: 4 }),
    body: fc.string({ unit: 'grapheme', maxLength: 60 }),
  })
  .map(({ pairs, ...rest }) => ({
    ...rest,
    plain: pairs.map(([name, value]) => `${name}=${value}`).join('&'),
    query: pairs.map((p) => p.map(encodeURIComponent).join('=')).join('&'),
  }));

describe('F6 signatures against a second signer', () => {
  it('accepts both forms of the query that clients sign', () => {
    fc.assert(
      fc.property(parts, ({ plain, ...given }) => {
        expect(verifySignature(key, given, referenceSign(given, given.query))).toBe(true);
        expect(verifySignature(key, given, referenceSign(given, plain))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('accepts nothing else', () => {
    const field = fc.constantFrom('timestamp', 'method', 'path', 'query', 'body', 'sign');
    fc.assert(
      fc.property(parts, field, fc.nat(), ({ plain, ...given }, changed, at) => {
        const sign = referenceSign(given, given.query);
        const spoil = (text: string): string => {
          const index = at % (text.length + 1);
          const here = text.charAt(index);
          return text.slice(0, index) + (here === 'A' ? 'B' : 'A') + text.slice(index + 1);
        };
        const forged = changed === 'sign' ? spoil(sign) : sign;
        const asked = changed === 'sign' ? given : { ...given, [changed]: spoil(given[changed]) };
        expect(verifySignature(key, asked, forged)).toBe(false);
        expect(plain).toBeTypeOf('string');
      }),
      { numRuns: 10_000 },
    );
  });
});
