/**
 * Plan orders: trigger, take profit and stop loss, OCO stop, trailing stop. They hold no money; when
 * one fires it enters as an ordinary order, and fails with a reject code where that is refused.
 */
import {
  type AmendPlanCommand,
  type AttachedPrices,
  assert,
  DoneReason,
  EVERY_INSTRUMENT,
  EventKind,
  floorToStep,
  isTrailing,
  OrderOption,
  ownerOf,
  type PlaceOcoCommand,
  type PlacePlanCommand,
  type PlacePlanPairCommand,
  PlanEnd,
  PlanType,
  Reject,
  Side,
  TRIGGERS_PER_COMMAND,
  TriggerBy,
} from '@halcyon/domain';
import {
  NONE,
  ORDER_LANES,
  ORDER_WORDS,
  OrderFlag,
  OrderLane,
  OrderWord,
} from '../matching/order-record.ts';
import type { CommandOutcome } from '../outcome.ts';
import { Rules } from '../rules.ts';
import type { OrderListener } from '../spot/order-listener.ts';
import type { SpotTrading } from '../spot/spot-trading.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import { callDue, nextDue, seePrints } from './due-plans.ts';
import { attachedIn, type Plan, reached } from './plan.ts';
import { PlanBindings } from './plan-bindings.ts';
import {
  checkPlanPlace,
  checkPlanSize,
  firesUpward,
  isOfPosition,
  type PlanRequest,
  stopsLoss,
  takesProfit,
  watchedPrice,
} from './plan-checks.ts';
import { limitLeg, ocoStop, orderOf, receivedLots } from './plan-orders.ts';

export class PlanTrading implements OrderListener {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly trading: SpotTrading;
  /** Markets whose plans have to be looked at, in the order in which they moved. */
  private readonly moved = new Set<Market>();
  declare private readonly bindings: PlanBindings;

  constructor(state: State, out: CommandOutcome, trading: SpotTrading) {
    this.state = state;
    this.out = out;
    this.trading = trading;
    this.bindings = new PlanBindings(state);
    trading.watch(this);
  }

  /** Places a trigger, take-profit, stop-loss or trailing plan. */
  place(command: PlacePlanCommand): boolean {
    const market = this.state.markets[command.instrument];
    if (market === undefined) {
      return this.out.refuse(Reject.unknownInstrument, 0, command.instrument);
    }
    if (!this.checkPlace(market, command, 1)) return false;
    this.out.id = this.open(market, command, command.selfTrade, 0).id;
    return true;
  }

  /** Places two plans; they are refused or accepted together. */
  placePair({ account, instrument, plans }: PlacePlanPairCommand): boolean {
    const { out } = this;
    const market = this.state.markets[instrument];
    if (market === undefined) return out.refuse(Reject.unknownInstrument, 0, instrument);
    const [first, second] = plans;
    for (const [i, terms] of plans.entries()) {
      out.otherId = i + 1;
      if (!this.checkPlace(market, { ...terms, account, instrument }, plans.length)) return false;
    }
    if (first.clientId !== '' && first.clientId === second.clientId) {
      return out.refuse(Reject.clientIdDuplicate, 0, 0);
    }
    out.id = this.open(market, { ...first, account, instrument }, first.selfTrade, 0).id;
    out.otherId = this.open(market, { ...second, account, instrument }, second.selfTrade, 0).id;
    return true;
  }

  /** All checks of a new plan. @param plans how many are about to be placed */
  checkPlace(market: Market, plan: PlanRequest, plans: number): boolean {
    if (!checkPlanPlace(this.state, market, this.out, plan, plans)) return false;
    if (!checkPlanSize(this.state, market, this.out, plan, null)) return false;
    if (market.contract !== null && !this.checkPosition(market, plan)) return false;
    const price = watchedPrice(market, plan.triggerBy);
    const upward = firesUpward(plan, price);
    const directed = takesProfit(plan.planType) || stopsLoss(plan.planType);
    if (directed && price !== 0 && reached(upward, price, plan.triggerPrice)) {
      return this.out.refuse(Reject.triggerWouldFireNow, price, plan.triggerPrice);
    }
    return true;
  }

