/** `halcyon user`, `key`, `deposit`, `mail` and `audit`. */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { ask } from '../control/ask.ts';
import type { CommandArgs } from './command.ts';
import { print } from './output.ts';
import { CommandLineError } from './usage.ts';

/** Verbs of `user` that are operations by that name. */
const ASKED: ReadonlySet<string> = new Set([
  'close',
  'deposits',
  'fees',
  'level',
  'coupon',
  'reset-factor',
]);

/** `user create`, `list`, `freeze`, `thaw` and those above. @returns the exit code */
export async function user({ positionals, options }: CommandArgs): Promise<number> {
  const [verb = ''] = positionals;
  if (verb === 'list') return show(await ask('user-list', options));
  if (ASKED.has(verb)) {
    return show(await ask(`user-${verb}`, options));
  }
  if (verb === 'freeze' || verb === 'thaw') {
    const status = verb === 'freeze' ? 'frozen' : 'active';
    return show(await ask('user-status', { ...options, status }));
  }
  if (verb !== 'create')
    throw new CommandLineError(`user: create, list, freeze, thaw, ${[...ASKED].join(', ')}`);
  const password =
    options['password-stdin'] === true
      ? (await text(process.stdin)).replace(/\r?\n$/, '')
      : options['password'];
  return show(await ask('user-create', { ...options, password }));
}

/** `key create`, `list` and `delete`. @returns the exit code */
export async function key({ positionals, options }: CommandArgs): Promise<number> {
  const [verb = ''] = positionals;
  if (verb === 'list' || verb === 'delete') return show(await ask(`key-${verb}`, options));
  if (verb !== 'create') throw new CommandLineError('key: create, list or delete');
  const { type, 'public-key': file } = options;
  if ((type === 'rsa' || type === 'ed25519') && file === undefined) {
    throw new CommandLineError(`--type ${type} needs --public-key FILE`);
  }
  const publicKeyPem = typeof file === 'string' ? readFileSync(file, 'utf8') : undefined;
  return show(await ask('key-create', { ...options, publicKeyPem }));
}

/** `mail list`. @returns the exit code */
export async function mail({ positionals, options }: CommandArgs): Promise<number> {
  if (positionals[0] !== 'list') throw new CommandLineError('mail: list');
  return show(await ask('mail-list', options));
}

/** `audit list`. @returns the exit code */
export async function audit({ positionals, options }: CommandArgs): Promise<number> {
  if (positionals[0] !== 'list') throw new CommandLineError('audit: list');
  return show(await ask('audit-list', options));
}

/** `deposit list` and `retry`. @returns the exit code */
export async function deposit({ positionals }: CommandArgs): Promise<number> {
  const [verb = ''] = positionals;
  if (verb !== 'list' && verb !== 'retry') throw new CommandLineError('deposit: list or retry');
  return show(await ask(`deposit-${verb}`, {}));
}

function show(result: unknown): number {
  print(JSON.stringify(result));
  return 0;
}
