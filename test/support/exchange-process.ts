/** A real exchange in a process of its own, as `npm start` runs it, on a free port and its own folder. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  private child: ChildProcess | null = null;
  private operatorSecret = '';

  private constructor(port: number, env: Readonly<Record<string, string>>) {
    this.folder = mkdtempSync(join(tmpdir(), 'halcyon-test-'));
    this.port = port;
    this.env = {
      ...(process.env as Record<string, string>),
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

  /** Stops it and deletes its folder. */
  async remove(): Promise<void> {
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

  /** A user with money and a key of a venue. */
  trader(
    name: string,
    fund: string,
    permissions = 'read,trade,transfer',
    venue: 'live' | 'paper' = 'live',
  ): KeyMaterial {
    const email = `${name}@example.com`;
    const person = ['--email', email, '--password', 'a long enough passphrase'];
    this.command('user', 'create', ...person, '--fund', fund, '--venue', venue);
    return this.key(name, permissions, venue);
  }

  /** One more key of a trader. */
  key(name: string, permissions: string, venue: 'live' | 'paper'): KeyMaterial {
    const key = ['--email', `${name}@example.com`, '--label', name, '--permissions', permissions];
    const tier = ['--tier', 'maker', '--venue', venue];
    return this.command<KeyMaterial>('key', 'create', ...key, ...tier);
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
  withdrawer(name: string): KeyMaterial {
    const key = ['--email', `${name}@example.com`, '--label', 'withdraw', '--ip', '127.0.0.1'];
    return this.command<KeyMaterial>('key', 'create', ...key, '--permissions', 'read,withdraw');
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
