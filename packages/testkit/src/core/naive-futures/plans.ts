/** The slow futures exchange's plans: one list, all asked by every price that traded. */
import {
  type AmendPlanCommand,
  type AttachedPrices,
  EventKind,
  InstrumentState,
  isTrailing,
  legOf,
  OrderOption,
  OrderType,
  PLAN_KINDS,
  type PlaceCommand,
  type PlacePlanCommand,
  type PlacePlanPairCommand,
  PlanEnd,
  PlanType,
  Reject,
  SelfTrade,
  Side,
  TimeInForce,
  TriggerBy,
} from '@halcyon/domain';
import { amountsRefusal, risesTo } from '../naive-plans.ts';
import { type NaivePlan, NaiveTriggers, type RawPlan } from '../naive-triggers.ts';
import { abs } from './math.ts';
import type { Orders } from './orders.ts';
import {
  type FuturesOrder,
  type NaiveContract,
  type NaiveRefusal,
  type Position,
  refusal,
} from './state.ts';

const PLANS_MAX = 1_000;
const KNOWN_OPTIONS = OrderOption.reduceOnly | OrderOption.longLeg | OrderOption.shortLeg;
const NO_PRICES: AttachedPrices = {
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
};

/** Plans of contracts. Tests have fewer than what one command may set off. */
export class FuturesPlans {
  readonly plans = new Map<number, NaivePlan>();
  /** Contracts whose plans have to be looked at, in the order in which they moved. */
  private readonly moved = new Set<NaiveContract>();
  private readonly triggers: NaiveTriggers<NaiveContract>;
  private readonly x: Orders;

  constructor(x: Orders) {
    this.x = x;
    const ask = {
      rules: () => 5,
      waits: ({ instrument, index, late }: NaiveContract) => {
        const { open, reduceOnly } = InstrumentState;
        const takes = instrument.state === open || instrument.state === reduceOnly;
        return !takes || index === 0n || late === 2;
      },
      watched: (contract: NaiveContract) =>
        [TriggerBy.last, TriggerBy.mark, TriggerBy.index].map(
          (by) => [by, watched(contract, by)] as const,
        ),
    };
    this.triggers = new NaiveTriggers(ask, this.plans);
  }

  place(c: PlacePlanCommand): NaiveRefusal | null {
    const bad = this.placeRefusal(c, 1);
    if (bad === null) this.x.outcome.id = this.open(this.x.markets[c.instrument]!, c, 0).id;
    return bad;
  }

  placePair({ account, instrument, plans }: PlacePlanPairCommand): NaiveRefusal | null {
    const { outcome, markets } = this.x;
    const wishes = plans.map((terms) => ({ ...terms, account, instrument }));
    if (markets[instrument] == null) return refusal(Reject.unknownInstrument, 0, instrument);
    for (const [i, wish] of wishes.entries()) {
      const bad = this.placeRefusal(wish, 2);
      if (bad === null) continue;
      outcome.otherId = i + 1;
      return bad;
    }
    const [first, second] = wishes.map((wish) => this.open(markets[instrument]!, wish, 0).id);
    outcome.id = first!;
    outcome.otherId = second!;
    return null;
  }

  /** @param plans how many come at once */
  private placeRefusal(c: RawPlan, plans: number): NaiveRefusal | null {
    const contract = this.x.markets[c.instrument];
    if (contract == null) return refusal(Reject.unknownInstrument, 0, c.instrument);
    const bad =
      this.entryRefusal(contract, c.account, plans) ??
      sizeRefusal(contract, c) ??
      this.positionRefusal(contract, c);
    if (bad !== null) return bad;
    const price = watched(contract, c.triggerBy);
    const directed = c.planType !== PlanType.trigger && !isTrailing(c.planType);
    const reached = risesTo(c, price) ? price >= c.triggerPrice : price <= c.triggerPrice;
    if (directed && price !== 0 && reached) {
      return refusal(Reject.triggerWouldFireNow, price, c.triggerPrice);
    }
    return null;
  }

  private entryRefusal(
    { instrument }: NaiveContract,
    account: number,
    plans: number,
  ): NaiveRefusal | null {
    const { state } = instrument;
    const bad = this.x.accountRefusal(account);
    if (bad !== null) return bad;
    if (state === InstrumentState.halted) return refusal(Reject.instrumentHalted, 0, state);
    if (state === InstrumentState.cancelOnly) return refusal(Reject.instrumentCancelOnly, 0, state);
    const count = this.count(account) + plans;
    return count > PLANS_MAX ? refusal(Reject.plansAccount, PLANS_MAX, count) : null;
  }

