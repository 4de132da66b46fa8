/** Turns measured values into band verdicts, and verdicts into lines that people read. */
import { BANDS } from './bands-data.ts';

/** Measured values by band id. */
export type Measurements = Readonly<Record<string, number>>;

/** One line of a report; `verdict` is `missing` when the value could not be measured. */
export interface BandResult {
  readonly id: string;
  readonly what: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly verdict: 'in' | 'out' | 'missing';
}

/** Judges the values of one group; ids in `measurements` that no band has are an error. */
export function judge(measurements: Measurements): BandResult[] {
  for (const id of Object.keys(measurements)) {
    if (!BANDS.some((band) => band.id === id)) throw new Error(`no band is named "${id}"`);
  }
  return BANDS.filter((band) => band.id in measurements).map((band) => {
    const value = measurements[band.id] ?? Number.NaN;
    const inside = value >= band.low && value <= band.high;
    return {
      id: band.id,
      what: band.what,
      value,
      low: band.low,
      high: band.high,
      verdict: Number.isNaN(value) ? 'missing' : inside ? 'in' : 'out',
    };
  });
}

/** A plain-text table of the results under a title. */
export function formatReport(title: string, results: readonly BandResult[]): string {
  const lines = results.map((result) => {
    const value = Number.isNaN(result.value) ? '-' : result.value.toPrecision(4);
    const range = `${result.low} … ${result.high}`;
    const mark = result.verdict === 'in' ? 'ok  ' : result.verdict.toUpperCase().padEnd(4);
    return `${mark} ${result.id.padEnd(16)} ${value.padStart(9)}  ${range.padEnd(14)} ${result.what}`;
  });
  return [title, ...lines].join('\n');
}
