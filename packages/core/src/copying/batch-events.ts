/** Telling what batches have traded. */
import { EventKind } from '@halcyon/domain';
import type { State } from '../state/state.ts';
import type { CopyBatch } from './copy-batch.ts';

/** What a batch has traded so far: when it begins, and when one that rested has ended. */
export function tellBatch({ seq, time, log }: State, batch: CopyBatch): void {
  const { id, trader, instrument, side, traded: filled, value: cost } = batch;
  let [lots, owners] = [0, 0];
  for (const owner of batch.owners) {
    lots += owner.lots;
    owners += owner.lots > 0 ? 1 : 0;
  }
  const leftOut = batch.owners.length - owners;
  const told = { batch: id, trader, instrument, side, lots, filled, cost, owners, leftOut };
  log.push({ kind: EventKind.copyBatchTraded, seq, time, ...told });
}
