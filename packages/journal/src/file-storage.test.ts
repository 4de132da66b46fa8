import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileStorage, transferFully } from './file-storage.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'halcyon-storage-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

describe('transferFully', () => {
  test('goes on after short transfers until all is moved', () => {
    const calls: string[] = [];
    const moved = transferFully(
      (offset, length, position) => {
        calls.push(`${offset} ${length} ${position}`);
        return Math.min(length, 400);
      },
      8,
      1000,
      5000,
    );
    expect(moved).toBe(1000);
    expect(calls).toEqual(['8 1000 5000', '408 600 5400', '808 200 5800']);
  });

  test('passes on the error that follows a short write', () => {
    let first = true;
    const full = (): number => {
      if (!first) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      first = false;
      return 500;
    };
    expect(() => transferFully(full, 0, 1000, 0)).toThrow('full');
  });

  test('stops where nothing is moved any more', () => {
    expect(transferFully(() => 0, 0, 10, 0)).toBe(0);
  });
});

describe('FileStorage', () => {
  test('writes, reads, renames, lists and removes', () => {
    const storage = new FileStorage();
    const folder = join(directory, 'a', 'b');
    storage.makeDirectory(folder);
    storage.makeDirectory(folder);
    const handle = storage.open(join(folder, 'one'), 'create');
    storage.write(handle, new Uint8Array([9, 1, 2, 3]), 1, 3, 4);
    storage.syncData(handle);
    expect(storage.size(handle)).toBe(7);
    const back = new Uint8Array(10).fill(8);
    expect(storage.read(handle, back, 1, 9, 3)).toBe(4);
    expect([...back]).toEqual([8, 0, 1, 2, 3, 8, 8, 8, 8, 8]);
    storage.truncate(handle, 5);
    storage.close(handle);
    storage.rename(join(folder, 'one'), join(folder, 'two'));
    storage.syncDirectory(folder);
    expect(storage.list(folder)).toEqual(['two']);
    expect([...readFileSync(join(folder, 'two'))]).toEqual([0, 0, 0, 0, 1]);
    storage.unlink(join(folder, 'two'));
    expect(storage.list(folder)).toEqual([]);
  });

  test('lets the owner alone read files and folders', () => {
    const storage = new FileStorage();
    const folder = join(directory, 'mine');
    storage.makeDirectory(folder);
    storage.close(storage.open(join(folder, 'file'), 'create'));
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(statSync(join(folder, 'file')).mode & 0o077).toBe(0);
  });

  test('refuses to create what is there, and to open what is not', () => {
    const storage = new FileStorage();
    storage.close(storage.open(join(directory, 'file'), 'create'));
    expect(() => storage.open(join(directory, 'file'), 'create')).toThrow('EEXIST');
    expect(() => storage.open(join(directory, 'none'), 'write')).toThrow('ENOENT');
  });
});
