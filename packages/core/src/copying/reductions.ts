/**
 * What of a trader's position was liquidated or deleveraged, followers close of theirs: nobody keeps what
 * the trader can close no more.
 */
import { ratioFloor, Side } from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import type { State } from '../state/state.ts';
import type { BatchOrders } from './batch-orders.ts';

export class Reductions {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly orders: BatchOrders;

  constructor(state: State, out: CommandOutcome, orders: BatchOrders) {
    this.state = state;
    this.out = out;
    this.orders = orders;
  }

  /** Followers of the first position close the same part of theirs, as one batch. */
  sweep(): void {
    const { copies, markets } = this.state;
    const reduced = copies.reduced.shift();
    if (reduced === undefined || copies.trader(reduced.trader) === null) return;
    const { trader, instrument, long, before, closed } = reduced;
    const market = markets[instrument]!;
    const { quantityStep } = market.instrument;
    const partOf = (open: number): number => {
      if (closed === before) return open;
      const part = ratioFloor(open, closed, before);
      return part - (part % quantityStep);
    };
    const side = long ? Side.sell : Side.buy;
    this.out.beside(() => this.orders.close(trader, market, side, partOf));
  }
}
