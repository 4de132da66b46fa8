/** Telling what batches have traded. */
import { EventKind, Side } from '@halcyon/domain';
import type { State } from '../state/state.ts';
import type { Checked } from './batch-admission.ts';
import type { CopyBatch } from './copy-batch.ts';

/** What a batch has traded so far: when it begins, and when one that rested has ended. */
export function emitBatch({ seq, time, log }: State, batch: CopyBatch): void {
  const { id, trader, instrument, leg, side, traded: filled, value: cost } = batch;
  let [lots, owners] = [0, 0];
  for (const owner of batch.owners) {
    lots += owner.lots;
    owners += owner.lots > 0 ? 1 : 0;
  }
  const leftOut = batch.owners.length - owners;
  const about = { batch: id, trader, instrument, leg, side };
  const told = { ...about, lots, filled, cost, owners, leftOut };
  log.push({ kind: EventKind.copyBatchTraded, seq, time, ...told });
}

/**
 * What followers' parts of a trader's order were sized by: whoever asks what other settings would have brought needs it.
 * @param best price of the other side before it
 */
export function emitBasis(
  { positions, seq, time, log }: State,
  { id, trader, leg, price, traded: taken, value: takenCost }: CopyBatch,
  { order, position }: Checked,
  best: number,
): void {
  const { instrument, side, closes, opens, position: open, price: mark, leverage, equity } = order;
  const sized = { instrument, leg, side, closes, opens, mark, best, price, leverage, equity };
  // What the order does not close of may be a position on its own side.
  const sign = side === Side.buy ? -1 : 1;
  const lots = open > 0 ? sign * open : positions.lots(position);
  const isolated = positions.isolated(position) ? 1 : 0;
  const told = { batch: id, trader, lots: lots + 0, isolated, taken, takenCost, ...sized };
  log.push({ kind: EventKind.copyOrderBasis, seq, time, ...told });
}
