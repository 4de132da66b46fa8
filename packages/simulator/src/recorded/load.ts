/** Loads a recording from a file: trades or candles, plain or gzip, told apart by the header. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseCandles, parseTrades, type RecordedPoints, type RowFilter } from './csv.ts';

const GZIP_MAGIC = [0x1f, 0x8b] as const;

/**
 * Reads a CSV file of trades or candles (`.csv` or gzip).
 * @throws Error naming the file, line and field of what is wrong
 */
export function loadRecording(path: string, filter: RowFilter = {}): RecordedPoints {
  const bytes = readFileSync(path);
  const packed = bytes[0] === GZIP_MAGIC[0] && bytes[1] === GZIP_MAGIC[1];
  const text = (packed ? gunzipSync(bytes) : bytes).toString('utf8');
  const header = text.slice(0, text.indexOf('\n'));
  try {
    return header.includes('open_time_ms') ? parseCandles(text) : parseTrades(text, filter);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${path}: ${problem}`, { cause });
  }
}
