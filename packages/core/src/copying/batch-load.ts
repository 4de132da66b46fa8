/** INV-37: the margin that owners of a batch that rests need for their parts, as if each had an order of its own. */
import { assert, Side } from '@halcyon/domain';
import { loadPosition } from '../futures/order-load.ts';
import { PositionLane } from '../futures/positions.ts';
import { OrderFlag } from '../matching/order-record.ts';
import type { State } from '../state/state.ts';
import { type BatchOwner, type CopyBatch, leftOf, loadedOf } from './copy-batch.ts';
import { ownPosition, setOpening } from './legs.ts';
import { holdSpot } from './spot-hold.ts';

/** Counts lots of an owner's part in, or out where they are below zero. */
export function loadOwner(
  state: State,
  batch: Pick<CopyBatch, 'instrument' | 'leg' | 'side' | 'held' | 'reduceOnly'>,
  { user }: Pick<BatchOwner, 'user'>,
  lots: number,
): void {
  if (batch.held === 0 || lots === 0) return;
  if (state.markets[batch.instrument]!.contract === null) {
    holdSpot(state, { ...batch, user }, lots);
    return;
  }
  const flags = batch.side | (batch.reduceOnly ? OrderFlag.reduceOnly : 0);
  const { positions } = state;
  const position = ownPosition(state, batch, user);
  loadPosition(positions, position, flags, batch.held, lots);
  const { buyValue, sellValue, reduceLots } = PositionLane;
  const held = batch.side === Side.buy ? buyValue : sellValue;
  const left = positions.lane(position, batch.reduceOnly ? reduceLots : held);
  assert(left >= 0, 'INV-37: an owner gives back margin that it does not hold');
}

/** What so many lots of a batch that rests need at a price: value in tick-lots, or lots where they only close. */
export function needOf(
  { reduceOnly }: Pick<CopyBatch, 'reduceOnly'>,
  price: number,
  lots: number,
): number {
  return reduceOnly ? lots : price * lots;
}

/** Counts so much in, or out where it is below zero; see `needOf`. */
export function loadValue(
  state: State,
  batch: Pick<CopyBatch, 'instrument' | 'leg' | 'side' | 'reduceOnly'>,
  { user }: Pick<BatchOwner, 'user'>,
  need: number,
): void {
  if (need === 0) return;
  const flags = batch.side | (batch.reduceOnly ? OrderFlag.reduceOnly : 0);
  loadPosition(state.positions, ownPosition(state, batch, user), flags, 1, need);
}

/** What an owner holds beyond its part is so much from now on; see `needOf`. */
export function holdExtra(state: State, batch: CopyBatch, owner: BatchOwner, extra: number): void {
  const most = Math.max(0, extra);
  loadValue(state, batch, owner, most - owner.extra);
  owner.extra = most;
}

/** What may trade later needs margin from now on, at the leverage that it will have. */
export function holdFor(
  state: State,
  batch: Pick<CopyBatch, 'instrument' | 'leg' | 'side' | 'held' | 'reduceOnly'>,
  owner: BatchOwner,
): void {
  if (batch.held === 0 || owner.lots === 0) return;
  if (state.markets[batch.instrument]!.contract !== null) {
    setOpening(state, ownPosition(state, batch, owner.user), owner);
  }
  loadOwner(state, batch, owner, owner.lots);
}

/** After a snapshot was loaded: all parts count again. */
export function restoreLoads(state: State): void {
  for (const batch of state.copies.allBatches()) {
    // What parts of spot hold is in the ledger.
    if (state.markets[batch.instrument]!.contract === null) continue;
    for (const owner of batch.owners) {
      loadOwner(state, batch, owner, loadedOf(batch, owner));
      loadValue(state, batch, owner, owner.extra);
    }
  }
  for (const gathered of state.copies.gathered) {
    for (const owner of [gathered.own, ...gathered.owners]) {
      loadOwner(state, gathered, owner, leftOf(owner));
    }
  }
}
