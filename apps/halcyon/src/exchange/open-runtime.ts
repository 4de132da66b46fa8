/** An open exchange with its databases: what the server and the offline commands share. */
import { rowsIn } from '@halcyon/domain';
import { type HashCost, RecordsClient } from '@halcyon/records';
import type { PaperVenue } from '../paper/paper-venue.ts';
import { closeClosedPeople } from './closed-people.ts';
import { listPart, noteDatabase, requireDatabase, settleExchangeId } from './exchange-file.ts';
import { endFrozenTraders } from './frozen-traders.ts';
import { layoutOf } from './layout.ts';
import { takeNewestRules } from './newest-rules.ts';
import { type Exchange, openExchange } from './open-exchange.ts';
import { checkParts, hasJournal, type PartsPlace, requireExchange } from './parts.ts';
import { refillFrom } from './refill.ts';

/** Exchange, records and identity. */
export interface Runtime {
  /** Where its parts are. */
  readonly place: PartsPlace;
  readonly exchange: Exchange;
  readonly records: RecordsClient;
  /** null = it was not asked for. */
  readonly paper: PaperVenue | null;
  close(): Promise<void>;
}

/** What opening needs to know. */
export interface RuntimeOptions {
  readonly place: PartsPlace;
  /** Whether a folder without an exchange gets one; otherwise it is refused. */
  readonly mayBegin: boolean;
  readonly onFailure: (error: Error) => void;
  readonly onProblem: (message: string) => void;
  /** What new passwords are hashed with, where it is not that of the records. */
  readonly hashCost?: HashCost | undefined;
}

/** How long a stop waits for the records to have everything, ms; they catch up at the next start. */
const RECORDS_MS = 3_000;

/**
 * Opens both; the records catch up from the journal by themselves. What fails leaves nothing open.
 * @throws PartsError when a part is missing or does not fit the others, before anything is changed
 */
export async function openRuntime({
  place,
  mayBegin,
  onFailure,
  onProblem,
  hashCost,
}: RuntimeOptions): Promise<Runtime> {
  requireDatabase(layoutOf(place.root), place.databaseUrl);
  // An empty journal beside the remains of an exchange would be in the way of a journal put back.
  if (!hasJournal(layoutOf(place.root))) await checkParts(place, { seq: 0, lastUser: 0 });
  if (!mayBegin) requireExchange(layoutOf(place.root));
  const exchange = await openExchange(place.root, onFailure);
  const { engine, layout } = exchange;
  let records: RecordsClient | null = null;
  const close = async (): Promise<void> => {
    engine.stop();
    await records?.close(RECORDS_MS);
    exchange.close();
  };
  try {
    records = await openRecords(exchange, place, { onProblem, hashCost });
    listPart(layout, 'identity');
    noteDatabase(layout, place.databaseUrl);
    follow(exchange, records);
    engine.start();
    await takeNewestRules(exchange, onProblem);
    await closeClosedPeople(exchange, records);
    await endFrozenTraders(exchange, records);
    return { place, exchange, records, paper: null, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openRecords(
  { core, engine, layout }: Exchange,
  place: PartsPlace,
  { onProblem, hashCost }: { onProblem: (message: string) => void; hashCost: HashCost | undefined },
): Promise<RecordsClient> {
  const { seq, users } = core.state;
  const notes = await checkParts(place, { seq, lastUser: users.count - 1 });
  for (const note of notes) onProblem(note);
  return RecordsClient.open({
    dataFolder: place.root,
    databaseUrl: place.databaseUrl ?? undefined,
    exchange: settleExchangeId(layout),
    refill: (fromSeq) => refillFrom(layout, fromSeq, () => engine.seq),
    onProblem,
    ...(hashCost === undefined ? {} : { hashCost }),
  });
}

function follow({ core, engine }: Exchange, records: RecordsClient): void {
  engine.onRows((batch) => records.push(rowsIn(batch)));
  records.journalReaches(core.state.seq);
}
