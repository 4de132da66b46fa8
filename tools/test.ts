/**
 * `npm test`: everything that has to hold before a change lands. Finds Chromium, PostgreSQL and strace,
 * installs them from Debian where it runs as root there, and otherwise says what to install. Nothing
 * is skipped in silence.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { CHROMIUM_PACKAGES, findChromium } from '../test/support/chromium-path.ts';
import { watchRun } from '../test/support/watch-run.ts';

const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, 'node_modules', '.bin');

function postgres(): string | null {
  if (process.env['HALCYON_TEST_DATABASE_URL'] !== undefined) return 'given';
  const debian = '/usr/lib/postgresql';
  if (!existsSync(debian)) return null;
  const versions = readdirSync(debian).filter((v) => existsSync(join(debian, v, 'bin', 'initdb')));
  return versions.at(-1) ?? null;
}

/** Installs Debian packages that are missing; exits with one line where it cannot. */
function requirePrograms(): void {
  const missing: string[] = [];
  if (findChromium() === null) missing.push('chromium');
  if (postgres() === null) missing.push('postgresql');
  // It kills the engine at exact system calls; other systems have no such program.
  if (process.platform === 'linux' && !existsSync('/usr/bin/strace')) missing.push('strace');
  if (missing.length === 0) return;
  const debian = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (!debian) {
    console.error(
      `npm test needs ${missing.join(' and ')}: install them, or set HALCYON_CHROMIUM to a ` +
        'browser and HALCYON_TEST_DATABASE_URL to a PostgreSQL database',
    );
    process.exit(1);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: readonly string[]): boolean =>
    spawnSync('apt-get', [...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  apt('update', '-qq');
  const has = (name: string): boolean =>
    spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0;
  const packages = missing.map((name) =>
    name === 'chromium' ? (CHROMIUM_PACKAGES.find(has) ?? name) : name,
  );
  console.log(`installing from Debian: ${packages.join(', ')}`);
  if (!apt('install', '-y', '-qq', '--no-install-recommends', ...packages)) {
    console.error(`could not install ${missing.join(' and ')}`);
    process.exit(1);
  }
}

interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), 'halcyon-test-'));
const report = join(folder, 'report.json');

/** They read the sources alone: they run beside the steps below, one after the other. */
const CHECKS: readonly Step[] = [
  { name: 'format and lint', command: 'biome', args: ['check', '.'] },
  { name: 'types', command: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types of domain', command: 'tsc', args: ['-p', 'packages/domain'] },
  { name: 'types of core', command: 'tsc', args: ['-p', 'packages/core'] },
  { name: 'types of web', command: 'tsc', args: ['-p', 'apps/web'] },
];

/** Browser tests need the build. */
const STEPS: readonly Step[] = [
  { name: 'web build', command: 'vite', args: ['build', 'apps/web', '--logLevel', 'warn'] },
  {
    name: 'tests',
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  },
];

/** Of this moment: Chromium may have been installed, and the run's folder is named. */
function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${BIN}:${process.env['PATH'] ?? ''}`,
    HALCYON_CHROMIUM: findChromium() ?? '',
  };
}

/** Runs a step that prints as it goes. @returns whether it passed */
function run({ name, command, args }: Step): Promise<boolean> {
  const from = performance.now();
  console.log(`== ${name}`);
  const env = environment();
  const child = spawn(join(BIN, command), args, { cwd: ROOT, stdio: 'inherit', env });
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(passed(name, code, from)));
  });
}

/** Runs a step beside others: what it prints comes in one piece, when it has ended. */
async function runAside({ name, command, args }: Step): Promise<boolean> {
  const from = performance.now();
  const child = spawn(join(BIN, command), args, { cwd: ROOT, env: environment() });
  child.stdin.end();
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const printed = output + errors;
  if (printed.trim() !== '') process.stdout.write(printed);
  return passed(name, code, from);
}

function passed(name: string, code: number | null, from: number): boolean {
  console.log(`== ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${seconds(from)} s`);
  return code === 0;
}

/** @returns the names of those that failed */
async function failedChecks(): Promise<string[]> {
  const failed: string[] = [];
  for (const check of CHECKS) if (!(await runAside(check))) failed.push(check.name);
  return failed;
}

async function allSteps(): Promise<boolean> {
  for (const step of STEPS) if (!(await run(step))) return false;
  return true;
}

function seconds(from: number): string {
  return String(Math.round((performance.now() - from) / 1000));
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Each failure in two lines, then the counts: a log of which only the end is kept tells what failed. */
function summary(): string {
  if (!existsSync(report)) return '0 passed, 0 failed';
  const told = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const { numPassedTests, numFailedTests, numPendingTests } = told;
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
  return [...failures(told), `${numPassedTests} passed, ${numFailedTests} failed${skipped}`].join(
    '\n',
  );
}

function failures({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (failed.length === 0 && status === 'failed')
      return [`FAILED ${file}`, `  ${brief(message)}`];
    return failed.flatMap(({ fullName, failureMessages }) => [
      `FAILED ${file}: ${fullName}`,
      `  ${brief(failureMessages[0] ?? '')}`,
    ]);
  });
}

function brief(message: string): string {
  return message.replaceAll(/\s+/g, ' ').slice(0, 500);
}

/**
 * Chromium gives this priority to the processes that draw pages. With all the rest above them, pages
 * stood still while every processor was busy.
 */
const PAGES_PRIORITY = 5;

requirePrograms();
watchRun(folder);
setPriority(Math.max(getPriority(), PAGES_PRIORITY));
const [failed, stepsPassed] = await Promise.all([failedChecks(), allSteps()]);
// Told once more: what they printed stands among the tests.
for (const name of failed) console.log(`FAILED ${name}`);
console.log(summary());
process.exitCode = stepsPassed && failed.length === 0 ? 0 : 1;
