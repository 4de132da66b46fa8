/** The proof of reserves, of live trading also on paper. */

import type { ReservesHead } from '@halcyon/domain';
import { type OwnReservesProof, type ReservesNow, ROOTS_PAGE } from '@halcyon/domain/web';
import { web } from './web.ts';

/** The newest root. */
export function fetchReserves(): Promise<ReservesNow> {
  return web('GET /reserves');
}

/** Every root, the oldest first; asks for more pages while one is full. */
export async function fetchRoots(): Promise<readonly ReservesHead[]> {
  const all: ReservesHead[] = [];
  for (;;) {
    const after = all.at(-1)?.seq ?? 0;
    const { roots } = await web('GET /reserves/roots', { after });
    all.push(...roots);
    if (roots.length < ROOTS_PAGE) return all;
  }
}

/** The own proof by the newest root. */
export function fetchOwnProof(): Promise<OwnReservesProof> {
  return web('GET /reserves/proof');
}

/** Has a root made within minutes. */
export function wantRoot(): Promise<null> {
  return web('POST /reserves/root');
}
