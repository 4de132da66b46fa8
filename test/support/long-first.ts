/** The order of test files: who runs processes or millions of commands begins, so that no core waits at the end. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files below these folders are long; those of the first are the longest. */
const LONG: readonly RegExp[] = [/^test\//, /^packages\/testkit\//, /^packages\/\w+\/test\//];

/** Vitest's own order within each kind: by how long they took last time, or by size. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const path = relative(this.ctx.config.root, moduleId);
      const found = LONG.findIndex((folder) => folder.test(path));
      const place = found < 0 ? LONG.length : found;
      // A shared worker ends as soon as the next file is none of its own: those files come in one row each,
      // pages first, which take longest, and all others last.
      if (project.name === 'browser') return -1;
      return project.config.isolate ? place : LONG.length + 1 + place;
    };
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}
