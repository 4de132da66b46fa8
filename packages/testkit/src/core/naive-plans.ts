/** The slow exchange's plans: one list, searched from the front whenever a price may have moved. */
import {
  type AmendPlanCommand,
  type AttachedPrices,
  DoneReason,
  EventKind,
  InstrumentState,
  isTrailing,
  OrderType,
  PLAN_KINDS,
  type PlaceOcoCommand,
  type PlacePlanCommand,
  PlanEnd,
  PlanType,
  Reject,
  SelfTrade,
  Side,
  TimeInForce,
  TriggerBy,
  wireId,
} from '@halcyon/domain';
import type { NaiveOrder } from './naive-book.ts';
import type { NaiveOrders } from './naive-orders.ts';
import {
  amountRefusal,
  type NaiveMarket,
  type NaiveRefusal,
  planStepRefusal,
  refusal,
} from './naive-rules.ts';
import { type NaivePlan, NaiveTriggers, type RawPlan, watched } from './naive-triggers.ts';

const MOST = Number.MAX_SAFE_INTEGER;
const PLANS_MAX = 1_000;
const TRIGGERS_MAX = 1_000;
const NO_PRICES: AttachedPrices = {
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
};

/** All plans, oldest first. */
export class NaivePlans {
  readonly plans = new Map<number, NaivePlan>();
  private readonly triggers: NaiveTriggers<NaiveMarket>;
  /** Instruments whose plans have to be looked at, in the order in which they moved. */
  readonly moved = new Set<number>();
  private readonly x: NaiveOrders;

  constructor(x: NaiveOrders) {
    this.x = x;
    const ask = {
      rules: () => x.rules,
      waits: ({ instrument }: NaiveMarket) =>
        x.rules >= 2 && instrument.state !== InstrumentState.open,
      watched: (market: NaiveMarket) =>
        [TriggerBy.last, TriggerBy.mark].map((by) => [by, watched(market, by)] as const),
    };
    this.triggers = new NaiveTriggers(ask, this.plans);
  }

  place(c: PlacePlanCommand): NaiveRefusal | null {
    const market = this.x.markets[c.instrument];
    if (market === undefined) return refusal(Reject.unknownInstrument, 0, c.instrument);
    const bad = this.entryRefusal(market, c.account, c.clientId) ?? sizeRefusal(market, c, null);
    if (bad !== null) return bad;
    const price = watched(market, c.triggerBy);
    const directed = c.planType === PlanType.takeProfit || c.planType === PlanType.stopLoss;
    const reached = risesTo(c, price) ? price >= c.triggerPrice : price <= c.triggerPrice;
    if (directed && price !== 0 && reached) {
      return refusal(Reject.triggerWouldFireNow, price, c.triggerPrice);
    }
    this.x.outcome.id = this.open(market, c, 0).id;
    return null;
  }

  placeOco(c: PlaceOcoCommand): NaiveRefusal | null {
    const { x } = this;
    const market = x.markets[c.instrument];
    if (market === undefined) return refusal(Reject.unknownInstrument, 0, c.instrument);
    const { account, instrument, side, selfTrade, price, quantity } = c;
    const stop: RawPlan = {
      account,
      instrument,
      side,
      planType: PlanType.ocoStop,
      triggerBy: TriggerBy.last,
      selfTrade,
      triggerPrice: c.stopTrigger,
      price: c.stopPrice,
      quantity,
      quoteAmount: 0,
      callbackPpm: 0,
      clientId: c.stopClientId,
    };
    const bad =
      this.entryRefusal(market, account, c.stopClientId) ?? sizeRefusal(market, stop, null);
    if (bad !== null) return bad;
    const last = market.lastPrice;
    if (last === 0) return refusal(Reject.noLastPrice, 0, 0);
    const away = side === Side.sell ? 1 : -1;
    if ((price - last) * away <= 0) return refusal(Reject.ocoPrices, last, price);
    if ((last - c.stopTrigger) * away <= 0) return refusal(Reject.ocoPrices, last, c.stopTrigger);
    if (c.stopClientId !== '' && c.stopClientId === c.clientId) {
      return refusal(Reject.clientIdDuplicate, 0, 0);
    }
    const refused = x.place(
      {
        ...NO_PRICES,
        account,
        instrument,
        side,
        type: OrderType.limit,
        timeInForce: TimeInForce.gtc,
        selfTrade,
        price,
        quantity,
        quoteAmount: 0,
        clientId: c.clientId,
      },
      0,
    );
    if (refused !== null) return refused;
    const leg = x.orders.get(x.outcome.id);
    if (leg === undefined || leg.remaining < quantity) return null;
    leg.ocoPlan = this.open(market, stop, leg.id).id;
    x.outcome.otherId = leg.ocoPlan;
    return null;
  }

