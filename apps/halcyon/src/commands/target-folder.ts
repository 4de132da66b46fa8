/** Tries a folder before anything is copied into it. */
import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK_NAMES, makeFolder } from '@halcyon/journal';

/** Makes the folder. @throws Error naming it when it cannot be made or written, or has anything in it */
export function requireEmptyTarget(folder: string): void {
  makeFolder(folder);
  const there = readdirSync(folder).filter((name) => !LOCK_NAMES.includes(name));
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

/** @throws Error when the disk of a folder has less room than that */
export function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new Error(`${folder} has ${inMb(free)} MB of room, ${inMb(bytes)} MB are needed`);
}

function inMb(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}