  /** The leg is right; a plan of a position finds it open, on its side and at least as large. */
  private positionRefusal(contract: NaiveContract, wish: RawPlan): NaiveRefusal | null {
    const { account, options = 0, side, quantity } = wish;
    const bad = this.x.legRefusal({ account, options });
    if (bad !== null) return bad;
    const { lots } = this.x.position(account, contract, legOf(options));
    if (!isOfPosition(wish)) return null;
    const closes = side === Side.buy ? lots < 0n : lots > 0n;
    if (!closes) return refusal(Reject.positionNotFound, 0, Number(lots));
    const size = Number(abs(lots));
    return quantity > size ? refusal(Reject.planSizeBeyondPosition, size, quantity) : null;
  }

  /** Plans that an account has. */
  count(account: number): number {
    return [...this.plans.values()].filter(({ wish }) => wish.account === account).length;
  }

  cancel(account: number, id: number): NaiveRefusal | null {
    const plan = this.own(account, id);
    if (!('wish' in plan)) return plan;
    this.x.outcome.id = plan.id;
    this.end(plan, PlanEnd.cancelled, 0, 0);
    return null;
  }

  cancelAll(account: number, instrument: number): NaiveRefusal | null {
    const bad = this.x.accountRefusal(account);
    if (bad !== null) return bad;
    for (const plan of [...this.plans.values()]) {
      const { wish } = plan;
      const here = instrument === -1 || wish.instrument === instrument;
      if (here && wish.account === account) this.end(plan, PlanEnd.cancelled, 0, 0);
    }
    return null;
  }

  amend(c: AmendPlanCommand): NaiveRefusal | null {
    const { x } = this;
    const plan = this.own(c.account, c.order);
    if (!('wish' in plan)) return plan;
    const { wish } = plan;
    const contract = x.markets[wish.instrument]!;
    const sized = c.quantity !== 0 || c.quoteAmount !== 0;
    const changed: RawPlan = {
      ...wish,
      triggerPrice: c.triggerPrice === 0 ? wish.triggerPrice : c.triggerPrice,
      price: c.price === -1 ? wish.price : c.price,
      quantity: sized ? c.quantity : wish.quantity,
      quoteAmount: sized ? c.quoteAmount : wish.quoteAmount,
      callbackPpm: c.callbackPpm ?? wish.callbackPpm,
      triggerBy: c.triggerBy ?? wish.triggerBy,
    };
    const bad = sizeRefusal(contract, changed);
    if (bad !== null) return bad;
    this.triggers.called.delete(plan);
    plan.wish = changed;
    if (changed.triggerBy !== wish.triggerBy) plan.extreme = watched(contract, changed.triggerBy);
    plan.upward = risesTo(changed, watched(contract, changed.triggerBy));
    this.moved.add(contract);
    x.outcome.id = plan.id;
    const { account, triggerPrice, price, quantity, quoteAmount } = changed;
    const { seq, time } = x;
    const { callbackPpm, triggerBy } = c;
    const now = {
      ...{ triggerPrice, price, quantity, quoteAmount },
      ...(callbackPpm === undefined ? {} : { callbackPpm }),
      ...(triggerBy === undefined ? {} : { triggerBy }),
    };
    x.emit({ kind: EventKind.planAmended, seq, time, plan: plan.id, account, ...now });
    return null;
  }

  /** An entry with take profit and stop loss ended: they wait for what was filled. */
  attach(order: FuturesOrder, filled: number): void {
    const { account, instrument, side, attached } = order;
    const contract = this.x.markets[instrument]!;
    if (attached === null || filled < contract.instrument.quantityMin) return;
    const exits: [PlanType, number, number][] = [
      [PlanType.takeProfit, attached.takeProfitTrigger, attached.takeProfitPrice],
      [PlanType.stopLoss, attached.stopLossTrigger, attached.stopLossPrice],
    ];
    const opened: NaivePlan[] = [];
    for (const [planType, triggerPrice, price] of exits) {
      if (triggerPrice === 0) continue;
      const wish: RawPlan = {
        account,
        instrument,
        side: side === Side.buy ? Side.sell : Side.buy,
        planType,
        triggerBy: TriggerBy.last,
        selfTrade: SelfTrade.none,
        triggerPrice,
        price,
        quantity: filled,
        quoteAmount: 0,
        callbackPpm: 0,
        clientId: '',
        options: order.options | OrderOption.reduceOnly,
      };
      opened.push(this.open(contract, wish, order.id));
    }
    const [first, second] = opened;
    if (first === undefined || second === undefined) return;
    first.sibling = second.id;
    second.sibling = first.id;
  }

  /** Plans look at a contract again: its book or its prices have changed. */
  onMoved(contract: NaiveContract): void {
    const { id } = contract.instrument;
    const some = [...this.plans.values()].some(({ wish }) => wish.instrument === id);
    if (some) this.moved.add(contract);
  }

  /** Before another taker makes prices of its own. */
  onTaker(contract: NaiveContract): void {
    this.triggers.see(contract);
  }

