/**
 * The binary form of the views: a stream of numbers, texts and columns, little-endian as every
 * machine in use is. A column of numbers is stored in 4 bytes a value where all values fit.
 */
import { assert } from '@halcyon/domain';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const Column = { zero: 0, u32: 1, f64: 2 } as const;
const U32_MAX = 0xffff_ffff;

/** Grows as it is written to. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #length = 0;

  constructor(capacity = 4096) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  #reserve(size: number): number {
    const at = this.#length;
    if (at + size > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(at + size, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, at));
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    this.#length = at + size;
    return at;
  }

  #put(raw: Uint8Array): void {
    const at = this.#reserve(raw.length);
    this.#bytes.set(raw, at);
  }

  /** Any double; the views write integers only. */
  number(value: number): void {
    const at = this.#reserve(8);
    this.#view.setFloat64(at, value, true);
  }

  /** A signed 64-bit integer. */
  bigint(value: bigint): void {
    const at = this.#reserve(8);
    this.#view.setBigInt64(at, value, true);
  }

  text(value: string): void {
    this.bytes(encoder.encode(value));
  }

  /** Length first. */
  bytes(value: Uint8Array): void {
    this.number(value.length);
    this.#put(value);
  }

  /** `values` from `from` to before `to`; whole numbers ≥ 0 below 2^32 take 4 bytes each. */
  column(values: Float64Array | Uint32Array | Uint8Array, from: number, to: number): void {
    let kind: number = Column.zero;
    for (let i = from; i < to; i++) {
      const value = values[i]!;
      if (value === 0) continue;
      if (value < 0 || value > U32_MAX || !Number.isInteger(value)) {
        kind = Column.f64;
        break;
      }
      kind = Column.u32;
    }
    this.number(kind);
    this.number(to - from);
    if (kind === Column.zero) return;
    const part = values.subarray(from, to);
    const packed = kind === Column.u32 ? Uint32Array.from(part) : Float64Array.from(part);
    this.#put(new Uint8Array(packed.buffer));
  }

  /** What was written, without a copy. */
  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Reads what ByteWriter wrote. Throws InvariantError past the end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  #take(size: number): number {
    const at = this.#at;
    assert(size >= 0 && at + size <= this.#bytes.length, 'views: the stored bytes are too short');
    this.#at = at + size;
    return at;
  }

  number(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }

  bigint(): bigint {
    return this.#view.getBigInt64(this.#take(8), true);
  }

  text(): string {
    return decoder.decode(this.bytes());
  }

  /** A view into the source, not a copy. */
  bytes(): Uint8Array {
    const size = this.number();
    const at = this.#take(size);
    return this.#bytes.subarray(at, at + size);
  }

  column(): Float64Array {
    const kind = this.number();
    const length = this.number();
    assert(Number.isSafeInteger(length) && length >= 0, 'views: a stored column has no length');
    if (kind === Column.zero) {
      assert(length <= 2 ** 31, 'views: a stored column is too long');
      return new Float64Array(length);
    }
    assert(kind === Column.u32 || kind === Column.f64, 'views: a stored column has no known form');
    const size = length * (kind === Column.u32 ? 4 : 8);
    const at = this.#take(size);
    // Copied: typed arrays need alignment, which a part of a file does not have.
    const copy = this.#bytes.slice(at, at + size).buffer;
    return kind === Column.u32 ? Float64Array.from(new Uint32Array(copy)) : new Float64Array(copy);
  }
}
