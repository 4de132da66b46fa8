/** What limits by network address count a client as. */

const MAPPED = '::ffff:';
/** Groups of 16 bits that a network of IPv6 is told by. */
const NETWORK_GROUPS = 4;

/**
 * An address of IPv4 is itself; of IPv6 it is the /64 network, which is what a subscriber has at the least, so
 * that the other 2^64 addresses of it bring nothing. The text is a copy: what is kept under it keeps no
 * header alive that the address was cut out of.
 */
export function addressGroup(address: string): string {
  const mapped = address.startsWith(MAPPED) && address.includes('.');
  const plain = mapped ? address.slice(MAPPED.length) : address;
  if (!plain.includes(':')) return plain.split('.').join('.');
  const [head = '', tail] = (plain.split('%', 1)[0] ?? '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...(tail === undefined ? [] : zeros), ...after];
  const network = groups.slice(0, NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
