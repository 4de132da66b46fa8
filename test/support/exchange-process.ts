/** A real exchange in a process of its own, as `npm start` runs it, on a free port and its own folder. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArgs } from '../../apps/halcyon/src/commands/read-args.ts';
import { askControl } from '../../apps/halcyon/src/control/control-socket.ts';
import { madeOnce } from './made-once.ts';
import { fillStarted } from './started-folder.ts';

const MAIN = join(import.meta.dirname, '../../apps/halcyon/src/main.ts');
const START_MS = 120_000;
/**
 * Ports of exchanges lie below those that systems give out: while one is not up yet, or down between
 * two starts, no connection and no other server can get its port. Each worker has its own of them.
 */
const PORT_FIRST = 20_000;
const PORTS_EACH = 750;
const WORKERS_MAX = 16;

/** Key, secret and passphrase as `key create` prints them. */
export interface KeyMaterial {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
  readonly uid: string;
}

/** A started exchange. */
export class ExchangeProcess {
  readonly folder: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  /** Whether it belongs to the run, which ends it. */
  private readonly isShared: boolean;
  private child: ChildProcess | null = null;
  private operatorSecret = '';

  private constructor(
    port: number,
    env: Readonly<Record<string, string>>,
    sharedFolder: string | null = null,
  ) {
    this.isShared = sharedFolder !== null;
    this.folder = sharedFolder ?? mkdtempSync(join(tmpdir(), 'halcyon-test-'));
    this.port = port;
    const given = { ...process.env } as Record<string, string>;
    // One that is started by npm ends with who started it, which for that of the run is one test file.
    if (this.isShared) delete given['npm_lifecycle_event'];
    this.env = {
      ...given,
      HALCYON_SIM_RATE: 'off',
      HALCYON_PORT: String(port),
      HALCYON_DATA: this.folder,
      ...env,
    };
  }

  /** Starts one on a folder that has had its first start. @param env settings besides port and folder */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<ExchangeProcess> {
    const exchange = await ExchangeProcess.filled(env);
    await exchange.launch();
    return exchange;
  }

  /**
   * The exchange of this run, with its defaults, for tests that add people of their own to it and change nothing that
   * others see: no order that rests, no setting, no stop. It ends with the run. A program outside a run has
   * one for itself.
   */
  static async shared(): Promise<ExchangeProcess> {
    const run = process.env['TEST_RUN_FOLDER'];
    if (run === undefined) return ExchangeProcess.start();
    const folder = join(run, 'exchange');
    const file = `${folder}.port`;
    await madeOnce(file, async () => {
      mkdirSync(folder, { recursive: true });
      await fillStarted(folder, firstStart);
      const exchange = new ExchangeProcess(await freePort(), {}, folder);
      await exchange.launch();
      exchange.child?.unref();
      writeFileSync(`${file}.new`, String(exchange.port));
      renameSync(`${file}.new`, file);
    });
    return new ExchangeProcess(Number(readFileSync(file, 'utf8')), {}, folder);
  }

  /** A folder that has had its first start, and a port. */
  static async filled(env: Readonly<Record<string, string>> = {}): Promise<ExchangeProcess> {
    const exchange = await ExchangeProcess.prepare(env);
    await fillStarted(exchange.folder, firstStart);
    return exchange;
  }

