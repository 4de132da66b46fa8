/**
 * The way in for the command line while the server runs: an owner-only local socket that takes one
 * JSON request a connection and gives one JSON answer.
 */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, statSync, unlinkSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longest path that every platform takes for a local socket, bytes. */
const SOCKET_PATH_MAX = 100;
const REQUEST_BYTES_MAX = 64 * 1024;
/** What the server may need for an answer, beyond the time that it gives an operation, ms. */
const ANSWER_MS = 30_000;

/** Longest time that an operation may take in the server, ms. */
const OPERATION_MS = 5 * 60_000;

/** What the command line asks for. */
export interface ControlRequest {
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What it gets. */
export type ControlAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: string };

/**
 * Path of the socket for a data folder; a long one gets a short name in the runtime folder.
 * @throws Error where somebody else could have put a socket there
 */
function controlPath(root: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\halcyon-${shortHash(root)}`;
  const path = join(root, 'control.sock');
  if (Buffer.byteLength(path) <= SOCKET_PATH_MAX) {
    requireClosed(root);
    return path;
  }
  const runtime = process.env['XDG_RUNTIME_DIR'] ?? tmpdir();
  const folder = join(runtime, `halcyon-${process.getuid?.() ?? 0}`);
  requireOwnFolder(folder);
  return join(folder, `${shortHash(root)}.sock`);
}

/** A start closes it; a command that comes before one would ask whoever put a socket there. */
function requireClosed(root: string): void {
  const mode = statSync(root, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o002) === 0) return;
  throw new Error(`everybody may write to the data folder ${root}: chmod 700 ${root}`);
}

/**
 * Who owns the folder could put a socket of their own there and be told passwords. In a shared folder for
 * temporary files anybody can have made one of this name.
 */
function requireOwnFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(folder);
  const own = found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  if (found.isDirectory() && own) return;
  throw new Error(
    `${folder} must be a folder of this user that nobody else may enter (mode 0700): remove it, ` +
      'or set HALCYON_DATA to a shorter path',
  );
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Listens; the caller holds the folder's lock, so a socket file that is there is a leftover. */
export async function listenControl(
  root: string,
  handle: (request: ControlRequest) => Promise<unknown>,
): Promise<Server> {
  const path = controlPath(root);
  if (process.platform !== 'win32' && existsSync(path)) unlinkSync(path);
  const server = createServer({ allowHalfOpen: true }, (socket) => serve(socket, handle));
  const before = process.umask(0o077);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(before);
  }
  return server;
}

function serve(socket: Socket, handle: (request: ControlRequest) => Promise<unknown>): void {
  const chunks: Buffer[] = [];
  let size = 0;
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > REQUEST_BYTES_MAX) socket.destroy();
    else chunks.push(chunk);
  });
  socket.on('end', () => {
    answer(Buffer.concat(chunks), handle).then((reply) => socket.end(JSON.stringify(reply)));
  });
}

async function answer(
  bytes: Buffer,
  handle: (request: ControlRequest) => Promise<unknown>,
): Promise<ControlAnswer> {
  try {
    const request = requestOf(JSON.parse(bytes.toString()));
    return { ok: true, result: await inTime(handle(request), request.operation) };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

/** @throws Error for what is no request: behind this everybody takes it for one */
function requestOf(given: unknown): ControlRequest {
  const { operation, args } = (given ?? {}) as Partial<ControlRequest>;
  if (typeof operation === 'string' && typeof args === 'object' && args !== null) {
    if (!Array.isArray(args)) return { operation, args };
  }
  throw new Error('a request must be an object with a text "operation" and an object "args"');
}

/** @throws Error when the work takes too long; it goes on all the same */
async function inTime(work: Promise<unknown>, operation: string): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_resolve, reject) => {
    const message = `${operation} takes longer than ${OPERATION_MS / 1_000} s: look before asking again`;
    timer = setTimeout(() => reject(new Error(message)), OPERATION_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks the running server; null when none listens. */
export function askControl(root: string, request: ControlRequest): Promise<ControlAnswer | null> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ path: controlPath(root), allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.setTimeout(OPERATION_MS + ANSWER_MS, () => {
      socket.destroy(new Error('the server does not answer: its log may say why'));
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null);
      else reject(error);
    });
    socket.on('connect', () => socket.end(JSON.stringify(request)));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      if (text === '') reject(new Error('the server closed the control socket without an answer'));
      else resolve(JSON.parse(text) as ControlAnswer);
    });
  });
}
