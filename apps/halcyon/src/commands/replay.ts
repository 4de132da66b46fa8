/** `halcyon replay [--venue paper]`: every kept event as a line of JSON on standard output. */
import { verifyJournal } from '@halcyon/engine';
import { FileStorage, lockDirectory } from '@halcyon/journal';
import { layoutOf, paperLayoutOf } from '../exchange/layout.ts';
import { requireExchange } from '../exchange/parts.ts';
import type { CommandArgs } from './command.ts';
import { print } from './output.ts';
import { readSettings } from './settings.ts';
import { CommandLineError } from './usage.ts';

/** Prints the events, then the state's hash on standard error. @returns the exit code */
export function replay({ options }: CommandArgs): number {
  const { venue = 'live' } = options;
  if (venue !== 'live' && venue !== 'paper') throw new CommandLineError('--venue: live or paper');
  const { root } = readSettings();
  const layout = venue === 'live' ? layoutOf(root) : paperLayoutOf(root);
  requireExchange(layout);
  const lock = lockDirectory(root);
  try {
    const report = verifyJournal(new FileStorage(), layout.journal, venue, [], ({ events }) => {
      for (const event of events) print(JSON.stringify(event, bigints));
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
