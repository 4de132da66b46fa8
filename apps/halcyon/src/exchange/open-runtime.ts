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

/** Opens both; the records catch up from the journal by themselves. */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const exchange = await openExchange(options.root, options.onFailure);
  const { engine, layout } = exchange;
  let records: RecordsClient;
  try {
    records = await RecordsClient.open({
      dataFolder: options.root,
      databaseUrl: options.databaseUrl ?? undefined,
      refill: (fromSeq) => refillFrom(layout, fromSeq, () => engine.seq),
      onProblem: options.onProblem,
    });
  } catch (error) {
    exchange.close();
    throw error;
  }
  engine.onCommit((batch) => records.push(batch));
  if (engine.seq > 0) {
    const { seq, time } = exchange.core.state;
    records.push({ firstSeq: seq, lastSeq: seq, time, events: [] });
  }
  engine.start();
  await takeNewestRules(exchange);
  return {
    exchange,
    records,
    paper: null,
    close: async () => {
      engine.stop();
      await records.reached(engine.seq, 5_000).catch(() => {});
      await records.close();
      exchange.close();
    },
  };
}
