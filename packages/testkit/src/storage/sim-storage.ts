/**
 * A disk in memory that forgets like a real one. What programs read is the cache; what survives a
 * power cut is the durable state plus any part of what was not synced:
 * - unsynced writes survive by 512-byte sectors, in any combination, and a sector can be torn;
 * - a file made longer by an unsynced write can keep the length without the data (zeros);
 * - unsynced creations, renames and removals survive as a prefix, or in any combination, unless
 *   their directory was synced;
 * - after a failed `syncData` the data stays in the cache and is clean: it never reaches the disk
 *   unless it is written again.
 */
import { createHash } from 'node:crypto';
import type { FileHandle, OpenMode, Storage } from '@halcyon/journal';
import type { SimRandom } from './sim-random.ts';

const SECTOR_BYTES = 512;

/** Thrown by every call once the power is cut. */
export class SimPowerCut extends Error {
  override readonly name = 'SimPowerCut';

  constructor() {
    super('the power is cut');
  }
}

/** An error as the operating system would give it. */
export class SimSystemError extends Error {
  override readonly name = 'SimSystemError';
  readonly code: string;

  constructor(code: string, call: string) {
    super(`${code}: simulated, ${call}`);
    this.code = code;
  }
}

/** The calls that can be made to fail, or be the last before a power cut. */
export type SimCall =
  | 'open'
  | 'write'
  | 'syncData'
  | 'syncDirectory'
  | 'rename'
  | 'unlink'
  | 'truncate';

/** A fault to come: the `at`-th call from now (1 is the next) of the kinds listed (all). */
export interface SimFault {
  readonly at: number;
  /** An error code, or a power cut in the middle of the call. */
  readonly code: 'EIO' | 'ENOSPC' | 'power-cut';
  readonly calls?: readonly SimCall[];
}

type Bytes = Uint8Array<ArrayBuffer>;

interface Pending {
  readonly position: number;
  readonly bytes: Uint8Array;
  /** Set for a truncation to `position`. */
  readonly truncate: boolean;
}

interface Inode {
  cache: Bytes;
  durable: Bytes;
  pending: Pending[];
}

interface NameChange {
  readonly directory: string;
  /** Removed by this change (unlink, rename). */
  readonly from: string | undefined;
  /** Set by this change (create, rename). */
  readonly to: string | undefined;
  readonly inode: Inode | undefined;
}

interface OpenFile {
  readonly inode: Inode;
  readonly writable: boolean;
}

/** See the module's header. */
export class SimStorage implements Storage {
  readonly #random: SimRandom;
  readonly #directories = new Set<string>();
  readonly #names = new Map<string, Inode>();
  #durableNames = new Map<string, Inode>();
  #nameChanges: NameChange[] = [];
  readonly #open = new Map<FileHandle, OpenFile>();
  #nextHandle = 3;
  #fault: SimFault | undefined;
  #untilFault = 0;
  #dead = false;
  #capacity = Number.POSITIVE_INFINITY;
  #calls = 0;

  /** `random` decides what survives failed syncs. */
  constructor(random: SimRandom) {
    this.#random = random;
  }

  /** Calls made so far that could have failed. */
  get calls(): number {
    return this.#calls;
  }

  /** True once the power is cut. */
  get dead(): boolean {
    return this.#dead;
  }

  /** Sets the next fault, or none. */
  setFault(fault: SimFault | undefined): void {
    this.#fault = fault;
    this.#untilFault = fault?.at ?? 0;
  }

  /** Sets how many bytes all files together can have. */
  setCapacity(bytes: number): void {
    this.#capacity = bytes;
  }

  /** Cuts the power now. */
  cutPower(): void {
    this.#dead = true;
  }

