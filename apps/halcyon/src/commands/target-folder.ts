/** Tries a folder before anything is copied into it. */
import { existsSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LOCK_NAMES, makeFolder } from '@halcyon/journal';

/** Makes the folder. @throws Error naming it when it cannot be made or written, or has anything in it */
export function requireEmptyTarget(folder: string): void {
  makeFolder(folder);
  const there = contentsOf(folder);
  if (there.length > 0) throw new Error(`${folder} is not empty: it has ${there[0]}`);
  const trial = join(folder, '.trial');
  try {
    writeFileSync(trial, 'trial', { flush: true });
    rmSync(trial);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${folder} cannot be written: ${why}`, { cause });
  }
}

/**
 * Fills an empty folder; when that fails nothing is left, neither of the files nor of folders that were
 * made for them. @throws Error as `requireEmptyTarget` and `fill` do
 */
export async function fillTarget<Result>(
  folder: string,
  fill: () => Promise<Result>,
): Promise<Result> {
  const made = firstMissing(folder);
  // What is in a folder that is not empty is not ours.
  let added = (): string[] => (made !== null && existsSync(made) ? [made] : []);
  try {
    requireEmptyTarget(folder);
    if (made === null) added = () => contentsOf(folder).map((name) => join(folder, name));
    return await fill();
  } catch (error) {
    for (const path of added()) rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

/** Without the lock, which another process may hold. */
function contentsOf(folder: string): string[] {
  return readdirSync(folder).filter((name) => !LOCK_NAMES.includes(name));
}

/** The uppermost folder that has to be made for another one; null = it is there. */
function firstMissing(folder: string): string | null {
  if (existsSync(folder)) return null;
  return firstMissing(dirname(folder)) ?? folder;
}

/** @throws Error when the disk of a folder has less room than that */
export function requireDiskSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new Error(`${folder} has ${inMb(free)} MB of room, ${inMb(bytes)} MB are needed`);
}

function inMb(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}
