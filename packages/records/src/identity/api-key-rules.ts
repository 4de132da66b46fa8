/** What a new or changed API key may look like. */
import { createPublicKey } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import {
  KEY_GRANTS,
  KEY_PERMISSIONS,
  type KeyGrant,
  type KeyPermission,
  TRADE_PERMISSIONS,
} from '@halcyon/domain';
import { checkInteger, checkLength, checkText, RecordsError } from '../errors.ts';
import {
  API_KEY_IPS_MAX,
  API_KEY_LABEL_MAX,
  API_KEY_WINDOW_MS_MAX,
  API_KEY_WINDOW_MS_MIN,
  RSA_BITS_MIN,
  WITHDRAW_NETWORK_BITS_MIN,
} from './limits.ts';

/** How requests are signed. */
export type ApiKeyType = 'hmac' | 'rsa' | 'ed25519';
/** What a key may do, and be given. */
export {
  KEY_GRANTS as GRANTS,
  KEY_PERMISSIONS as PERMISSIONS,
  type KeyGrant as Grant,
  type KeyPermission as Permission,
};
/** Where a key works. */
export type VenueName = 'live' | 'paper';
/** Whose rate limits apply. */
export type Tier = 'normal' | 'maker';

/** The part of a key that its owner can change. */
export interface ApiKeySettings {
  readonly label: string;
  readonly permissions: readonly KeyGrant[];
  /** Addresses or networks (`203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`); empty = from anywhere. */
  readonly ipList: readonly string[];
  /** Unix ms, 0 = never. */
  readonly expiresAt: number;
  /**
   * How far the time of a request may be from the server's, ms, 1,000..30,000; 0 = as far as the wire
   * allows. Absent: 0 for a new key, else as it was.
   */
  readonly windowMs?: number | undefined;
}

/** What a new key is made of. */
export interface NewApiKeyInput extends ApiKeySettings {
  readonly uid: number;
  readonly type: ApiKeyType;
  /** PEM; for rsa and ed25519. */
  readonly publicKey?: string | undefined;
  /** 8..32 letters and digits; made up when not given. */
  readonly passphrase?: string | undefined;
  readonly venue: VenueName;
  readonly tier: Tier;
  /** The API key that makes it; absent: a person does. */
  readonly madeBy?: string | undefined;
  /** The copy portfolio that it acts for, a user of its venue; absent: for the person. */
  readonly portfolio?: number | undefined;
}

/** Settings in canonical form. */
export interface CheckedSettings extends ApiKeySettings {
  readonly permissions: readonly KeyPermission[];
}

/** What a key may do by what it was given, in order. */
export function permissionsOf(given: readonly string[]): KeyPermission[] {
  const trades = given.includes('trade') ? TRADE_PERMISSIONS : [];
  return KEY_PERMISSIONS.filter((one) => [...given, ...trades].includes(one));
}

/** Throws `badRequest` naming the field at fault; gives the settings in canonical form. */
export function checkKeySettings(settings: ApiKeySettings, now: number): CheckedSettings {
  checkText('label', settings.label, 1, API_KEY_LABEL_MAX);
  const known = settings.permissions.every((one) => KEY_GRANTS.includes(one));
  const permissions = permissionsOf(settings.permissions);
  if (permissions.length === 0 || !known) {
    bad('permissions', `permissions must be one or more of ${KEY_GRANTS.join(', ')}`);
  }
  if (settings.ipList.length > API_KEY_IPS_MAX) {
    bad('ipList', `ipList may hold at most ${API_KEY_IPS_MAX} networks`);
  }
  const ipList = settings.ipList.map(checkNetwork);
  if (permissions.includes('withdraw') && ipList.length === 0) {
    bad('ipList', 'a key that may withdraw needs a list of addresses it is used from');
  }
  if (permissions.includes('withdraw')) ipList.forEach(checkWidth);
  checkInteger('expiresAt', settings.expiresAt, 0, Number.MAX_SAFE_INTEGER);
  if (settings.expiresAt !== 0 && settings.expiresAt <= now) {
    bad('expiresAt', 'expiresAt must lie in the future');
  }
  const { label, expiresAt, windowMs } = settings;
  if (windowMs !== undefined && windowMs !== 0) {
    checkInteger('windowMs', windowMs, API_KEY_WINDOW_MS_MIN, API_KEY_WINDOW_MS_MAX);
  }
  return { label, permissions, ipList, expiresAt, windowMs };
}

/** The public key in canonical PEM; throws `badRequest` unless it is of the type named. */
export function checkPublicKey(type: 'rsa' | 'ed25519', pem: string): string {
  checkLength('publicKey', pem, 1, 4_096);
  let key: ReturnType<typeof createPublicKey>;
  try {
    if (pem.includes('PRIVATE KEY')) bad('publicKey', 'publicKey must not be a private key');
    key = createPublicKey(pem);
  } catch (error) {
    if (error instanceof RecordsError) throw error;
    return bad('publicKey', 'publicKey must be a public key in PEM form');
  }
  if (key.asymmetricKeyType !== type) {
    bad('publicKey', `publicKey is of type ${key.asymmetricKeyType}, the key's type is ${type}`);
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (type === 'rsa' && bits < RSA_BITS_MIN) {
    bad('publicKey', `publicKey has ${bits} bits, RSA needs at least ${RSA_BITS_MIN}`);
  }
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

function checkNetwork(text: string): string {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  const bits = family === 4 ? 32 : 128;
  const good =
    family !== 0 &&
    !address.includes('%') &&
    rest.length === 0 &&
    (prefix === undefined || (/^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= bits));
  if (!good) bad('ipList', `ipList: ${text.slice(0, 60)} is not an address or network (CIDR)`);
  return text.toLowerCase();
}

/** IPv4 addresses in the form that they have in IPv6. */
const MAPPED = new BlockList();
MAPPED.addSubnet('::ffff:0:0', 96, 'ipv6');

/**
 * A key that may withdraw is bound to places: so few bits of a network are a part of the world that
 * as many networks as a list may hold are far from all of it.
 */
function checkWidth(network: string): void {
  const { family, bits } = reachOf(network);
  const least = WITHDRAW_NETWORK_BITS_MIN;
  if (bits >= least[family]) return;
  const widest = `/${least.ipv4} of IPv4 and /${least.ipv6} of IPv6`;
  bad('ipList', `ipList: ${network} is too wide for a key that may withdraw, at most ${widest}`);
}

/** How many bits of a network are fixed, of IPv4 where it has IPv4 addresses in it. */
function reachOf(network: string): { family: 'ipv4' | 'ipv6'; bits: number } {
  const [address = '', prefix] = network.split('/');
  if (isIP(address) === 4) return { family: 'ipv4', bits: Number(prefix ?? 32) };
  const bits = Number(prefix ?? 128);
  if (MAPPED.check(address, 'ipv6')) return { family: 'ipv4', bits: bits - 96 };
  const block = new BlockList();
  block.addSubnet(address, bits, 'ipv6');
  return block.check('::ffff:0:0', 'ipv6') ? { family: 'ipv4', bits: 0 } : { family: 'ipv6', bits };
}

function bad(field: string, message: string): never {
  throw new RecordsError('badRequest', message, { field });
}
