/** Measures once a day which host sends images fastest; loaded where the exchange names several. */

import { PROBE_IMAGE } from '@halcyon/domain/web';
import { cacheOf } from '../cache/client-cache.ts';
import { removeLocal, writeLocal } from '../storage/local.ts';
import { chosenHost, FASTEST_IMAGE_DOMAIN } from './image-host.ts';

/** A measurement counts so long, ms. */
const MEASURED_MS = 24 * 3_600_000;
const MEASURED_KEY = 'image-hosts-measured';

/** No answer after this long is a failure, ms. */
export const PROBE_TIMEOUT_MS = 3_000;

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

/** Measures the hosts, unless these were measured today. @param hosts that the exchange serves */
export async function measureDaily(hosts: readonly string[]): Promise<void> {
  const cache = cacheOf('default');
  const list = hosts.join(' ');
  const known = await cache.get(MEASURED_KEY, (value): value is string => value === list);
  if (known !== null && chosenHost(hosts) !== null) return;
  await measureHosts(hosts);
  await cache.set(MEASURED_KEY, list, MEASURED_MS);
}
