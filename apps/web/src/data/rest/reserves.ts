/** The proof of reserves, of live trading also on paper. */

import type { ReservesHead } from '@halcyon/domain';
import { type OwnReservesProof, type ReservesNow, ROOTS_PAGE } from '@halcyon/domain/web';
import { web } from './web.ts';

/** The newest root. */
export function fetchReserves(): Promise<ReservesNow> {
  return web('GET /reserves');
}

/**
 * Every root, the oldest first; asks for more pages while one is full.
 * @param known those that were fetched before: of them only what came after is asked for, where it follows on
 */
export async function fetchRoots(
  known: readonly ReservesHead[] = [],
): Promise<readonly ReservesHead[]> {
  const more: ReservesHead[] = [];
  for (;;) {
    const after = more.at(-1)?.seq ?? known.at(-1)?.seq ?? 0;
    const { roots } = await web('GET /reserves/roots', { after });
    more.push(...roots);
    if (roots.length < ROOTS_PAGE) break;
  }
  if (known.length === 0) return more;
  return more[0]?.previous === known.at(-1)?.link ? [...known, ...more] : fetchRoots();
}

/** The own proof by the newest root. */
export function fetchOwnProof(): Promise<OwnReservesProof> {
  return web('GET /reserves/proof');
}

/** Has a root made within minutes. */
export function wantRoot(): Promise<null> {
  return web('POST /reserves/root');
}
