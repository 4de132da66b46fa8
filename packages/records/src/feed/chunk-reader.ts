/** The worker's end of the feed: what the projection needs of the chunks that come. */
import type { Event } from '@halcyon/domain';
import type { RecordedUsers } from '../projection/recorded-users.ts';
import { EventFilter } from './event-filter.ts';
import type { Chunk } from './feed.ts';
import { eventsOfRows } from './gathered-rows.ts';

/** Chunks must be shown in order; those of a new epoch may begin before the last one ended. */
export class ChunkReader {
  readonly #filter = new EventFilter();
  #epoch = 0;

  /** Who is known to be simulated; it learns more from what it reads. */
  get people(): RecordedUsers {
    return this.#filter.people;
  }

  /** The events of chunks that the projection needs, in order. */
  read(chunks: readonly Chunk[]): Event[] {
    const wanted: Event[] = [];
    for (const chunk of chunks) {
      if (chunk.epoch !== this.#epoch) this.#filter.rewind();
      this.#epoch = chunk.epoch;
      for (const event of eventsOfRows(chunk)) {
        if (event.seq >= chunk.firstSeq && this.#filter.wants(event)) wanted.push(event);
      }
    }
    return wanted;
  }
}
