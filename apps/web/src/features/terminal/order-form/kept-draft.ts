/**
 * What was typed into an order form comes back after a reload, by person, venue and instrument, until an
 * order is accepted; prices never do, as the market has gone on.
 */

import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../../data/state/session.ts';
import { cacheOf } from '../../../platform/cache/client-cache.ts';
import { VENUE } from '../../../platform/simulation/venue.ts';

const LIFETIME_MS = 24 * 3_600_000;
const QUIET_MS = 400;

const cache = cacheOf('default');

/** How a form's draft is told from what is none. */
export interface DraftShape<D> {
  /** An untouched one. */
  readonly empty: D;
  /** Numbers that hold whatever the market does. */
  readonly sizes: readonly (keyof D & string)[];
  /** Prices, and what says that there are some. */
  readonly prices: readonly (keyof D & string)[];
  /** Fields of a few words. */
  readonly words: readonly (readonly [keyof D & string, readonly string[]])[];
}

/** Whether a person has typed something; the price is filled in by the market. */
export function isTyped<D>({ empty, sizes, prices }: DraftShape<D>, draft: D): boolean {
  return [...sizes, ...prices].some((name) => name !== 'price' && draft[name] !== empty[name]);
}

function without<D>({ empty }: DraftShape<D>, draft: D, names: readonly (keyof D & string)[]): D {
  return { ...draft, ...Object.fromEntries(names.map((name) => [name, empty[name]])) };
}

/** What may be kept of a draft. */
export function withoutPrices<D>(shape: DraftShape<D>, draft: D): D {
  return without(shape, draft, shape.prices);
}

/** What an accepted order leaves in the form: side, kind and terms. */
export function afterOrder<D>(shape: DraftShape<D>, draft: D): D {
  return without(shape, draft, [...shape.sizes, ...shape.prices]);
}

/** Whether a kept value has the form of a draft. */
export function isDraft<D extends object>(shape: DraftShape<D>, value: unknown): value is D {
  // What is no object has no fields.
  const fields = Object(value) as Readonly<Record<string, unknown>>;
  return (
    Object.entries(shape.empty).every(([name, empty]) => typeof fields[name] === typeof empty) &&
    shape.words.every(([name, known]) => known.includes(String(fields[name])))
  );
}

/**
 * Restores the draft of an earlier visit into a form that is still untouched, and keeps what is
 * typed. Nothing is read or kept before it is known who is there.
 * @param shape must stay the same between renders
 * @param name of the form: its instrument, and its side where both stand beside each other
 * @returns forgets the draft, for good once the form is empty or gone
 */
export function useKeptDraft<D extends object>(
  shape: DraftShape<D>,
  name: string,
  draft: D,
  restore: (kept: D) => void,
): () => void {
  const { phase, user } = useSession();
  const key = phase === 'known' ? `draft:${VENUE}:${user?.uid ?? 'guest'}:${name}` : '';
  const latest = useRef({ draft, key });
  latest.current = { draft, key };
  const [loaded, setLoaded] = useState('');
  useEffect(() => {
    if (key === '') return;
    let gone = false;
    void cache
      .get(key, (value) => isDraft(shape, value))
      .then((kept) => {
        if (gone) return;
        setLoaded(key);
        if (kept === null || isTyped(shape, latest.current.draft)) return;
        restore(withoutPrices(shape, kept));
      });
    return () => {
      gone = true;
    };
  }, [shape, key, restore]);
  useEffect(() => {
    if (key === '' || loaded !== key) return;
    const timer = setTimeout(() => {
      const kept = withoutPrices(shape, draft);
      void (isTyped(shape, kept) ? cache.set(key, kept, LIFETIME_MS) : cache.remove(key));
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [shape, key, draft, loaded]);
  return () => {
    // The order of a visitor made him somebody since: neither keeps it.
    for (const each of [key, latest.current.key]) void cache.remove(each);
  };
}
