import { describe, expect, it } from 'vitest';
import type { TrustProxy } from '../config.ts';
import { addressFinder } from './client-address.ts';

const PROXY = '10.0.0.1';
const CLIENT = '203.0.113.9';

describe('the address of a client', () => {
  it.each<[string, TrustProxy, string | undefined, string]>([
    ['is of nobody that is told where nobody is trusted', false, CLIENT, PROXY],
    ['is the proxy’s own where it tells none', 1, undefined, PROXY],
    ['is the last that is told to one hop', 1, `198.51.100.7, ${CLIENT}`, CLIENT],
    ['is the second last to two hops', 2, `${CLIENT}, ${PROXY}`, CLIENT],
    ['is the first that is not of a trusted network', ['10.0.0.0/8'], `${CLIENT},10.9.9.9`, CLIENT],
    ['comes with a port', 1, `${CLIENT}:50001`, CLIENT],
    ['comes in brackets', 1, '[2001:db8::1]', '2001:db8::1'],
    ['comes in brackets with a port', 1, '[2001:db8::1]:443', '2001:db8::1'],
    ['comes as IPv4 inside IPv6', 1, `::FFFF:${CLIENT}`, CLIENT],
    ['comes with a port behind a trusted one with a port', 2, `${CLIENT}:1, ${PROXY}:2`, CLIENT],
    ['is the proxy’s where it tells no address', 1, 'unknown', PROXY],
    ['is the proxy’s where it tells nothing', 1, '', PROXY],
    ['is the proxy’s where the port is none', 1, `${CLIENT}:x`, PROXY],
    ['is never what stands left of a client', 1, `127.0.0.1, ${CLIENT}`, CLIENT],
  ])('%s', (_what, trust, forwarded, address) => {
    expect(addressFinder(trust)(PROXY, forwarded)).toBe(address);
    expect(addressFinder(trust)(`::ffff:${PROXY}`, forwarded)).toBe(address);
  });
});
