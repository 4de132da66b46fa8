/** `halcyon paper`: which market paper trading follows, and how fast a recording is played. */
import { resolve } from 'node:path';
import { ask } from '../control/ask.ts';
import type { OperationArgs } from '../exchange/operation-args.ts';
import type { CommandArgs } from './command.ts';
import { CommandLineError } from './usage.ts';
import { whereOf } from './where.ts';

const VERBS = ['status', 'replay', 'follow', 'pause', 'resume', 'speed', 'step'];

/** @returns the exit code */
export async function paper({ positionals, options }: CommandArgs): Promise<number> {
  const [verb = 'status', value] = positionals;
  if (!VERBS.includes(verb)) throw new CommandLineError(`paper: one of ${VERBS.join(', ')}`);
  console.log(JSON.stringify(await ask(`paper-${verb}`, argsOf(verb, value, options)), null, 2));
  return 0;
}

/** Files are named from here, not from where the server runs. */
function argsOf(
  verb: string,
  value: string | undefined,
  options: CommandArgs['options'],
): OperationArgs {
  if (verb === 'speed') return { ...options, speed: value ?? options['speed'] };
  if (verb === 'step') return { ...options, moments: value };
  if (verb !== 'replay') return options;
  const { books, trades, where } = options;
  return {
    ...options,
    ...(typeof books === 'string' ? { books: resolve(books) } : {}),
    ...(typeof trades === 'string' ? { trades: resolve(trades) } : {}),
    ...(typeof where === 'string' ? { where: whereOf(where) } : {}),
  };
}
