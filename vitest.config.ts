import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { ALONE, BROWSER, EVERY_TEST } from './test/support/alone.ts';
import { LongFirst } from './test/support/long-first.ts';

export default defineConfig({
  test: {
    globalSetup: 'test/support/run-folder.ts',
    sequence: { sequencer: LongFirst },
    // Half of the time a test file waits, for a disk, a limit of requests or a process of its own.
    maxWorkers: availableParallelism() * 2,
    // Limits end a test that hangs; a busy machine must never meet them.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: 'alone', include: [...ALONE] } },
      {
        extends: true,
        test: {
          name: 'together',
          include: [...EVERY_TEST],
          exclude: ['**/node_modules/**', ...ALONE, BROWSER],
          // A worker loads the modules once for all of its files, which leave nothing behind.
          isolate: false,
        },
      },
      // The same, with one browser for all files of a worker.
      { extends: true, test: { name: 'browser', include: [BROWSER], isolate: false } },
    ],
  },
});
