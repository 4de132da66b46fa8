/**
 * Crash images of the journal (B1): a random workload on the simulated disk, the power cut in a
 * random call, and every image that is drawn from the wreck recovered and compared with what had
 * been acknowledged:
 * - nothing acknowledged is lost or altered: records, and snapshots;
 * - nothing is there that was not appended, and the sequence has no gap;
 * - recovery always starts (each image is one that a real disk can leave).
 * Then one image is taken as the new truth and life goes on, recovery itself being cut as well.
 */
import {
  type Anchor,
  type JournalWriter,
  loadSnapshot,
  openJournal,
  pruneSegments,
  pruneSnapshots,
  writeSnapshot,
} from '@halcyon/journal';
import { SimRandom } from './sim-random.ts';
import { type SimFault, SimPowerCut, SimStorage, SimSystemError } from './sim-storage.ts';

/** What was checked. */
export interface CrashReport {
  readonly seed: number;
  readonly scenarios: number;
  /** Images recovered and compared. */
  readonly images: number;
  /** Images with an interrupted commit that was cut. */
  readonly torn: number;
  /** Starts on the same machine, mostly after an error of the disk. */
  readonly restarts: number;
  /** Most segments that a journal had. */
  readonly segmentsMax: number;
}

const DIRECTORY = '/journal';
const IMAGES_EACH = 8;
const LIVES = 4;

/**
 * Checks at least `count` images. Throws at the first that breaks a promise; the message names
 * the scenario's seed: `checkCrashImages(thatSeed, 1)` runs it again.
 */
export function checkCrashImages(seed: number, count: number): CrashReport {
  const total = { images: 0, torn: 0, restarts: 0, segmentsMax: 0 };
  let scenarios = 0;
  while (total.images < count) {
    const scenarioSeed = seed + scenarios;
    const scenario = new Scenario(scenarioSeed, total);
    try {
      scenario.run();
    } catch (cause) {
      throw new Error(`crash images, seed ${scenarioSeed}: ${String(cause)}`, { cause });
    }
    scenarios += 1;
  }
  return { seed, scenarios, ...total };
}

interface Totals {
  images: number;
  torn: number;
  restarts: number;
  segmentsMax: number;
}

class Scenario {
  readonly #random: SimRandom;
  readonly #total: Totals;
  readonly #settings: { segmentBytes: number; batchBytes: number };
  #storage: SimStorage;
  /** Payloads by sequence; those above `#acked` may or may not survive. */
  #payloads: Uint8Array[] = [];
  #acked = 0;
  /** Newest snapshot that `writeSnapshot` has returned for, and whether one was under way. */
  #snapshotSeq = 0;
  #rulesVersion = 1;

  constructor(seed: number, total: Totals) {
    this.#random = new SimRandom(seed);
    this.#total = total;
    this.#storage = new SimStorage(this.#random);
    const batchBytes = 256 * this.#random.between(1, 4);
    const segmentBytes = 288 + batchBytes + 8 * this.#random.between(0, 400);
    this.#settings = { segmentBytes, batchBytes };
  }

