/**
 * The key that protects secrets at rest. It lives in a file of its own, beside the databases and not
 * inside them, so that a stolen database or backup of one alone gives no API secret away.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

const KEY_BYTES = 32;
const HEADER = 'halcyon-secrets-1';

/**
 * The 32-byte key in `file`; makes a new one when there is no such file. Throws when others than the
 * owner may read the file, or when it is not a key file.
 */
export function loadKeyFile(file: string): Buffer {
  for (;;) {
    const known = readKey(file);
    if (known !== null) return known;
    createKey(file);
  }
}

/** The key in `file`; null when there is no such file. Throws as `loadKeyFile`. */
export function readKey(file: string): Buffer | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    if (process.platform !== 'win32' && (fstatSync(descriptor).mode & 0o077) !== 0) {
      throw new Error(`${file} may be read by others than its owner: run chmod 600 on it`);
    }
    const [header, text, ...rest] = readFileSync(descriptor, 'utf8').trim().split(' ');
    const key = Buffer.from(text ?? '', 'base64url');
    if (header !== HEADER || rest.length > 0 || key.length !== KEY_BYTES) {
      throw new Error(`${file} is not a key file of this program`);
    }
    return key;
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a new key aside and links it into place, so that nobody ever sees half a file. */
function createKey(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, `${HEADER} ${randomBytes(KEY_BYTES).toString('base64url')}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  try {
    linkSync(draft, file);
  } catch (error) {
    // Another process was faster: its key is the one.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
