/** Links of roots that this browser saw on earlier visits: what an exchange cannot take back. */

import { readLocal, writeLocal } from '../../platform/storage/local.ts';

const KEY = 'reserves-roots';
/** Roots of one exchange: of the first ones and of the newest ones each half. */
const ROOTS_MAX = 200;
const EXCHANGES_MAX = 8;

/** A root as it was seen. */
export type KeptRoot = readonly [seq: number, link: string, time: number];
/** By exchange, the oldest first. */
export type KeptRoots = Readonly<Record<string, readonly KeptRoot[]>>;

/** What a stored text says; what cannot be read is nothing. */
export function keptIn(stored: string | null): KeptRoots {
  try {
    const read: unknown = JSON.parse(stored ?? '{}');
    const entries = typeof read === 'object' && read !== null ? Object.entries(read) : [];
    return Object.fromEntries(entries.filter(([, roots]) => isList(roots)));
  } catch {
    return {};
  }
}

function isList(roots: unknown): boolean {
  return Array.isArray(roots) && roots.every((root) => Array.isArray(root) && root.length === 3);
}

/** The same with one root more. */
export function withRoot(kept: KeptRoots, exchange: string, root: KeptRoot): KeptRoots {
  const before = kept[exchange] ?? [];
  if (before.some(([seq]) => seq === root[0])) return kept;
  const roots = [...before, root];
  const half = ROOTS_MAX / 2;
  const bounded =
    roots.length > ROOTS_MAX ? [...roots.slice(0, half), ...roots.slice(-half)] : roots;
  const { [exchange]: _before, ...others } = kept;
  const entries = Object.entries(others).slice(1 - EXCHANGES_MAX);
  return Object.fromEntries([...entries, [exchange, bounded]]);
}

/** What this browser keeps. */
export function readKept(): KeptRoots {
  return keptIn(readLocal(KEY));
}

/** Keeps a root. */
export function keepRoot(exchange: string, root: KeptRoot): void {
  writeLocal(KEY, JSON.stringify(withRoot(readKept(), exchange, root)));
}
