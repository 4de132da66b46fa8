/** Checks of the API-key form; the server makes the same and decides. */

import type { FieldIssue } from '../../platform/forms/rules.ts';

/** Most characters of a label. */
export const LABEL_MAX = 40;
/** Most addresses of one key. */
export const IPS_MAX = 30;

/** Kinds of key. */
export type KeyType = 'hmac' | 'rsa' | 'ed25519';

/** What a key may do. */
export const PERMISSIONS = ['read', 'trade', 'transfer', 'withdraw'] as const;

/** Addresses as typed: separated by commas, spaces or lines. */
export function splitAddresses(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== '');
}

const V4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}(\/(3[0-2]|[12]?\d))?$/;
const V6 = /^[0-9a-f:]{2,39}(\/(12[0-8]|1[01]\d|\d?\d))?$/i;

/** True for an IPv4 or IPv6 address, alone or as a range (CIDR). */
export function isAddress(text: string): boolean {
  return V4.test(text) || (text.includes(':') && V6.test(text));
}

/** Null when the list of addresses may be sent. */
export function checkAddresses(text: string, permissions: readonly string[]): FieldIssue | null {
  const addresses = splitAddresses(text);
  if (addresses.length > IPS_MAX) return { id: 'keys.check.ips', values: { max: IPS_MAX } };
  const wrong = addresses.find((address) => !isAddress(address));
  if (wrong !== undefined) return { id: 'keys.check.ip', values: { address: wrong.slice(0, 50) } };
  if (permissions.includes('withdraw') && addresses.length === 0) {
    return { id: 'keys.check.withdrawIp' };
  }
  return null;
}

/** Null when the passphrase is absent or 8 to 32 letters and digits. */
export function checkPassphrase(text: string): FieldIssue | null {
  return text === '' || /^[A-Za-z0-9]{8,32}$/.test(text) ? null : { id: 'keys.check.passphrase' };
}

/** Null when the text looks like a PEM public key (asked for with RSA and Ed25519). */
export function checkPublicKey(text: string, type: KeyType): FieldIssue | null {
  if (type === 'hmac') return null;
  const pem = text.trim();
  if (/PRIVATE KEY/.test(pem)) return { id: 'keys.check.private' };
  const shaped = /^-----BEGIN [A-Z ]*PUBLIC KEY-----[\s\S]+-----END [A-Z ]*PUBLIC KEY-----$/;
  return shaped.test(pem) ? null : { id: 'keys.check.publicKey' };
}
