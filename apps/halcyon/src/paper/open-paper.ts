/** Opens the paper venue beside an open exchange. */
import { existsSync } from 'node:fs';
import type { FlowChoice } from '@halcyon/domain';
import { readExchangeFile, settlePaper } from '../exchange/exchange-file.ts';
import { checkHistory, dropSeededVolumes, readCatalog } from '../exchange/history-files.ts';
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
  /** Whether there is a simulated market, whose history has volumes; unless said there is. */
  readonly isSimulated?: boolean;
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
  { databaseUrl, bytesMax, flow, log, isSimulated = true }: PaperOptions,
): PaperVenue {
  const { engine, reader, layout: live } = exchange;
  const layout = paperLayoutOf(live.root);
  // Charts begin with live's; what was traded here follows.
  const prepare = (): void => {
    if (!existsSync(layout.history) && readCatalog(layout).size === 0) {
      reader.copyHistory(live, layout);
    }
    for (const note of checkHistory(layout)) log.warn(note);
    settlePaper(live, layout);
  };
  const liveHead = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const head = new BigInt64Array(liveHead);
  Atomics.store(head, 0, BigInt(engine.seq));
  engine.onCommit(({ lastSeq }) => {
    Atomics.store(head, 0, BigInt(lastSeq));
    Atomics.notify(head, 0);
  });
  const id = readExchangeFile(live)?.id ?? null;
  const setup = { layout, live, exchange: id, databaseUrl, liveHead, bytesMax, flow };
  const paper = new PaperVenue(setup, prepare, log);
  paper.onViews = (views) => {
    if (!isSimulated) dropSeededVolumes(layout, views);
  };
  paper.views.shownAs = (user) => paper.people.ownerOf(user) ?? user;
  return paper;
}
