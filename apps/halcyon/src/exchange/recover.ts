/**
 * Core and views from the newest snapshot over the journal's tail to the last acknowledged command,
 * and the journal open for writing. A long tail is read and checked by one more thread, and the views
 * are built by another; a short one is done before those would have started.
 */
import { RULES_VERSION } from '@halcyon/core';
import { loadStartPoint, ORDERS_CAPACITY, Replayer, type StartPoint } from '@halcyon/engine';
import {
  type Anchor,
  type Expectations,
  FileStorage,
  type JournalReport,
  type JournalWriter,
  listSnapshots,
  openJournal,
  readJournalAhead,
  segmentsAfter,
} from '@halcyon/journal';
import type { Layout } from './layout.ts';
import { ViewsApart } from './views-apart.ts';
import { ViewsReader } from './views-reader.ts';

/** Segments behind the snapshot from which on more threads are worth their start. */
const LONG_TAIL_SEGMENTS = 2;
/** Commands whose rows go to the views' thread in one message. */
const ROWS_BATCH = 2_000;

/** What a start found and made. */
export interface Recovered extends StartPoint {
  readonly snapshotSeq: number;
  readonly reader: ViewsReader;
  readonly writer: JournalWriter;
  readonly report: JournalReport;
}

/** @param threads whether to use more of them; by default as long as the tail makes it worth it */
export async function recover(layout: Layout, threads?: boolean): Promise<Recovered> {
  const storage = new FileStorage();
  storage.makeDirectory(layout.journal);
  const reader = new ViewsReader(layout.history);
  if (!(threads ?? isLong(storage, layout))) return recoverHere(storage, layout, reader);
  const apart = new ViewsApart(layout.history);
  try {
    const start = loadStartPoint(storage, layout.journal, [apart], ORDERS_CAPACITY);
    const snapshotSeq = start.core.state.seq;
    const replayer = new Replayer(start.core, (batch) => apart.replay(batch), ROWS_BATCH);
    const { lastSeq, chainHash } = await readJournalAhead(layout.journal, {
      ...expectationsOf(layout),
      ...from(start),
      onRecord: replayer.record,
      pause: () => apart.backpressure(),
    });
    replayer.flush();
    reader.views.takeOver(await apart.finish());
    // The last segment is read once more, by the one who goes on writing it.
    const anchor: Anchor | undefined = lastSeq === 0 ? undefined : { seq: lastSeq, chainHash };
    const opened = open(storage, layout, {
      fromSeq: lastSeq + 1,
      ...(anchor === undefined ? {} : { anchor }),
    });
    return { ...start, ...opened, snapshotSeq, reader };
  } finally {
    await apart.close();
  }
}

function recoverHere(storage: FileStorage, layout: Layout, reader: ViewsReader): Recovered {
  const start = loadStartPoint(storage, layout.journal, [reader], ORDERS_CAPACITY);
  const snapshotSeq = start.core.state.seq;
  const replayer = new Replayer(start.core, (batch) => reader.replay(batch));
  const opened = open(storage, layout, { ...from(start), onRecord: replayer.record });
  replayer.flush();
  return { ...start, ...opened, snapshotSeq, reader };
}

function isLong(storage: FileStorage, layout: Layout): boolean {
  const seq = listSnapshots(storage, layout.journal)[0]?.seq ?? 0;
  return segmentsAfter(storage, layout.journal, seq, expectationsOf(layout)) >= LONG_TAIL_SEGMENTS;
}

function expectationsOf({ venue }: Layout): Expectations {
  return { venue, rulesVersion: RULES_VERSION };
}

/** Where reading begins, and what it has to meet there. */
function from({ core, snapshot }: StartPoint): { fromSeq: number; anchor?: Anchor } {
  const fromSeq = core.state.seq + 1;
  if (snapshot === undefined) return { fromSeq };
  return { fromSeq, anchor: { seq: snapshot.seq, chainHash: snapshot.chainHash } };
}

function open(
  storage: FileStorage,
  layout: Layout,
  options: Pick<Parameters<typeof openJournal>[2], 'fromSeq' | 'anchor' | 'onRecord'>,
): { writer: JournalWriter; report: JournalReport } {
  const all = { ...expectationsOf(layout), nowMs: Date.now, ...options };
  return openJournal(storage, layout.journal, all);
}
