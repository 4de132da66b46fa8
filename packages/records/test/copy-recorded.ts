/** An exchange with copy trading, and records of it. */
import type { Event } from '@halcyon/domain';
import { CopyExchange } from '../../testkit/src/core/copy-exchange.ts';
import { EventFilter } from '../src/feed/event-filter.ts';
import { RecordsProjection } from '../src/projection/projection.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import type { Database } from '../src/sql/connect.ts';

const NOW = 1_790_000_000_000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** A Tuesday, 0:00 UTC. */
export const START = 20_000 * DAY + 5 * DAY;
/** People of the exchange. */
export const [ANN, BOB, CAT, DAN] = [16, 17, 18, 19] as const;
/** Of who takes, ppm. */
export const FEE = 600;

/** An exchange whose every event goes into records. */
export class Recorded extends CopyExchange {
  private readonly filter = new EventFilter();
  /** What was told and is not written; the constructor of the exchange tells already. */
  declare private told: Event[] | undefined;
  declare private heard: ((event: Event) => void) | undefined;
  private readonly database: Database<RecordsTables>;
  private projection!: RecordsProjection;

  private constructor(database: Database<RecordsTables>, people: number) {
    super(people, undefined, FEE);
    this.database = database;
  }

  static async open(database: Database<RecordsTables>, people: number): Promise<Recorded> {
    const exchange = new Recorded(database, people);
    await exchange.restart();
    return exchange;
  }

  override send(input: Parameters<CopyExchange['send']>[0]) {
    const said = super.send(input);
    this.told = [...(this.told ?? []), ...said.events];
    if (this.heard !== undefined) said.events.forEach(this.heard);
    return said;
  }

  /** Tells all that has happened and is not written, and all that happens. */
  listen(heard: (event: Event) => void): void {
    this.told?.forEach(heard);
    this.heard = heard;
  }

  /** The records go on from what their database has. */
  async restart(): Promise<void> {
    this.projection = await RecordsProjection.open(this.database, NOW);
  }

  /** All that happened is in the records. */
  async write(): Promise<void> {
    const events = (this.told ?? []).filter((event) => this.filter.wants(event));
    this.told = [];
    const [firstSeq, lastSeq] = [this.projection.reachedSeq + 1, this.core.state.seq];
    await this.projection.apply({ firstSeq, lastSeq, events });
    await this.projection.storeProgress();
  }
}
