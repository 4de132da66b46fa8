/** A run of one file that starts all that tests start, and never ends by itself. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/run-end/endless.ts'],
    globalSetup: 'test/support/run-folder.ts',
    testTimeout: 0,
  },
});
