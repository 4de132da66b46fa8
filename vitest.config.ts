import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/support/long-first.ts';

export default defineConfig({
  test: {
    include: [
      'packages/*/{src,test}/**/*.test.ts',
      'apps/*/{src,test}/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    globalSetup: 'test/support/run-folder.ts',
    sequence: { sequencer: LongFirst },
    // A test file often waits, for a disk or for a process of its own: one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    // Limits end a test that hangs; a busy machine must never meet them.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
