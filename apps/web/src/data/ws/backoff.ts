/** Waiting times between attempts to reconnect. */

const FIRST_MS = 500;
const MAX_MS = 15_000;

/**
 * Milliseconds to wait before attempt `attempt` (0 is the first retry): doubles from half a second
 * to 15 s, spread by `random` (0..1) over the upper half so that many pages do not return at once.
 */
export function backoffMs(attempt: number, random: number): number {
  const ceiling = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(ceiling / 2 + (ceiling / 2) * random);
}
