/** SHA-256 without a platform says what the standard and the platform say. */
import { sha256 } from '@halcyon/domain';
import { expect, test } from 'vitest';
import { fc } from '../../testkit/src/core/properties.ts';
import { sha256 as platform } from '../src/index.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

// The examples of FIPS 180-4.
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
])('hashes %j as the standard says', (text, expected) => {
  expect(hex(sha256(text))).toBe(expected);
  expect(hex(platform(text))).toBe(expected);
});

test('both make the same of any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(hex(sha256(bytes))).toBe(hex(platform(bytes)));
    }),
  );
});
