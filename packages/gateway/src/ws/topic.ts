/**
 * What one kind of subscriber of a feed gets: the same bytes for all of them. Messages of a turn are
 * gathered and handed to the outbox as one buffer.
 */

import type { FrameBatcher, Receiver } from './frame-batcher.ts';
import { textFrame } from './frames.ts';
import type { WsStats } from './stats.ts';

/** What a topic needs of the feedRouter. */
export interface TopicHost {
  readonly outbox: FrameBatcher;
  readonly stats: WsStats;
  /** Topics with messages of this turn. */
  readonly dirty: Topic[];
}

/** Who listens to topics; implemented by a connection. */
export interface Subscriber extends Receiver {
  /** Whether a push of `topic` has to wait; if so its newest state follows once the socket drained. */
  holdBack(topic: Topic): boolean;
}

/** Subscribers of one feed who named it with the same words. */
export class Topic {
  /** The `arg` of every push, JSON. */
  readonly arg: string;
  /** Whether only the newest message matters, so that a slow socket may miss older ones. */
  readonly conflate: boolean;
  readonly subscribers = new Set<Subscriber>();
  /** Called when the last subscriber has gone. */
  readonly #onEmpty: (topic: Topic) => void;
  readonly #host: TopicHost;
  #pending: Buffer[] = [];
  #latest: Buffer | null = null;

  constructor(host: TopicHost, arg: string, conflate: boolean, onEmpty: (topic: Topic) => void) {
    this.arg = arg;
    this.conflate = conflate;
    this.#host = host;
    this.#onEmpty = onEmpty;
  }

  /** The frame of a push with this topic's `arg`; `data` is JSON without the brackets. */
  frame(action: 'snapshot' | 'update', data: string, time: number): Buffer {
    return textFrame(`{"action":"${action}","arg":${this.arg},"data":[${data}],"ts":${time}}`);
  }

  /** Gives a message to all subscribers at the end of this turn. */
  publish(frame: Buffer): void {
    if (this.subscribers.size === 0) return;
    if (this.#pending.length === 0) {
      this.#host.dirty.push(this);
      this.#host.outbox.wake();
    }
    if (this.conflate) {
      this.#latest = frame;
      this.#pending[0] = frame;
    } else {
      this.#pending.push(frame);
    }
  }

  /** Moves what was published so far to the outbox. */
  flush(): void {
    const pending = this.#pending;
    if (pending.length === 0) return;
    this.#pending = [];
    const first = pending[0];
    const bytes = pending.length === 1 && first !== undefined ? first : Buffer.concat(pending);
    const { outbox, stats } = this.#host;
    stats.pushed += pending.length * this.subscribers.size;
    for (const subscriber of this.subscribers) {
      if (this.conflate && subscriber.holdBack(this)) continue;
      outbox.append(subscriber, bytes);
    }
  }

  /** Brings a socket that was held back up to date. */
  catchUp(subscriber: Subscriber): void {
    if (this.#latest === null || !this.subscribers.has(subscriber)) return;
    this.#host.outbox.append(subscriber, this.#latest);
  }

  /** Adds a subscriber; what was published before this moment does not reach it. */
  add(subscriber: Subscriber): void {
    this.flush();
    this.subscribers.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    if (!this.subscribers.delete(subscriber)) return;
    if (this.subscribers.size === 0) {
      this.#pending = [];
      this.#onEmpty(this);
    }
  }
}