  /** The leg is right; a plan of a position finds it open, on its side and at least as large. */
  private checkPosition(market: Market, plan: PlanRequest): boolean {
    const { state, out, trading } = this;
    const seat = state.seat(plan.account, market.instrument);
    const position = trading.contracts.orders.positionFor(seat, plan.account, plan.options ?? 0);
    if (position === NONE) return false;
    if (!isOfPosition(plan.planType)) return true;
    const lots = state.positions.lots(position);
    if (lots === 0 || lots > 0 === (plan.side === Side.buy)) {
      return out.refuse(Reject.positionNotFound, 0, lots);
    }
    const size = Math.abs(lots);
    return plan.quantity <= size || out.refuse(Reject.planSizeBeyondPosition, size, plan.quantity);
  }

  /** A position is closed: the plans that belong to it end. */
  onPositionClosed(position: number): void {
    const plans = this.state.positionPlans.get(position);
    if (plans === undefined) return;
    for (const id of [...plans]) this.end(this.state.plans.get(id)!, PlanEnd.cancelled, 0, 0);
  }

  /** Places the two legs of an OCO; they are refused or accepted together. */
  placeOco(command: PlaceOcoCommand): boolean {
    const { state, out } = this;
    const market = state.markets[command.instrument];
    if (market === undefined || market.contract !== null) {
      return out.refuse(Reject.unknownInstrument, 0, command.instrument);
    }
    const stop = ocoStop(command);
    if (!checkPlanPlace(state, market, out, stop, 1)) return false;
    if (!checkPlanSize(this.state, market, out, stop, null)) return false;
    const last = market.lastPrice;
    if (last === 0) return out.refuse(Reject.noLastPrice, 0, 0);
    const selling = command.side === Side.sell;
    if (selling ? command.price <= last : command.price >= last) {
      return out.refuse(Reject.ocoPrices, last, command.price);
    }
    if (selling ? command.stopTrigger >= last : command.stopTrigger <= last) {
      return out.refuse(Reject.ocoPrices, last, command.stopTrigger);
    }
    if (command.stopClientId !== '' && command.stopClientId === command.clientId) {
      return out.refuse(Reject.clientIdDuplicate, 0, 0);
    }
    if (!this.trading.place(limitLeg(command), 0)) return false;
    this.linkStop(market, command, stop);
    return true;
  }

  private linkStop(market: Market, command: PlaceOcoCommand, stop: PlanRequest): void {
    const { state, out } = this;
    const order = out.id;
    const slot = state.orders.find(order);
    if (slot === NONE) return;
    // A limit leg that has traded on entry has decided the OCO: a stop now would trade it twice.
    if (state.orders.f64[slot * ORDER_LANES + OrderLane.remaining]! < command.quantity) return;
    const plan = this.open(market, stop, command.selfTrade, order);
    const word = slot * ORDER_WORDS + OrderWord.flags;
    state.orders.i32[word] = state.orders.i32[word]! | OrderFlag.oco;
    const extra = state.extras.get(order);
    if (extra !== undefined) extra.ocoPlan = plan.id;
    else state.extras.set(order, { clientId: '', attached: null, ocoPlan: plan.id });
    out.otherId = plan.id;
  }

  /** Cancels one pending plan. */
  cancel(account: number, order: number, clientId: string): boolean {
    const plan = this.own(account, order, clientId);
    if (plan === null) return false;
    this.out.id = plan.id;
    this.end(plan, PlanEnd.cancelled, 0, 0);
    return true;
  }

