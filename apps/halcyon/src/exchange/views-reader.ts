/** The views as a follower of the core that snapshots can hold, with their candle files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { RowBatch } from '@halcyon/domain';
import type { Reader } from '@halcyon/engine';
import { FileStorage, makeFolder } from '@halcyon/journal';
import { Views } from '@halcyon/views';
import { writeFileDurably } from './durable-file.ts';
import {
  type HistoryEntry,
  historyInstrument,
  historyName,
  readCatalog,
  writeCatalog,
} from './history-files.ts';
import type { Layout } from './layout.ts';

/** The views of an exchange; candles saved in `historyFolder` are not repeated in snapshots. */
export class ViewsReader implements Reader {
  readonly name = 'views';
  readonly views: Views;

  /** @param endedKept see `Views`; 0 where nobody asks these views */
  constructor(historyFolder: string, endedKept?: number) {
    this.views = new Views(readHistories(historyFolder), endedKept);
  }

  replay(batch: RowBatch): void {
    this.views.replay(batch);
  }

  serialize(): ReadonlyMap<string, Uint8Array> {
    return this.views.serialize();
  }

  restore(parts: ReadonlyMap<string, Uint8Array>): void {
    this.views.restore(parts);
  }

  /**
   * The candles of every instrument as files of another venue, whose views start with them. Where
   * nothing was traded yet they are these views' own files, which the seed gives again.
   */
  copyHistory(from: Layout, to: Layout): void {
    const folder = `${to.history}.part`;
    const own = readCatalog(from);
    const catalog = new Map<string, HistoryEntry>();
    makeFolder(folder);
    for (const { id, symbol } of this.views.allInstruments()) {
      const name = historyName(id);
      const file = join(from.history, name);
      const seeded = this.views.trades(id, 1).length === 0 && existsSync(file);
      const bytes = seeded ? readFileSync(file) : this.views.historyBytes(id).bytes;
      writeFileDurably(join(folder, name), bytes);
      const entry = { symbol, seededMs: null, crc32: crc32(bytes) };
      catalog.set(name, seeded ? (own.get(name) ?? entry) : entry);
    }
    new FileStorage().rename(folder, to.history);
    writeCatalog(to, catalog);
  }
}

function readHistories(folder: string): Map<number, Uint8Array> {
  const histories = new Map<number, Uint8Array>();
  if (!existsSync(folder)) return histories;
  for (const name of readdirSync(folder)) {
    const instrument = historyInstrument(name);
    if (instrument === null) continue;
    // The same memory, not a copy.
    const { buffer, byteOffset, length } = readFileSync(join(folder, name));
    histories.set(instrument, new Uint8Array(buffer, byteOffset, length));
  }
  return histories;
}
