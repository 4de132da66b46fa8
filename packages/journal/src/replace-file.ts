/** Files that are there as a whole or not at all. */
import { joinPath, type Storage } from './storage.ts';

/** What a sync brings to the disk at once: commits of the journal on the same disk wait until it is done. */
const SYNC_BYTES = 1024 * 1024;

/**
 * Writes a file beside its place, makes it durable, and renames it into its place. An unfinished one of
 * the same name, or of one that `isLeftover`, is removed. Throws what the storage throws.
 * @param pieces of the file in their order, see `piecesOf`
 */
export function replaceFile(
  storage: Storage,
  directory: string,
  name: string,
  pieces: Iterable<Uint8Array>,
  isLeftover: (entry: string) => boolean = () => false,
): string {
  const unfinished = `${name}.part`;
  for (const entry of storage.list(directory)) {
    if (entry === unfinished || isLeftover(entry)) storage.unlink(joinPath(directory, entry));
  }
  const temporary = joinPath(directory, unfinished);
  const handle = storage.open(temporary, 'create');
  try {
    let [position, synced] = [0, 0];
    for (const piece of pieces) {
      storage.write(handle, piece, 0, piece.length, position);
      position += piece.length;
      if (position - synced < SYNC_BYTES) continue;
      storage.syncData(handle);
      synced = position;
    }
    storage.syncData(handle);
  } finally {
    storage.close(handle);
  }
  const path = joinPath(directory, name);
  storage.rename(temporary, path);
  storage.syncDirectory(directory);
  return path;
}

/** Bytes in pieces that are brought to the disk one by one. */
export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SYNC_BYTES) yield bytes.subarray(at, at + SYNC_BYTES);
}
