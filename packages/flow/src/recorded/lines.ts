/** Reads the lines of a file, plain or gzip (told apart by its first bytes), a portion at a time. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const GZIP_MAGIC = [0x1f, 0x8b] as const;
/** No frame of a feed is longer, characters. */
const LINE_LENGTH_MAX = 16 * 1024 * 1024;

/**
 * Portions of lines, without their ends.
 * @throws Error naming the file, when it cannot be read, is cut off or has a line without an end
 */
export async function* linesOf(path: string): AsyncGenerator<readonly string[]> {
  try {
    let rest = '';
    for await (const chunk of await contentOf(path)) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LINE_LENGTH_MAX) throw new Error('a line is too long');
      yield lines.map(withoutReturn);
    }
    if (rest !== '') yield [withoutReturn(rest)];
  } catch (cause) {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

async function contentOf(path: string): Promise<AsyncIterable<string>> {
  // Opening a pipe would wait for its writer, and a device may never end.
  if (!(await stat(path)).isFile()) throw new Error('it is no file');
  const file = await open(path);
  const first = new Uint8Array(GZIP_MAGIC.length);
  await file.read(first, 0, first.length, 0).finally(() => file.close());
  const packed = first[0] === GZIP_MAGIC[0] && first[1] === GZIP_MAGIC[1];
  const raw = createReadStream(path);
  if (!packed) return raw.setEncoding('utf8') as AsyncIterable<string>;
  const plain: Readable = createGunzip();
  raw.on('error', (error) => plain.destroy(error));
  plain.on('close', () => raw.destroy());
  return raw.pipe(plain as ReturnType<typeof createGunzip>).setEncoding('utf8');
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
