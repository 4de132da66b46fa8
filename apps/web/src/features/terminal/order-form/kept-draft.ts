/** What was typed into an order form comes back after a reload: by person, venue and instrument. */

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
  /** Fields that only a person fills; the price is filled in by the market. */
  readonly typed: readonly (keyof D & string)[];
  /** Fields of a few words. */
  readonly words: readonly (readonly [keyof D & string, readonly string[]])[];
}

/** Whether a person has typed something that would be a pity to lose. */
export function isTyped<D>({ typed }: DraftShape<D>, draft: D): boolean {
  return typed.some((field) => draft[field] !== '');
}

/** Whether a kept value has the form of a draft. */
export function isDraft<D extends object>(shape: DraftShape<D>, value: unknown): value is D {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
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
 */
export function useKeptDraft<D extends object>(
  shape: DraftShape<D>,
  name: string,
  draft: D,
  restore: (kept: D) => void,
): void {
  const { phase, user } = useSession();
  const key = phase === 'known' ? `draft:${VENUE}:${user?.uid ?? 'guest'}:${name}` : '';
  const latest = useRef(draft);
  latest.current = draft;
  const [loaded, setLoaded] = useState('');
  useEffect(() => {
    if (key === '') return;
    let gone = false;
    void cache
      .get(key, (value) => isDraft(shape, value))
      .then((kept) => {
        if (gone) return;
        setLoaded(key);
        if (kept !== null && !isTyped(shape, latest.current)) restore(kept);
      });
    return () => {
      gone = true;
    };
  }, [shape, key, restore]);
  useEffect(() => {
    if (key === '' || loaded !== key) return;
    const timer = setTimeout(() => {
      void (isTyped(shape, draft) ? cache.set(key, draft, LIFETIME_MS) : cache.remove(key));
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [shape, key, draft, loaded]);
}
