/** The document's title and description. */

import { useEffect } from 'react';
import { useT } from '../platform/locale/intl.tsx';
import { SIMULATING } from '../platform/simulation/venue.ts';

function setMeta(selector: string, content: string): void {
  document.querySelector(selector)?.setAttribute('content', content);
}

/** Shows them in the browser's tab and to who reads the page's head, while mounted. */
export function useTitle(title: string, description?: string): void {
  const t = useT();
  const about = description ?? t('meta.description');
  const shown = SIMULATING ? `${t('simulation.tag')}: ${title}` : title;
  useEffect(() => {
    document.title = shown;
    setMeta('meta[property="og:title"]', shown);
  }, [shown]);
  useEffect(() => {
    setMeta('meta[name="description"]', about);
    setMeta('meta[property="og:description"]', about);
  }, [about]);
}
