/**
 * Values of the theme's tokens as the browser computes them, for what cannot use CSS itself (a
 * canvas). Computing them lays the page out, so they are kept for the looks that were seen last.
 */

/** Looks whose values are kept. */
export const STYLE_CACHE_ENTRIES_MAX = 20;
/** So many more may gather before the oldest are dropped, all at once. */
export const STYLE_CACHE_OFFSET = 5;

/** A small map that drops what was used longest ago. */
export class StyleCache<T> {
  readonly #entries = new Map<string, T>();

  /** Entries kept now. */
  get size(): number {
    return this.#entries.size;
  }

  /** The value of a key, computed when it is not kept. */
  get(key: string, compute: () => T): T {
    const kept = this.#entries.get(key);
    const value = kept ?? compute();
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > STYLE_CACHE_ENTRIES_MAX + STYLE_CACHE_OFFSET) this.#trim();
    return value;
  }

  #trim(): void {
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= STYLE_CACHE_ENTRIES_MAX) return;
      this.#entries.delete(key);
    }
  }
}

const tokens = new StyleCache<Readonly<Record<string, string>>>();

/** The values of tokens (`--up`) in the look that the document has now. */
export function styleTokens<Name extends string>(
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const root = document.documentElement;
  const { theme, colours } = root.dataset;
  const values = tokens.get([theme, colours, ...names].join(' '), () => {
    const style = getComputedStyle(root);
    return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name).trim()]));
  });
  return values as Readonly<Record<Name, string>>;
}
