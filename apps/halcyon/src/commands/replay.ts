/** `halcyon replay`: every kept event as a line of JSON on standard output. */
import { verifyJournal } from '@halcyon/engine';
import { FileStorage, lockDirectory } from '@halcyon/journal';
import { layoutOf, VENUE } from '../exchange/layout.ts';
import { readSettings } from './settings.ts';

/** Prints the events, then the state's hash on standard error. @returns the exit code */
export function replay(): number {
  const { root } = readSettings();
  const lock = lockDirectory(root);
  try {
    const { journal } = layoutOf(root);
    const report = verifyJournal(new FileStorage(), journal, VENUE, [], ({ events }) => {
      for (const event of events) process.stdout.write(`${JSON.stringify(event, bigints)}\n`);
    });
    console.error(`replayed ${report.commands} commands, state ${report.stateHash}`);
    return 0;
  } finally {
    lock.release();
  }
}

function bigints(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
