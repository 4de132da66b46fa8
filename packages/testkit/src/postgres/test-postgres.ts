/**
 * A PostgreSQL server for tests: the one that HALCYON_TEST_DATABASE_URL names, or a private cluster
 * made from the installed binaries in a temporary folder, reachable by a unix socket only, and gone
 * afterwards. All tests of a run have one: starting and stopping it took more than most of them do.
 */
import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';

/** A running server. */
export interface TestPostgres {
  /** Makes an empty database and gives its URL. */
  createDatabase(): Promise<string>;
  /** Ends all connections to a database, as an operator or a crash would. */
  dropConnections(url: string): Promise<void>;
  /** Ends all connections to a database and takes no more, as if it were down; or takes them again. */
  refuseConnections(url: string, refused: boolean): Promise<void>;
  /** Drops what was made; stops and deletes a cluster that no others use. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 20_000;
/** So long a test waits for the server of its run, which another one starts. */
const SHARED_TIMEOUT_MS = 60_000;
/** Locations of the binaries by Debian, Homebrew on both kinds of Mac, and others. */
const PARENTS = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr'];

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Starts it. Throws one line that says what to install when there is neither a URL nor a server
 * program.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const url = process.env['HALCYON_TEST_DATABASE_URL'];
  if (url !== undefined && url !== '') return new Server(url, async () => {});
  const run = process.env['TEST_RUN_FOLDER'];
  if (run !== undefined) return serverOfRun(run);
  const owner = serverUser();
  return startCluster(ownFolder(mkdtempSync(join(tmpdir(), 'halcyon-pg-')), owner), owner);
}

function findBinaries(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const parent of PARENTS) {
    if (!existsSync(parent)) continue;
    const names = readdirSync(parent).filter((name) => /^(postgresql(@\d+)?|\d+)$/.test(name));
    for (const name of names.sort().reverse()) folders.push(join(parent, name, 'bin'));
  }
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  if (found !== undefined) return found;
  throw new Error(
    'PostgreSQL is needed for these tests: install it (Debian: apt-get install postgresql) ' +
      'or set HALCYON_TEST_DATABASE_URL',
  );
}

/** The server refuses to run as root: then the user that Debian made for it runs it. */
function serverUser(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    throw new Error('PostgreSQL does not run as root and there is no user "postgres" to run it');
  }
}

/**
 * The first test that asks starts it; it ends with the run, as all that a run has started.
 * @param run the folder of the run
 */
async function serverOfRun(run: string): Promise<TestPostgres> {
  const folder = join(run, 'postgres');
  try {
    mkdirSync(folder);
  } catch {
    await untilReady(urlOf(folder), SHARED_TIMEOUT_MS);
    return new Server(urlOf(folder), async () => {});
  }
  const owner = serverUser();
  // The server's own user has to come through to its folder.
  if (owner !== null) chmodSync(run, 0o711);
  await startCluster(ownFolder(folder, owner), owner);
  return new Server(urlOf(folder), async () => {});
}

function ownFolder(folder: string, owner: Owner | null): string {
  chmodSync(folder, 0o700);
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

function urlOf(folder: string): string {
  return `postgres://halcyon@/postgres?host=${encodeURIComponent(folder)}`;
}

async function startCluster(folder: string, owner: Owner | null): Promise<TestPostgres> {
  const binaries = findBinaries();
  const data = join(folder, 'data');
  const identity = owner ?? {};
  const initdb = ['-D', data, '-A', 'trust', '-U', 'halcyon', '-E', 'UTF8', '--locale=C', '-N'];
  execFileSync(join(binaries, 'initdb'), initdb, { ...identity, cwd: folder, stdio: 'pipe' });
  const child = runServer(join(binaries, 'postgres'), data, folder, identity);
  const stop = async () => {
    await endProcess(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(urlOf(folder), START_TIMEOUT_MS, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return new Server(urlOf(folder), stop);
}

/** Nothing of it outlives the run: it writes as little as it can, and looks after no table. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  shared_buffers: '32MB',
  max_connections: '200',
};

function runServer(program: string, data: string, folder: string, identity: object): ChildProcess {
  const settings = { ...SETTINGS, unix_socket_directories: folder };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(program, ['-D', data, ...given], {
    ...identity,
    cwd: folder,
    stdio: 'ignore',
  });
  // A worker of the tests that has started it may end before the others.
  child.unref();
  return child;
}

/** @param child what is waited for, where this process has started it */
async function untilReady(url: string, timeoutMs: number, child?: ChildProcess): Promise<void> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (Date.now() > end || (child?.exitCode ?? null) !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // It ends the connections that are left instead of waiting for them.
  child.kill('SIGINT');
  await ended;
}

function nameIn(url: string): string {
  return new URL(url.replace('@/', '@placeholder/')).pathname.slice(1);
}

class Server implements TestPostgres {
  readonly #url: string;
  readonly #stop: () => Promise<void>;
  readonly #databases: string[] = [];

  constructor(url: string, stop: () => Promise<void>) {
    this.#url = url;
    this.#stop = stop;
  }

  async createDatabase(): Promise<string> {
    const name = `halcyon_${randomBytes(6).toString('hex')}`;
    await this.#run(`create database ${name}`);
    this.#databases.push(name);
    const url = new URL(this.#url.replace('@/', '@placeholder/'));
    url.pathname = `/${name}`;
    return url.toString().replace('@placeholder/', '@/');
  }

  async refuseConnections(url: string, refused: boolean): Promise<void> {
    await this.#run(`alter database ${nameIn(url)} with allow_connections ${!refused}`);
    if (refused) await this.dropConnections(url);
  }

  async dropConnections(url: string): Promise<void> {
    const name = nameIn(url);
    await this.#run(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
  }

  async stop(): Promise<void> {
    const drops = this.#databases.map((name) => `drop database ${name} with (force)`);
    await this.#run(...drops);
    await this.#stop();
  }

  async #run(...statements: readonly string[]): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }
}
