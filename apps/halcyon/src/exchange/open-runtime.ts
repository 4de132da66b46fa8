/** An open exchange with its databases: what the server and the offline commands share. */
import { RecordsClient } from '@halcyon/records';
import type { PaperVenue } from '../paper/paper-venue.ts';
import { takeNewestRules } from './newest-rules.ts';
import { type Exchange, openExchange } from './open-exchange.ts';
import { refillFrom } from './refill.ts';

/** Exchange, records and identity. */
export interface Runtime {
  readonly exchange: Exchange;
  readonly records: RecordsClient;
  /** null = it was not asked for. */
  readonly paper: PaperVenue | null;
  close(): Promise<void>;
}

/** What opening needs to know. */
export interface RuntimeOptions {
  /** Data folder, absolute. */
  readonly root: string;
  readonly databaseUrl: string | null;
  readonly onFailure: (error: Error) => void;
  readonly onProblem: (message: string) => void;
}

/** How long a stop waits for the records to have everything, ms; they catch up at the next start. */
const RECORDS_MS = 3_000;

/** Opens both; the records catch up from the journal by themselves. What fails leaves nothing open. */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const exchange = await openExchange(options.root, options.onFailure);
  const { engine, layout } = exchange;
  let records: RecordsClient | null = null;
  const close = async (): Promise<void> => {
    engine.stop();
    await records?.close(RECORDS_MS);
    exchange.close();
  };
  try {
    records = await RecordsClient.open({
      dataFolder: options.root,
      databaseUrl: options.databaseUrl ?? undefined,
      refill: (fromSeq) => refillFrom(layout, fromSeq, () => engine.seq),
      onProblem: options.onProblem,
    });
    follow(exchange, records);
    engine.start();
    await takeNewestRules(exchange, options.onProblem);
    return { exchange, records, paper: null, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function follow({ core, engine }: Exchange, records: RecordsClient): void {
  engine.onCommit((batch) => records.push(batch));
  const { seq, time } = core.state;
  if (seq > 0) records.push({ firstSeq: seq, lastSeq: seq, time, events: [] });
}
