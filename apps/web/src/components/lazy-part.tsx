/** Parts that are fetched when they are first shown. */

import { type ComponentType, lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { SkeletonRows } from './states.tsx';

/** A component that loads itself; what it needs meanwhile is `rows` grey lines. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  rows: number,
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
        <Suspense fallback={rows === 0 ? null : <SkeletonRows rows={rows} />}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
