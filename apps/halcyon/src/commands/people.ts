/** `halcyon user` and `halcyon key`. */
import { text } from 'node:stream/consumers';
import { ask } from '../control/ask.ts';
import { readPublicKey } from '../exchange/people.ts';
import type { CommandArgs } from '../main.ts';
import { CommandLineError } from './usage.ts';

/** `user create` and `user list`. @returns the exit code */
export async function user({ positionals, options }: CommandArgs): Promise<number> {
  if (positionals[0] === 'list') return print(await ask('user-list', options));
  if (positionals[0] !== 'create') throw new CommandLineError('user: create or list');
  const password =
    options['password-stdin'] === true
      ? (await text(process.stdin)).replace(/\r?\n$/, '')
      : options['password'];
  return print(await ask('user-create', { ...options, password }));
}

/** `key create`. @returns the exit code */
export async function key({ positionals, options }: CommandArgs): Promise<number> {
  if (positionals[0] !== 'create') throw new CommandLineError('key: create');
  const publicKeyPem = readPublicKey(options['public-key']);
  return print(await ask('key-create', { ...options, publicKeyPem }));
}

function print(result: unknown): number {
  console.log(JSON.stringify(result));
  return 0;
}
