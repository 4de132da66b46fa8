/** Values of settings as text, and what is said when one cannot be used. */
import { isIP } from 'node:net';

/** A setting that cannot be used; the message is the one line to show. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Whether a host name or address is this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host);
}

/** Whether an address (IPv4, IPv6 or IPv4 inside IPv6) is a loopback one. */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

/** Refuses a value. @throws ConfigError always */
export function fail(name: string, value: string, allowed: string): never {
  throw new ConfigError(`${name}: "${value}" cannot be used; allowed: ${allowed}`);
}

/** The value of a variable; null when it is not set or empty. */
export function text(env: Env, name: string): string | null {
  const value = env[name];
  return value === undefined || value === '' ? null : value;
}

/** @throws ConfigError when it is no whole number in the range */
export function integer(
  env: Env,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const value = text(env, name);
  if (value === null) return fallback;
  const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : -1;
  if (number < min || number > max) fail(name, value, `an integer from ${min} to ${max}`);
  return number;
}

/** @throws ConfigError when it is none of the allowed */
export function choice<T extends string>(
  env: Env,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const value = text(env, name);
  if (value === null) return fallback;
  const found = allowed.find((candidate) => candidate === value);
  return found ?? fail(name, value, allowed.join(', '));
}

/** An origin with nothing after it, https or on a loopback host; null for anything else. */
export function bareOrigin(value: string): string | null {
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  const bare = url.origin !== 'null' && (value === url.origin || value === `${url.origin}/`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const plain = url.protocol === 'http:' && isLoopbackHost(host);
  return bare && (plain || url.protocol === 'https:') ? url.origin : null;
}
