/**
 * Which host images come from. The default is the exchange's own origin; the localStorage entry may
 * name another one of the list that the exchange serves, and no host outside that list is ever asked.
 */

import { PROBE_IMAGE, STATIC_IMAGES } from '@halcyon/domain/web';
import { readLocal, removeLocal, writeLocal } from '../storage/local.ts';

/** localStorage key of the fastest image domain. */
export const FASTEST_IMAGE_DOMAIN = 'fastest-image-domain';

/** No answer after this long is a failure, ms. */
export const PROBE_TIMEOUT_MS = 3_000;

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

/** Resolves when the image is there, rejects when it cannot be had. */
export type LoadImage = (address: string) => Promise<void>;

const loadImage: LoadImage = (address) =>
  new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve();
    image.onerror = () => reject(new Error(`no image at ${address}`));
    image.src = address;
  });

/** The host that sends the probe first; null when none does in time. */
export async function fastestHost(
  hosts: readonly string[],
  load: LoadImage = loadImage,
  timeoutMs: number = PROBE_TIMEOUT_MS,
): Promise<string | null> {
  // A fresh address each time: what the browser has kept would win every race.
  const query = `?t=${Date.now().toString(36)}`;
  const tries = hosts.map((host) => load(host + PROBE_IMAGE + query).then(() => host));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, null);
  });
  const winner = await Promise.race([Promise.any(tries).catch(() => null), late]);
  clearTimeout(timer);
  return winner;
}

/** Measures the hosts and stores the fastest; when none answers, the default is used again. */
export async function measureHosts(hosts: readonly string[], load?: LoadImage): Promise<void> {
  if (hosts.length === 0) return;
  const winner = await fastestHost(hosts, load);
  if (winner === null) removeLocal(FASTEST_IMAGE_DOMAIN);
  else writeLocal(FASTEST_IMAGE_DOMAIN, winner);
}

/** An image of the chosen host could not be had: the default is used again until the next measure. */
export function imageHostFailed(): void {
  removeLocal(FASTEST_IMAGE_DOMAIN);
}