  /** A position is closed: what belongs to it ends. */
  onClosed(position: Position): void {
    const { account, contract, leg } = position;
    for (const plan of [...this.plans.values()]) {
      const { wish, parent } = plan;
      const mine = wish.account === account && wish.instrument === contract.instrument.id;
      if (!mine || legOf(wish.options ?? 0) !== leg) continue;
      if (isOfPosition(wish) || parent !== 0) this.end(plan, PlanEnd.cancelled, 0, 0);
    }
  }

  /** Sets off what is due. Whether anything was. */
  run(): boolean {
    let fired = false;
    for (const contract of this.moved) {
      for (let plan = this.triggers.due(contract); plan; plan = this.triggers.due(contract)) {
        this.fire(contract, plan);
        fired = true;
      }
      this.moved.delete(contract);
    }
    for (const contract of this.x.contracts()) contract.prints = [];
    return fired;
  }

  private fire(contract: NaiveContract, plan: NaivePlan): void {
    const { x } = this;
    const { wish } = plan;
    const before = { ...x.outcome };
    // While it trades it belongs to no position any more.
    this.plans.delete(plan.id);
    const refused = x.place(orderOf(contract, wish), plan.id);
    this.plans.set(plan.id, plan);
    if (refused === null) this.end(plan, PlanEnd.executed, x.outcome.id, 0);
    else this.end(plan, PlanEnd.failed, 0, refused.code);
    const sibling = this.plans.get(plan.sibling);
    if (sibling !== undefined) this.end(sibling, PlanEnd.cancelled, 0, 0);
    x.outcome = before;
  }

  private open(contract: NaiveContract, asked: RawPlan, parent: number): NaivePlan {
    const { x } = this;
    const price = watched(contract, asked.triggerBy);
    const { account, instrument, side, planType, triggerBy, triggerPrice } = asked;
    const { quantity, quoteAmount, callbackPpm, clientId, options } = asked;
    const shown = {
      ...{ account, instrument, side, planType, triggerBy, triggerPrice, price: asked.price },
      ...{ quantity, quoteAmount, callbackPpm, clientId },
      ...(options ? { options } : {}),
    };
    const plan: NaivePlan = {
      id: x.nextOrder,
      wish: { ...shown, selfTrade: asked.selfTrade },
      upward: risesTo(asked, price),
      active: isTrailing(planType) && triggerPrice === 0,
      extreme: price,
      parent,
      sibling: 0,
    };
    this.triggers.see(contract);
    x.nextOrder += 1;
    this.plans.set(plan.id, plan);
    this.moved.add(contract);
    const { seq, time } = x;
    x.emit({ kind: EventKind.planOpened, seq, time, plan: plan.id, parent, ...shown });
    return plan;
  }

  private end(plan: NaivePlan, end: PlanEnd, order: number, code: number): void {
    const { account, instrument } = plan.wish;
    const { seq, time } = this.x;
    this.plans.delete(plan.id);
    this.triggers.called.delete(plan);
    const what = { plan: plan.id, account, instrument, end, order, code };
    this.x.emit({ kind: EventKind.planEnded, seq, time, ...what });
  }

  private own(account: number, id: number): NaivePlan | NaiveRefusal {
    const plan = this.plans.get(id);
    if (plan !== undefined && plan.wish.account === account) return plan;
    return refusal(Reject.planNotFound, 0, id);
  }
}

function isOfPosition({ planType }: RawPlan): boolean {
  return PLAN_KINDS[planType].binds === 'position';
}

/** The price that a plan watches. */
function watched({ last, mark, index }: NaiveContract, by: TriggerBy): number {
  if (by === TriggerBy.last) return Number(last);
  return Number(by === TriggerBy.mark ? mark : index);
}

function sizeRefusal(contract: NaiveContract, wish: RawPlan): NaiveRefusal | null {
  const { options = 0, quoteAmount } = wish;
  if ((options & ~KNOWN_OPTIONS) !== 0) return refusal(Reject.optionsUnknown, 31, options);
  if (quoteAmount !== 0) return refusal(Reject.amountRange, 0, quoteAmount);
  const { instrument, last } = contract;
  return amountsRefusal({ instrument, lastPrice: Number(last) }, wish);
}

/** The order that a plan becomes; a plan of a position closes it. */
function orderOf({ instrument }: NaiveContract, wish: RawPlan): PlaceCommand {
  const atMarket = wish.price === 0;
  let options = wish.options ?? 0;
  if (isOfPosition(wish)) options |= OrderOption.reduceOnly;
  if (isOfPosition(wish) && wish.quantity === 0) options |= OrderOption.closeAll;
  return {
    ...NO_PRICES,
    ...{ kind: 1, seq: 0, time: 0, quoteAmount: 0, clientId: '', options },
    account: wish.account,
    instrument: instrument.id,
    side: wish.side,
    type: atMarket ? OrderType.market : OrderType.limit,
    timeInForce: atMarket ? TimeInForce.ioc : TimeInForce.gtc,
    selfTrade: wish.selfTrade,
    price: wish.price,
    quantity: wish.quantity,
  };
}
