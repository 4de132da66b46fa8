/** The place of simulation trading's banner. Its code comes in that mode only, its colour at once. */

import { lazy, Suspense } from 'react';
import { moreMessages } from '../../platform/locale/locale.ts';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import './simulation.css';

const SimulationBanner = lazy(async () => {
  const [part] = await Promise.all([import('./simulation-banner.tsx'), moreMessages()]);
  return { default: part.SimulationBanner };
});

/** The banner; nothing in live trading. */
export function BannerHost() {
  if (!SIMULATING) return null;
  return (
    <Suspense fallback={<div className="simulation-banner" />}>
      <SimulationBanner />
    </Suspense>
  );
}
