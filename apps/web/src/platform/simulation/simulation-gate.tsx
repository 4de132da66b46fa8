/** Keeps simulation trading on its own pages. */

import { allowedInSimulation, SIMULATION_HOME } from '@halcyon/domain/web';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { Navigate } from '../links/navigation.tsx';
import { localised } from '../locale/locale.ts';
import { followFlag } from './mode.ts';
import { SIMULATING } from './venue.ts';

/** Shows `children`, or leads to the mode's first page where the address is not allowed. */
export function SimulationGate({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again on every page
  useEffect(followFlag, [pathname]);
  // The whole address: the router has taken off one language segment, and there may be no second.
  if (SIMULATING && !allowedInSimulation(localised(pathname)))
    return <Navigate to={SIMULATION_HOME} replace />;
  return children;
}
