/** Random histories with their journals, records and views, as receipts are asked of. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Core, RULES_VERSION } from '@halcyon/core';
import {
  type Command,
  CommandDecoder,
  type CommandInput,
  CommandKind,
  type Event,
  type EventBatch,
  encodeCommand,
  FIRST_USER_ID,
  type LevelReceipt,
} from '@halcyon/domain';
import { takeSnapshot } from '@halcyon/engine';
import { openJournal, type Storage } from '@halcyon/journal';
import { Views } from '@halcyon/views';
import type { receiptOf } from '../../packages/gateway/src/translate/receipts.ts';
import { historyMethods } from '../../packages/records/src/history-methods.ts';
import { RecordsProjection } from '../../packages/records/src/projection/projection.ts';
import type { RecordsTables } from '../../packages/records/src/projection/schema.ts';
import { type Database, openDatabase } from '../../packages/records/src/sql/connect.ts';

export const NOW = 1_790_000_000_000;
const COMMANDS = 1_500;

/** A level that somebody earns in the end. */
export const BASIS: LevelReceipt = {
  day: 20_000,
  trades: [[19_999, 'spot', 'USDT', '150']],
  assets: [],
  prices: { USDT: '1' },
  terms: [
    [0, null, null],
    [100, null, null],
  ],
};
const LEVEL: CommandInput = {
  ...{ kind: CommandKind.levelUsers, day: BASIS.day, upTo: FIRST_USER_ID, done: true },
  users: [{ user: FIRST_USER_ID, level: 1, receipt: JSON.stringify(BASIS) }],
};

export interface Commands {
  opening(): Command[];
  next(): Command;
  learn(events: readonly Event[]): void;
}

/** A history with its journal, its records and its views. */
export interface ReceiptHistory {
  readonly journal: {
    readonly storage: Storage;
    readonly directory: string;
    readonly venue: 'live';
  };
  readonly database: Database<RecordsTables>;
  readonly venueContext: Parameters<typeof receiptOf>[0];
}

/**
 * Carries a generator's commands out, with a snapshot half-way.
 * @param at.folder of the journal on its storage; `files` is a real folder for the database
 */
export async function historyOf(
  generator: Commands,
  at: {
    readonly storage: Storage;
    readonly folder: string;
    readonly files: string;
    readonly count?: number;
    /** Seals receipts half-way and in the end. */
    readonly exchange?: string;
  },
): Promise<ReceiptHistory> {
  const { storage, folder, files, count = COMMANDS, exchange } = at;
  const core = new Core();
  const views = new Views();
  const journal = { storage, directory: folder, venue: 'live' } as const;
  const { writer } = openJournal(storage, folder, {
    ...{ venue: 'live', rulesVersion: RULES_VERSION, nowMs: () => NOW, onRecord: () => {} },
    ...{ segmentBytes: 4 << 20, batchBytes: 1 << 20 },
  });
  const bytes = new Uint8Array(1 << 15);
  const decoder = new CommandDecoder();
  const told: Event[] = [];
  const apply = (command: Command) => {
    const length = encodeCommand(command, bytes, 0);
    writer.append(command.seq, bytes, 0, length);
    core.apply(decoder.decode(bytes, 0, length), decoder.kind);
    const events = core.state.log.decode();
    core.state.log.reset();
    generator.learn(events);
    const { seq, time } = command;
    views.apply({ firstSeq: seq, lastSeq: seq, time, events });
    told.push(...events);
  };
  for (const command of generator.opening()) apply(command);
  const half = Math.floor(count / 2);
  for (let n = 0; n < half; n++) apply(generator.next());
  const snapshot = () => {
    writer.commit();
    const { seq: toSeq, log } = core.state;
    const job = { directory: folder, venue: 'live', toSeq, chain: log.chain };
    takeSnapshot(storage, exchange === undefined ? job : { ...job, exchange }, []);
  };
  // What comes later is carried out again from here.
  snapshot();
  for (let n = half; n < count; n++) apply(generator.next());
  apply({ ...LEVEL, seq: core.state.seq + 1, time: core.state.time } as Command);
  if (exchange === undefined) writer.commit();
  else snapshot();
  writer.close();
  const file = join(mkdtempSync(join(files, 'records-')), 'records.db');
  const database = await openDatabase<RecordsTables>({ kind: 'sqlite', file });
  const projection = await RecordsProjection.open(database, NOW);
  const batch: EventBatch = { firstSeq: 1, lastSeq: core.state.seq, time: 0, events: told };
  await projection.apply(batch);
  const history = new Proxy(
    {},
    {
      get: (_of, name: keyof typeof historyMethods) => (input: never) =>
        historyMethods[name](database.db as never, input),
    },
  );
  const venueContext = {
    venue: 'live',
    views,
    history,
  } as unknown as ReceiptHistory['venueContext'];
  return { journal, database, venueContext } satisfies ReceiptHistory;
}
