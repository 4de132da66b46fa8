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
 * Each thread collects its own garbage. Helpers would have to be given a processor first, and the thread
 * waits for them: on two processors under load the slowest hundredth of signed orders took 6.0 to 7.4 ms
 * without helpers, 8.7 to 10 ms with them (four servers in turns, medians), for 3 to 6 % of the peak.
 *
 * Sources whose types were stripped before (stripped-sources.mjs says why).
 */
const TUNABLES = 'GLIBC_TUNABLES';
const LARGE_PAGES =
  'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=262144:glibc.malloc.arena_max=4';

/** V8's room for objects that die young (one of its halves, MiB), and who collects garbage. */
export const HEAP_FLAGS: readonly string[] = ['--max-semi-space-size=16', '--single-threaded-gc'];

/** Loads sources as they were stripped once. */
export const SOURCES_FLAG = `--import=${new URL('./stripped-sources.mjs', import.meta.url).href}`;

/** The environment with large pages asked for; a setting that is there already stays. */
export function withLargePages(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, [TUNABLES]: env[TUNABLES] ?? LARGE_PAGES };
}

/** Begins this program again, as the same process, if it was started without these settings. */
export function useProcessSettings(): void {
  const { platform, env, execPath, execArgv, argv } = process;
  const flagged = HEAP_FLAGS.every((flag) => execArgv.includes(flag));
  const begun = env[TUNABLES] !== undefined && flagged;
  if (platform !== 'linux' || begun || process.execve === undefined) return;
  // First, so that what the operator gave stands.
  const args = [execPath, ...HEAP_FLAGS, SOURCES_FLAG, ...execArgv, ...argv.slice(1)];
  process.execve(execPath, args, withLargePages(env));
}
