import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileStorage } from './file-storage.ts';
import { piecesOf, replaceFile } from './replace-file.ts';

const MB = 1024 * 1024;

/** Remembers what each sync had to bring to the disk. */
class Watched extends FileStorage {
  readonly synced: number[] = [];
  #waiting = 0;

  override write(...given: Parameters<FileStorage['write']>): void {
    super.write(...given);
    this.#waiting += given[3];
  }

  override syncData(handle: number): void {
    super.syncData(handle);
    this.synced.push(this.#waiting);
    this.#waiting = 0;
  }
}

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'halcyon-replace-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

test('a large file is brought to the disk a megabyte at a time, and is whole', () => {
  const bytes = Uint8Array.from({ length: 3.5 * MB }, (_, n) => n % 251);
  const storage = new Watched();
  const path = replaceFile(storage, directory, 'large', piecesOf(bytes));
  expect(storage.synced).toEqual([MB, MB, MB, MB / 2]);
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect(readdirSync(directory)).toEqual(['large']);
});

test('a small file has one sync', () => {
  const storage = new Watched();
  replaceFile(storage, directory, 'small', [Uint8Array.of(1), Uint8Array.of(2)]);
  expect(storage.synced).toEqual([2]);
});
