/**
 * What of a trader's position was liquidated or deleveraged, followers close of theirs: nobody keeps what
 * the trader can close no more.
 */
import { ratioFloor, Side } from '@halcyon/domain';
import type { State } from '../state/state.ts';
import type { BatchOrders } from './batch-orders.ts';
import { newClosers } from './closers.ts';
import { Worst } from './worst-price.ts';

export class Reductions {
  declare private readonly state: State;
  declare private readonly orders: BatchOrders;

  constructor(state: State, orders: BatchOrders) {
    this.state = state;
    this.orders = orders;
  }

  /** The next followers of the first position are asked; when all were they close the same part of theirs, as one batch. */
  sweep(): void {
    const { copies, markets } = this.state;
    const [reduced] = copies.reduced;
    if (reduced === undefined) return;
    if (copies.trader(reduced.trader) === null) {
      copies.reduced.shift();
      return;
    }
    reduced.asked ??= newClosers();
    const { trader, instrument, long, before, closed } = reduced;
    const market = markets[instrument]!;
    const { quantityStep } = market.instrument;
    const partOf = (open: number): number => {
      if (closed === before) return open;
      const part = ratioFloor(open, closed, before);
      return part - (part % quantityStep);
    };
    const side = long ? Side.sell : Side.buy;
    const { asked } = reduced;
    // As far as the trader's own position was liquidated: there is nobody who could close what is left.
    const worst = Worst.any;
    if (this.orders.close(trader, { market, side, asked, worst }, partOf)) copies.reduced.shift();
  }
}
