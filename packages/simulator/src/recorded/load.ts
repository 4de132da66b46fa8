/** Loads a recording from a file: trades, candles or a book feed, plain or gzip, told apart. */
import { readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseBookFeed } from './book-feed.ts';
import { type CsvRowFilter, parseCandles, parseTrades, type RecordedPoints } from './csv.ts';

const GZIP_MAGIC = [0x1f, 0x8b] as const;

/**
 * Reads a file (plain or gzip): CSV of trades or candles, or a recorded book feed.
 * @throws Error naming the file, line and field of what is wrong
 */
export function loadRecording(path: string, filter: CsvRowFilter = {}): RecordedPoints {
  if (!statSync(path).isFile()) throw new Error(`${path} is no file`);
  const bytes = readFileSync(path);
  const packed = bytes[0] === GZIP_MAGIC[0] && bytes[1] === GZIP_MAGIC[1];
  const text = (packed ? gunzipSync(bytes) : bytes).toString('utf8');
  const header = text.slice(0, Math.max(0, text.indexOf('\n')));
  try {
    if (/^\d{16,20} \{/.test(header)) return parseBookFeed(text);
    return header.includes('open_time_ms') ? parseCandles(text) : parseTrades(text, filter);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${path}: ${problem}`, { cause });
  }
}
