/** Keeps simulation trading on its own pages. */

import { allowedInSimulation, insteadOf } from '@halcyon/domain/web';
import { type ReactNode, useEffect } from 'react';
import { Navigate } from '../links/navigation.tsx';
import { useLocation } from '../links/router.tsx';
import { followFlag } from './mode.ts';
import { SIMULATING } from './venue.ts';

/** Shows `children`, or leads to the mode's first page where the address is not allowed. */
export function SimulationGate({ children }: { readonly children: ReactNode }) {
  const { address } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again on every page
  useEffect(followFlag, [address]);
  if (SIMULATING && !allowedInSimulation(address)) {
    return <Navigate to={insteadOf(address)} replace />;
  }
  return children;
}
