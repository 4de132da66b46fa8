/** Opens the paper venue beside an open exchange. */
import { existsSync } from 'node:fs';
import type { FlowChoice } from '@halcyon/domain';
import { paperLayoutOf } from '../exchange/layout.ts';
import type { OpenVenue } from '../exchange/open-exchange.ts';
import type { Runtime } from '../exchange/open-runtime.ts';
import { type PaperLog, PaperVenue } from './paper-venue.ts';

/** What opening needs to know. */
export interface PaperOptions {
  readonly databaseUrl: string | null;
  /** Bytes of its journal and snapshots. */
  readonly bytesMax: number;
  /** What it follows. */
  readonly flow: FlowChoice;
  readonly log: PaperLog;
}

/**
 * The same runtime with the paper venue, which opens in its own time. The live venue's listing and
 * history must be there.
 */
export function withPaper(runtime: Runtime, options: PaperOptions): Runtime {
  const paper = openPaper(runtime.exchange, options);
  return {
    ...runtime,
    paper,
    close: async () => {
      await paper.close();
      await runtime.close();
    },
  };
}

/** The paper venue that follows an open live one. */
export function openPaper(
  exchange: OpenVenue,
  { databaseUrl, bytesMax, flow, log }: PaperOptions,
): PaperVenue {
  const { engine, reader } = exchange;
  const layout = paperLayoutOf(exchange.layout.root);
  // Charts begin with live's; what was traded here follows.
  const history = (): void => {
    if (!existsSync(layout.history)) reader.copyHistory(layout.history);
  };
  const liveHead = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const head = new BigInt64Array(liveHead);
  Atomics.store(head, 0, BigInt(engine.seq));
  engine.onCommit(({ lastSeq }) => {
    Atomics.store(head, 0, BigInt(lastSeq));
    Atomics.notify(head, 0);
  });
  const { layout: live } = exchange;
  const paper = new PaperVenue(
    { layout, live, databaseUrl, liveHead, bytesMax, flow },
    history,
    log,
  );
  paper.views.shownAs = (user) => paper.people.ownerOf(user) ?? user;
  return paper;
}
