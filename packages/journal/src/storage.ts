/**
 * The few file operations that durability needs, synchronous on purpose: a commit in the engine's
 * thread beats asynchronous file calls tenfold in the tail. Tests put a simulated disk behind the
 * same seam, tear its writes and lose its unsynced data.
 *
 * Every operation throws an error with the operating system's `code` (`ENOSPC`, `EIO`, `ENOENT`…).
 * Directories are named by path, open files by a handle.
 */

/** An open file. */
export type FileHandle = number;

/** `read`: must exist; `write`: must exist, read and write; `create`: must not exist. */
export type OpenMode = 'read' | 'write' | 'create';

/** See the module's header. */
export interface Storage {
  /** Makes the directory and its parents (owner only); nothing happens when it is there. */
  makeDirectory(path: string): void;
  /** Names of the entries of a directory, in any order. */
  list(path: string): string[];
  open(path: string, mode: OpenMode): FileHandle;
  close(handle: FileHandle): void;
  /** Size in bytes. */
  size(handle: FileHandle): number;
  /** Reads until `length` bytes or the end of the file; returns how many were read. */
  read(
    handle: FileHandle,
    target: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): number;
  /** Writes all `length` bytes or throws; after an error any part of them may be in the file. */
  write(
    handle: FileHandle,
    source: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): void;
  /** Makes data and size durable (`fdatasync`). After an error nothing about the file is known. */
  syncData(handle: FileHandle): void;
  /** Makes the directory's entries durable: creations, renames and removals. */
  syncDirectory(path: string): void;
  /** Atomic replacement inside one directory; durable after `syncDirectory`. */
  rename(from: string, to: string): void;
  unlink(path: string): void;
  truncate(handle: FileHandle, length: number): void;
}

/** Joins a directory and a file name. */
export function joinPath(directory: string, name: string): string {
  return directory.endsWith('/') ? directory + name : `${directory}/${name}`;
}
