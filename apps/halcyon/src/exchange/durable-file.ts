import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { FileStorage } from '@halcyon/journal';

/** Replaces a file as a whole: after a power cut it is the one before or the new one. */
export function writeFileDurably(path: string, content: Uint8Array | string): void {
  const storage = new FileStorage();
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const temporary = `${path}.part`;
  if (existsSync(temporary)) storage.unlink(temporary);
  const handle = storage.open(temporary, 'create');
  try {
    storage.write(handle, bytes, 0, bytes.length, 0);
    storage.syncData(handle);
  } finally {
    storage.close(handle);
  }
  storage.rename(temporary, path);
  storage.syncDirectory(dirname(path));
}
