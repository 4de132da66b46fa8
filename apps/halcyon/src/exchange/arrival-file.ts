/** `chain.json`: what is on its way over the exchange's own chain, so that no restart forgets it. */
import { existsSync, readFileSync } from 'node:fs';
import type { Arrival } from '@halcyon/domain';
import { writeFileDurably } from './durable-file.ts';

/** A transaction to this exchange; its blocks are counted from when it was seen. */
export type Sent = Omit<Arrival, 'confirmations'>;

/** Where transactions are kept until they are booked. */
export interface ArrivalStore {
  /** Oldest first. */
  load(): readonly Sent[];
  /** All there are; they last when it returns. */
  save(all: readonly Sent[]): void;
}

/** The store in the data folder. */
export class ArrivalFile implements ArrivalStore {
  readonly #path: string;

  /** @param path the file; where there is none, nothing is on its way */
  constructor(path: string) {
    this.#path = path;
  }

  /** @throws Error naming the file when it cannot be read */
  load(): readonly Sent[] {
    if (!existsSync(this.#path)) return [];
    try {
      const rows = JSON.parse(readFileSync(this.#path, 'utf8')) as (Omit<Sent, 'amount'> & {
        readonly amount: string;
      })[];
      return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      const advice = 'put it back from a backup, or move it away: the deposits in it are lost then';
      throw new Error(`${this.#path} cannot be read, ${advice}: ${why}`, { cause });
    }
  }

  save(all: readonly Sent[]): void {
    const rows = all.map((row) => ({ ...row, amount: String(row.amount) }));
    writeFileDurably(this.#path, `${JSON.stringify(rows)}\n`);
  }
}
