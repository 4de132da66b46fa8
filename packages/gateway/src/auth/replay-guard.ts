/**
 * Remembers signatures of POSTs and log-ins for as long as their timestamps are accepted, so that what was
 * captured cannot be sent again: a signature is its own nonce. 52 bits of each are kept in two
 * open-addressing tables (the present period and the one before): 8 bytes a request, no garbage.
 * Signatures are pseudo-random, so two different ones coincide once in about 10^9 requests at a million
 * remembered; the honest one of the two is then refused and can be signed anew.
 */
import { RECEIVE_WINDOW_MS, WireError } from '@halcyon/protocol';

/** How long a signature is remembered: as long as its timestamp can be accepted. */
export const REPLAY_PERIOD_MS = 2 * RECEIVE_WINDOW_MS + 2_000;

/** Signatures of one period that are remembered, 64 MB of them; beyond that none is taken until the next one. */
export const SIGNATURES_MAX = 1 << 22;

const LOAD_MAX = 0.5;
const CAPACITY_MIN = 1 << 12;

/** A set of 52-bit prints. */
class PrintSet {
  #slots = new Float64Array(CAPACITY_MIN);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  clear(): void {
    if (this.#slots.length > CAPACITY_MIN && this.#size < this.#slots.length / 16) {
      this.#slots = new Float64Array(CAPACITY_MIN);
    } else {
      this.#slots.fill(0);
    }
    this.#size = 0;
  }

  has(print: number): boolean {
    return this.#slots[this.#find(print)] === print;
  }

  add(print: number): void {
    if (this.#size >= this.#slots.length * LOAD_MAX) this.#grow();
    const at = this.#find(print);
    if (this.#slots[at] === print) return;
    this.#slots[at] = print;
    this.#size++;
  }

  #find(print: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let at = (print % 4_294_967_291) & mask;
    while (slots[at] !== 0 && slots[at] !== print) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Float64Array(old.length * 2);
    for (const print of old) {
      if (print !== 0) this.#slots[this.#find(print)] = print;
    }
  }
}

/** Which signatures were seen lately. */
export class ReplayGuard {
  readonly #periodMs: number;
  readonly #most: number;
  #present = new PrintSet();
  #before = new PrintSet();
  #periodEnd: number;

  /**
   * @param periodMs a signature is remembered for at least this long
   * @param now Unix ms
   * @param most signatures of one period
   */
  constructor(periodMs: number, now: number, most = SIGNATURES_MAX) {
    this.#periodMs = periodMs;
    this.#most = most;
    this.#periodEnd = now + periodMs;
  }

  /**
   * Remembers a signature; false when it was seen before.
   * @throws WireError rateLimit while no more can be remembered: it could be sent again
   */
  take(signature: string, now: number): boolean {
    const print = printOf(signature);
    if (this.#seen(print, now)) return false;
    if (this.#present.size >= this.#most) {
      throw new WireError('rateLimit', {}, Math.max(1, this.#periodEnd - now));
    }
    this.#present.add(print);
    return true;
  }

  /** Whether a signature was seen before; it is not remembered. */
  has(signature: string, now: number): boolean {
    return this.#seen(printOf(signature), now);
  }

  #seen(print: number, now: number): boolean {
    if (now >= this.#periodEnd) this.#rotate(now);
    return this.#present.has(print) || this.#before.has(print);
  }

  #rotate(now: number): void {
    const spare = this.#before;
    spare.clear();
    if (now >= this.#periodEnd + this.#periodMs) {
      this.#present.clear();
    }
    this.#before = this.#present;
    this.#present = spare;
    this.#periodEnd = now + this.#periodMs;
  }
}

/** 52 bits of a base64 text, never 0. */
function printOf(signature: string): number {
  let high = 0x811c9dc5;
  let low = 0x9747b28c;
  for (let i = 0; i < signature.length; i++) {
    const c = signature.charCodeAt(i);
    high = Math.imul(high ^ c, 0x01000193);
    low = Math.imul(low ^ c, 0x5bd1e995) ^ (low >>> 15);
  }
  return (high & 0xfffff) * 4_294_967_296 + (low >>> 0) + 1;
}
