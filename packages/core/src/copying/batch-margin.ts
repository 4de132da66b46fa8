/**
 * Whether owners of a copied order bear what it loses when somebody meets it. Mostly all plainly do, which is known without a
 * look at them; else each is asked, and who does not is left out.
 */
import { assert, Side } from '@halcyon/domain';
import type { Contract } from '../futures/contract.ts';
import type { State } from '../state/state.ts';
import { type CopyBatch, leftOf } from './copy-batch.ts';
import { findPosition } from './legs.ts';

const MILLION = 1_000_000;

/** What is left to an owner of an order, all of which it may trade: lots signed, price in ticks. */
export interface OwnerFill {
  readonly contract: Contract;
  readonly position: number;
  readonly lots: number;
  readonly price: number;
}

/** Whose owners were asked, and the places of those who do not bear their parts. */
export interface AskedBatch {
  readonly batch: CopyBatch;
  readonly unable: readonly number[];
}

/** Traders of whose orders owners have yet to get parts, and those of them whose owners were asked: see `CopyBatch.strained`. */
interface Waiting {
  readonly traders: ReadonlySet<number>;
  readonly strained: ReadonlySet<number>;
}

export class BatchMargin {
  declare private readonly state: State;
  declare private readonly bears: (fill: OwnerFill) => boolean;
  private asked: AskedBatch | null = null;
  /** Traders whose owners this taker has asked: what they lost counts for their next orders. */
  private readonly looked = new Set<number>();
  /** As it was when the taker met the first copied order; null = it has met none. */
  private waiting: Waiting | null = null;

  constructor(state: State, bears: (fill: OwnerFill) => boolean) {
    this.state = state;
    this.bears = bears;
  }

  /** Another taker comes. */
  begin(): void {
    if (this.waiting === null) return;
    this.waiting = null;
    this.looked.clear();
  }

  takeAsked(): AskedBatch | null {
    const { asked } = this;
    this.asked = null;
    return asked;
  }

  /** Lots of an order that are borne, of all that is left of it; 0 = it ends. */
  borne(contract: Contract, order: number, lots: number): number {
    const batch = this.state.copies.batch(order);
    assert(batch !== null, 'INV-36: an aggregate rests that nobody owns');
    const { trader } = batch;
    this.waiting ??= this.waitingNow();
    const { traders, strained } = this.waiting;
    const plain = !this.looked.has(trader) && !strained.has(trader);
    if (plain && allBear(contract, batch)) return lots;
    // What owners have is not known before they have their parts.
    if (traders.has(trader)) return 0;
    this.looked.add(trader);
    return this.ask(contract, batch);
  }

  private ask(contract: Contract, batch: CopyBatch): number {
    const { state } = this;
    const { owners, side, price, trader } = batch;
    const sign = side === Side.buy ? 1 : -1;
    const unable: number[] = [];
    let borne = 0;
    for (let i = 0; i < owners.length; i++) {
      const owner = owners[i]!;
      const left = owner.out ? 0 : leftOf(owner);
      if (left === 0) continue;
      const position = findPosition(state, batch, owner.user);
      if (this.bears({ contract, position, lots: sign * left, price })) borne += left;
      else if (owner.user === trader) return 0;
      else unable.push(i);
    }
    this.asked = { batch, unable };
    return borne;
  }

  private waitingNow(): Waiting {
    const { working } = this.state.copies;
    const asked = working.filter((batch) => batch.strained);
    return {
      traders: new Set(working.map(({ trader }) => trader)),
      strained: new Set(asked.map(({ trader }) => trader)),
    };
  }
}

/**
 * Whether all owners of a batch plainly bear it: whatever else they have lost, what they keep for what is open is left to
 * each, or what they put in for what opens.
 */
function allBear({ terms, mark, index }: Contract, { side, price }: CopyBatch): boolean {
  const lost = side === Side.buy ? price - Math.min(mark, index) : Math.max(mark, index) - price;
  const { maintenancePpm } = terms.tiers[0]!;
  // What is open keeps it by the mark, what opens by the price.
  const kept = Math.min(price, mark) * maintenancePpm;
  return lost * MILLION <= kept - price * terms.makerPpm;
}
