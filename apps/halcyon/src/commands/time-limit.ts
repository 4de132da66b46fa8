/**
 * Ends this process when a command takes too long. A disk that does not answer holds up the thread
 * that asked it, and even an orderly exit; so another thread watches, and ends the process by force.
 */
import { Worker } from 'node:worker_threads';
import type { CommandArgs } from './command.ts';
import { CommandLineError } from './usage.ts';

const MINUTES_DEFAULT = 60;
const MINUTES_MAX = 7 * 24 * 60;

/** What the watching thread is given. */
export interface TimeLimit {
  readonly ms: number;
  readonly message: string;
}

/** From now on `--minutes` (60 when not given) are left. */
export function limitTime(command: string, { options }: CommandArgs): void {
  const text = String(options['minutes'] ?? MINUTES_DEFAULT);
  const minutes = /^[0-9]{1,5}(\.[0-9]{1,3})?$/.test(text) ? Number(text) : 0;
  if (!(minutes > 0 && minutes <= MINUTES_MAX)) {
    throw new CommandLineError(`--minutes: "${text}" is no number up to ${MINUTES_MAX}`);
  }
  const message = `halcyon: ${command} took longer than ${minutes} minutes and was cut off\n`;
  const workerData: TimeLimit = { ms: minutes * 60_000, message };
  new Worker(new URL('./time-limit-worker.ts', import.meta.url), { workerData }).unref();
}
