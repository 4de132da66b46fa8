/** Checks of the API-key form; the server makes the same and decides. */

import { parseTruncated } from '../../data/decimal.ts';
import { numberSigns } from '../../data/format.ts';
import { fieldText, readTyped } from '../../data/typed-number.ts';
import type { FieldIssue } from '../../platform/locale/field-issue.ts';

/** Most characters of a label. */
export const LABEL_MAX = 40;
/** Most addresses of one key. */
export const IPS_MAX = 30;

/** Narrowest time window of a key, seconds. */
export const WINDOW_MIN = 1;
/** Widest one, seconds: that of a key without its own. */
export const WINDOW_MAX = 30;

/** Kinds of key. */
export type KeyType = 'hmac' | 'rsa' | 'ed25519';

/** What a key may do. */
export const PERMISSIONS = [
  'read',
  'spot_trade',
  'margin_trade',
  'contract_trade',
  'transfer',
  'withdraw',
  'copy',
] as const;

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

/** A typed time window in ms; null when it is no number of seconds with up to three decimals. */
function windowUnits(text: string): number | null {
  const seconds = readTyped(text, numberSigns());
  if (seconds === null || !/^\d{1,9}(\.\d{1,3})?$/.test(seconds)) return null;
  return Number(parseTruncated(seconds, 3));
}

/** The ms that a typed time window stands for; null when the key is to have none of its own. */
export function windowMs(text: string): number | null {
  return text.trim() === '' ? null : windowUnits(text);
}

/** What the field shows of a key's time window: nothing where it is the widest. */
export function windowText(ms: number): string {
  return ms >= WINDOW_MAX * 1_000 ? '' : fieldText(String(ms / 1_000), numberSigns());
}

/** Null when the time window is absent or within the limits. */
export function checkWindow(text: string): FieldIssue | null {
  if (text.trim() === '') return null;
  const ms = windowUnits(text);
  if (ms === null) return { id: 'check.number' };
  if (ms >= WINDOW_MIN * 1_000 && ms <= WINDOW_MAX * 1_000) return null;
  return { id: 'form.number.range', values: { min: WINDOW_MIN, max: WINDOW_MAX } };
}
