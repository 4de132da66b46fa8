/** A histogram for hot paths: an array of counters, written out only when somebody asks. */
export class Buckets {
  readonly #bounds: readonly number[];
  readonly #counts: Float64Array;
  #sum = 0;

  /** @param bounds upper bounds, ascending; values above the last are counted too */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  /** Counts a value. */
  observe(value: number): void {
    const bounds = this.#bounds;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] ?? 0)) at++;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#sum += value;
  }

  /** The lines of a Prometheus histogram. */
  text(name: string, help: string): string {
    const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`];
    let total = 0;
    this.#counts.forEach((count, at) => {
      total += count;
      lines.push(`${name}_bucket{le="${this.#bounds[at] ?? '+Inf'}"} ${total}`);
    });
    lines.push(`${name}_sum ${this.#sum}`, `${name}_count ${total}`);
    return `${lines.join('\n')}\n`;
  }
}
