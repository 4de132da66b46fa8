/**
 * Backpressure of a connection: when its messages are taken. Requests that come faster than the rate wait, in their
 * order and within bounds; orders never wait for a rate: they are taken as they come or refused.
 */
import type { Clock } from './feeds/throttle.ts';
import {
  MESSAGES_PER_SECOND,
  REFUSED_MESSAGES_MAX,
  WAITING_BYTES_MAX,
  WAITING_MESSAGES_MAX,
} from './limits.ts';
import { RateWindow } from './rate-window.ts';

/** What is counted by itself: pings, messages with orders, and the rest. */
export type MessageKind = 'ping' | 'order' | 'request';

/** What becomes of a message: `refused` is for orders, `full` ends the connection. */
export type Admission = 'now' | 'later' | 'refused' | 'full';

/** A message that waited. Its text, not what was read of it: that may be many times as large. */
export interface LateMessage {
  readonly text: string;
  readonly kind: MessageKind;
  readonly bytes: number;
  /** When it came, ms of the clock. */
  readonly came: number;
}

/** Rates and waiting messages of one connection. */
export class Intake {
  readonly #clock: Clock;
  readonly #take: (late: LateMessage) => void;
  readonly #pings: RateWindow;
  readonly #orders: RateWindow;
  readonly #requests: RateWindow;
  readonly #refusals: RateWindow;
  #waiting: LateMessage[] = [];
  #bytes = 0;
  /** Everything but pings waits, whatever the rates are. */
  #held = false;
  #closed = false;
  #cancelTimer: (() => void) | null = null;

  /** @param take carries out a message whose turn has come */
  constructor(clock: Clock, take: (late: LateMessage) => void) {
    this.#clock = clock;
    this.#take = take;
    const now = clock.now();
    this.#pings = new RateWindow(MESSAGES_PER_SECOND, now);
    this.#orders = new RateWindow(MESSAGES_PER_SECOND, now);
    this.#requests = new RateWindow(MESSAGES_PER_SECOND, now);
    this.#refusals = new RateWindow(MESSAGES_PER_SECOND, now, REFUSED_MESSAGES_MAX);
  }

  /** Messages that wait, and their bytes. */
  get waiting(): { readonly messages: number; readonly bytes: number } {
    return { messages: this.#waiting.length, bytes: this.#bytes };
  }

  setRate(perSecond: number): void {
    for (const rate of [this.#pings, this.#orders, this.#requests, this.#refusals]) {
      rate.setRate(perSecond);
    }
  }

  /** Decides on a message that has come; one that waits is kept and given to `take` later. */
  admit(kind: MessageKind, text: string, bytes: number): Admission {
    const came = this.#clock.now();
    if (kind === 'ping' && this.#pings.take(came)) return 'now';
    if (kind === 'order') {
      if (!this.#orders.take(came)) return 'refused';
      if (!this.#held) return 'now';
    }
    if (kind === 'request' && this.#mayRun(came)) return 'now';
    if (this.#waiting.length >= WAITING_MESSAGES_MAX) return 'full';
    if (this.#bytes + bytes > WAITING_BYTES_MAX) return 'full';
    this.#waiting.push({ text, kind, bytes, came });
    this.#bytes += bytes;
    this.#wake();
    return 'later';
  }

  /** Counts a message that was refused; false when there were too many. */
  mayRefuse(): boolean {
    return this.#refusals.take(this.#clock.now());
  }

  /** Lets everything wait but pings, until `release`. */
  hold(): void {
    this.#held = true;
    this.#stopTimer();
  }

  /** Takes what waited, as far as the rate lets it; orders in their place or before what stays. */
  release(): void {
    this.#held = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#bytes = 0;
    for (const late of waiting) {
      if (this.#closed) return;
      const passes = late.kind === 'order' ? !this.#held : this.#mayRun(this.#clock.now());
      if (passes) {
        this.#take(late);
      } else {
        this.#waiting.push(late);
        this.#bytes += late.bytes;
      }
    }
    this.#wake();
  }

  /** Drops what waits; nothing is taken any more. */
  close(): void {
    this.#closed = true;
    this.#waiting = [];
    this.#bytes = 0;
    this.#stopTimer();
  }

  /** Whether one that is no order may run now, before none that waits. */
  #mayRun(now: number): boolean {
    return !this.#held && this.#waiting.length === 0 && this.#requests.take(now);
  }

  #wake(): void {
    if (this.#held || this.#cancelTimer !== null || this.#waiting.length === 0) return;
    const wait = this.#requests.waitMs(this.#clock.now());
    this.#cancelTimer = this.#clock.after(Math.max(1, wait), () => this.#drain());
  }

  #drain(): void {
    this.#cancelTimer = null;
    while (!this.#held && this.#waiting.length > 0) {
      if (!this.#requests.take(this.#clock.now())) break;
      const late = this.#waiting.shift();
      if (late === undefined) break;
      this.#bytes -= late.bytes;
      this.#take(late);
    }
    this.#wake();
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }
}
