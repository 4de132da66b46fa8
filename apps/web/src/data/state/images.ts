/** Coin marks, and the host that images come from. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { cacheOf } from '../../platform/cache/client-cache.ts';
import {
  chosenHost,
  hasChoice,
  measureHosts,
  rewriteImages,
} from '../../platform/images/image-host.ts';
import { setImageRewriter } from '../rest/http.ts';
import { web } from '../rest/web.ts';
import { sessionKnown } from './session.ts';

/** A measurement counts so long, ms. */
const MEASURED_MS = 24 * 3_600_000;
const MEASURED_KEY = 'image-hosts-measured';
/** Measuring waits until the page has what it needs, ms. */
const QUIET_MS = 3_000;

const iconStore = createStore<ReadonlyMap<string, string>>(() => new Map());

/** The address of a coin's mark; '' = none, or not known yet. */
export function useCoinIcon(coin: string): string {
  return useStore(iconStore, (icons) => icons.get(coin) ?? '');
}

/** Starts both; call once. */
export function startImages(): void {
  setImageRewriter(rewrite);
  void loadIcons();
  setTimeout(() => void measure(), QUIET_MS);
}

/** Image addresses of an answer, at the chosen host. Only answers that hold any come here. */
async function rewrite(data: unknown): Promise<unknown> {
  if (!hasChoice()) return data;
  const { imageHosts } = await sessionKnown();
  const host = chosenHost(imageHosts);
  return host === null ? data : rewriteImages(data, location.origin, host);
}

async function loadIcons(): Promise<void> {
  try {
    const rows = await web('GET /coins');
    iconStore.setState(new Map(rows.map(({ coin, iconUrl }) => [coin, iconUrl])), true);
  } catch {
    // Letters are shown instead.
  }
}

async function measure(): Promise<void> {
  const { imageHosts } = await sessionKnown();
  if (imageHosts.length === 0) return;
  const cache = cacheOf('default');
  const list = imageHosts.join(' ');
  const known = await cache.get(MEASURED_KEY, (value): value is string => value === list);
  if (known !== null && chosenHost(imageHosts) !== null) return;
  await measureHosts(imageHosts);
  await cache.set(MEASURED_KEY, list, MEASURED_MS);
}
