/** Where things are in the data folder. */
import { join } from 'node:path';

/** Paths inside a data folder. */
export interface Layout {
  readonly root: string;
  /** Name of the venue, as its journal has it. */
  readonly venue: string;
  /** Its journal segments and snapshots. */
  readonly journal: string;
  /** Its seeded and older candles, a file an instrument. */
  readonly history: string;
  /** State of the simulator's hidden price paths. */
  readonly simulator: string;
  /** What is on its way over the exchange's own chain. */
  readonly chain: string;
  readonly attribution: string;
}

/** The layout of the data folder `root` (absolute), with the parts of the live venue. */
export function layoutOf(root: string): Layout {
  return venueLayout(root, 'live');
}

/** The same with the parts of the paper venue. */
export function paperLayoutOf(root: string): Layout {
  return venueLayout(root, 'paper');
}

function venueLayout(root: string, venue: string): Layout {
  return {
    root,
    venue,
    journal: join(root, venue),
    history: join(root, venue, 'history'),
    simulator: join(root, 'simulator.json'),
    chain: join(root, 'chain.json'),
    attribution: join(root, 'attribution.json'),
  };
}
