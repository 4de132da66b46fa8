/** Coin marks, and the host that images come from. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { chosenHost, hasChoice, rewriteImages } from '../../platform/images/image-host.ts';
import { setImageRewriter } from '../rest/http.ts';
import { web } from '../rest/web.ts';
import { sessionKnown } from './session.ts';

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
  const { measureDaily } = await import('../../platform/images/measure-hosts.ts');
  await measureDaily(imageHosts);
}