  cancel(account: number, order: number, clientId: string): NaiveRefusal | null {
    const plan = this.own(account, order, clientId);
    if (!('wish' in plan)) return plan;
    this.x.outcome.id = plan.id;
    this.end(plan, PlanEnd.cancelled, 0, 0);
    return null;
  }

  cancelAll(account: number, instrument: number): void {
    for (const plan of [...this.plans.values()]) {
      const here = instrument === -1 || plan.wish.instrument === instrument;
      if (here && plan.wish.account === account) this.end(plan, PlanEnd.cancelled, 0, 0);
    }
  }

  amend(c: AmendPlanCommand): NaiveRefusal | null {
    const { x } = this;
    const plan = this.own(c.account, c.order, c.clientId);
    if (!('wish' in plan)) return plan;
    const { wish } = plan;
    const market = x.markets[wish.instrument]!;
    const sized = c.quantity !== 0 || c.quoteAmount !== 0;
    const changed: RawPlan = {
      ...wish,
      triggerPrice: c.triggerPrice === 0 ? wish.triggerPrice : c.triggerPrice,
      price: c.price === -1 ? wish.price : c.price,
      quantity: sized ? c.quantity : wish.quantity,
      quoteAmount: sized ? c.quoteAmount : wish.quoteAmount,
    };
    const bad = sizeRefusal(market, changed, wish);
    if (bad !== null) return bad;
    this.triggers.called.delete(plan);
    plan.wish = changed;
    plan.upward = risesTo(changed, watched(market, changed.triggerBy));
    this.moved.add(wish.instrument);
    x.outcome.id = plan.id;
    const { account, triggerPrice, price, quantity, quoteAmount } = changed;
    x.emit({
      kind: EventKind.planAmended,
      seq: x.seq,
      time: x.time,
      plan: plan.id,
      account,
      triggerPrice,
      price,
      quantity,
      quoteAmount,
    });
    return null;
  }

  /** An entry with take profit and stop loss ended: they start to wait for what was filled. */
  attach(order: NaiveOrder, filled: number, prices: AttachedPrices): void {
    const { x } = this;
    const market = x.markets[order.instrument]!;
    let quantity = filled;
    if (order.side === Side.buy) {
      const { makerPpm, takerPpm } = x.tierOf(order.account);
      const lot = BigInt(market.instrument.lotUnits);
      const units = BigInt(filled) * lot;
      const fee = (units * BigInt(Math.max(makerPpm, takerPpm))) / 1_000_000n;
      quantity = Number((units - fee) / lot);
    }
    const { quantityMin, quantityStep } = market.instrument;
    if (quantity < quantityMin) return;
    const floored = quantity - (quantity % quantityStep);
    if (floored >= quantityMin) quantity = floored;
    const opened: NaivePlan[] = [];
    const exits: [PlanType, number, number][] = [
      [PlanType.takeProfit, prices.takeProfitTrigger, prices.takeProfitPrice],
      [PlanType.stopLoss, prices.stopLossTrigger, prices.stopLossPrice],
    ];
    for (const [planType, triggerPrice, price] of exits) {
      if (triggerPrice === 0) continue;
      const wish: RawPlan = {
        account: order.account,
        instrument: order.instrument,
        side: order.side === Side.buy ? Side.sell : Side.buy,
        planType,
        triggerBy: TriggerBy.last,
        selfTrade: SelfTrade.none,
        triggerPrice,
        price,
        quantity,
        quoteAmount: 0,
        callbackPpm: 0,
        clientId: '',
      };
      opened.push(this.open(market, wish, order.id));
    }
    const [first, second] = opened;
    if (first === undefined || second === undefined) return;
    first.sibling = second.id;
    second.sibling = first.id;
  }

  /** The open plan of an account that has this id on the wire, 0 = none. */
  named(account: number, wireName: string): number {
    const mine = [...this.plans.values()].filter(({ wish }) => wish.account === account);
    return mine.find(({ id }) => wireId(id) === wireName)?.id ?? 0;
  }

