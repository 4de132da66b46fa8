import { describe, expect, it } from 'vitest';
import { fc } from '../../testkit/src/core/properties.ts';
import { OWN_CHAIN } from './halcyon-chain.ts';

const { addressOf, readAddress } = OWN_CHAIN;

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const users = fc.integer({ min: 16, max: 2 ** 40 - 1 });
const assets = fc.integer({ min: 0, max: 1_023 });

describe('addresses of the internal chain', () => {
  it('lead back to their user and asset', () => {
    fc.assert(
      fc.property(users, assets, (user, asset) => {
        const address = addressOf(user, asset);
        expect(address).toMatch(/^hal1[a-z0-9]{18}$/);
        expect(readAddress(address)).toEqual({ address, owner: { user, asset } });
        expect(readAddress(address.toUpperCase())).toEqual({ address, owner: { user, asset } });
      }),
    );
  });

  it('any one to four wrong characters are noticed', () => {
    const wrong = fc.array(fc.tuple(fc.nat(17), fc.nat(31)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(users, assets, wrong, (user, asset, changes) => {
        const address = addressOf(user, asset);
        const letters = [...address];
        for (const [at, letter] of changes) letters[4 + at] = LETTERS.charAt(letter);
        const changed = letters.join('');
        if (changed !== address) expect(readAddress(changed)).toHaveProperty('problem');
      }),
      { numRuns: 5_000 },
    );
  });

  it('two characters exchanged are noticed', () => {
    fc.assert(
      fc.property(users, assets, fc.nat(16), (user, asset, at) => {
        const address = addressOf(user, asset);
        const a = address.charAt(4 + at);
        const b = address.charAt(5 + at);
        const changed = address.slice(0, 4 + at) + b + a + address.slice(6 + at);
        if (a !== b) expect(readAddress(changed)).toHaveProperty('problem');
      }),
    );
  });

  it.each([
    ['', 'HALCYON'],
    ['0x51aabbccddeeff', 'HALCYON'],
    ['hal1qqq', '22 characters'],
    [`hal1${'b'.repeat(18)}`, 'never have'],
    [`hal1${'q'.repeat(18)}`, 'checksum'],
  ])('%s', (text, problem) => {
    expect(readAddress(text)).toMatchObject({ problem: expect.stringContaining(problem) });
  });

  it('numbers without an address are refused', () => {
    expect(() => addressOf(2 ** 40, 0)).toThrow(RangeError);
    expect(() => addressOf(16, 2 ** 15)).toThrow(RangeError);
  });
});
