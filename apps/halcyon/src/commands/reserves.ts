/** `halcyon reserves sign`: signs what is held elsewhere, here or on a machine that has the key alone. */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  repeatedField,
  type SignedAssets,
  STATED_ASSETS_FILE,
  statedAssetsOf,
  statementText,
} from '@halcyon/domain';
import { readExchangeFile } from '../exchange/exchange-file.ts';
import { layoutOf } from '../exchange/layout.ts';
import type { CommandArgs } from './command.ts';
import { print } from './output.ts';
import { readSettings } from './settings.ts';
import { CommandLineError } from './usage.ts';

/** @returns the exit code */
export function reserves({ positionals, options }: CommandArgs): number {
  const [verb] = positionals;
  if (verb !== 'sign') throw new CommandLineError('reserves: sign');
  const { from, key, to } = options;
  if (typeof from !== 'string') throw new CommandLineError('reserves sign: --from is missing');
  if (typeof key !== 'string') throw new CommandLineError('reserves sign: --key is missing');
  const given = jsonIn(from);
  const { exchange = ownExchange(), assets } = given ?? {};
  if (typeof exchange !== 'string') throw new Error(`${from}: exchange must be the id of one`);
  const signed = signedAssets(exchange, statedAssetsOf(assets), readFileSync(key, 'utf8'));
  const path = typeof to === 'string' ? to : join(readSettings().root, STATED_ASSETS_FILE);
  writeFileSync(path, `${JSON.stringify(signed, null, 2)}\n`, { mode: 0o600 });
  print(`${path}: ${signed.assets.length} assets of ${exchange}`);
  return 0;
}

function jsonIn(file: string): Readonly<Record<string, unknown>> | null {
  const text = readFileSync(file, 'utf8');
  let read: Readonly<Record<string, unknown>> | null;
  try {
    read = JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file} is not JSON: ${why}`, { cause });
  }
  const repeated = repeatedField(text);
  if (repeated !== null) throw new Error(`${file} has the field ${repeated} twice`);
  return read;
}

function ownExchange(): string {
  const id = readExchangeFile(layoutOf(readSettings().root))?.id;
  if (id !== undefined) return id;
  throw new CommandLineError('reserves sign: there is no exchange here: name it in the file');
}

function signedAssets(exchange: string, assets: SignedAssets['assets'], pem: string): SignedAssets {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key is no Ed25519 key');
  const statement = { exchange, time: Date.now(), assets };
  const signature = sign(null, Buffer.from(statementText(statement)), key).toString('base64');
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  return { ...statement, publicKey, signature };
}
