/** The views as a follower of the core that snapshots can hold, with their candle files. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventBatch, RowBatch } from '@halcyon/domain';
import type { Reader } from '@halcyon/engine';
import { FileStorage } from '@halcyon/journal';
import { Views } from '@halcyon/views';

/** The views of an exchange; candles saved in `historyFolder` are not repeated in snapshots. */
export class ViewsReader implements Reader {
  readonly name = 'views';
  readonly views: Views;
  private readonly historyFolder: string;

  /** @param endedKept see `Views`; 0 where nobody asks these views */
  constructor(historyFolder: string, endedKept?: number) {
    this.historyFolder = historyFolder;
    this.views = new Views(readHistories(historyFolder), endedKept);
  }

  apply(batch: EventBatch): void {
    this.views.apply(batch);
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

  /** Whether the instrument's candles were ever saved. */
  hasSaved(instrument: number): boolean {
    return existsSync(join(this.historyFolder, historyName(instrument)));
  }

  /** Writes the candles of every instrument durably; later snapshots leave them out. */
  saveHistory(): void {
    this.copyHistory(this.historyFolder, (id, mark) => this.views.historySaved(id, mark));
  }

  /**
   * The same into another folder, for views that start with these candles.
   * @param saved is told how far the file of each instrument reaches
   */
  copyHistory(folder: string, saved: (instrument: number, mark: number) => void = () => {}): void {
    const storage = new FileStorage();
    const unfinished = folder === this.historyFolder ? folder : `${folder}.part`;
    mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    for (const { id } of this.views.allInstruments()) {
      const { bytes, mark } = this.views.historyBytes(id);
      writeDurably(storage, join(unfinished, historyName(id)), bytes);
      saved(id, mark);
    }
    storage.syncDirectory(unfinished);
    if (unfinished !== folder) storage.rename(unfinished, folder);
  }
}

function historyName(instrument: number): string {
  return `candles-${String(instrument).padStart(4, '0')}.bin`;
}

function readHistories(folder: string): Map<number, Uint8Array> {
  const histories = new Map<number, Uint8Array>();
  if (!existsSync(folder)) return histories;
  for (const name of readdirSync(folder)) {
    const match = /^candles-(\d{4})\.bin$/.exec(name);
    if (match === null) continue;
    // The same memory, not a copy.
    const { buffer, byteOffset, length } = readFileSync(join(folder, name));
    histories.set(Number(match[1]), new Uint8Array(buffer, byteOffset, length));
  }
  return histories;
}

function writeDurably(storage: FileStorage, path: string, bytes: Uint8Array): void {
  const temporary = `${path}.part`;
  if (existsSync(temporary)) storage.unlink(temporary);
  const handle = storage.open(temporary, 'create');
  try {
    storage.write(handle, bytes, 0, bytes.length, 0);
    storage.syncData(handle);
  } finally {
    storage.close(handle);
  }
  storage.rename(temporary, path);
}
