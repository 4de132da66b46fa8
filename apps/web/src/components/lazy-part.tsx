/** Parts that are fetched when they are first shown. */

import { type ComponentType, lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { SkeletonRows } from './states.tsx';

const waitingRows = (rows: number) => (rows === 0 ? null : <SkeletonRows rows={rows} />);

/** A component that loads itself. @param wait what stands there meanwhile: a text, or so many grey lines */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  wait: number | string,
): ComponentType<P> {
  const fetched = () => lazy(async () => ({ default: await load() }));
  let part = fetched();
  return function LazyPart(props: P) {
    const [Part, setPart] = useState(() => part);
    // One that could not be fetched stays so.
    const again = () => {
      part = fetched();
      setPart(() => part);
    };
    return (
      <ErrorBoundary onRetry={again}>
        <Suspense fallback={typeof wait === 'string' ? wait : waitingRows(wait)}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
