/** A source of pushes, and the topics that carry it to subscribers. */
import type { Views } from '@halcyon/views';
import type { Connection } from '../connection.ts';
import type { PushRecords } from '../ports.ts';
import { Topic, type TopicHost } from '../topic.ts';
import type { Clock } from './throttle.ts';

/** What feeds are made with. */
export interface FeedHost extends TopicHost {
  readonly views: Views;
  readonly clock: Clock;
  readonly records: PushRecords;
}

/** JSON texts of a push's rows, without brackets. */
export abstract class Feed {
  protected readonly host: FeedHost;
  readonly #conflate: boolean;
  readonly #onIdle: (feed: Feed) => void;
  protected readonly topics = new Map<string, Topic>();

  /**
   * @param conflate whether slow sockets may skip messages
   * @param onIdle called when nobody listens any more
   */
  constructor(host: FeedHost, conflate: boolean, onIdle: (feed: Feed) => void) {
    this.host = host;
    this.#conflate = conflate;
    this.#onIdle = onIdle;
  }

  /**
   * Adds a subscriber and sends what it has to start with.
   * @param arg JSON of the `arg` that its pushes carry
   */
  subscribe(connection: Connection, arg: string): Topic {
    this.prepare();
    let topic = this.topics.get(arg);
    if (topic === undefined) {
      topic = new Topic(this.host, arg, this.#conflate, (empty) => this.#drop(empty));
      this.topics.set(arg, topic);
    }
    topic.add(connection);
    this.greet(connection, topic);
    return topic;
  }

  /** Brings the feed to a state that a new subscriber can start from. */
  protected prepare(): void {}

  /** Sends the first push. */
  protected abstract greet(connection: Connection, topic: Topic): void;

  /** Stops timers; called when the last subscriber has gone. */
  protected stop(): void {}

  /** Pushes rows to all subscribers. */
  protected publish(action: 'snapshot' | 'update', data: string): void {
    const time = this.host.clock.now();
    for (const topic of this.topics.values()) topic.publish(topic.frame(action, data, time));
  }

  /** Sends rows to one subscriber. */
  protected send(connection: Connection, topic: Topic, data: string): void {
    const frame = topic.frame('snapshot', data, this.host.clock.now());
    this.host.outbox.append(connection, frame);
  }

  #drop(topic: Topic): void {
    this.topics.delete(topic.arg);
    if (this.topics.size > 0) return;
    this.stop();
    this.#onIdle(this);
  }
}
