/** Parts that are fetched when they are first shown. */

import { type ComponentType, lazy, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { SkeletonRows } from './states.tsx';

/** A component that loads itself; what it needs meanwhile is `rows` grey lines. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  rows: number,
): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load() }));
  return function LazyPart(props: P) {
    return (
      <ErrorBoundary>
        <Suspense fallback={rows === 0 ? null : <SkeletonRows rows={rows} />}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
