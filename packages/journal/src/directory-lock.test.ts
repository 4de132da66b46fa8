import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockDirectory } from './directory-lock.ts';
import { DirectoryLockedError } from './errors.ts';

const MODULE = fileURLToPath(new URL('./directory-lock.ts', import.meta.url));
/** Locks the folder, says `held` or the error, and waits for its end. */
const PROGRAM = `
  const { lockDirectory } = await import(${JSON.stringify(MODULE)});
  try {
    lockDirectory(process.argv[1]);
    console.log('held');
  } catch (error) {
    console.log(error.name + ' ' + error.pid);
  }
  // The caller may drop what it got: garbage collection must not give the lock away.
  globalThis.gc();
  setInterval(() => globalThis.gc(), 5);
`;

let directory = '';
const children: ChildProcess[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'halcyon-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  rmSync(directory, { recursive: true, force: true });
});

async function start(): Promise<{ child: ChildProcess; answer: string }> {
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--input-type=module', '-e', PROGRAM, directory],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { child, answer: line.toString().trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

describe('lockDirectory', () => {
  test('makes the folder and those above it, for the owner only', () => {
    const deep = join(directory, 'a', 'b');
    lockDirectory(deep).release();
    for (const made of [join(directory, 'a'), deep])
      expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  test('names a folder that is a file, or that cannot be made', () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(() => lockDirectory(join(file, 'data'))).toThrow(`${file} is a file, not a folder`);
    // Where there is no /proc, an ordinary folder is made in the root or refused.
    if (!existsSync('/proc/self')) return;
    expect(() => lockDirectory('/proc/halcyon')).toThrow('the folder /proc/halcyon cannot be made');
  });

  test('refuses a second process and names the first one', async () => {
    const { child, answer } = await start();
    expect(answer).toBe('held');
    let refusal: unknown;
    try {
      lockDirectory(directory);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(DirectoryLockedError);
    expect((refusal as DirectoryLockedError).pid).toBe(child.pid);
    expect((refusal as DirectoryLockedError).message).toContain(directory);
    expect((refusal as DirectoryLockedError).message).toContain(`process ${child.pid}`);
  });

  test('a lock left by kill -9 never blocks a start, ten times over', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { child, answer } = await start();
      expect(answer).toBe('held');
      await kill(child);
    }
    lockDirectory(directory).release();
  });

  test('of many that start at once, after a kill, exactly one gets it', async () => {
    await kill((await start()).child);
    const answers = await Promise.all(Array.from({ length: 6 }, () => start()));
    const held = answers.filter(({ answer }) => answer === 'held');
    expect(held).toHaveLength(1);
    for (const { answer } of answers) expect(answer).toMatch(/^held$|^DirectoryLockedError/);
  });

  test('is refused to another part of the same process, and free after release', () => {
    const lock = lockDirectory(join(directory, 'new', 'folder'));
    expect(() => lockDirectory(lock.directory)).toThrow(DirectoryLockedError);
    lock.release();
    lock.release();
    lockDirectory(lock.directory).release();
  });
});
