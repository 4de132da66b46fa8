/**
 * `npm run soak`: see USAGE. It ends with a line for each part, and for each failure how to run it again; what a
 * failed run printed is kept in a file. A part fails too where all its runs together have missed what they were
 * to meet.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '../test/support/chromium-path.ts';
import { Missed } from './soak/missed.ts';
import { PARTS, type SoakPart } from './soak/parts.ts';

const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, 'node_modules', '.bin');
const USAGE = `npm run soak: the random, crash and load tests at a depth that takes hours

  npm run soak                               every part once, at its full depth
  npm run soak -- list                       the parts
  npm run soak -- storms book                these parts
  npm run soak -- truth-spot --seeds 500     at the depth of npm test, once with each seed
  npm run soak -- --hours 2                  the same round and round, a new seed each time
  npm run soak -- --seeds 500 --first 501    seeds from that one on, not from 1`;

interface Options {
  readonly parts: readonly SoakPart[];
  readonly seeds: number | null;
  readonly first: number;
  readonly hours: number | null;
}

interface Tally {
  runs: number;
  seconds: number;
  readonly failures: string[];
  readonly missed: Missed;
}

class Soak {
  private readonly logs = mkdtempSync(join(tmpdir(), 'halcyon-soak-'));
  private readonly from = performance.now();
  private readonly tallies = new Map<SoakPart, Tally>();

  constructor(parts: readonly SoakPart[]) {
    for (const part of parts) {
      this.tallies.set(part, { runs: 0, seconds: 0, failures: [], missed: new Missed() });
    }
  }

  /** Seconds since it began. */
  get elapsed(): number {
    return (performance.now() - this.from) / 1_000;
  }

  /** Runs a part: with a seed at the depth of `npm test`, else with one by chance at full depth. */
  run(part: SoakPart, seed: number | null): void {
    const from = performance.now();
    const settings = seed === null ? fullDepth(part) : { HALCYON_TEST_SEED: String(seed) };
    const env = {
      ...process.env,
      HALCYON_CHROMIUM: findChromium() ?? '',
      PATH: `${BIN}:${process.env['PATH'] ?? ''}`,
      ...settings,
    };
    const done = spawnSync('vitest', ['run', ...part.tests], {
      cwd: ROOT,
      env,
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    });
    const tally = this.tallies.get(part)!;
    const seconds = (performance.now() - from) / 1_000;
    tally.runs += 1;
    tally.seconds += seconds;
    tally.missed.hear(done.stdout);
    const name = seed === null ? part.name : `${part.name} seed ${seed}`;
    if (done.status !== 0)
      tally.failures.push(this.keep(part, settings, done.stdout + done.stderr));
    const result = done.status === 0 ? 'ok' : 'FAILED';
    console.log(`${clock(this.elapsed)}  ${name}: ${result} in ${seconds.toFixed(1)} s`);
  }

  /** A line for each part, and how to run again what failed. @returns whether nothing did */
  sum(): boolean {
    console.log(`\n${clock(this.elapsed)} in all`);
    let sound = true;
    for (const [{ name }, { runs, seconds, failures, missed }] of this.tallies) {
      if (runs === 0) continue;
      console.log(`${name.padEnd(18)} ${runs} runs, ${failures.length} failed, ${clock(seconds)}`);
      for (const failure of failures) console.log(`  ${failure}`);
      const lines = missed.lines();
      for (const line of lines) console.log(`  ${line}`);
      sound &&= failures.length + lines.length === 0;
    }
    return sound;
  }

  private keep(part: SoakPart, settings: Record<string, string>, output: string): string {
    const failed = this.tallies.get(part)!.failures.length;
    const file = join(this.logs, `${part.name}-${failed}.txt`);
    writeFileSync(file, output);
    const set = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    return `${set.join(' ')} npx vitest run ${part.tests.join(' ')}   # printed: ${file}`;
  }
}

function fullDepth({ depths }: SoakPart): Record<string, string> {
  const seed = (Date.now() ^ (process.pid << 8)) >>> 0;
  const sizes = depths.map(({ variable, soak }) => [variable, String(soak)]);
  return { ...Object.fromEntries(sizes), HALCYON_TEST_SEED: String(seed) };
}

function clock(seconds: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function list(): void {
  for (const { name, does, random } of PARTS) {
    console.log(`${name.padEnd(18)} ${does}${random ? '; takes --seeds' : ''}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

function wholeNumber(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) fail(`--${name} is a whole number from 1`);
  return value;
}

/** What the command line has. One that cannot be read, or that asks for help, ends here. */
function readArgs() {
  const string = { type: 'string' } as const;
  const help = { type: 'boolean', short: 'h' } as const;
  try {
    const args = parseArgs({
      options: { seeds: string, first: string, hours: string, help },
      allowPositionals: true,
    });
    if (args.values.help !== true) return args;
  } catch (error) {
    fail(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
  console.log(USAGE);
  process.exit(0);
}

function options(): Options {
  const { values, positionals } = readArgs();
  if (positionals.includes('list')) {
    list();
    process.exit(0);
  }
  const seeds = wholeNumber('seeds', values.seeds);
  const hours = values.hours === undefined ? null : Number(values.hours);
  if (hours !== null && !(hours > 0)) fail('--hours is a number above 0');
  if (seeds !== null && hours !== null) fail('take --seeds or --hours');
  const named = positionals.map(
    (name) =>
      PARTS.find((part) => part.name === name) ??
      fail(`no part is called ${name}: npm run soak -- list`),
  );
  const given = named.length > 0 ? named : PARTS;
  const parts = seeds === null && hours === null ? given : given.filter(({ random }) => random);
  if (parts.length === 0) fail('none of these parts has seeds');
  return { parts, seeds, hours, first: wholeNumber('first', values.first) ?? 1 };
}

function main(): boolean {
  const { parts, seeds, hours, first } = options();
  const soak = new Soak(parts);
  if (hours !== null) {
    for (let at = 0; soak.elapsed < hours * 3_600; at++) {
      soak.run(parts[at % parts.length]!, first + Math.floor(at / parts.length));
    }
  } else if (seeds !== null) {
    for (const part of parts) {
      for (let seed = first; seed < first + seeds; seed++) soak.run(part, seed);
    }
  } else {
    for (const part of parts) soak.run(part, null);
  }
  return soak.sum();
}

process.exitCode = main() ? 0 : 1;
