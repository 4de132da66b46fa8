/** Activity by hour of day and day of week (UTC): busiest about 14:30, quietest about 03:30. */

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const WEEKEND = 0.77;
const POINTS = 7 * 24 * 4;

function rawSeason(timeMs: number): number {
  const date = new Date(timeMs);
  const hour = date.getUTCHours() + date.getUTCMinutes() / 60;
  const angle = (2 * Math.PI * (hour - 14.5)) / 24;
  // The second harmonic narrows the afternoon peak and flattens the night.
  const daily = Math.exp(0.23 * Math.cos(angle) + 0.1 * Math.cos(2 * angle));
  return date.getUTCDay() % 6 === 0 ? daily * WEEKEND : daily;
}

/** Quarter-hour table from Thursday 00:00 UTC (the epoch's weekday), of mean square 1. */
const TABLE: Float64Array = (() => {
  const table = new Float64Array(POINTS);
  for (let index = 0; index < POINTS; index += 1) table[index] = rawSeason(index * HOUR_MS * 0.25);
  const square = table.reduce((sum, value) => sum + value * value, 0) / POINTS;
  return table.map((value) => value / Math.sqrt(square));
})();

/** Seasonal factor of volatility at a time: about 0.55 to 1.6, of mean square 1 over a week. */
export function seasonAt(timeMs: number): number {
  const quarter = Math.floor((timeMs % (7 * DAY_MS)) / (HOUR_MS / 4));
  return TABLE[quarter < 0 ? quarter + POINTS : quarter]!;
}
