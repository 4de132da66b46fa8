/** What a folder has, read again only where its entries have changed: many ask, and it grows for years. */
import { statSync } from 'node:fs';

/** File systems keep the time of a change less finely than it happens: a change so soon after one may not show. */
const CLOCK_MS = 1_000;

/** @returns what was read last, or now where the folder may have changed since */
export function whileUnchanged<Contents>(folder: string, read: () => Contents): () => Contents {
  let known: { readonly changed: number; readonly contents: Contents } | null = null;
  return () => {
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (known?.changed === changed) return known.contents;
    const contents = read();
    known = Date.now() - changed > CLOCK_MS ? { changed, contents } : null;
    return contents;
  };
}
