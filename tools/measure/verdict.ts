/** Measured figures against their limits. */

/** One figure. */
export interface MeasuredFigure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The figure may be at most this, or at least this where `atLeast`. */
  readonly limit: number;
  readonly atLeast?: boolean;
  /** What the figure was made of, where it failed. */
  readonly detail?: string;
}

/** Whether a figure keeps its limit. */
export function isGood({ value, limit, atLeast }: MeasuredFigure): boolean {
  return atLeast === true ? value >= limit : value <= limit;
}

/** A figure as one line. */
export function line(figure: MeasuredFigure): string {
  const { name, value, unit, limit, atLeast, detail } = figure;
  const good = isGood(figure);
  const sign = atLeast === true ? '≥' : '≤';
  const text = `${good ? 'ok  ' : 'FAIL'} ${name.padEnd(54)} ${round(value)} ${unit} (${sign} ${limit})`;
  return good || detail === undefined ? text : `${text}\n     ${detail}`;
}

function round(value: number): string {
  return String(Math.round(value * 1000) / 1000).padStart(8);
}

/** The middle one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