  /** The limit leg of an OCO traded or ended. */
  endStop(leg: NaiveOrder): void {
    const plan = this.plans.get(leg.ocoPlan);
    leg.ocoPlan = 0;
    if (plan !== undefined) this.end(plan, PlanEnd.cancelled, 0, 0);
  }

  /** Sets off what is due after a command. */
  run(): void {
    let left = TRIGGERS_MAX;
    for (const instrument of this.moved) {
      const market = this.x.markets[instrument]!;
      for (let plan = this.triggers.due(market); plan !== null; plan = this.triggers.due(market)) {
        if (left === 0) {
          for (const each of this.moved) this.triggers.see(this.x.markets[each]!);
          return;
        }
        left -= 1;
        this.fire(market, plan);
      }
      market.prints = [];
      this.moved.delete(instrument);
    }
    for (const market of this.x.markets) market.prints = [];
  }

  /** Another order is about to take in the same command. */
  onNextTaker(instrument: number): void {
    this.triggers.see(this.x.markets[instrument]!);
  }

  /** A level changed, and with it perhaps a watched price. */
  onLevel(instrument: number): void {
    const waits = [...this.plans.values()].some((plan) => plan.wish.instrument === instrument);
    if (waits) this.moved.add(instrument);
  }

  private fire(market: NaiveMarket, plan: NaivePlan): void {
    const { x } = this;
    const { wish } = plan;
    const before = { ...x.outcome };
    const leg = x.orders.get(plan.parent);
    if (wish.planType === PlanType.ocoStop && leg !== undefined) {
      leg.ocoPlan = 0;
      x.end(leg, DoneReason.ocoOther);
    }
    const atMarket = wish.price === 0;
    const refused = x.place(
      {
        ...NO_PRICES,
        account: wish.account,
        instrument: market.instrument.id,
        side: wish.side,
        type: atMarket ? OrderType.market : OrderType.limit,
        timeInForce: atMarket ? TimeInForce.ioc : TimeInForce.gtc,
        selfTrade: wish.selfTrade,
        price: wish.price,
        quantity: wish.quantity,
        quoteAmount: atMarket && wish.side === Side.buy ? wish.quoteAmount : 0,
        clientId: x.rules >= 13 ? wireId(plan.id) : '',
      },
      plan.id,
    );
    if (refused === null) this.end(plan, PlanEnd.executed, x.outcome.id, 0);
    else this.end(plan, PlanEnd.failed, 0, refused.code);
    const sibling = this.plans.get(plan.sibling);
    if (sibling !== undefined) this.end(sibling, PlanEnd.cancelled, 0, 0);
    x.outcome = before;
  }

  private entryRefusal(
    market: NaiveMarket,
    account: number,
    clientId: string,
  ): NaiveRefusal | null {
    const { state } = market.instrument;
    const bad = this.x.accountRefusal(account);
    if (bad !== null) return bad;
    const closed = this.x.modes.get(this.x.rootOf(account >> 3)) === 2;
    if (closed) return refusal(Reject.accountClosed, 0, account);
    if (state === InstrumentState.halted) return refusal(Reject.instrumentHalted, 0, state);
    if (state === InstrumentState.cancelOnly) return refusal(Reject.instrumentCancelOnly, 0, state);
    const taken = this.x.clientIdRefusal(account, clientId);
    if (taken !== null) return taken;
    const count = [...this.plans.values()].filter((p) => p.wish.account === account).length + 1;
    return count > PLANS_MAX ? refusal(Reject.plansAccount, PLANS_MAX, count) : null;
  }

  private open(market: NaiveMarket, wish: RawPlan, parent: number): NaivePlan {
    const { x } = this;
    const price = watched(market, wish.triggerBy);
    const { account, instrument, side, planType, triggerBy, selfTrade } = wish;
    const { triggerPrice, quantity, quoteAmount, callbackPpm, clientId } = wish;
    const plan: NaivePlan = {
      id: x.nextOrder,
      wish: {
        account,
        instrument,
        side,
        planType,
        triggerBy,
        selfTrade,
        triggerPrice,
        price: wish.price,
        quantity,
        quoteAmount,
        callbackPpm,
        clientId,
      },
      upward: risesTo(wish, price),
      active: isTrailing(planType) && triggerPrice === 0,
      extreme: price,
      parent,
      sibling: 0,
    };
    this.triggers.see(market);
    x.nextOrder += 1;
    this.plans.set(plan.id, plan);
    x.reserve(account, clientId, plan.id);
    this.moved.add(instrument);
    const { selfTrade: _mode, ...shown } = plan.wish;
    const { seq, time } = x;
    x.emit({ kind: EventKind.planOpened, seq, time, plan: plan.id, parent, ...shown });
    return plan;
  }

