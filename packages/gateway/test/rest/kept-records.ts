/** The real records of a test's REST side, on the test's thread and in a folder that ends with them. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rowsOf } from '@halcyon/domain';
import { RecordsClient } from '@halcyon/records';
import { onThisThread } from '@halcyon/records/testing';
import type { TestRest } from './harness.ts';

/** See the head of the file. */
export class KeptRecords {
  readonly client: RecordsClient;
  readonly #folder: string;

  private constructor(client: RecordsClient, folder: string) {
    this.client = client;
    this.#folder = folder;
  }

  /** Opens empty ones, of what happens alone: they know no people. */
  static async open(): Promise<KeptRecords> {
    const folder = mkdtempSync(join(tmpdir(), 'halcyon-kept-'));
    const options = { dataFolder: folder, identityName: null };
    return new KeptRecords(await RecordsClient.open(options, onThisThread), folder);
  }

  get history(): RecordsClient['history'] {
    return this.client.history;
  }

  /** They follow what a side that is not open yet will do, and answer what it asks of the past. */
  follow(rest: TestRest): void {
    rest.engine.onCommit((batch) => this.client.push(rowsOf(batch)));
    rest.history = this.history;
  }

  async close(): Promise<void> {
    await this.client.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