  /** An empty folder and a port, for commands that come before the start. */
  static async prepare(env: Readonly<Record<string, string>> = {}): Promise<ExchangeProcess> {
    return new ExchangeProcess(await freePort(), env);
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get wsUrl(): string {
    return `ws://127.0.0.1:${this.port}`;
  }

  /** The last of what it wrote. */
  get log(): string {
    return existsSync(this.logFile) ? readFileSync(this.logFile, 'utf8').slice(-20_000) : '';
  }

  private get logFile(): string {
    return `${this.folder}.log`;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Starts the process and waits until the API answers. @param options of the command `start` */
  async launch(...options: readonly string[]): Promise<void> {
    // A file, not a pipe: while a test waits for a command nobody would empty the pipe, and the
    // exchange would wait for that.
    const output = openSync(this.logFile, 'a');
    const child = spawn(process.execPath, [MAIN, 'start', ...options], {
      env: this.env,
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    this.child = child;
    const until = Date.now() + START_MS;
    while (Date.now() < until) {
      const ended = child.exitCode !== null || child.signalCode !== null;
      if (ended) throw new Error(`the exchange ended by itself: ${this.log}`);
      const up = await fetch(`${this.baseUrl}/api/v2/public/time`).then(
        (response) => response.ok,
        () => false,
      );
      if (up) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`the exchange does not answer: ${this.log}`);
  }

  /** Ends the process with a signal and waits until it is gone; gives its exit code. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const child = this.child;
    const ended = child === null || child.exitCode !== null || child.signalCode !== null;
    if (ended) return child?.exitCode ?? null;
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    this.child = null;
    return gone;
  }

  /** Starts it, for one that cannot go on: waits until it has ended by itself; gives its exit code. */
  async launchInVain(): Promise<number | null> {
    await this.launch().catch(() => {});
    const { child } = this;
    const ended = child === null || child.exitCode !== null || child.signalCode !== null;
    if (ended) return child?.exitCode ?? null;
    return new Promise((resolve) => child.once('exit', resolve));
  }

  /** Stops it and deletes its folder; one of the run stays. */
  async remove(): Promise<void> {
    if (this.isShared) return;
    await this.stop('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
    rmSync(this.logFile, { force: true });
  }

  /** Runs a command of the command line; gives the JSON it prints. */
  command<T>(...args: readonly string[]): T {
    return JSON.parse(this.output(...args)) as T;
  }

  /** Runs a command of the command line; gives what it prints. */
  output(...args: readonly string[]): string {
    return this.outputWith({}, ...args);
  }

  /** The same with more in its environment. */
  outputWith(more: Readonly<Record<string, string>>, ...args: readonly string[]): string {
    const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, ...args], {
      env: { ...this.env, ...more },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`halcyon ${args.join(' ')}: ${stderr}${stdout}`);
    return stdout;
  }

  /** Runs a command of the command line while this process goes on with other things. */
  async run(...args: readonly string[]): Promise<void> {
    const child = spawn(process.execPath, [MAIN, ...args], { env: this.env });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`halcyon ${args.join(' ')}: ${errors}`);
  }

  /** What a command says, such as `user create`, asked of the running process: without one for the command. */
  async ask<T>(name: string, ...words: readonly string[]): Promise<T> {
    const { positionals, options } = readArgs(name, words);
    const request = { operation: `${name}-${positionals[0]}`, args: options };
    const answer = await askControl(this.folder, request);
    if (answer === null) throw new Error(`the exchange does not run: ${this.log}`);
    if (!answer.ok) throw new Error(`halcyon ${name} ${words.join(' ')}: ${answer.error}`);
    return answer.result as T;
  }

  /** A user with money and a key of a venue. */
  async trader(
    name: string,
    fund: string,
    permissions = 'read,trade,transfer',
    venue: 'live' | 'paper' = 'live',
  ): Promise<KeyMaterial> {
    const email = `${name}@example.com`;
    const person = ['--email', email, '--password', 'a long enough passphrase'];
    await this.ask('user', 'create', ...person, '--fund', fund, '--venue', venue);
    return this.key(name, permissions, venue);
  }

  /** One more key of a trader. */
  key(name: string, permissions: string, venue: 'live' | 'paper'): Promise<KeyMaterial> {
    const key = ['--email', `${name}@example.com`, '--label', name, '--permissions', permissions];
    const tier = ['--tier', 'maker', '--venue', venue];
    return this.ask<KeyMaterial>('key', 'create', ...key, ...tier);
  }

  /** Puts an address that need not cool into the book of a live trader. */
  allowAddress(name: string, coin: string, address: string): void {
    const to = ['--email', `${name}@example.com`, '--coin', coin, '--address', address];
    this.decide('withdrawal', 'allow', ...to);
  }

  /** A decision of the operator `test`, who is added the first time. */
  decide(...args: readonly string[]): void {
    if (this.operatorSecret === '') {
      const made = this.command<{ secret: string }>('operator', 'add', 'test');
      this.operatorSecret = made.secret;
    }
    const by = ['--operator', 'test', '--reason', 'test'];
    this.outputWith({ HALCYON_OPERATOR_SECRET: this.operatorSecret }, ...args, ...by);
  }

  /** A key of a live trader that may withdraw, from this machine. */
  withdrawer(name: string): Promise<KeyMaterial> {
    const key = ['--email', `${name}@example.com`, '--label', 'withdraw', '--ip', '127.0.0.1'];
    return this.ask<KeyMaterial>('key', 'create', ...key, '--permissions', 'read,withdraw');
  }

  /** Waits until the paper venue has opened and followed live to where live is now. */
  async paperReady(): Promise<void> {
    let wanted = -1;
    for (const until = Date.now() + START_MS; Date.now() < until; ) {
      const { seq, paper } = await this.health();
      if (wanted < 0) wanted = seq;
      if (paper !== null && paper.liveSeq >= wanted) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`the paper venue does not open or follow: ${this.log}`);
  }

  async health(): Promise<{
    status: string;
    seq: number;
    paper: { liveSeq: number; seq: number } | null;
  }> {
    const answer = await fetch(`${this.baseUrl}/healthz`);
    return (await answer.json()) as Awaited<ReturnType<ExchangeProcess['health']>>;
  }
}

/** The folder that a first start, stopped again, leaves. */
async function firstStart(): Promise<string> {
  const exchange = await ExchangeProcess.prepare();
  await exchange.launch();
  await exchange.paperReady();
  await exchange.stop();
  rmSync(`${exchange.folder}.log`);
  return exchange.folder;
}

function freePort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS_MAX;
  const port = PORT_FIRST + randomInt(PORTS_EACH) * WORKERS_MAX + worker;
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(freePort()));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
}
