/** What a browser can say of the list of roots: whether it holds together, and has what was seen before. */

import { brokenRoot, FIRST_LINK, type HashText, type ReservesHead } from '@halcyon/domain';
import type { KeptRoot, KeptRoots } from './kept-roots.ts';

/** How the list stands. */
export type ChainVerdict =
  | { readonly name: 'none' }
  /** Every root covers the one before; `kept` = those seen before, all of which are there. */
  | { readonly name: 'holds'; readonly kept: readonly KeptRoot[] }
  /** A root is not what its link says, or does not follow on the one before. */
  | { readonly name: 'broken'; readonly seq: number }
  /** A root that was seen before is missing, or is another now. */
  | { readonly name: 'missing'; readonly root: KeptRoot }
  /** All that was seen at this address is of other exchanges. */
  | { readonly name: 'other' };

/** @param roots all of them, the oldest first */
export function chainVerdict(
  hash: HashText,
  roots: readonly ReservesHead[],
  known: KeptRoots,
): ChainVerdict {
  const exchange = roots[0]?.exchange;
  const others = Object.keys(known);
  if (exchange === undefined) return others.length === 0 ? { name: 'none' } : { name: 'other' };
  const broken =
    brokenRoot(hash, roots, FIRST_LINK) ?? roots.find((root) => root.exchange !== exchange);
  if (broken !== undefined) return { name: 'broken', seq: broken.seq };
  const kept = known[exchange];
  if (kept === undefined)
    return others.length === 0 ? { name: 'holds', kept: [] } : { name: 'other' };
  const links = new Map(roots.map(({ seq, link }) => [seq, link]));
  const missing = kept.find(([seq, link]) => links.get(seq) !== link);
  return missing === undefined ? { name: 'holds', kept } : { name: 'missing', root: missing };
}
