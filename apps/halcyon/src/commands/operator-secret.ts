/**
 * Where the command line has an operator's secret from: a file, the environment or the terminal. There is
 * no option for it: what a command line says stands in lists of processes and in histories of shells.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { CommandArgs } from './command.ts';

/** Options with the secret of the operator that they name, if they name one. */
export async function withSecret(
  options: CommandArgs['options'],
): Promise<Readonly<Record<string, unknown>>> {
  const { 'secret-file': file, ...rest } = options;
  const { operator } = rest;
  if (typeof operator !== 'string') return rest;
  if (typeof file === 'string') return { ...rest, secret: readFileSync(file, 'utf8').trim() };
  const secret = (process.env['HALCYON_OPERATOR_SECRET'] ?? '').trim();
  if (secret !== '' || !process.stdin.isTTY) return { ...rest, secret };
  return { ...rest, secret: await typed(`Secret of ${operator}: `) };
}

/** What is typed at the terminal, which does not show it. */
async function typed(prompt: string): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  process.stderr.write(prompt);
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
