import { describe, expect, it } from 'vitest';
import { isLoopback, makeIpList } from './ip-list.ts';

describe('lists of addresses', () => {
  it('an entry that is no network allows nobody', () => {
    const list = makeIpList(['everywhere', '10.0.0.0/33', '10.0.0.0/', '/8', '']);
    for (const address of ['10.0.0.1', '127.0.0.1', '::1', '', 'everywhere']) {
      expect(list.allows(address)).toBe(false);
    }
  });

  it('a block of no bits allows every address of its family', () => {
    const list = makeIpList(['0.0.0.0/0']);
    expect(list.allows('203.0.113.9')).toBe(true);
    expect(list.allows('::ffff:203.0.113.9')).toBe(true);
    expect(list.allows('2001:db8::1')).toBe(false);
  });

  it.each([
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['128.0.0.1', false],
    ['10.0.0.1', false],
    ['', false],
  ])('%s is of this machine: %s', (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});
