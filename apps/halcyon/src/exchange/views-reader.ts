/** The views as a follower of the core that snapshots can hold, with their candle files. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventBatch } from '@halcyon/domain';
import type { Reader } from '@halcyon/engine';
import { FileStorage } from '@halcyon/journal';
import { Views } from '@halcyon/views';

/** Wraps `views`; candles saved in `historyFolder` are not repeated in snapshots. */
export class ViewsReader implements Reader {
  readonly name = 'views';
  readonly views = new Views();
  private readonly historyFolder: string;

  constructor(historyFolder: string) {
    this.historyFolder = historyFolder;
  }

  apply(batch: EventBatch): void {
    this.views.apply(batch);
  }

  serialize(): ReadonlyMap<string, Uint8Array> {
    const parts = new Map<string, Uint8Array>();
    for (const [i, bytes] of this.views.serialize().entries()) {
      parts.set(String(i).padStart(4, '0'), bytes);
    }
    return parts;
  }

  restore(parts: ReadonlyMap<string, Uint8Array>): void {
    const names = [...parts.keys()].sort();
    this.views.restore(
      names.map((name) => parts.get(name)!),
      readHistories(this.historyFolder),
    );
    for (const { id } of this.views.instruments()) markSaved(this.views, this.historyFolder, id);
  }

  /** Puts the saved candles of instruments that have a file before the live ones. */
  loadSaved(): void {
    for (const [instrument, bytes] of readHistories(this.historyFolder)) {
      if (this.views.instrument(instrument) === undefined) continue;
      this.views.loadHistoryBytes(instrument, bytes);
      this.views.historySaved(instrument, this.views.historyBytes(instrument).mark);
    }
  }

  /** Whether the instrument's candles were ever saved. */
  hasSaved(instrument: number): boolean {
    return existsSync(join(this.historyFolder, historyName(instrument)));
  }

  /** Writes the candles of every instrument durably; later snapshots leave them out. */
  saveHistory(): void {
    const storage = new FileStorage();
    mkdirSync(this.historyFolder, { recursive: true, mode: 0o700 });
    for (const { id } of this.views.instruments()) {
      const { bytes, mark } = this.views.historyBytes(id);
      const path = join(this.historyFolder, historyName(id));
      writeDurably(storage, path, bytes);
      this.views.historySaved(id, mark);
    }
    storage.syncDirectory(this.historyFolder);
  }
}

function markSaved(views: Views, folder: string, instrument: number): void {
  const path = join(folder, historyName(instrument));
  if (existsSync(path)) views.historySaved(instrument, views.historyBytes(instrument).mark);
}

function historyName(instrument: number): string {
  return `candles-${String(instrument).padStart(4, '0')}.bin`;
}

function readHistories(folder: string): Map<number, Uint8Array> {
  const histories = new Map<number, Uint8Array>();
  if (!existsSync(folder)) return histories;
  for (const name of readdirSync(folder)) {
    const match = /^candles-(\d{4})\.bin$/.exec(name);
    if (match !== null) histories.set(Number(match[1]), readFileSync(join(folder, name)));
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
