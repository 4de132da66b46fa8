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
    const values = new Float64Array(this.columnLength());
    this.columnInto(values, 0, values.length);
    return values;
  }

  /** Values of the column that comes next. */
  columnLength(): number {
    const at = this.#at;
    const kind = this.number();
    const length = this.number();
    this.#at = at;
    assert(Number.isSafeInteger(length) && length >= 0, 'views: a stored column has no length');
    assert(kind !== Column.zero || length <= 2 ** 31, 'views: a stored column is too long');
    const size = kind === Column.zero ? 0 : length * 4;
    assert(at + size <= this.#bytes.length, 'views: the stored bytes are too short');
    return length;
  }

  /** Reads a column of `length` values to where they are kept: a copy of megabytes costs memory. */
  columnInto(to: Float64Array | Uint32Array, first: number, length: number): void {
    const kind = this.number();
    assert(this.number() === length, 'views: a stored column has another length');
    if (kind === Column.zero) {
      to.fill(0, first, first + length);
      return;
    }
    assert(kind === Column.u32 || kind === Column.f64, 'views: a stored column has no known form');
    to.set(kind === Column.u32 ? this.#words(length) : this.#doubles(length), first);
  }

  // Copied where they lie unaligned, which typed arrays cannot begin at.
  #words(length: number): Uint32Array {
    const { buffer, byteOffset } = this.#bytes;
    const at = this.#take(length * 4);
    if ((byteOffset + at) % 4 === 0) return new Uint32Array(buffer, byteOffset + at, length);
    return new Uint32Array(this.#bytes.slice(at, this.#at).buffer);
  }

  #doubles(length: number): Float64Array {
    const { buffer, byteOffset } = this.#bytes;
    const at = this.#take(length * 8);
    if ((byteOffset + at) % 8 === 0) return new Float64Array(buffer, byteOffset + at, length);
    return new Float64Array(this.#bytes.slice(at, this.#at).buffer);
  }
}