  private end(plan: NaivePlan, end: PlanEnd, order: number, code: number): void {
    const { x } = this;
    const { account, instrument, clientId } = plan.wish;
    this.plans.delete(plan.id);
    this.triggers.called.delete(plan);
    x.endClientId(account, clientId, plan.id);
    const leg = x.orders.get(plan.parent);
    if (leg !== undefined && leg.ocoPlan === plan.id) leg.ocoPlan = 0;
    const { seq, time } = x;
    x.emit({
      kind: EventKind.planEnded,
      seq,
      time,
      plan: plan.id,
      account,
      instrument,
      end,
      order,
      code,
    });
  }

  private own(account: number, order: number, clientId: string): NaivePlan | NaiveRefusal {
    const id = order !== 0 ? order : this.x.holder(account, clientId);
    const plan = this.plans.get(id);
    if (plan !== undefined && plan.wish.account === account) return plan;
    return refusal(Reject.planNotFound, 0, id);
  }
}

function sizeRefusal(
  market: NaiveMarket,
  plan: RawPlan,
  before: RawPlan | null,
): NaiveRefusal | null {
  return amountsRefusal(market, plan) ?? planStepRefusal(market, plan, before);
}

/** Trigger, callback, price and size of a plan. */
export function amountsRefusal(
  market: Pick<NaiveMarket, 'instrument' | 'lastPrice'>,
  plan: RawPlan,
): NaiveRefusal | null {
  const { quantityMin, quantityMax, notionalMin, quoteFactor } = market.instrument;
  const trails = isTrailing(plan.planType);
  if (trails) {
    const { callbackPpm } = plan;
    if (callbackPpm < 100) return refusal(Reject.callbackRange, 100, callbackPpm);
    if (callbackPpm > 500_000) return refusal(Reject.callbackRange, 500_000, callbackPpm);
    if (market.lastPrice === 0) return refusal(Reject.noLastPrice, 0, 0);
  }
  if (!Number.isSafeInteger(plan.triggerPrice) || plan.triggerPrice < (trails ? 0 : 1)) {
    return refusal(Reject.triggerPriceRange, MOST, plan.triggerPrice);
  }
  if (!Number.isSafeInteger(plan.price) || plan.price < 0) {
    return refusal(Reject.priceRange, MOST, plan.price);
  }
  if (plan.side === Side.buy && plan.price === 0 && plan.quoteAmount !== 0) {
    return amountRefusal(plan, notionalMin);
  }
  const { quantity } = plan;
  // All of a position.
  if (PLAN_KINDS[plan.planType].binds === 'position' && quantity === 0) return null;
  if (!Number.isSafeInteger(quantity) || quantity < quantityMin) {
    return refusal(Reject.quantityTooSmall, quantityMin, quantity);
  }
  if (quantity > quantityMax) return refusal(Reject.quantityTooLarge, quantityMax, quantity);
  const at = plan.price === 0 ? plan.triggerPrice : plan.price;
  const notional = BigInt(at) * BigInt(quantity) * BigInt(quoteFactor);
  if (at !== 0 && notional < BigInt(notionalMin)) {
    return refusal(Reject.notionalTooSmall, notionalMin, Number(notional));
  }
  if (notional <= BigInt(MOST)) return null;
  return refusal(Reject.notionalTooLarge, MOST, Number(notional));
}

/** Whether a plan waits for the price to rise. */
export function risesTo(plan: RawPlan, price: number): boolean {
  switch (plan.planType) {
    case PlanType.takeProfit:
    case PlanType.positionProfit:
      return plan.side === Side.sell;
    case PlanType.stopLoss:
    case PlanType.positionLoss:
    case PlanType.ocoStop:
      return plan.side === Side.buy;
    default:
      return plan.triggerPrice >= price;
  }
}