  /** Bytes of all files, as the cache shows them. */
  usedBytes(): number {
    let used = 0;
    for (const inode of this.#names.values()) used += inode.cache.length;
    return used;
  }

  /** The contents of a file as the cache shows it; a change to the array changes the file. */
  peek(path: string): Uint8Array {
    return this.#find(path).cache;
  }

  /** Of what is on it, as the cache shows it: disks with the same files have the same. */
  digest(): string {
    const hash = createHash('sha256');
    for (const path of [...this.#names.keys()].sort()) {
      const bytes = this.peek(path);
      hash.update(`${path} ${bytes.length}\n`).update(bytes);
    }
    return hash.digest('hex');
  }

  /** Replaces a file, durably, as an intruder or a failing disk would. */
  poke(path: string, bytes: Uint8Array): void {
    const inode: Inode = { cache: copied(bytes), durable: copied(bytes), pending: [] };
    this.#names.set(path, inode);
    this.#durableNames.set(path, inode);
    this.#directories.add(directoryOf(path));
  }

  /** Removes a file, durably. */
  remove(path: string): void {
    this.#names.delete(path);
    this.#durableNames.delete(path);
  }

  /** A second disk with the same contents as the cache shows, all durable. */
  clone(random: SimRandom = this.#random): SimStorage {
    const copy = new SimStorage(random);
    for (const directory of this.#directories) copy.#directories.add(directory);
    for (const [path, inode] of this.#names) copy.poke(path, inode.cache);
    return copy;
  }

  /** A new process on the same machine: the cache stays, open files and faults do not. */
  restartProcess(): void {
    this.#dead = false;
    this.#fault = undefined;
    this.#open.clear();
  }

  /** One of the disks that a power cut now could leave, everything on it durable. */
  crashImage(random: SimRandom): SimStorage {
    const image = new SimStorage(random);
    for (const directory of this.#directories) image.#directories.add(directory);
    const survivors = new Map<Inode, Bytes>();
    const style = random.below(4);
    for (const [path, inode] of this.#survivingNames(random, style)) {
      let bytes = survivors.get(inode);
      if (bytes === undefined) {
        bytes = survivingBytes(inode, random, style);
        survivors.set(inode, bytes);
      }
      image.poke(path, bytes);
    }
    return image;
  }

  makeDirectory(path: string): void {
    this.#checkAlive();
    this.#directories.add(path);
  }

  list(path: string): string[] {
    this.#checkAlive();
    if (!this.#directories.has(path)) throw new SimSystemError('ENOENT', `list ${path}`);
    const names: string[] = [];
    for (const file of this.#names.keys()) {
      if (directoryOf(file) === path) names.push(file.slice(path.length + 1));
    }
    return names;
  }

  open(path: string, mode: OpenMode): FileHandle {
    this.#checkAlive();
    if (mode === 'create') {
      this.#call('open');
      if (this.#names.has(path)) throw new SimSystemError('EEXIST', `open ${path}`);
      const inode: Inode = { cache: new Uint8Array(0), durable: new Uint8Array(0), pending: [] };
      this.#change({ directory: directoryOf(path), from: undefined, to: path, inode });
    }
    const handle = this.#nextHandle;
    this.#nextHandle += 1;
    this.#open.set(handle, { inode: this.#find(path), writable: mode !== 'read' });
    return handle;
  }

  close(handle: FileHandle): void {
    this.#file(handle);
    this.#open.delete(handle);
  }

  size(handle: FileHandle): number {
    return this.#file(handle).inode.cache.length;
  }

  read(
    handle: FileHandle,
    target: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): number {
    const { cache } = this.#file(handle).inode;
    const got = Math.max(0, Math.min(length, cache.length - position));
    target.set(cache.subarray(position, position + got), offset);
    return got;
  }

  write(
    handle: FileHandle,
    source: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): void {
    const { inode, writable } = this.#file(handle);
    if (!writable) throw new SimSystemError('EBADF', 'write');
    const bytes = source.slice(offset, offset + length);
    // A failing or interrupted write can have reached any part of its bytes.
    const partly = (): void => {
      const part = bytes.subarray(0, this.#random.below(length + 1));
      if (part.length > 0) this.#put(inode, part, position);
    };
    this.#call('write', partly);
    const growth = Math.max(0, position + length - inode.cache.length);
    const room = this.#capacity - this.usedBytes();
    if (growth > room) {
      const fits = length - (growth - Math.max(0, room));
      if (fits > 0) this.#put(inode, bytes.subarray(0, fits), position);
      throw new SimSystemError('ENOSPC', 'write');
    }
    this.#put(inode, bytes, position);
  }

  syncData(handle: FileHandle): void {
    const { inode } = this.#file(handle);
    this.#call('syncData', () => {
      if (this.#dead) return;
      inode.durable = survivingBytes(inode, this.#random, this.#random.below(4)).slice();
      inode.pending = [];
    });
    // Only what is still dirty: what an earlier failed sync dropped stays lost.
    let { durable } = inode;
    for (const write of inode.pending) {
      if (write.truncate) durable = resized(durable, write.position);
      else durable = put(durable, write.bytes, write.position);
    }
    inode.durable = durable;
    inode.pending = [];
  }

  syncDirectory(path: string): void {
    this.#call('syncDirectory');
    const others: NameChange[] = [];
    for (const change of this.#nameChanges) {
      if (change.directory === path) applyChange(this.#durableNames, change);
      else others.push(change);
    }
    this.#nameChanges = others;
  }

  rename(from: string, to: string): void {
    const inode = this.#find(from);
    const change = { directory: directoryOf(from), from, to, inode };
    this.#call('rename', () => {
      if (this.#dead && this.#random.chance(50)) this.#change(change);
    });
    this.#change(change);
  }

  unlink(path: string): void {
    this.#find(path);
    this.#call('unlink');
    this.#change({ directory: directoryOf(path), from: path, to: undefined, inode: undefined });
  }

  truncate(handle: FileHandle, length: number): void {
    const { inode } = this.#file(handle);
    this.#call('truncate');
    inode.cache = resized(inode.cache, length);
    inode.pending.push({ position: length, bytes: new Uint8Array(0), truncate: true });
  }

  #checkAlive(): void {
    if (this.#dead) throw new SimPowerCut();
  }

  /** Counts a call and throws when its fault is due; `partly` is what happens of it then. */
  #call(call: SimCall, partly?: () => void): void {
    this.#checkAlive();
    this.#calls += 1;
    const fault = this.#fault;
    if (fault === undefined || (fault.calls !== undefined && !fault.calls.includes(call))) return;
    this.#untilFault -= 1;
    if (this.#untilFault > 0) return;
    this.#fault = undefined;
    this.#dead = fault.code === 'power-cut';
    partly?.();
    if (fault.code === 'power-cut') throw new SimPowerCut();
    throw new SimSystemError(fault.code, call);
  }

  #find(path: string): Inode {
    this.#checkAlive();
    const inode = this.#names.get(path);
    if (inode === undefined) throw new SimSystemError('ENOENT', path);
    return inode;
  }

  #file(handle: FileHandle): OpenFile {
    this.#checkAlive();
    const file = this.#open.get(handle);
    if (file === undefined) throw new SimSystemError('EBADF', `handle ${handle}`);
    return file;
  }

  #put(inode: Inode, bytes: Uint8Array, position: number): void {
    const end = position + bytes.length;
    if (end > inode.cache.length) inode.cache = resized(inode.cache, end);
    inode.cache.set(bytes, position);
    inode.pending.push({ position, bytes: bytes.slice(), truncate: false });
  }

  #change(change: NameChange): void {
    applyChange(this.#names, change);
    this.#nameChanges.push(change);
  }

  #survivingNames(random: SimRandom, style: number): Map<string, Inode> {
    const names = new Map(this.#durableNames);
    const last = random.below(this.#nameChanges.length + 1);
    for (const [at, change] of this.#nameChanges.entries()) {
      const survives = style === 0 || (style === 1 ? random.chance(50) : at < last);
      if (survives) applyChange(names, change);
    }
    return names;
  }
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function copied(bytes: Uint8Array): Bytes {
  return new Uint8Array(bytes);
}

function resized(bytes: Uint8Array, length: number): Bytes {
  const result = new Uint8Array(length);
  result.set(bytes.subarray(0, length));
  return result;
}

/** A rename whose source never became durable brings its file along all the same. */
function applyChange(names: Map<string, Inode>, change: NameChange): void {
  if (change.from !== undefined) names.delete(change.from);
  if (change.to !== undefined && change.inode !== undefined) names.set(change.to, change.inode);
}

/**
 * Durable bytes plus some of the unsynced writes. Styles: 0 all of them (the process was killed);
 * 1 sectors in any combination; 2 and 3 a prefix in time, the last one torn by bytes or sectors.
 */
function survivingBytes(inode: Inode, random: SimRandom, style: number): Bytes {
  if (inode.pending.length === 0) return inode.durable;
  if (style === 0) return inode.cache;
  let bytes = inode.durable.slice();
  const last = style === 1 ? inode.pending.length : random.below(inode.pending.length + 1);
  for (const [at, write] of inode.pending.entries()) {
    if (at > last) break;
    if (write.truncate) {
      if (random.chance(50)) bytes = resized(bytes, write.position);
      continue;
    }
    if (style === 1 || at === last) bytes = tear(bytes, write, random, style);
    else bytes = put(bytes, write.bytes, write.position);
  }
  const length = inode.cache.length;
  return bytes.length < length && random.chance(30) ? resized(bytes, length) : bytes;
}

function put(bytes: Bytes, part: Uint8Array, position: number): Bytes {
  if (part.length === 0) return bytes;
  const end = position + part.length;
  const result = end > bytes.length ? resized(bytes, end) : bytes;
  result.set(part, position);
  return result;
}

function tear(bytes: Bytes, write: Pending, random: SimRandom, style: number): Bytes {
  const whole = write.bytes;
  if (style === 2)
    return put(bytes, whole.subarray(0, random.below(whole.length + 1)), write.position);
  let result = bytes;
  let from = 0;
  while (from < whole.length) {
    const sectorEnd = SECTOR_BYTES - ((write.position + from) % SECTOR_BYTES);
    const to = Math.min(whole.length, from + sectorEnd);
    const fate = random.below(20);
    const end = fate === 0 ? from + random.below(to - from + 1) : to;
    if (fate < 11) result = put(result, whole.subarray(from, end), write.position + from);
    from = to;
  }
  return result;
}
