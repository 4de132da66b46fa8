/** Whose request it is: the socket's address, or one that a trusted proxy vouches for. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { copied } from '../base/latest-map.ts';
import type { TrustProxy } from '../config.ts';
import { plainAddress } from './ip-list.ts';

/** Finds the client's address from the socket's and `X-Forwarded-For`. */
export type AddressFinder = (remote: string, forwarded: string | undefined) => string;

/** The same from a request. */
export function clientAddress(find: AddressFinder, request: IncomingMessage): string {
  const forwarded = request.headers['x-forwarded-for'];
  const text = Array.isArray(forwarded) ? forwarded.join() : forwarded;
  return find(request.socket.remoteAddress ?? '', text);
}

/** What proxies put to a request that they forward. */
const FORWARDING = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via'];

/** Whether a proxy forwards a request: it is anybody's then, whatever its address is. */
export function isForwarded({ headers }: IncomingMessage): boolean {
  return FORWARDING.some((name) => headers[name] !== undefined);
}

const BRACKETS = /^\[([^\]]+)\](?::[0-9]{1,5})?$/;
const WITH_PORT = /^([0-9.]+):[0-9]{1,5}$/;

/** An address as proxies write it, with a port or in brackets too; null where it is none. */
function readAddress(part: string): string | null {
  const text = part.trim();
  const address = (BRACKETS.exec(text) ?? WITH_PORT.exec(text))?.[1] ?? text;
  // A header may be long, and a connection lives for long.
  return isIP(address) === 0 ? null : copied(plainAddress(address));
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
  if (trust === false) return plainAddress;
  const list = typeof trust === 'number' ? null : blockList(trust);
  const trusted = (address: string, hop: number): boolean => {
    if (typeof trust === 'number') return hop < trust;
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    return isIP(address) !== 0 && list?.check(address, family) === true;
  };
  return (remote, forwarded) => {
    const chain = (forwarded ?? '').split(',');
    let address = plainAddress(remote);
    for (let hop = 0; trusted(address, hop); hop++) {
      const before = readAddress(chain.pop() ?? '');
      if (before === null) break;
      address = before;
    }
    return address;
  };
}
