import { createHmac, createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fc } from '../../../testkit/src/core/properties.ts';
import { TestRandom } from '../../../testkit/src/core/random.ts';
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

describe('F6 S10 signatures against a second signer', () => {
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

  it('50,000 requests are accepted as the reference signs them; one flipped bit is not', () => {
    const random = new TestRandom(Date.now());
    const codes = Array.from({ length: 10_000 }, () => random.int(33, 126));
    const letters = String.fromCharCode(...codes);
    for (let n = 0; n < 50_000; n++) {
      const query = random.chance(0.5) ? `symbol=BTCUSDT&limit=${random.int(1, 100)}` : '';
      const path = '/api/v2/spot/trade/fills';
      const timestamp = String(random.int(1_600_000_000_000, 1_900_000_000_000));
      const from = random.int(0, 9_000);
      const body = letters.slice(from, from + random.int(1, 80));
      const given = { timestamp, method: 'POST', path, query, body };
      const sign = referenceSign(given, query);
      const field = random.pick(['timestamp', 'body', 'sign'] as const);
      const right = field === 'sign' ? sign : given[field];
      const at = random.int(0, right.length - 1);
      // The lowest four bits: a higher one could make a letter that no client ever sends.
      const flipped = String.fromCharCode((right.charCodeAt(at) || 64) ^ (1 << random.int(0, 3)));
      const wrong = right.slice(0, at) + flipped + right.slice(at + 1);
      const asked = field === 'sign' ? given : { ...given, [field]: wrong };
      const shown = field === 'sign' ? wrong : sign;
      if (verifySignature(key, given, sign) && !verifySignature(key, asked, shown)) continue;
      throw new Error(JSON.stringify({ given, asked, sign, shown }));
    }
  });
});
