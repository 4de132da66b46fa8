/** What a trader orders for all who follow: orders, closing and reversing a position, and plans that become orders later. */
import {
  type CancelCopyPlanCommand,
  type CloseCopyPositionCommand,
  COPY_RESTING_PER_TRADER,
  CommandKind,
  type CopyPortfolio,
  DoneReason,
  EventKind,
  legOf,
  OrderOption,
  OrderType,
  onlyReduces,
  ownerOf,
  type PlaceCopyOrderCommand,
  type PlaceCopyPlanCommand,
  PlanEnd,
  PlanType,
  PositionLeg,
  PositionMode,
  Reject,
  SelfTrade,
  type SetCopyStopsCommand,
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
import type { WaitingClose } from './copy-book.ts';
import { type BatchOrder, type EndReason, endedBy } from './gathered-order.ts';
import { isOf, legBits, lotsIn } from './legs.ts';
import type { OwnExits } from './own-exits.ts';
import type { SpotOrders } from './spot-orders.ts';
import { isSpot } from './spot-wallet.ts';
import type { TraderSettingCommand, TraderSettings } from './trader-settings.ts';
import { futuresOf } from './wallets.ts';

export type TraderOrderCommand =
  | TraderSettingCommand
  | PlaceCopyOrderCommand
  | CloseCopyPositionCommand
  | PlaceCopyPlanCommand
  | CancelCopyPlanCommand;

/** What a trader of spot may ask for; plans and settings are of contracts. */
const SPOT_COMMANDS: readonly CommandKind[] = [
  CommandKind.placeCopyOrder,
  CommandKind.closeCopyPosition,
];
const LEGS: readonly number[] = Object.values(PositionLeg);
/** Plans of traders. The stop of an OCO belongs to an order of one account. */
const PLAN_TYPES: readonly number[] = Object.values(PlanType).filter(
  (type) => type !== PlanType.ocoStop,
);

export class TraderOrders {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly orders: BatchOrders;
  declare private readonly plans: PlanTrading;
  declare private readonly settings: TraderSettings;
  declare private readonly exits: OwnExits;
  declare private readonly spot: SpotOrders;

  constructor(
    state: State,
    out: CommandOutcome,
    orders: BatchOrders,
    parts: {
      readonly plans: PlanTrading;
      readonly settings: TraderSettings;
      readonly exits: OwnExits;
      readonly spot: SpotOrders;
    },
  ) {
    this.state = state;
    this.out = out;
    this.orders = orders;
    this.plans = parts.plans;
    this.settings = parts.settings;
    this.exits = parts.exits;
    this.spot = parts.spot;
  }

  apply(portfolio: TraderPortfolio, command: TraderOrderCommand): boolean {
    if (isSpot(portfolio) && !SPOT_COMMANDS.includes(command.kind)) {
      const { instrument = 0 } = command as { readonly instrument?: number };
      return this.out.refuse(Reject.unknownInstrument, 0, instrument);
    }
    switch (command.kind) {
      case CommandKind.placeCopyOrder: {
        const { reduceOnly: _r, leg, ...asked } = command;
        return (
          this.checkLeg(leg) && this.place(portfolio, { ...asked, options: optionsOf(command) })
        );
      }
      case CommandKind.closeCopyPosition:
        return this.checkLeg(command.leg) && this.close(portfolio, command);
      case CommandKind.placeCopyPlan:
        return this.checkLeg(command.leg) && this.plan(portfolio, command);
      case CommandKind.cancelCopyPlan:
        return this.plans.cancel(futuresOf(portfolio.user), command.plan, '');
      default:
        return this.settings.apply(portfolio, command);
    }
  }

  private checkLeg(leg: PositionLeg): boolean {
    return LEGS.includes(leg) || this.out.refuse(Reject.parameterRange, PositionLeg.short, leg);
  }

  /**
   * The first plan that is due becomes an order, but not before all were asked about an order that its trader has placed.
   * @returns whether there was one
   */
  fireNext(): boolean {
    const { copies, plans: all } = this.state;
    const at = copies.fired.findIndex((id) => {
      const plan = all.get(id);
      return plan === undefined || copies.askingOf(ownerOf(plan.account)) === null;
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
    const portfolio = state.copies.portfolios.get(ownerOf(plan.account));
    if (portfolio === undefined) return;
    out.beside(() => {
      const accepted =
        portfolio.trader === null
          ? this.placePlanned(portfolio, plan)
          : this.exits.stopAt(portfolio, plan);
      const { executed, failed } = PlanEnd;
      plans.end(plan, accepted ? executed : failed, accepted ? out.id : 0, out.code);
      return accepted;
    });
  }

  private placePlanned(portfolio: TraderPortfolio, plan: Plan): boolean {
    const { options = 0, ...request } = orderOf(plan, this.state.rules);
    return this.place(portfolio, { ...request, options }, true);
  }

  /** Take profit and stop loss of a follower's own position. */
  setTpsl(portfolio: CopyPortfolio, command: SetCopyStopsCommand): boolean {
    return this.settings.apply(portfolio, command);
  }

  /** The first position that is to be closed when the orders before are done. @returns whether there was one */
  closeNext(): boolean {
    const { state, out } = this;
    const { copies } = state;
    const at = copies.closing.findIndex(({ trader }) => !this.isUnderWay(trader));
    if (at === -1) return false;
    const [waiting] = copies.closing.splice(at, 1);
    const { id } = waiting!;
    const portfolio = copies.trader(waiting!.trader);
    out.beside(() => {
      if (portfolio === null) return false;
      const placed = this.place(portfolio, closing({ ...waiting!, reverses: 0 }), false, id);
      const { code, limit, value } = out;
      if (!placed) this.emitClose(waiting!, { reason: DoneReason.cancelled, code, limit, value });
      return placed;
    });
    return true;
  }

  /** Takes back what is to be closed. @returns whether it is waiting */
  cancelClose(trader: number, order: number): boolean {
    const { copies } = this.state;
    const found = copies.closing.find((one) => one.trader === trader && one.id === order);
    if (found === undefined) return false;
    copies.closing = copies.closing.filter((one) => one !== found);
    this.emitClose(found, endedBy(DoneReason.cancelled));
    this.out.id = order;
    return true;
  }

  /** Closing waits for orders before; several positions are closed one after the other. */
  private close(portfolio: TraderPortfolio, command: CloseCopyPositionCommand): boolean {
    const { copies } = this.state;
    const { user: trader } = portfolio;
    const { out, state } = this;
    const { instrument, leg, reverses } = command;
    // A leg has no other side: what it would be opened on is the other leg.
    if (reverses === 1 && leg !== PositionLeg.net) {
      return out.refuse(Reject.positionLegUnexpected, PositionMode.oneWay, leg);
    }
    const waits = reverses !== 1 && !isSpot(portfolio) && this.mustWait(trader);
    if (!waits) return this.place(portfolio, closing(command));
    if (lotsIn(state, command, trader) === 0) return out.refuse(Reject.reduceOnlyNothing, 0, 0);
    const again = copies.closing.some((one) => one.trader === trader && isOf(one, command));
    if (again) return out.refuse(Reject.copyUnderWay, 0, copies.underWayOf(trader) ?? 0);
    const waiting = { id: state.nextOrder++, trader, instrument, leg };
    copies.closing.push(waiting);
    out.id = waiting.id;
    this.emitClose(waiting, null);
    return true;
  }

  private mustWait(trader: number): boolean {
    const { closing: waiting } = this.state.copies;
    return this.isUnderWay(trader) || waiting.some((one) => one.trader === trader);
  }

  private isUnderWay(trader: number): boolean {
    return this.state.copies.underWayOf(trader) !== null;
  }

  /** @param ended why nothing is traded, null = it waits */
  private emitClose(waiting: WaitingClose, ended: EndReason | null): void {
    const { state } = this;
    const { seq, time, log, copies } = state;
    const { id, trader, instrument, leg } = waiting;
    const lots = lotsIn(state, waiting, trader);
    const about = { batch: id, trader, instrument, leg, side: lots > 0 ? Side.sell : Side.buy };
    const { size: followers } = copies.followersOf(trader);
    const why = ended ?? endedBy(DoneReason.filled);
    const terms = { type: OrderType.market, timeInForce: TimeInForce.ioc, price: 0 };
    const told = { ...about, ...terms, lots: Math.abs(lots), followers };
    const isOver = ended === null ? 0 : 1;
    log.push({ kind: EventKind.copyOrderGathered, seq, time, ...told, ended: isOver, ...why });
  }

  private place(portfolio: TraderPortfolio, asked: BatchOrder, planned = false, id = 0): boolean {
    const { state, out } = this;
    const { user: trader, closing: gone } = portfolio;
    const spot = isSpot(portfolio);
    const reduces = spot ? asked.side === Side.sell : onlyReduces(asked.side, asked.options);
    if (gone && !reduces) return out.refuse(Reject.copyClosing, 0, trader);
    if (!spot && !this.checkContract(portfolio, asked)) return false;
    const before = state.copies.underWayOf(trader);
    if (before !== null) return out.refuse(Reject.copyUnderWay, 0, before);
    const open = state.copies.batchesOf(trader).length;
    // Who has so many in the book can still close at the market, and a stop still fires.
    if (mayRest(asked) && open >= COPY_RESTING_PER_TRADER) {
      return out.refuse(Reject.copyOrdersMax, COPY_RESTING_PER_TRADER, open + 1);
    }
    if (spot) return this.spot.place(portfolio, asked);
    return this.orders.place(portfolio, asked, planned, id);
  }

  /** What terms leave out is not opened; what is open there may be closed. */
  private checkContract({ user, terms }: TraderPortfolio, asked: BatchOrder): boolean {
    const { instrument, side, options, quantity } = asked;
    if (terms.without?.includes(instrument) !== true || onlyReduces(side, options)) return true;
    const lots = lotsIn(this.state, { instrument, leg: legOf(options) }, user);
    const closes = side === Side.sell ? lots : -lots;
    const reverses = (options & OrderOption.reverse) !== 0;
    if (!reverses && quantity <= closes) return true;
    return this.out.refuse(Reject.copyContractLeftOut, 0, instrument);
  }

  private plan(
    { user, asset, closing: gone }: TraderPortfolio,
    command: PlaceCopyPlanCommand,
  ): boolean {
    const { state, out } = this;
    const { instrument, planType } = command;
    const market = state.markets[instrument];
    if (market?.contract == null || market.instrument.quote !== asset) {
      return out.refuse(Reject.unknownInstrument, 0, instrument);
    }
    if (!PLAN_TYPES.includes(planType)) {
      return out.refuse(Reject.parameterRange, PlanType.ocoStop, planType);
    }
    const { side, triggerBy, triggerPrice, price, quantity, callbackPpm } = command;
    const options = optionsOf(command);
    if (gone && !onlyReduces(side, options) && !isOfPosition(planType)) {
      return out.refuse(Reject.copyClosing, 0, user);
    }
    return this.plans.place({
      ...{ kind: CommandKind.placePlan, seq: command.seq, time: command.time },
      ...{ account: futuresOf(user), instrument, side, planType, triggerBy, triggerPrice, price },
      ...{ quantity, callbackPpm, quoteAmount: 0, selfTrade: SelfTrade.none, clientId: '' },
      ...(options === 0 ? {} : { options }),
    });
  }
}

/** Bits of OrderOption. In hedge mode leg and side say whether an order closes. */
function optionsOf({
  leg,
  side,
  reduceOnly,
}: Pick<PlaceCopyOrderCommand, 'leg' | 'side' | 'reduceOnly'>): number {
  const options = legBits(leg) | (leg === PositionLeg.net && reduceOnly === 1 ? REDUCE_ONLY : 0);
  return options | (onlyReduces(side, options) ? REDUCE_ONLY : 0);
}

/** All of a position, whatever it is: side and size are found when the order is checked. */
function closing({
  instrument,
  leg,
  reverses,
}: Pick<CloseCopyPositionCommand, 'instrument' | 'leg' | 'reverses'>): BatchOrder {
  const { closeAll, reverse, reduceOnly } = OrderOption;
  return {
    ...{ instrument, side: Side.sell, type: OrderType.market, timeInForce: TimeInForce.ioc },
    ...{ price: 0, quantity: 0 },
    options: legBits(leg) | closeAll | (reverses === 1 ? reverse : reduceOnly),
  };
}
