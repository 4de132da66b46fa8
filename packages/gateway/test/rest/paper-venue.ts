/** A paper venue in memory: the real core and views, and nothing that it follows. */
import { UserOwners } from '@halcyon/core';
import { EventKind } from '@halcyon/domain';
import { Views } from '@halcyon/views';
import type { PaperVenuePort } from '../../src/http/paper-venue-port.ts';
import { LISTING, NO_HISTORY } from './harness.ts';
import { MemoryEngine } from './memory-engine.ts';

/** See the head of the file. */
export class TestPaperVenue extends MemoryEngine implements PaperVenuePort {
  condition: PaperVenuePort['condition'] = 'open';
  readonly views = new Views();
  readonly history = NO_HISTORY as PaperVenuePort['history'];
  readonly people = new UserOwners();
  progress: PaperVenuePort['progress'] = null;
  readonly #closed = new Set<() => void>();

  /** Lists what live lists. */
  constructor(clock: () => number) {
    super(clock);
    this.onCommit((batch) => {
      this.views.apply(batch);
      for (const event of batch.events) {
        if (event.kind !== EventKind.userOpened || event.owner === undefined) continue;
        this.people.set(event.owner, event.user);
      }
    });
    for (const command of LISTING) this.apply(command);
  }

  onClosed(listener: () => void): () => void {
    this.#closed.add(listener);
    return () => this.#closed.delete(listener);
  }

  /** As a fault does it. */
  fail(): void {
    this.condition = 'fault';
    for (const listener of this.#closed) listener();
  }
}
