/**
 * `halcyon instrument`: list, add, set limits, change states; `halcyon contract`: add, set terms;
 * `halcyon asset`: list, add; `halcyon loan`: list, set, pair, fund.
 */
import { ask } from '../control/ask.ts';
import type { CommandArgs } from './command.ts';
import { print } from './output.ts';
import { CommandLineError } from './usage.ts';

/** @throws CommandLineError where the coin or symbol that a verb is about is left out */
function needName(command: string, verb: string, name: string | undefined): void {
  if (name !== undefined && name.trim() !== '') return;
  throw new CommandLineError(`${command} ${verb}: a name is missing: halcyon ${command} --help`);
}

/** @returns the exit code */
export async function asset({ positionals, options }: CommandArgs): Promise<number> {
  const [verb = 'list', code] = positionals;
  if (verb !== 'list' && verb !== 'add') throw new CommandLineError('asset: list or add');
  if (verb === 'add') needName('asset', verb, code);
  const result = await ask(`asset-${verb}`, { ...options, code });
  print(JSON.stringify(result, null, verb === 'list' ? 2 : 0));
  return 0;
}

const STATES = ['open', 'post-only', 'cancel-only', 'halt', 'reduce-only'];

/** @returns the exit code */
export async function contract({ positionals, options }: CommandArgs): Promise<number> {
  const [verb = '', symbol] = positionals;
  if (verb !== 'add' && verb !== 'set') throw new CommandLineError('contract: add or set');
  needName('contract', verb, symbol);
  print(JSON.stringify(await ask(`contract-${verb}`, { ...options, symbol })));
  return 0;
}

/** What the name behind each verb of `halcyon loan` is. */
const LOAN_VERBS = { list: null, set: 'coin', pair: 'symbol', fund: 'coin' } as const;

/** @returns the exit code */
export async function loan({ positionals, options }: CommandArgs): Promise<number> {
  const [verb = 'list', name] = positionals;
  if (!Object.hasOwn(LOAN_VERBS, verb)) {
    throw new CommandLineError('loan: list, set, pair or fund');
  }
  const named = LOAN_VERBS[verb as keyof typeof LOAN_VERBS];
  if (named !== null) needName('loan', verb, name);
  const result = await ask(`loan-${verb}`, { ...options, ...(named && { [named]: name }) });
  print(JSON.stringify(result, null, verb === 'list' ? 2 : 0));
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
    needName('instrument', verb, symbols[0]);
    if (symbols.length > 1) throw new CommandLineError(`instrument ${verb}: one SYMBOL only`);
    return ask(`instrument-${verb}`, { ...options, symbol: symbols[0] });
  }
  if (STATES.includes(verb)) {
    return ask('instrument-state', { ...options, state: verb, symbols });
  }
  throw new CommandLineError(`instrument: list, add, set or one of ${STATES.join(', ')}`);
}