  /** Cancels all pending plans of an account; `instrument` -1 = in all. */
  cancelAll(account: number, instrument: number): void {
    for (const plan of [...this.state.plans.values()]) {
      const matches = instrument === EVERY_INSTRUMENT || plan.instrument === instrument;
      if (matches && plan.account === account) this.end(plan, PlanEnd.cancelled, 0, 0);
    }
  }

  /** Changes trigger, price or size of a pending plan. */
  amend(command: AmendPlanCommand): boolean {
    const plan = this.own(command.account, command.order, command.clientId);
    if (plan === null) return false;
    const market = this.state.markets[plan.instrument]!;
    const sized = command.quantity !== 0 || command.quoteAmount !== 0;
    const changed: PlanRequest = {
      ...plan,
      triggerPrice: command.triggerPrice === 0 ? plan.triggerPrice : command.triggerPrice,
      price: command.price === -1 ? plan.price : command.price,
      quantity: sized ? command.quantity : plan.quantity,
      quoteAmount: sized ? command.quoteAmount : plan.quoteAmount,
      callbackPpm: command.callbackPpm ?? plan.callbackPpm,
      triggerBy: command.triggerBy ?? plan.triggerBy,
      ...attachedIn(command.attached ?? plan.attached),
    };
    if (!checkPlanSize(this.state, market, this.out, changed, plan)) return false;
    market.plans.remove(plan);
    plan.triggerPrice = changed.triggerPrice;
    plan.price = changed.price;
    plan.quantity = changed.quantity;
    plan.quoteAmount = changed.quoteAmount;
    plan.callbackPpm = changed.callbackPpm;
    // The best price of another series says nothing.
    if (plan.triggerBy !== changed.triggerBy)
      plan.extreme = watchedPrice(market, changed.triggerBy);
    plan.triggerBy = changed.triggerBy;
    Object.assign(plan, attachedIn(changed.attached));
    plan.upward = firesUpward(changed, watchedPrice(market, plan.triggerBy));
    market.plans.add(plan);
    this.moved.add(market);
    this.out.id = plan.id;
    const { account, triggerPrice, price, quantity, quoteAmount } = plan;
    const { callbackPpm, triggerBy, attached } = command;
    this.state.log.push({
      kind: EventKind.planAmended,
      seq: this.state.seq,
      time: this.state.time,
      plan: plan.id,
      account,
      triggerPrice,
      price,
      quantity,
      quoteAmount,
      ...(callbackPpm === undefined ? {} : { callbackPpm }),
      ...(triggerBy === undefined ? {} : { triggerBy }),
      ...attachedIn(attached),
    });
    return true;
  }

  onEntryEnded(
    order: number,
    account: number,
    market: Market,
    side: Side,
    filled: number,
    attached: AttachedPrices,
    legs: number,
  ): void {
    const exit = side === Side.buy ? Side.sell : Side.buy;
    const keepsAll = side === Side.sell || market.contract !== null;
    const lots = keepsAll ? filled : receivedLots(this.state, market, account, filled);
    const { quantityMin, quantityStep } = market.instrument;
    if (lots < quantityMin) return;
    const whole = floorToStep(lots, quantityStep);
    // An entry from before a coarser step may bring less than one: then all of it is protected.
    const quantity = whole < quantityMin ? lots : whole;
    const contract = market.contract !== null;
    const common = {
      ...(contract ? { options: legs | OrderOption.reduceOnly } : {}),
      account,
      instrument: market.instrument.id,
      side: exit,
      quantity,
      quoteAmount: 0,
      callbackPpm: 0,
      clientId: '',
    };
    const { takeProfitTrigger, takeProfitPrice, stopLossTrigger, stopLossPrice } = attached;
    let profit: Plan | null = null;
    if (takeProfitTrigger !== 0) {
      const request = {
        ...common,
        planType: PlanType.takeProfit,
        triggerBy: attached.takeProfitBy ?? TriggerBy.last,
        triggerPrice: takeProfitTrigger,
        price: takeProfitPrice,
      };
      profit = this.open(market, request, 0, order);
    }
    if (stopLossTrigger === 0) return;
    const request = {
      ...common,
      planType: PlanType.stopLoss,
      triggerBy: attached.stopLossBy ?? TriggerBy.last,
      triggerPrice: stopLossTrigger,
      price: stopLossPrice,
    };
    const loss = this.open(market, request, 0, order);
    if (profit === null) return;
    profit.sibling = loss.id;
    loss.sibling = profit.id;
  }

