/**
 * `halcyon instrument`: list, add, set limits, change states; `halcyon contract`: add, set terms;
 * `halcyon asset`: list, add.
 */
import { ask } from '../control/ask.ts';
import type { CommandArgs } from './command.ts';
import { print } from './output.ts';
import { CommandLineError } from './usage.ts';

/** @returns the exit code */
export async function asset({ positionals, options }: CommandArgs): Promise<number> {
  const [verb = 'list', code] = positionals;
  if (verb !== 'list' && verb !== 'add') throw new CommandLineError('asset: list or add');
  const result = await ask(`asset-${verb}`, { ...options, code });
  print(JSON.stringify(result, null, verb === 'list' ? 2 : 0));
  return 0;
}

const STATES = ['open', 'post-only', 'cancel-only', 'halt', 'reduce-only'];

/** @returns the exit code */
export async function contract({ positionals, options }: CommandArgs): Promise<number> {
  const [verb = '', symbol] = positionals;
  if (verb !== 'add' && verb !== 'set') throw new CommandLineError('contract: add or set');
  print(JSON.stringify(await ask(`contract-${verb}`, { ...options, symbol })));
  return 0;
}

/** @returns the exit code */
export async function instrument({ positionals, options }: CommandArgs): Promise<number> {
  const [verb = 'list', ...symbols] = positionals;
  const result = await run(verb, symbols, options);
  print(JSON.stringify(result, null, verb === 'list' ? 2 : 0));
  return 0;
}

function run(
  verb: string,
  symbols: readonly string[],
  options: CommandArgs['options'],
): Promise<unknown> {
  if (verb === 'list') return ask('instrument-list', {});
  if (verb === 'set' || verb === 'add') {
    return ask(`instrument-${verb}`, { ...options, symbol: symbols[0] });
  }
  if (STATES.includes(verb)) {
    return ask('instrument-state', { ...options, state: verb, symbols });
  }
  throw new CommandLineError(`instrument: list, add, set or one of ${STATES.join(', ')}`);
}
