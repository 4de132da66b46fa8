/** Lists of addresses and CIDR blocks, IPv4 and IPv6. */
import { BlockList, isIP } from 'node:net';
import type { IpList } from './credential.ts';

const MAPPED = /^::ffff:/i;

/** An IPv4 address that came in over an IPv6 socket: its IPv4 form. */
export function plainAddress(address: string): string {
  return MAPPED.test(address) && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}

/** Whether an address is of this machine. */
export function isLoopback(address: string): boolean {
  const plain = plainAddress(address);
  return plain === '::1' || plain.startsWith('127.');
}

/**
 * Makes a list of `10.0.0.0/8`, `2001:db8::/32` and single addresses. Entries that are neither are
 * left out: a list with only such entries allows nobody.
 */
export function makeIpList(entries: readonly string[]): IpList {
  const blocks = new BlockList();
  for (const entry of entries) addEntry(blocks, entry.trim());
  return {
    allows(address) {
      const plain = plainAddress(address);
      const family = isIP(plain);
      return family !== 0 && blocks.check(plain, family === 4 ? 'ipv4' : 'ipv6');
    },
  };
}

/** Whether every address of `network` is one of the list; an empty list is of all. */
export function isWithin(network: string, list: readonly string[]): boolean {
  if (list.length === 0) return true;
  const [address, family, bits] = partsOf(network);
  return list.some((entry) => {
    const [, entryFamily, entryBits] = partsOf(entry);
    // An IPv4 address in the form of IPv6 counts its bits otherwise: it is within none of IPv4.
    return family === entryFamily && entryBits <= bits && makeIpList([entry]).allows(address);
  });
}

/** Address, family and fixed bits of a network. */
function partsOf(network: string): [address: string, family: number, bits: number] {
  const [address = '', bits] = network.split('/');
  return [address, isIP(address), Number(bits ?? Number.POSITIVE_INFINITY)];
}

function addEntry(blocks: BlockList, entry: string): void {
  const [network = '', bitsText] = entry.split('/');
  const family = isIP(network);
  if (family === 0) return;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  if (bitsText === undefined) {
    blocks.addAddress(network, type);
    return;
  }
  const bits = /^[0-9]{1,3}$/.test(bitsText) ? Number(bitsText) : -1;
  if (bits >= 0 && bits <= (family === 4 ? 32 : 128)) blocks.addSubnet(network, bits, type);
}