  run(): void {
    for (let life = 0; life < LIVES; life += 1) {
      if (this.#random.chance(20)) this.#rulesVersion += 1;
      this.#storage.setFault(this.#nextFault());
      try {
        this.#live();
      } catch (error) {
        if (!isFault(error)) throw error;
      }
      this.#crash();
    }
  }

  /** Mostly power cuts; else errors, for half of them failed syncs: the treacherous ones. */
  #nextFault(): SimFault {
    const at = this.#random.between(1, 70);
    if (this.#random.chance(75)) return { at, code: 'power-cut' };
    if (this.#random.chance(50)) return { at, code: 'EIO' };
    return { at: 1 + (at >> 1), code: 'EIO', calls: ['syncData', 'syncDirectory'] };
  }

  /** Opens the journal and works on it until the fault, or to an orderly end. */
  #live(): void {
    const storage = this.#storage;
    const { writer, payloads } = this.#recover(storage);
    this.#checkRecovered(payloads);
    this.#payloads = payloads;
    this.#acked = payloads.length;
    for (let step = 0; step < 40; step += 1) {
      const choice = this.#random.below(100);
      if (choice < 55) this.#appendSome(writer);
      else if (choice < 85) this.#commit(writer);
      else if (choice < 90) writer.maintain(step * 500);
      else if (choice < 93 && writer.pendingRecords === 0) writer.mark();
      else if (choice < 95 && writer.pendingRecords === 0) writer.roll();
      else if (writer.pendingRecords === 0) this.#snapshot(writer);
    }
    this.#commit(writer);
    writer.close();
  }

  #appendSome(writer: JournalWriter): void {
    for (let left = this.#random.between(1, 4); left > 0; left -= 1) {
      const length = this.#random.between(1, Math.min(120, writer.recordBytesMax));
      const payload = new Uint8Array(length);
      for (let i = 0; i < length; i += 1) payload[i] = this.#random.word();
      // A full batch buffer is committed inside `append`, before the new record enters it.
      const before = writer.committedSeq;
      this.#payloads.push(payload);
      try {
        writer.append(this.#payloads.length, payload, 0, length);
      } finally {
        if (writer.committedSeq > before) this.#acked = writer.committedSeq;
      }
    }
  }

  #commit(writer: JournalWriter): void {
    this.#acked = writer.commit();
    if (this.#acked !== this.#payloads.length) throw new Error('commit left records out');
  }

  #snapshot(writer: JournalWriter): void {
    const seq = writer.committedSeq;
    if (seq === 0) return;
    const parts = new Map([['sum', digest(this.#payloads, seq)]]);
    const chainHash = writer.chainHash();
    const facts = { seq, rulesVersion: this.#rulesVersion, chainHash, parts };
    writeSnapshot(this.#storage, DIRECTORY, facts);
    const before = this.#snapshotSeq;
    this.#snapshotSeq = seq;
    if (before === 0 || this.#random.chance(50)) return;
    const rulesVersion = this.#rulesVersion;
    const keepFromSeq = before;
    pruneSegments(this.#storage, DIRECTORY, { venue: 'sim', rulesVersion, keepFromSeq });
    pruneSnapshots(this.#storage, DIRECTORY, { keep: 2, provedSeq: seq });
  }

  /** Draws images, checks each, and goes on with the last one. */
  #crash(): void {
    const wreck = this.#storage;
    if (!wreck.dead && this.#random.chance(70)) {
      // The process ended and starts again on the same machine: the cache is there.
      wreck.restartProcess();
      wreck.setFault(undefined);
      this.#total.restarts += 1;
      return;
    }
    for (let n = 0; n < IMAGES_EACH; n += 1) {
      const image = wreck.crashImage(this.#random);
      if (n === IMAGES_EACH - 1) {
        this.#storage = image;
        return;
      }
      this.#total.images += 1;
      const { writer, payloads } = this.#recover(image);
      this.#checkRecovered(payloads);
      this.#checkUsable(image, writer, payloads);
    }
  }

  /** Recovers, and returns all payloads from sequence 1 (the pruned ones are taken on trust). */
  #recover(storage: SimStorage): { writer: JournalWriter; payloads: Uint8Array[] } {
    storage.makeDirectory(DIRECTORY);
    const rulesVersion = this.#rulesVersion;
    const { snapshot, skipped } = loadSnapshot(storage, DIRECTORY, rulesVersion);
    if (skipped.length > 0) throw new Error(`a snapshot is damaged: ${skipped[0]?.reason}`);
    const seq = snapshot?.seq ?? 0;
    if (seq < this.#snapshotSeq) throw new Error(`snapshot ${this.#snapshotSeq} is lost`);
    if (snapshot !== undefined) {
      const sum = snapshot.parts.get('sum') ?? new Uint8Array(0);
      if (Buffer.compare(sum, digest(this.#payloads, seq)) !== 0) {
        throw new Error(`snapshot ${seq} is of another history`);
      }
    }
    const anchor: Anchor | undefined =
      snapshot === undefined ? undefined : { seq, chainHash: snapshot.chainHash };
    const payloads = this.#payloads.slice(0, seq);
    const { writer, report } = openJournal(storage, DIRECTORY, {
      ...this.#settings,
      venue: 'sim',
      rulesVersion,
      nowMs: () => 1_700_000_000_000,
      fromSeq: seq + 1,
      ...(anchor === undefined ? {} : { anchor }),
      onRecord: (at, bytes, offset, length) => {
        if (at !== payloads.length + 1) throw new Error(`record ${at} after ${payloads.length}`);
        payloads.push(bytes.slice(offset, offset + length));
      },
    });
    if (report.lastSeq !== payloads.length) throw new Error('the report is wrong');
    if (report.tornBytes > 0) this.#total.torn += 1;
    this.#total.segmentsMax = Math.max(this.#total.segmentsMax, report.segments);
    return { writer, payloads };
  }

  #checkRecovered(payloads: readonly Uint8Array[]): void {
    if (payloads.length < this.#acked) {
      throw new Error(`acknowledged up to ${this.#acked}, recovered up to ${payloads.length}`);
    }
    for (const [at, payload] of payloads.entries()) {
      const appended = this.#payloads[at];
      if (appended === undefined) throw new Error(`record ${at + 1} was never appended`);
      if (Buffer.compare(payload, appended) !== 0) throw new Error(`record ${at + 1} is altered`);
    }
  }

  /** The recovered journal takes a record, and gives all back after an orderly end. */
  #checkUsable(storage: SimStorage, writer: JournalWriter, payloads: Uint8Array[]): void {
    writer.append(payloads.length + 1, new Uint8Array([7]), 0, 1);
    writer.commit();
    writer.close();
    const again = this.#recover(storage);
    again.writer.close();
    const { payloads: found } = again;
    if (found.length !== payloads.length + 1 || found.at(-1)?.[0] !== 7) {
      throw new Error('a record appended after recovery is lost');
    }
  }
}

/** True when the simulated disk caused the error, directly or not. */
function isFault(error: unknown): boolean {
  if (error instanceof SimPowerCut || error instanceof SimSystemError) return true;
  return error instanceof Error && error.cause !== undefined && isFault(error.cause);
}

/** A stand-in for the state at a sequence: it depends on every payload before. */
function digest(payloads: readonly Uint8Array[], seq: number): Uint8Array {
  let sum = 2166136261;
  for (const payload of payloads.slice(0, seq)) {
    for (const byte of payload) sum = Math.imul(sum ^ byte, 16777619);
    sum = Math.imul(sum ^ payload.length, 16777619);
  }
  return new Uint8Array([sum, sum >>> 8, sum >>> 16, sum >>> 24]);
}
