/** `halcyon operator`, `withdrawal` and `payout`: who decides, and about what. */
import { ask } from '../control/ask.ts';
import type { CommandArgs } from './command.ts';
import { withSecret } from './operator-secret.ts';
import { print } from './output.ts';
import { CommandLineError } from './usage.ts';

/** `operator list`, `add`, `renew` and `remove`. @returns the exit code */
export async function operator({ positionals, options }: CommandArgs): Promise<number> {
  const [verb = '', name, ...more] = positionals;
  if (verb === 'list') return show(await ask('operator-list', options));
  if (!['add', 'renew', 'remove'].includes(verb)) {
    throw new CommandLineError('operator: list, add, renew or remove');
  }
  if (name === undefined || more.length > 0) throw new CommandLineError(`operator ${verb} NAME`);
  return show(await ask(`operator-${verb}`, { ...(await withSecret(options)), name }));
}

/** `withdrawal list`, `approve`, `refuse` and `allow`. @returns the exit code */
export async function withdrawal({ positionals, options }: CommandArgs): Promise<number> {
  const [verb = ''] = positionals;
  if (!['list', 'approve', 'refuse', 'allow'].includes(verb)) {
    throw new CommandLineError('withdrawal: list, approve, refuse or allow');
  }
  return show(await ask(`withdrawal-${verb}`, await withSecret(options)));
}

/** `payout list` and `request`. @returns the exit code */
export async function payout({ positionals, options }: CommandArgs): Promise<number> {
  const [verb = ''] = positionals;
  if (verb !== 'list' && verb !== 'request') throw new CommandLineError('payout: list or request');
  return show(await ask(`payout-${verb}`, await withSecret(options)));
}

function show(result: unknown): number {
  print(JSON.stringify(result));
  return 0;
}
