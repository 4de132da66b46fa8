import { describe, expect, it } from 'vitest';
import { isLoopback, isWithin, makeIpList } from './ip-list.ts';

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

  const bound = ['10.0.0.0/8', '203.0.113.7', '2001:db8::/32', '::ffff:192.0.2.0/120'];
  it.each([
    ['10.0.0.0/8', true],
    ['10.1.0.0/16', true],
    ['10.1.2.3', true],
    ['203.0.113.7', true],
    ['203.0.113.7/32', false],
    ['203.0.113.0/24', false],
    ['10.0.0.0/7', false],
    ['11.0.0.1', false],
    ['0.0.0.0/0', false],
    ['2001:db8:1::/48', true],
    ['2001:db8::/31', false],
    ['::ffff:10.0.0.0/97', false],
    ['::/0', false],
    ['everywhere', false],
    ['', false],
  ])('%s is within a list: %s', (network, expected) => {
    expect(isWithin(network, bound)).toBe(expected);
    expect(isWithin(network, [])).toBe(true);
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