  onOcoLegMoved(id: number): void {
    const plan = this.state.plans.get(id);
    if (plan !== undefined) this.end(plan, PlanEnd.cancelled, 0, 0);
  }

  onBookMoved(market: Market): void {
    if (market.chasers > 0) this.state.parents.bookMoved(market);
    this.moved.add(market);
  }

  onNextTaker(market: Market): void {
    seePrints(market, this.state.rules);
  }

  /** The operator gave a market its state: plans that waited for it to open are looked at. */
  onStateSet(market: Market): void {
    if (this.state.rules >= Rules.plansWait) this.moved.add(market);
  }

  /** Sets off what is due, at the end of every command. Whether anything was. */
  run(): boolean {
    if (this.moved.size === 0) return false;
    for (const position of this.bindings.takeOrphaned()) this.onPositionClosed(position);
    const { rules } = this.state;
    let left = TRIGGERS_PER_COMMAND;
    for (const market of this.moved) {
      for (let plan = nextDue(market, rules); plan !== null; plan = nextDue(market, rules)) {
        if (left === 0) {
          for (const each of this.moved) seePrints(each, rules);
          return false;
        }
        left -= 1;
        this.fire(market, plan);
      }
      market.prints.length = 0;
      this.moved.delete(market);
    }
    return left < TRIGGERS_PER_COMMAND;
  }

  /** What is due now fires later. */
  postpone(): void {
    for (const market of this.moved) callDue(market, this.state.rules);
  }

  /** Plans that were called, but have to wait for the next command. */
  called(): Plan[] {
    const markets = new Set([...this.moved, ...this.state.markets]);
    return [...markets].flatMap(({ plans }) => [...plans.called()]);
  }

  /** Adds a plan from a snapshot. */
  restore(plan: Plan): void {
    this.state.plans.set(plan.id, plan);
    const market = this.state.markets[plan.instrument]!;
    market.plans.add(plan);
    this.bindings.add(market, plan);
    this.moved.add(market);
  }

  /** Calls plans from a snapshot, in their order; to be done when all are there. */
  restoreCalled(ids: readonly number[]): void {
    const others = [...this.moved];
    this.moved.clear();
    for (const id of ids) {
      const plan = this.state.plans.get(id)!;
      const market = this.state.markets[plan.instrument]!;
      market.plans.call(plan);
      this.moved.add(market);
    }
    for (const market of others) this.moved.add(market);
  }

  /** Opens a plan that was checked. */
  open(market: Market, request: PlanRequest, selfTrade: Plan['selfTrade'], parent: number): Plan {
    const { state } = this;
    const price = watchedPrice(market, request.triggerBy);
    const trails = isTrailing(request.planType);
    const plan: Plan = {
      id: state.nextOrder,
      account: request.account,
      instrument: request.instrument,
      side: request.side,
      planType: request.planType,
      triggerBy: request.triggerBy,
      selfTrade,
      clientId: request.clientId,
      triggerPrice: request.triggerPrice,
      upward: firesUpward(request, price),
      price: request.price,
      quantity: request.quantity,
      quoteAmount: request.quoteAmount,
      callbackPpm: request.callbackPpm,
      active: trails && request.triggerPrice === 0,
      extreme: price,
      parent,
      sibling: 0,
      ...(request.options ? { options: request.options } : {}),
      ...attachedIn(request.attached),
    };
    assert(plan.triggerPrice >= 0 && plan.price >= 0, 'a plan has a price below zero');
    assert(!state.plans.has(plan.id), 'a plan id is given twice');
    state.nextOrder += 1;
    state.plans.set(plan.id, plan);
    state.planCounts.set(plan.account, (state.planCounts.get(plan.account) ?? 0) + 1);
    if (plan.clientId !== '') state.clientIds.reserve(plan.account, plan.clientId, plan.id);
    // What traded before a plan was there cannot set it off, but sets off others.
    seePrints(market, state.rules);
    market.plans.add(plan);
    this.bindings.add(market, plan);
    this.moved.add(market);
    this.logOpened(plan);
    return plan;
  }

