/** Which test files have a worker of their own. The others share workers: each loads its modules once for all of them. */

export const EVERY_TEST: readonly string[] = [
  'packages/*/{src,test}/**/*.test.ts',
  'apps/*/{src,test}/**/*.test.ts',
  'test/**/*.test.ts',
];

/** Tests of pages: their workers have one browser each. They may start exchanges, which end with their file. */
export const BROWSER = 'test/browser/**/*.test.ts';

/** Tests that start exchanges, change their own environment, or exchange modules. */
const APART: readonly string[] = [
  'test/*.test.ts',
  'test/!(browser)/**/*.test.ts',
  'apps/halcyon/{src,test}/**/*.test.ts',
  'apps/web/src/data/rest/refusal-table.test.ts',
  'apps/web/src/features/news/account-news.test.ts',
  'apps/web/src/platform/cache/unfinished-writes.test.ts',
  'apps/web/src/platform/locale/more-messages.test.ts',
];

/** Hundreds of thousands of commands: what V8 has learnt from other tests makes them slower. */
const LONG_LOOPS: readonly string[] = [
  'packages/testkit/src/core/{adversarial,storm,margin-storm,margin-thin}*.test.ts',
  'packages/testkit/src/core/{oracle,*-oracle,futures,replay,rules,sequences}.test.ts',
  'packages/testkit/src/core/{reserves,seal}*.test.ts',
  'packages/testkit/src/core/copy-{batch,crowd,dry-run,gathering,portfolios,portions,turns}.test.ts',
  'packages/testkit/src/paper/{truth*,*random}.test.ts',
  'packages/testkit/src/storage/{crash-images,journal-damage}.test.ts',
];

export const ALONE: readonly string[] = [...APART, ...LONG_LOOPS];
