/** What was typed into the order form comes back after a reload: by person, venue and instrument. */

import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../../data/state/session.ts';
import { cacheOf } from '../../../platform/cache/client-cache.ts';
import { VENUE } from '../../../platform/simulation/venue.ts';
import { type Draft, emptyDraft } from './draft.ts';

const LIFETIME_MS = 24 * 3_600_000;
const QUIET_MS = 400;
/** Fields that only a person fills; the price is filled in by the market. */
const TYPED = ['size', 'trigger', 'stopPrice', 'callback', 'takeProfit', 'stopLoss'] as const;

const cache = cacheOf('default');

/** Whether a person has typed something that would be a pity to lose. */
export function isTyped(draft: Draft): boolean {
  return TYPED.some((field) => draft[field] !== '');
}

/** Whether a kept value has the form of a draft. */
export function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  const like = emptyDraft('buy');
  const words: readonly (readonly [keyof Draft, readonly string[]])[] = [
    ['side', ['buy', 'sell']],
    ['kind', ['limit', 'market', 'trigger', 'oco', 'trailing']],
    ['execution', ['limit', 'market']],
    ['force', ['gtc', 'ioc', 'fok', 'post_only']],
  ];
  return (
    Object.entries(like).every(([name, empty]) => typeof fields[name] === typeof empty) &&
    words.every(([name, known]) => known.includes(String(fields[name])))
  );
}

/**
 * Restores the draft of an earlier visit into a form that is still untouched, and keeps what is
 * typed. Nothing is read or kept before it is known who is there.
 * @param name of the form: its instrument, and its side where both stand beside each other
 */
export function useKeptDraft(name: string, draft: Draft, restore: (kept: Draft) => void): void {
  const { phase, user } = useSession();
  const key = phase === 'known' ? `draft:${VENUE}:${user?.uid ?? 'guest'}:${name}` : '';
  const latest = useRef(draft);
  latest.current = draft;
  const [loaded, setLoaded] = useState('');
  useEffect(() => {
    if (key === '') return;
    let gone = false;
    void cache.get(key, isDraft).then((kept) => {
      if (gone) return;
      setLoaded(key);
      if (kept !== null && !isTyped(latest.current)) restore(kept);
    });
    return () => {
      gone = true;
    };
  }, [key, restore]);
  useEffect(() => {
    if (key === '' || loaded !== key) return;
    const timer = setTimeout(() => {
      void (isTyped(draft) ? cache.set(key, draft, LIFETIME_MS) : cache.remove(key));
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [key, draft, loaded]);
}
