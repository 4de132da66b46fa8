/** How a bench prints a figure: one line of JSON on standard output. */

/** A figure beside its yardstick. */
export interface BenchFigure {
  readonly bench: string;
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  readonly yardstick?: string;
  readonly yardstickValue?: number;
  readonly ratio?: number;
  readonly goal?: string;
  readonly ok?: boolean;
}

/** Prints a figure. */
export function print(figure: BenchFigure): void {
  process.stdout.write(`${JSON.stringify(figure)}\n`);
}

/** Middle value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The value below which a share of the others lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
