/**
 * How a process with a core is to begin: its memory, and how it loads its sources. Node and glibc read
 * these settings once, at the beginning.
 *
 * Large pages for the core's tables. Orders, index and balances are read at random in tens of
 * megabytes; on pages of 4 KB the processor spends a quarter of matching on finding the pages. Where
 * the kernel gives large pages to who asks (`madvise`, the usual setting), glibc asks when told so by
 * an environment variable. Its two other settings keep the process small beside them: what a table
 * frees when it grows goes back to the system, and the threads share four arenas (measured on a fresh
 * start: 655 MB resident, 790 MB without).
 *
 * Less room for objects that die young, in each thread: 10,000 WebSocket connections take 180 MB then,
 * 203 with twice as much. Beside a loaded paper venue no difference was shown in live's answers.
 *
 * As many helpers of V8 (collecting garbage, compiling) as there are processors besides one, at most its
 * own four. With four on two processors an answer waited for them: docs/decisions/0028 has the figures.
 *
 * Sources whose types were stripped before (stripped-sources.mjs says why).
 */
import { availableParallelism } from 'node:os';

const TUNABLES = 'GLIBC_TUNABLES';
const LARGE_PAGES =
  'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=262144:glibc.malloc.arena_max=4';

const HELPERS = Math.min(4, Math.max(1, availableParallelism() - 1));

/** How V8 is told to use memory and processors. */
export const V8_FLAGS: readonly string[] = [
  // Room for objects that die young, of each thread: one of its halves, MiB.
  '--max-semi-space-size=16',
  `--v8-pool-size=${HELPERS}`,
  // With one helper a thread waits for it longer than it saves.
  ...(HELPERS === 1 ? ['--no-parallel-scavenge'] : []),
];

const SOURCES = new URL('./stripped-sources.mjs', import.meta.url).href;

/** Loads sources as they were stripped once. */
export const SOURCES_FLAG = `--import=${SOURCES}`;

/** The same for what this process loads from now on, which takes half of the time. */
export async function useStrippedSources(): Promise<void> {
  await import(SOURCES);
}

/** The environment with large pages asked for; a setting that is there already stays. */
export function withLargePages(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, [TUNABLES]: env[TUNABLES] ?? LARGE_PAGES };
}

/** Begins this program again, as the same process, if it was started without these settings. */
export function useProcessSettings(): void {
  const { platform, env, execPath, execArgv, argv } = process;
  const begun = env[TUNABLES] !== undefined && V8_FLAGS.every((flag) => execArgv.includes(flag));
  if (platform !== 'linux' || begun || process.execve === undefined) return;
  // First, so that what the operator gave stands.
  const args = [execPath, ...V8_FLAGS, SOURCES_FLAG, ...execArgv, ...argv.slice(1)];
  process.execve(execPath, args, withLargePages(env));
}
