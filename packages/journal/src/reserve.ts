/**
 * The reserve: one segment's worth of zeros on the disk, ready to become the next segment. A full
 * disk is therefore noticed while a whole segment can still be written, and no commit ever needs
 * new space. Zeros are written in small steps, so that none delays trading for long.
 *
 * `reserve.part` is being filled; `reserve` is complete and durable.
 */
import { isSpaceError, JournalFailedError, messageOf } from './errors.ts';
import {
  RESERVE_RETRY_MS,
  RESERVE_STEP_BYTES,
  RESERVE_SYNC_BUSY_BYTES,
  RESERVE_SYNC_IDLE_BYTES,
} from './limits.ts';
import { type FileHandle, joinPath, type Storage } from './storage.ts';

/** Name of the complete reserve segment. */
export const RESERVE_NAME = 'reserve';
const PART_NAME = 'reserve.part';

/** `ready`: complete; `filling`: under way; `blocked`: the disk is full. */
export type ReserveState = 'ready' | 'filling' | 'blocked';

const ZEROS = new Uint8Array(RESERVE_STEP_BYTES);

/** See the module's header. Errors other than a full disk are thrown. */
export class Reserve {
  readonly #storage: Storage;
  readonly #directory: string;
  readonly #bytes: number;
  #state: ReserveState = 'filling';
  #handle: FileHandle | undefined;
  #filled = 0;
  #synced = 0;
  #retryAtMs = 0;

  /** `bytes` is the size of a segment. Leftovers of an earlier run are reused or removed. */
  constructor(storage: Storage, directory: string, bytes: number) {
    this.#storage = storage;
    this.#directory = directory;
    this.#bytes = bytes;
    const names = storage.list(directory);
    if (names.includes(PART_NAME)) storage.unlink(joinPath(directory, PART_NAME));
    if (names.includes(RESERVE_NAME)) this.#adopt();
  }

  get state(): ReserveState {
    return this.#state;
  }

  /** Bytes of zeros that are written. */
  get filled(): number {
    return this.#state === 'ready' ? this.#bytes : this.#filled;
  }

  /**
   * Takes one step unless the reserve is ready. With `nowMs` (the caller's clock) it is an idle
   * moment: syncs are small, and after a full disk it waits `RESERVE_RETRY_MS`. Without, it is
   * taken at once and syncs are few.
   */
  step(nowMs?: number): void {
    if (this.#state === 'ready') return;
    if (this.#state === 'blocked' && nowMs !== undefined && nowMs < this.#retryAtMs) return;
    try {
      this.#fill(nowMs === undefined ? RESERVE_SYNC_BUSY_BYTES : RESERVE_SYNC_IDLE_BYTES);
    } catch (error) {
      if (!isSpaceError(error)) throw error;
      this.#state = 'blocked';
      this.#retryAtMs = (nowMs ?? 0) + RESERVE_RETRY_MS;
    }
  }

  /** Steps until the reserve is ready or the disk is full; returns whether it is ready. */
  complete(): boolean {
    do {
      this.step();
    } while (this.#state === 'filling');
    return this.#state === 'ready';
  }

  /** Gives the ready file away: its caller renames it. The next `step` starts another. */
  take(): string {
    this.#state = 'filling';
    this.#filled = 0;
    this.#synced = 0;
    return joinPath(this.#directory, RESERVE_NAME);
  }

  close(): void {
    if (this.#handle !== undefined) this.#storage.close(this.#handle);
    this.#handle = undefined;
  }

  #adopt(): void {
    const path = joinPath(this.#directory, RESERVE_NAME);
    const handle = this.#storage.open(path, 'read');
    const size = this.#storage.size(handle);
    this.#storage.close(handle);
    // It became `reserve` only when all its zeros were durable, so its size tells enough; the
    // header that a crash can have left in it is overwritten when it is taken.
    if (size === this.#bytes) this.#state = 'ready';
    else this.#storage.unlink(path);
  }

  #fill(syncBytes: number): void {
    const part = joinPath(this.#directory, PART_NAME);
    if (this.#filled < this.#bytes) this.#zeroMore(part);
    this.#state = 'filling';
    const complete = this.#filled === this.#bytes;
    if (this.#filled - this.#synced >= syncBytes || complete) this.#sync(part);
    if (!complete) return;
    this.close();
    this.#storage.rename(part, joinPath(this.#directory, RESERVE_NAME));
    this.#state = 'ready';
    try {
      this.#storage.syncDirectory(this.#directory);
    } catch (cause) {
      // Even a full disk is final here: the directory's state is unknown from now on.
      const message = `the directory could not be made durable: ${messageOf(cause)}`;
      throw new JournalFailedError(message, { cause });
    }
  }

  #zeroMore(part: string): void {
    this.#handle ??= this.#storage.open(part, 'create');
    const length = Math.min(ZEROS.length, this.#bytes - this.#filled);
    this.#storage.write(this.#handle, ZEROS, 0, length, this.#filled);
    this.#filled += length;
  }

  #sync(part: string): void {
    if (this.#handle === undefined || this.#synced === this.#filled) return;
    try {
      this.#storage.syncData(this.#handle);
      this.#synced = this.#filled;
    } catch (error) {
      // After a failed sync nothing about this file is known: begin with a new one.
      this.close();
      this.#filled = 0;
      this.#synced = 0;
      this.#storage.unlink(part);
      throw error;
    }
  }
}
