/** `halcyon bench`: every figure with its yardstick from the same run, kept as lines of JSON. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { CommandArgs } from './command.ts';
import { CORE_FLAGS } from './core-flags.ts';
import { print } from './output.ts';
import { SOURCES_FLAG } from './process-settings.ts';
import { PROJECT_ROOT } from './settings.ts';
import { CommandLineError } from './usage.ts';

const SUFFIX = '.bench.ts';

/** One measured figure. */
export interface BenchRow {
  readonly bench: string;
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  readonly yardstick?: string;
  readonly yardstickValue?: number;
  readonly ratio?: number;
  readonly goal?: string;
  readonly ok?: boolean;
}

/** Runs the files of `bench/` one after the other, each in a process of its own. */
export function bench({ options }: CommandArgs): number {
  const folder = join(PROJECT_ROOT, 'bench');
  const chosen = chosenFiles(folder, options['only']);
  const history = join(folder, 'history');
  mkdirSync(history, { recursive: true });
  const at = new Date().toISOString();
  const out = join(history, `${at.slice(0, 10)}.jsonl`);
  const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version };
  let failed = 0;
  for (const name of chosen) {
    const load = loadavg()[0] ?? 0;
    const { stdout, status } = spawnSync(
      process.execPath,
      [...CORE_FLAGS, SOURCES_FLAG, join(folder, name)],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    if (status !== 0) failed += 1;
    for (const line of stdout.split('\n').filter((text) => text.startsWith('{'))) {
      const row = JSON.parse(line) as BenchRow;
      print(describe(row));
      appendFileSync(out, `${JSON.stringify({ at, ...machine, load, ...row })}\n`);
    }
  }
  return failed === 0 ? 0 : 1;
}

/** Files of a folder whose names begin so; all where nothing is named. @throws CommandLineError for none */
function chosenFiles(folder: string, only: string | boolean | undefined): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(SUFFIX));
  if (typeof only !== 'string') return files;
  const chosen = files.filter((name) => name.startsWith(only));
  if (chosen.length > 0 && only !== '') return chosen;
  const names = files.map((name) => name.slice(0, -SUFFIX.length)).join(', ');
  throw new CommandLineError(`bench: --only ${JSON.stringify(only)} is none of ${names}`);
}

function describe(row: BenchRow): string {
  const { bench: name, figure, value, unit, yardstick, yardstickValue, ratio, goal, ok } = row;
  const against =
    yardstick === undefined ? '' : ` | ${yardstick}: ${number(yardstickValue ?? 0)} ${unit}`;
  const times = ratio === undefined ? '' : ` | ${ratio.toFixed(2)}×`;
  const verdict = goal === undefined ? '' : ` | goal ${goal}: ${ok === true ? 'ok' : 'MISSED'}`;
  return `${name} ${figure}: ${number(value)} ${unit}${against}${times}${verdict}`;
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 3 : 0 });
}
