/** Whose request it is: the socket's address, or one that a trusted proxy vouches for. */
import { BlockList, isIP } from 'node:net';
import { copied } from '../base/latest-map.ts';
import type { TrustProxy } from '../config.ts';

/** Finds the client's address from the socket's and `X-Forwarded-For`. */
export type AddressFinder = (remote: string, forwarded: string | undefined) => string;

function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/**
 * Walks from the socket outwards and stops at the first address that is not trusted. With a number of
 * hops that many are trusted; what stands left of them may be forged and is never looked at.
 */
export function addressFinder(trust: TrustProxy): AddressFinder {
  if (trust === false) return (remote) => plain(remote);
  const list = typeof trust === 'number' ? null : blockList(trust);
  const trusted = (address: string, hop: number): boolean => {
    if (typeof trust === 'number') return hop < trust;
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    return isIP(address) !== 0 && list?.check(address, family) === true;
  };
  return (remote, forwarded) => {
    const chain = (forwarded ?? '').split(',').map((part) => plain(part.trim()));
    let address = plain(remote);
    for (let hop = 0; trusted(address, hop); hop++) {
      const before = chain.pop();
      if (before === undefined || isIP(before) === 0) break;
      // A header may be long, and a connection lives for long.
      address = copied(before);
    }
    return address;
  };
}
