/** What a trader orders for all who follow: orders, closing and reversing a position, and plans that become orders later. */
import {
  type CancelCopyPlanCommand,
  type CloseCopyPositionCommand,
  COPY_RESTING_PER_TRADER,
  CommandKind,
  OrderOption,
  OrderType,
  ownerOf,
  type PlaceCopyOrderCommand,
  type PlaceCopyPlanCommand,
  PlanEnd,
  PlanType,
  Reject,
  SelfTrade,
  Side,
  TimeInForce,
  type TraderPortfolio,
} from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import type { Plan } from '../plans/plan.ts';
import { isOfPosition } from '../plans/plan-checks.ts';
import { orderOf } from '../plans/plan-orders.ts';
import type { PlanTrading } from '../plans/plan-trading.ts';
import type { State } from '../state/state.ts';
import { mayRest, REDUCE_ONLY } from './batch-admission.ts';
import type { BatchOrders } from './batch-orders.ts';
import { ownersLeft } from './copy-batch.ts';
import type { BatchOrder } from './gathered-order.ts';
import { futuresOf } from './wallets.ts';

export type TraderOrderCommand =
  | PlaceCopyOrderCommand
  | CloseCopyPositionCommand
  | PlaceCopyPlanCommand
  | CancelCopyPlanCommand;

/** Plans of traders. The stop of an OCO belongs to an order of one account. */
const PLAN_TYPES: readonly number[] = Object.values(PlanType).filter(
  (type) => type !== PlanType.ocoStop,
);

export class TraderOrders {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly orders: BatchOrders;
  declare private readonly plans: PlanTrading;

  constructor(state: State, out: CommandOutcome, orders: BatchOrders, plans: PlanTrading) {
    this.state = state;
    this.out = out;
    this.orders = orders;
    this.plans = plans;
  }

  apply(portfolio: TraderPortfolio, command: TraderOrderCommand): boolean {
    switch (command.kind) {
      case CommandKind.placeCopyOrder: {
        const { reduceOnly, ...asked } = command;
        return this.place(portfolio, { ...asked, options: reduceOnly === 1 ? REDUCE_ONLY : 0 });
      }
      case CommandKind.closeCopyPosition:
        return this.place(portfolio, closing(command));
      case CommandKind.placeCopyPlan:
        return this.plan(portfolio, command);
      case CommandKind.cancelCopyPlan:
        return this.plans.cancel(futuresOf(portfolio.user), command.plan, '');
    }
  }

  /**
   * The first plan that is due becomes an order, but not before all were asked about an order that its trader has placed.
   * @returns whether there was one
   */
  fireNext(): boolean {
    const { copies, plans: all } = this.state;
    const asking = new Set(copies.gathered.map(({ trader }) => trader));
    const at = copies.fired.findIndex((id) => {
      const plan = all.get(id);
      return plan === undefined || !asking.has(ownerOf(plan.account));
    });
    if (at === -1) return false;
    const [id] = copies.fired.splice(at, 1);
    const plan = all.get(id!);
    // It was cancelled meanwhile, or has ended with its position.
    if (plan !== undefined) this.fire(plan);
    return true;
  }

  private fire(plan: Plan): void {
    const { state, out, plans } = this;
    const portfolio = state.copies.trader(ownerOf(plan.account));
    if (portfolio === null) return;
    out.beside(() => {
      const { options = 0, ...request } = orderOf(plan, state.rules);
      const accepted = this.place(portfolio, { ...request, options }, true);
      const { executed, failed } = PlanEnd;
      plans.end(plan, accepted ? executed : failed, accepted ? out.id : 0, out.code);
      return accepted;
    });
  }

  private place(portfolio: TraderPortfolio, asked: BatchOrder, planned = false): boolean {
    const { state, out } = this;
    const { user: trader, closing: gone } = portfolio;
    if (gone && (asked.options & REDUCE_ONLY) === 0)
      return out.refuse(Reject.copyClosing, 0, trader);
    const before = state.copies.working.find((one) => one.trader === trader);
    if (before !== undefined) return out.refuse(Reject.copyUnderWay, 0, ownersLeft(before));
    const gathered = state.copies.gatheredOf(trader);
    if (gathered !== null) {
      const { followers, next } = gathered;
      return out.refuse(Reject.copyUnderWay, 0, followers.length - next);
    }
    // A position that grew meanwhile could be reduced by more than it had at first.
    const waits = state.copies.reduced.filter((one) => one.trader === trader).length;
    if (waits > 0) return out.refuse(Reject.copyUnderWay, 0, waits);
    const open = state.copies.batchesOf(trader).length;
    // Who has so many in the book can still close at the market, and a stop still fires.
    if (mayRest(asked) && open >= COPY_RESTING_PER_TRADER) {
      return out.refuse(Reject.copyOrdersMax, COPY_RESTING_PER_TRADER, open + 1);
    }
    return this.orders.place(portfolio, asked, planned);
  }

  private plan(
    { user, asset, closing: gone }: TraderPortfolio,
    command: PlaceCopyPlanCommand,
  ): boolean {
    const { state, out } = this;
    const { instrument, planType, reduceOnly } = command;
    const market = state.markets[instrument];
    if (market?.contract == null || market.instrument.quote !== asset) {
      return out.refuse(Reject.unknownInstrument, 0, instrument);
    }
    if (!PLAN_TYPES.includes(planType)) {
      return out.refuse(Reject.parameterRange, PlanType.ocoStop, planType);
    }
    if (gone && reduceOnly !== 1 && !isOfPosition(planType)) {
      return out.refuse(Reject.copyClosing, 0, user);
    }
    const { side, triggerBy, triggerPrice, price, quantity, callbackPpm } = command;
    return this.plans.place({
      ...{ kind: CommandKind.placePlan, seq: command.seq, time: command.time },
      ...{ account: futuresOf(user), instrument, side, planType, triggerBy, triggerPrice, price },
      ...{ quantity, callbackPpm, quoteAmount: 0, selfTrade: SelfTrade.none, clientId: '' },
      ...(reduceOnly === 1 ? { options: REDUCE_ONLY } : {}),
    });
  }
}

/** All of a position, whatever it is: side and size are found when the order is checked. */
function closing({ instrument, reverses }: CloseCopyPositionCommand): BatchOrder {
  const { closeAll, reverse, reduceOnly } = OrderOption;
  return {
    ...{ instrument, side: Side.sell, type: OrderType.market, timeInForce: TimeInForce.ioc },
    ...{ price: 0, quantity: 0 },
    options: closeAll | (reverses === 1 ? reverse : reduceOnly),
  };
}