  private logOpened(plan: Plan): void {
    const { id, selfTrade: _s, upward: _u, active: _a, extreme: _e, sibling: _b, ...rest } = plan;
    const { seq, time } = this.state;
    this.state.log.push({ kind: EventKind.planOpened, seq, time, plan: id, ...rest });
  }

  /** Turns a due plan into an order. */
  private fire(market: Market, plan: Plan): void {
    const { out } = this;
    const { copies, users } = this.state;
    if (copies.active && users.isPortfolio(ownerOf(plan.account))) {
      // It is one of all who follow, between commands.
      market.plans.remove(plan);
      copies.fired.push(plan.id);
      return;
    }
    const { code, limit, value, id, otherId } = out;
    if (plan.planType === PlanType.ocoStop) this.cancelLimitLeg(plan);
    market.plans.remove(plan);
    this.bindings.remove(market, plan);
    const accepted = this.trading.place(orderOf(plan, this.state.rules), plan.id);
    this.end(plan, accepted ? PlanEnd.executed : PlanEnd.failed, accepted ? out.id : 0, out.code);
    const sibling = this.state.plans.get(plan.sibling);
    if (sibling !== undefined) this.end(sibling, PlanEnd.cancelled, 0, 0);
    Object.assign(out, { code, limit, value, id, otherId });
  }

  private cancelLimitLeg(plan: Plan): void {
    const slot = this.state.orders.find(plan.parent);
    if (slot === NONE) return;
    const extra = this.state.extras.get(plan.parent);
    if (extra !== undefined) extra.ocoPlan = 0;
    this.trading.cancel(slot, DoneReason.ocoOther);
  }

  /** A plan has become an order, failed with a reject code, or was cancelled. */
  end(plan: Plan, end: PlanEnd, order: number, code: number): void {
    const { state } = this;
    const { id, account, instrument, clientId, parent } = plan;
    assert(state.plans.get(id) === plan, 'a plan ends twice');
    assert((state.planCounts.get(account) ?? 0) > 0, 'an account has less than no plans');
    const market = state.markets[instrument]!;
    market.plans.remove(plan);
    state.plans.delete(id);
    this.bindings.remove(market, plan);
    state.planCounts.set(account, state.planCounts.get(account)! - 1);
    if (clientId !== '') {
      const ended = state.users.endedCount(ownerOf(account));
      state.clientIds.end(account, clientId, id, state.time, ended);
    }
    const extra = state.extras.get(parent);
    if (extra !== undefined && extra.ocoPlan === id) extra.ocoPlan = 0;
    const { seq, time } = state;
    state.log.push({
      kind: EventKind.planEnded,
      seq,
      time,
      plan: id,
      account,
      instrument,
      end,
      order,
      code: end === PlanEnd.failed ? code : 0,
    });
  }

  private own(account: number, order: number, clientId: string): Plan | null {
    const { state } = this;
    const ended = state.users.endedCount(ownerOf(account));
    const id = order !== 0 ? order : state.clientIds.holder(account, clientId, state.time, ended);
    const plan = state.plans.get(id);
    if (plan !== undefined && plan.account === account) return plan;
    this.out.refuse(Reject.planNotFound, 0, id);
    return null;
  }
}
