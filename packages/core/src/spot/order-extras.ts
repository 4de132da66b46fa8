/** What few orders have: client ids, attached take profit and stop loss, the stop of an OCO. */
import { type AttachedPrices, assert, type Side } from '@halcyon/domain';
import type { OrderFlag } from '../matching/order-record.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { OrderListener } from './order-listener.ts';
import type { OrderRequest } from './order-request.ts';

const SIDE: typeof OrderFlag.side = 1;
const OPTIONS_SHIFT: typeof OrderFlag.optionsShift = 8;
/** Of OrderOption: those that name a leg. */
const LEGS = 6;

export class OrderExtras {
  declare private readonly state: State;
  private watcher: OrderListener | null = null;

  constructor(state: State) {
    this.state = state;
  }

  /** The plans, which are told what becomes of orders that they belong to. */
  watch(watcher: OrderListener): void {
    this.watcher = watcher;
  }

  /** Keeps what few orders have; returns its number in the log. */
  note(request: OrderRequest, order: number, plan: number, hasAttached: boolean): number {
    const { state } = this;
    const { account, clientId } = request;
    const attached = hasAttached ? copyAttached(request) : null;
    if (plan !== 0) state.parents.adopt(plan, order, request.quantity);
    if (clientId !== '') state.clientIds.reserve(account, clientId, order);
    if (hasAttached || clientId !== '') {
      state.extras.set(order, { clientId, attached, ocoPlan: 0 });
    }
    return state.log.rare(clientId, plan, attached);
  }

  /** @param ended orders that the user has ended so far @param filled lots the order traded */
  end(
    market: Market,
    order: number,
    account: number,
    flags: number,
    ended: number,
    filled: number,
  ): void {
    const { state } = this;
    const extra = state.extras.get(order);
    assert(extra !== undefined, 'an order has lost its extras');
    assert(filled >= 0, 'INV-06: an order ends with less than nothing filled');
    state.extras.delete(order);
    if (extra.clientId !== '') {
      state.clientIds.end(account, extra.clientId, order, state.time, ended);
    }
    state.parents.childEnded(order, filled);
    if (extra.ocoPlan !== 0) this.watcher?.onOcoLegMoved(extra.ocoPlan);
    if (extra.attached === null || filled === 0) return;
    const side = (flags & SIDE) as Side;
    const legs = (flags >>> OPTIONS_SHIFT) & LEGS;
    this.watcher?.onEntryEnded(order, account, market, side, filled, extra.attached, legs);
  }

  /** An order of an OCO has traded: its stop ends. */
  endOcoStop(order: number): void {
    const extra = this.state.extras.get(order);
    if (extra === undefined || extra.ocoPlan === 0) return;
    const plan = extra.ocoPlan;
    extra.ocoPlan = 0;
    this.watcher?.onOcoLegMoved(plan);
  }
}

function copyAttached(from: AttachedPrices): AttachedPrices {
  const { takeProfitTrigger, takeProfitPrice, stopLossTrigger, stopLossPrice } = from;
  const { takeProfitBy, stopLossBy } = from;
  return {
    takeProfitTrigger,
    takeProfitPrice,
    stopLossTrigger,
    stopLossPrice,
    ...(takeProfitBy === undefined ? {} : { takeProfitBy }),
    ...(stopLossBy === undefined ? {} : { stopLossBy }),
  };
}
