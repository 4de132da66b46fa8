/** Where things are in the data folder. */
import { join } from 'node:path';

/** Paths inside a data folder. */
export interface Layout {
  readonly root: string;
  /** Journal segments and snapshots of the live venue. */
  readonly journal: string;
  /** Seeded and older candles, a file an instrument. */
  readonly history: string;
  /** State of the simulator's hidden price paths. */
  readonly simulator: string;
  readonly attribution: string;
}

/** The layout of the data folder `root` (absolute). */
export function layoutOf(root: string): Layout {
  return {
    root,
    journal: join(root, 'live'),
    history: join(root, 'live', 'history'),
    simulator: join(root, 'simulator.json'),
    attribution: join(root, 'attribution.json'),
  };
}

/** Name of the venue whose journal this is. */
export const VENUE = 'live';
