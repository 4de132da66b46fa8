/**
 * What was typed into an order form comes back after a reload, by person, venue and instrument, until an
 * order is accepted; prices never do, as the market has gone on.
 */

import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../../data/state/session.ts';
import { cacheOf } from '../../../platform/cache/client-cache.ts';
import { VENUE } from '../../../platform/simulation/venue.ts';
import { isDraft, isTyped, type OrderDraft, type OrderKind, withoutPrices } from './draft.ts';

const LIFETIME_MS = 24 * 3_600_000;
const QUIET_MS = 400;

const cache = cacheOf('default');

/**
 * Restores the draft of an earlier visit into a form that is still untouched, and keeps what is
 * typed. Nothing is read or kept before it is known who is there.
 * @param kinds that the form places; must stay the same between renders
 * @param name of the form: its instrument, and its side where both stand beside each other
 * @returns forgets the draft, for good once the form is empty or gone
 */
export function useKeptDraft(
  kinds: readonly OrderKind[],
  name: string,
  draft: OrderDraft,
  restore: (kept: OrderDraft) => void,
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
      .get(key, (value): value is OrderDraft => isDraft(value, kinds))
      .then((kept) => {
        if (gone) return;
        setLoaded(key);
        if (kept !== null && !isTyped(latest.current.draft)) restore(withoutPrices(kept));
      });
    return () => {
      gone = true;
    };
  }, [kinds, key, restore]);
  useEffect(() => {
    if (key === '' || loaded !== key) return;
    const timer = setTimeout(() => {
      const kept = withoutPrices(draft);
      void (isTyped(kept) ? cache.set(key, kept, LIFETIME_MS) : cache.remove(key));
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [key, draft, loaded]);
  return () => {
    // The order of a visitor made him somebody since: neither keeps it.
    for (const each of [key, latest.current.key]) void cache.remove(each);
  };
}
