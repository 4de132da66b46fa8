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
 * Sources whose types were stripped before (stripped-sources.mjs says why).
 */
const TUNABLES = 'GLIBC_TUNABLES';
const LARGE_PAGES =
  'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=262144:glibc.malloc.arena_max=4';

/** Bounds V8's room for objects that die young, of each thread: one of its halves, MiB. */
export const YOUNG_FLAG = '--max-semi-space-size=16';

/** Loads sources as they were stripped once. */
export const SOURCES_FLAG = `--import=${new URL('./stripped-sources.mjs', import.meta.url).href}`;

/** The environment with large pages asked for; a setting that is there already stays. */
export function withLargePages(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, [TUNABLES]: env[TUNABLES] ?? LARGE_PAGES };
}

/** Begins this program again, as the same process, if it was started without these settings. */
export function useProcessSettings(): void {
  const { platform, env, execPath, execArgv, argv } = process;
  const begun = env[TUNABLES] !== undefined && execArgv.includes(YOUNG_FLAG);
  if (platform !== 'linux' || begun || process.execve === undefined) return;
  // First, so that what the operator gave stands.
  const args = [execPath, YOUNG_FLAG, SOURCES_FLAG, ...execArgv, ...argv.slice(1)];
  process.execve(execPath, args, withLargePages(env));
}
