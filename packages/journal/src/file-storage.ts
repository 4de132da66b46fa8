/**
 * The real disk. Loops on short reads and writes, and opens files for their owner only.
 */
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { IO_BYTES_MAX } from './limits.ts';
import { makeFolder } from './make-folder.ts';
import type { FileHandle, OpenMode, Storage } from './storage.ts';

const OPEN_FLAGS: Readonly<Record<OpenMode, string>> = { read: 'r', write: 'r+', create: 'wx+' };

/** Moves at most `length` bytes at `offset` to or from `position`; returns how many it moved. */
export type TransferSome = (offset: number, length: number, position: number) => number;

/**
 * Calls `transfer` until `length` bytes have moved or it moves none; returns the bytes moved.
 * The operating system may write 500 of 1,000 bytes and only then report a full disk.
 */
export function transferFully(
  transfer: TransferSome,
  offset: number,
  length: number,
  position: number,
): number {
  let done = 0;
  while (done < length) {
    const wanted = Math.min(length - done, IO_BYTES_MAX);
    const moved = transfer(offset + done, wanted, position + done);
    if (moved === 0) break;
    done += moved;
  }
  return done;
}

/** `Storage` on the machine's file system. */
export class FileStorage implements Storage {
  makeDirectory(path: string): void {
    makeFolder(path);
  }

  list(path: string): string[] {
    return readdirSync(path);
  }

  open(path: string, mode: OpenMode): FileHandle {
    return openSync(path, OPEN_FLAGS[mode], 0o600);
  }

  close(handle: FileHandle): void {
    closeSync(handle);
  }

  size(handle: FileHandle): number {
    return fstatSync(handle).size;
  }

  read(
    handle: FileHandle,
    target: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): number {
    return transferFully(
      (at, wanted, where) => readSync(handle, target, at, wanted, where),
      offset,
      length,
      position,
    );
  }

  write(
    handle: FileHandle,
    source: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): void {
    // The whole write in one call is the rule, and the commit path: no closure for it.
    const first = writeSync(handle, source, offset, Math.min(length, IO_BYTES_MAX), position);
    if (first === length) return;
    const done =
      first +
      transferFully(
        (at, wanted, where) => writeSync(handle, source, at, wanted, where),
        offset + first,
        length - first,
        position + first,
      );
    if (done !== length) throw new ShortWriteError(done, length);
  }

  syncData(handle: FileHandle): void {
    fdatasyncSync(handle);
  }

  syncDirectory(path: string): void {
    const handle = openSync(path, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  }

  rename(from: string, to: string): void {
    renameSync(from, to);
  }

  unlink(path: string): void {
    unlinkSync(path);
  }

  truncate(handle: FileHandle, length: number): void {
    ftruncateSync(handle, length);
  }
}

/** The operating system took no more bytes and gave no reason. */
export class ShortWriteError extends Error {
  override readonly name = 'ShortWriteError';
  readonly code = 'EIO';

  constructor(done: number, length: number) {
    super(`the file took ${done} of ${length} bytes and then none`);
  }
}
