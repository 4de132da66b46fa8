/** What the runs of a part were to meet, and none of them has; see `expectMet` of the testkit. */

const LINE = /missed by ([^:\n]+): (\[.*\])/g;

export class Missed {
  private readonly by = new Map<string, ReadonlySet<string>>();

  /** Takes what one run printed: what it has met is missed no more. */
  hear(printed: string): void {
    for (const [, runs = '', list = '[]'] of printed.matchAll(LINE)) {
      const missed = new Set(JSON.parse(list) as string[]);
      this.by.set(runs, missed.intersection(this.by.get(runs) ?? missed));
    }
  }

  /** A line for each kind of runs that have missed something, all of them. */
  lines(): string[] {
    return [...this.by].flatMap(([runs, missed]) =>
      missed.size === 0 ? [] : [`no run of ${runs} has met ${[...missed].join(', ')}`],
    );
  }
}
