/** The panel of a menu, whose code comes when it is opened. */

import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { SkeletonRows } from '../../components/states.tsx';

/** About as many as a menu has. */
const ROWS = 8;
const ROW_PX = 28;

/** Rows without words until it is there. */
export function PanelWait({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<SkeletonRows rows={ROWS} height={ROW_PX} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
