/** `halcyon import --from FILE --symbol S [--where market=spot]`: the simulator follows a recorded price path. */
import { resolve } from 'node:path';
import { upperAscii } from '@halcyon/domain';
import { keepRecording } from '../exchange/recordings.ts';
import type { CommandArgs } from './command.ts';
import { print } from './output.ts';
import { readSettings } from './settings.ts';
import { limitTime } from './time-limit.ts';
import { CommandLineError } from './usage.ts';
import { whereOf } from './where.ts';

/** @returns the exit code */
export function importRecorded(args: CommandArgs): number {
  const { options } = args;
  const { from, symbol } = options;
  if (typeof from !== 'string') throw new CommandLineError('import: --from FILE is missing');
  if (typeof symbol !== 'string') throw new CommandLineError('import: --symbol S is missing');
  limitTime('import', args);
  const { root } = readSettings();
  const { points } = keepRecording(
    root,
    resolve(from),
    upperAscii(symbol),
    whereOf(String(options['where'] ?? '')),
  );
  const note = 'participants follow it from the next start on';
  print(JSON.stringify({ symbol: upperAscii(symbol), points, note }));
  return 0;
}
