/** Runs a bench part in a process of its own, so that no engine shares another's compiled code. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The JSON that the part prints; it runs with the compiler flags of this process. @throws when it fails */
export function runPart<T>(
  file: string,
  args: readonly string[],
  flags: readonly string[] = [],
): T {
  const { stdout, status } = spawnSync(
    process.execPath,
    [...process.execArgv, ...flags, join(import.meta.dirname, file), ...args],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} failed`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as T;
}

/**
 * Time this thread has had on a processor, ns: on a quiet machine the time that passed, on a busy one
 * without the others' share of it.
 */
export function threadNs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) * 1_000;
}
