/** A venue that trades on a simulated disk, as seals and snapshots are tried with. */
import { Core, RULES_VERSION } from '@halcyon/core';
import {
  type Command,
  CommandDecoder,
  CommandKind,
  type Event,
  EventKind,
  encodeCommand,
  type PostingEvent,
  SystemAccount,
} from '@halcyon/domain';
import {
  type SnapshotJob,
  type SnapshotReport,
  takeSnapshot,
  verifyJournal,
} from '@halcyon/engine';
import { type JournalWriter, openJournal } from '@halcyon/journal';
import { SimRandom } from '../storage/sim-random.ts';
import { SimStorage } from '../storage/sim-storage.ts';
import { CommandGenerator } from './generator.ts';

/** Of its journal. */
export const FOLDER = '/venue';
const VENUE = 'live';
const NOW = 1_790_000_000_000;
const COMMANDS = 300;

/** A venue that trades on a disk. */
export class DiskVenue {
  readonly core = new Core();
  readonly storage = new SimStorage(new SimRandom(1));
  readonly #generator = new CommandGenerator(8);
  readonly #writer: JournalWriter;
  readonly #bytes = new Uint8Array(1 << 15);
  readonly #decoder = new CommandDecoder();

  constructor() {
    const settings = { venue: VENUE, rulesVersion: RULES_VERSION, nowMs: () => NOW };
    const sizes = { segmentBytes: 1 << 20, batchBytes: 1 << 18 };
    const options = { ...settings, ...sizes, onRecord: () => {} };
    this.#writer = openJournal(this.storage, FOLDER, options).writer;
    for (const command of this.#generator.opening()) this.#apply(command);
  }

  trade(): void {
    for (let n = 0; n < COMMANDS; n++) this.#apply(this.#generator.next());
    this.#writer.commit();
  }

  /** An operator moves money to the protection fund. @returns what the ledger says of it */
  payFund(amount: bigint): PostingEvent {
    const { seq, time } = this.core.state;
    const by = { actor: '', reason: '', reference: '' };
    const to = { account: SystemAccount.insurance, from: SystemAccount.external, asset: 0, amount };
    const events = this.#apply({ kind: CommandKind.deposit, ...to, ...by, seq: seq + 1, time });
    this.#writer.commit();
    const isIn = (event: Event) => {
      return event.kind === EventKind.posting && event.account === SystemAccount.insurance;
    };
    return events.find(isIn) as PostingEvent;
  }

  /** @param exchange absent: as a version before seals took snapshots */
  job(exchange?: string): SnapshotJob {
    const { seq: toSeq, log } = this.core.state;
    const job = { directory: FOLDER, venue: VENUE, toSeq, chain: log.chain };
    return exchange === undefined ? job : { ...job, exchange };
  }

  #apply(command: Command): Event[] {
    const length = encodeCommand(command, this.#bytes, 0);
    this.#writer.append(command.seq, this.#bytes, 0, length);
    this.core.apply(this.#decoder.decode(this.#bytes, 0, length), this.#decoder.kind);
    const events = this.core.state.log.decode();
    this.#generator.learn(events);
    this.core.state.log.reset();
    return events;
  }
}

/** Has one of its disks snapshot where the venue stands, with seals. */
export function sealOn(disk: SimStorage, venue: DiskVenue): SnapshotReport {
  return takeSnapshot(disk, venue.job('one'), []);
}

/** What `verify` says of the seals. */
export function auditOf(disk: SimStorage): ReturnType<typeof verifyJournal>['seals'] {
  return verifyJournal(disk, FOLDER, VENUE, [], null).seals;
}
