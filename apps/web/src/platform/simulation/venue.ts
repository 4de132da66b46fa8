/**
 * Which venue this page trades on: paper while the simulation flag exists, else live. It is read once,
 * when the page loads; entering and leaving are full loads, so nothing of one venue meets the other.
 */

import { SIMULATION_FLAG, SIMULATION_MARKER } from '@halcyon/domain/web';

/** The venues of the exchange. */
export type Venue = 'live' | 'paper';

/** Whether the flag exists now; without storage it does not. */
export function simulationFlag(): boolean {
  try {
    return localStorage.getItem(SIMULATION_FLAG) !== null;
  } catch {
    return false;
  }
}

/** The venue of this page, until it is loaded again. */
export const VENUE: Venue = simulationFlag() ? 'paper' : 'live';

/** Whether this page is in simulation trading. */
export const SIMULATING = VENUE === 'paper';

/** A key of a query or a cache, which belongs to one venue. */
export function venueKey(...parts: readonly unknown[]): readonly unknown[] {
  return [VENUE, ...parts];
}

/** The address of a request, with the marker while the page is in simulation trading. */
export function marked(address: string, venue: Venue = VENUE): string {
  if (venue === 'live') return address;
  const hash = address.indexOf('#');
  const path = hash < 0 ? address : address.slice(0, hash);
  const { name, value } = SIMULATION_MARKER;
  return `${path}${path.includes('?') ? '&' : '?'}${name}=${value}`;
}
