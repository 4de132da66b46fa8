/**
 * Which host images come from. The default is the exchange's own origin; the localStorage entry may
 * name another one of the list that the exchange serves, and no host outside that list is ever asked.
 */

import { STATIC_IMAGES } from '@halcyon/domain/web';
import { readLocal, removeLocal } from '../storage/local.ts';

/** localStorage key of the fastest image domain. */
export const FASTEST_IMAGE_DOMAIN = 'fastest-image-domain';

/** The host of the list that an entry names, by origin or by bare host; null for any other text. */
export function listedHost(entry: string | null, hosts: readonly string[]): string | null {
  if (entry === null) return null;
  return hosts.find((host) => host === entry || new URL(host).host === entry) ?? null;
}

/** The host that the stored entry names now; null = the default one. */
export function chosenHost(hosts: readonly string[]): string | null {
  return listedHost(readLocal(FASTEST_IMAGE_DOMAIN), hosts);
}

/** True when an entry is stored, whether or not it is in the list. */
export function hasChoice(): boolean {
  return readLocal(FASTEST_IMAGE_DOMAIN) !== null;
}

/**
 * The same data with every text that is an image address of the default host naming `host` instead.
 * @param origin the exchange's own; an address without a host is one of it
 */
export function rewriteImages(data: unknown, origin: string, host: string): unknown {
  if (typeof data === 'string') {
    if (data.startsWith(STATIC_IMAGES)) return host + data;
    return data.startsWith(origin + STATIC_IMAGES) ? host + data.slice(origin.length) : data;
  }
  if (Array.isArray(data)) return data.map((item) => rewriteImages(item, origin, host));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, rewriteImages(value, origin, host)]),
  );
}

/** The address of the same image at the default host. */
export function atDefaultHost(address: string): string {
  const path = address.indexOf(STATIC_IMAGES);
  return path < 0 ? address : address.slice(path);
}

/** An image of the chosen host could not be had: the default is used again until the next measure. */
export function imageHostFailed(): void {
  removeLocal(FASTEST_IMAGE_DOMAIN);
}
