/** The document's title. */

import { useEffect } from 'react';

/** Shows `title` in the browser's tab while the component is mounted. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
