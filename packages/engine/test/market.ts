/** A small exchange in a temporary folder for the tests of this package. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RULES_VERSION } from '@halcyon/core';
import {
  accountOf,
  type CommandInput,
  CommandKind,
  type EventBatch,
  type LogBatch,
} from '@halcyon/domain';
import { FileStorage, openJournal, type Storage } from '@halcyon/journal';
import { Engine, eventsOf, loadStartPoint, type Reader, Replayer } from '../src/index.ts';

/** Small segments, so that a test crosses several. */
const SEGMENT_BYTES = 512 * 1024;
const BATCH_BYTES = 64 * 1024;

export const VENUE = 'test';

/** A folder that `remove` deletes. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'halcyon-engine-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Opens the folder's exchange as a start does. @param passed ms by which its clock was moved on */
export function openEngine(
  folder: string,
  readers: readonly Collector[] = [],
  storage: Storage = new FileStorage(),
  passed: () => number = () => 0,
): { engine: Engine; failures: Error[]; replayed: number; close(): void } {
  const { core, snapshot } = loadStartPoint(storage, folder, readers);
  const start = core.state.seq;
  const replayer = new Replayer(core, (batch) => {
    for (const reader of readers) reader.replay(batch);
  });
  const { writer } = openJournal(storage, folder, {
    venue: VENUE,
    rulesVersion: RULES_VERSION,
    nowMs: () => 0,
    segmentBytes: SEGMENT_BYTES,
    batchBytes: BATCH_BYTES,
    fromSeq: start + 1,
    ...(snapshot === undefined
      ? {}
      : { anchor: { seq: snapshot.seq, chainHash: snapshot.chainHash } }),
    onRecord: replayer.record,
  });
  replayer.flush();
  const failures: Error[] = [];
  let clock = 1_000;
  const engine = new Engine({
    core,
    writer,
    now: () => {
      clock += 1;
      return clock + passed();
    },
    onFailure: (error) => failures.push(error),
  });
  engine.onCommit((batch) => {
    for (const reader of readers) reader.apply(batch);
  });
  return {
    engine,
    failures,
    replayed: core.state.seq - start,
    close: () => {
      engine.stop();
      if (engine.status !== 'failed') writer.close();
    },
  };
}

/** Lists BTCUSDT and opens funded users 16…; returns their spot accounts. */
export async function listMarket(engine: Engine, users: number): Promise<number[]> {
  const commands: CommandInput[] = [
    { kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 8 },
    { kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 },
    {
      kind: CommandKind.listInstrument,
      symbol: 'BTCUSDT',
      base: 0,
      quote: 1,
      priceScale: 2,
      quantityScale: 6,
      state: 0,
      quantityMin: 1,
      quantityMax: 1e9,
      notionalMin: 1,
      bandPpm: 500_000,
      openOrdersMax: 100_000,
    },
  ];
  const accounts = Array.from({ length: users }, (_, i) => accountOf(16 + i, 0));
  for (const account of accounts) {
    const from = { kind: CommandKind.deposit, account, from: 0, actor: 't', reason: 't' } as const;
    commands.push({ kind: CommandKind.openUser, simulated: false });
    commands.push({ ...from, asset: 0, amount: 10n ** 13n, reference: '' });
    commands.push({ ...from, asset: 1, amount: 4n * 10n ** 15n, reference: '' });
  }
  for (const { code } of await engine.submitAll(commands)) {
    if (code !== 0) throw new Error(`the test market was refused: ${code}`);
  }
  return accounts;
}

/** A limit order. */
export function limit(
  account: number,
  side: 0 | 1,
  price: number,
  quantity: number,
  clientId = '',
): CommandInput {
  return {
    kind: CommandKind.place,
    account,
    instrument: 0,
    side,
    type: 0,
    timeInForce: 0,
    selfTrade: 0,
    price,
    quantity,
    quoteAmount: 0,
    takeProfitTrigger: 0,
    takeProfitPrice: 0,
    stopLossTrigger: 0,
    stopLossPrice: 0,
    clientId,
  };
}

/** Collects what it is given. */
export class Collector implements Reader {
  readonly name = 'collector';
  readonly batches: EventBatch[] = [];

  apply(batch: EventBatch): void {
    this.batches.push(batch);
  }

  replay(batch: LogBatch): void {
    this.apply(eventsOf(batch));
  }

  serialize(): ReadonlyMap<string, Uint8Array> {
    return new Map();
  }

  restore(): void {}

  /** All events as text, for comparisons. */
  text(): string {
    const events = this.batches.flatMap(({ events: list }) => list);
    return JSON.stringify(events, (_k, v: unknown) => (typeof v === 'bigint' ? `${v}` : v));
  }
}
