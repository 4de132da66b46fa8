/**
 * Parts of orders that only close, where another order of their trader has closed from the same positions: they are made
 * smaller before they can trade again, all at once and before owners have got what the other has traded.
 */
import { CopyLeftOut, DoneReason, Side } from '@halcyon/domain';
import { PositionLane } from '../futures/positions.ts';
import type { State } from '../state/state.ts';
import { loadOwner } from './batch-load.ts';
import type { BatchParts } from './batch-parts.ts';
import { type CopyBatch, leftOf, ownerAt } from './copy-batch.ts';
import { askedPart } from './gathered-order.ts';
import { isOf, type LegName, ownPosition } from './legs.ts';
import type { RestingParts } from './resting-parts.ts';

/** A batch of the same trader and position, and what its owners have yet to get of it. */
interface Pending {
  readonly batch: CopyBatch;
  readonly owed: Float64Array;
  /** +1: buys. */
  readonly sign: 1 | -1;
}

export class ClosingParts {
  declare private readonly state: State;
  declare private readonly parts: BatchParts;
  declare private readonly resting: RestingParts;

  constructor(state: State, parts: BatchParts, resting: RestingParts) {
    this.state = state;
    this.parts = parts;
    this.resting = resting;
  }

  /** After a command: of batches that have traded since. */
  trim(): void {
    for (const batch of [...this.state.copies.working]) {
      if (!batch.fresh) continue;
      batch.fresh = false;
      this.trimBeside(batch);
    }
  }

  /** The newest first, as orders of anybody. */
  private trimBeside({ id, trader, instrument, leg, side }: CopyBatch): void {
    const name = { instrument, leg };
    const alike = this.state.copies
      .batchesOf(trader)
      .filter((one) => isOf(one, name) && one.side === side);
    const closing = alike.filter((one) => one.reduceOnly && one.held !== 0 && !one.ended);
    if (!closing.some((one) => one.id !== id)) return;
    const pending = this.pendingOf(trader, name);
    const spare = new Map<number, number>();
    for (const batch of closing.toReversed()) {
      const cuts = batch.owners.map((owner) => {
        if (owner.out) return 0;
        const { user } = owner;
        const excess = spare.get(user) ?? this.excessOf(batch, user, pending);
        const owed = pending.find((one) => one.batch === batch)?.owed[ownerAt(batch, user)] ?? 0;
        const cut = Math.min(Math.max(0, excess), leftOf(owner) - owed);
        spare.set(user, excess - cut);
        return cut;
      });
      this.cut(batch, cuts);
    }
  }

  private pendingOf(trader: number, name: LegName): Pending[] {
    return this.state.copies
      .batchesOf(trader)
      .filter((one) => isOf(one, name) && one.behind > 0)
      .map((batch) => {
        const sign = batch.side === Side.buy ? 1 : -1;
        return { batch, owed: this.parts.owedOf(batch), sign };
      });
  }

  /** Lots by which parts of a user would close more than is there once all that was traded is given. */
  private excessOf(batch: CopyBatch, user: number, pending: readonly Pending[]): number {
    const { positions, copies } = this.state;
    const position = ownPosition(this.state, batch, user);
    let lots = positions.lots(position);
    let left = positions.lane(position, PositionLane.reduceLots);
    for (const { batch: one, owed, sign } of pending) {
      const at = ownerAt(one, user);
      if (at === -1) continue;
      lots += sign * owed[at]!;
      if (one.reduceOnly && one.held !== 0) left -= owed[at]!;
    }
    // What is yet to be ordered is made smaller with the position.
    const gathered = copies.gatheredOf(batch.trader);
    const alike = gathered !== null && isOf(gathered, batch);
    if (alike && gathered.reduceOnly && gathered.held !== 0) {
      const asked = askedPart(gathered, user);
      if (asked !== null) left -= leftOf(asked);
    }
    return left - Math.max(0, batch.side === Side.sell ? lots : -lots);
  }

  /** Takes lots of owners out of the book. */
  private cut(batch: CopyBatch, cuts: readonly number[]): void {
    const { state, parts, resting } = this;
    const all = cuts.reduce((sum, lots) => sum + lots, 0);
    if (all === 0) return;
    const own = ownerAt(batch, batch.trader);
    if (own !== -1 && cuts[own]! > 0) {
      parts.settleOwner(batch, own);
      if (leftOf(batch.owners[own]!) === cuts[own]) {
        resting.end(batch, DoneReason.positionReduced);
        return;
      }
    }
    parts.beginSpan(batch);
    for (const [i, owner] of batch.owners.entries()) {
      const lots = cuts[i]!;
      if (lots === 0) continue;
      owner.open -= lots;
      owner.lots -= lots;
      owner.leftOut = CopyLeftOut.nothingToClose;
      loadOwner(state, batch, owner, -lots);
      parts.tell(batch, owner);
    }
    resting.takeFromBook(batch, all);
  }
}
