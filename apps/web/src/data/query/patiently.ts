/** Reads that are made again while there is hope that they succeed. */

import { asksAgain } from '../rest/retry.ts';

/** The pause before a failed read is made again doubles from here, up to the most, ms. */
const PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 30_000;

function pause(failures: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(PAUSE_MS * 2 ** failures, PAUSE_MAX_MS));
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** After so many failures who waits is told of the next, a few seconds after the first read. */
const TOLD_AFTER = 2;

/**
 * Reads, after growing pauses again where that is worth it.
 * @param onLong called with the error while the hope lasts long
 * @throws the error of the last read
 */
export async function patiently<T>(
  read: () => Promise<T>,
  signal?: AbortSignal,
  onLong?: (error: Error) => void,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await read();
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      if (signal?.aborted || !asksAgain(failures, error)) throw error;
      if (failures >= TOLD_AFTER) onLong?.(error);
      await pause(failures, signal);
      if (signal?.aborted) throw error;
    }
  }
}
