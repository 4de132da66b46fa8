/**
 * Makes consistent streams of events from a seed: a small exchange that keeps balances and resting
 * orders right but cares little for price priority. Some of its users are simulated.
 */
import type {
  Event,
  EventBatch,
  Instrument,
  OrderOpenedEvent,
  PostingReason,
  TradeEvent,
} from '@halcyon/domain';
import {
  AccountKind,
  accountOf,
  DoneReason,
  EventKind,
  FIRST_USER_ID,
  OrderType,
  ownerOf,
  PlanEnd,
  PlanType,
  PostingReason as Reason,
  RefusedForm,
  Reject,
  SelfTrade,
  Side,
  SystemAccount,
  TimeInForce,
  TriggerBy,
} from '@halcyon/domain';
import type { PendingPlan, StreamBalance, StreamOrder, Unstamped } from './event-stream-parts.ts';
import {
  ASSETS,
  advance,
  crosses,
  FEE_PPM,
  INSTRUMENTS,
  orderName,
  parentOrder,
  placerOf,
  rareChanges,
  seeded,
  USERS,
} from './event-stream-parts.ts';

export { PEOPLE, seeded, USERS } from './event-stream-parts.ts';

/** See the head of the file. */
export class RecordsEventStream {
  readonly #random: () => number;
  readonly #balances = new Map<string, StreamBalance>();
  readonly #resting: StreamOrder[] = [];
  readonly #plans: PendingPlan[] = [];
  readonly #parents: ReturnType<typeof parentOrder>[] = [];
  #events: Event[] = [];
  #seq = 0;
  #time = 1_790_000_000_000;
  #nextId = 1;
  #nextTrade = 1;
  #nextMovement = 1;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  /** Sequence of the last command. */
  get seq(): number {
    return this.#seq;
  }

  /** The next batch of 1..`commandsMax` commands. */
  next(commandsMax = 5): EventBatch {
    const firstSeq = this.#seq + 1;
    this.#events = [];
    if (firstSeq === 1) this.#setUp();
    else for (let n = this.#int(1, commandsMax); n > 0; n--) this.#command();
    return { firstSeq, lastSeq: this.#seq, time: this.#time, events: this.#events };
  }

  /** The next `count` batches. */
  take(count: number, commandsMax = 5): EventBatch[] {
    return Array.from({ length: count }, () => this.next(commandsMax));
  }

  #int(min: number, max: number): number {
    return min + Math.floor(this.#random() * (max - min + 1));
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#int(0, items.length - 1)] as T;
  }

  #emit(event: Unstamped<Event>): void {
    this.#events.push({ ...event, seq: this.#seq, time: this.#time } as Event);
  }

  #step(): void {
    this.#seq += 1;
    if (this.#random() < 0.3) this.#time += this.#int(0, 40_000);
  }

  #setUp(): void {
    for (const asset of ASSETS) {
      this.#step();
      this.#emit({ kind: EventKind.assetListed, asset });
    }
    for (const instrument of INSTRUMENTS) {
      this.#step();
      this.#emit({ kind: EventKind.instrumentSet, instrument });
    }
    for (let i = 0; i < USERS; i++) {
      this.#step();
      this.#emit({ kind: EventKind.userOpened, user: FIRST_USER_ID + i, simulated: i % 2 === 1 });
      const account = accountOf(FIRST_USER_ID + i, AccountKind.spot);
      for (const { id } of ASSETS) this.#deposit(account, id, 9_000_000_000_000_000_000n / 100n);
    }
  }

  #command(): void {
    this.#step();
    const dice = this.#random();
    if (dice < 0.55) this.#place();
    else if (dice < 0.67) this.#cancel();
    else if (dice < 0.75) this.#amend();
    else if (dice < 0.81) this.#openPlan();
    else if (dice < 0.86) this.#endPlan();
    else if (dice < 0.88) this.#transfer();
    else if (dice < 0.9) this.#withdraw();
    else if (dice < 0.92) this.#deposit(this.#account(), this.#pick(ASSETS).id, 12_345n);
    else if (dice < 0.95) this.#refuse();
    else if (dice < 0.98) this.#setParent();
  }

  #account(): number {
    return accountOf(FIRST_USER_ID + this.#int(0, USERS - 1), AccountKind.spot);
  }

  #post(
    at: { account: number; asset: number; reason: PostingReason; reference: number },
    change: { available?: bigint; held?: bigint; fee?: number; instrument?: number },
  ): void {
    const key = `${at.account}:${at.asset}`;
    const balance = this.#balances.get(key) ?? { available: 0n, held: 0n };
    this.#balances.set(key, balance);
    balance.available += change.available ?? 0n;
    balance.held += change.held ?? 0n;
    this.#emit({
      kind: EventKind.posting,
      ...at,
      availableDelta: change.available ?? 0n,
      heldDelta: change.held ?? 0n,
      available: balance.available,
      held: balance.held,
      fee: change.fee ?? 0,
      instrument: change.instrument ?? -1,
    });
  }

  #place(): void {
    const account = this.#account();
    const instrument = this.#pick(INSTRUMENTS);
    const side = this.#pick([Side.buy, Side.sell]);
    const market = this.#random() < 0.15;
    const id = this.#nextId++;
    const price = this.#int(9_900, 10_100);
    const quantity = this.#int(1, 500);
    const opened: Unstamped<OrderOpenedEvent> = {
      kind: EventKind.orderOpened,
      order: id,
      account,
      instrument: instrument.id,
      side,
      type: market ? OrderType.market : OrderType.limit,
      timeInForce: TimeInForce.gtc,
      selfTrade: this.#pick([SelfTrade.none, SelfTrade.cancelTaker]),
      price: market ? 0 : price,
      quantity,
      quoteAmount: 0,
      options: 0,
      clientId: this.#random() < 0.5 ? orderName(this.#int(1, 200)) : '',
      plan: 0,
      ...placerOf(id, account, this.#parents),
      takeProfitTrigger: this.#random() < 0.1 ? price + 100 : 0,
      takeProfitPrice: 0,
      stopLossTrigger: 0,
      stopLossPrice: 0,
    };
    this.#emit(opened);
    const order: StreamOrder = {
      opened: { ...opened, seq: this.#seq, time: this.#time },
      price: market ? (side === Side.buy ? 10_100 : 9_900) : price,
      quantity,
      remaining: quantity,
    };
    this.#hold(order, BigInt(quantity));
    this.#match(order, market);
  }

  #hold(order: StreamOrder, lots: bigint): void {
    const { opened } = order;
    const { quoteFactor, lotUnits, base, quote } = INSTRUMENTS[opened.instrument] as Instrument;
    const buys = opened.side === Side.buy;
    const units = buys ? lots * BigInt(order.price * quoteFactor) : lots * BigInt(lotUnits);
    const at = {
      account: opened.account,
      asset: buys ? quote : base,
      reason: lots > 0n ? Reason.hold : Reason.release,
      reference: opened.order,
    };
    this.#post(at, { available: -units, held: units, instrument: opened.instrument });
  }

  #match(taker: StreamOrder, market: boolean): void {
    const { opened } = taker;
    for (let tries = 0; tries < 4 && taker.remaining > 0; tries++) {
      const at = this.#resting.findIndex((maker) => crosses(taker, maker));
      if (at < 0) break;
      const maker = this.#resting[at] as StreamOrder;
      const own = ownerOf(maker.opened.account) === ownerOf(opened.account);
      if (own && opened.selfTrade === SelfTrade.cancelTaker) {
        this.#emit({
          kind: EventKind.selfTradePrevented,
          instrument: opened.instrument,
          makerOrder: maker.opened.order,
          takerOrder: opened.order,
          price: maker.price,
          quantity: Math.min(maker.remaining, taker.remaining),
          mode: SelfTrade.cancelTaker,
        });
        this.#end(taker, DoneReason.selfTrade);
        return;
      }
      this.#trade(maker, taker);
      if (maker.remaining === 0) {
        this.#resting.splice(at, 1);
        this.#end(maker, DoneReason.filled);
      }
    }
    if (taker.remaining === 0) this.#end(taker, DoneReason.filled);
    else if (market) this.#end(taker, DoneReason.noLiquidity);
    else {
      this.#emit({
        kind: EventKind.orderRested,
        order: opened.order,
        account: opened.account,
        remaining: taker.remaining,
      });
      this.#resting.push(taker);
    }
    this.#emit({
      kind: EventKind.level,
      instrument: opened.instrument,
      side: opened.side,
      price: taker.price,
      total: taker.remaining,
      orders: 1,
    });
  }

  #trade(maker: StreamOrder, taker: StreamOrder): void {
    const instrument = INSTRUMENTS[taker.opened.instrument] as Instrument;
    const quantity = Math.min(maker.remaining, taker.remaining);
    const quote = quantity * maker.price * instrument.quoteFactor;
    maker.remaining -= quantity;
    taker.remaining -= quantity;
    const income = (order: StreamOrder) =>
      order.opened.side === Side.buy ? quantity * instrument.lotUnits : quote;
    const feeOf = (order: StreamOrder) => Math.floor((income(order) * FEE_PPM) / 1_000_000);
    const trade: Unstamped<TradeEvent> = {
      kind: EventKind.trade,
      instrument: instrument.id,
      trade: this.#nextTrade++,
      price: maker.price,
      quantity,
      quote,
      takerSide: taker.opened.side,
      makerOrder: maker.opened.order,
      takerOrder: taker.opened.order,
      makerAccount: maker.opened.account,
      takerAccount: taker.opened.account,
      makerFee: feeOf(maker),
      takerFee: feeOf(taker),
      ...{ makerRemaining: maker.remaining, takerRemaining: taker.remaining },
      own: ownerOf(maker.opened.account) === ownerOf(taker.opened.account),
    };
    this.#emit(trade);
    for (const order of [maker, taker]) {
      this.#settle(order, trade, instrument, income(order), feeOf(order));
    }
  }

  #settle(
    order: StreamOrder,
    trade: Unstamped<TradeEvent>,
    instrument: Instrument,
    income: number,
    fee: number,
  ): void {
    const buys = order.opened.side === Side.buy;
    const { account } = order.opened;
    const reference = trade.trade;
    const spent = buys ? trade.quote : trade.quantity * instrument.lotUnits;
    // A buyer held at the order's own price: the difference comes back.
    const better = buys ? (order.price - trade.price) * trade.quantity * instrument.quoteFactor : 0;
    const out = buys ? instrument.quote : instrument.base;
    this.#post(
      { account, asset: out, reason: Reason.tradeOut, reference },
      { available: BigInt(better), held: -BigInt(spent + better), instrument: instrument.id },
    );
    const received = buys ? instrument.base : instrument.quote;
    this.#post(
      { account, asset: received, reason: Reason.tradeIn, reference },
      { available: BigInt(income - fee), fee, instrument: instrument.id },
    );
    this.#post(
      { account: SystemAccount.fees, asset: received, reason: Reason.feeIn, reference },
      { available: BigInt(fee), instrument: instrument.id },
    );
  }

  #end(order: StreamOrder, reason: DoneReason): void {
    const { account, instrument } = order.opened;
    if (order.remaining > 0) this.#hold(order, -BigInt(order.remaining));
    this.#emit({
      kind: EventKind.orderDone,
      order: order.opened.order,
      account,
      instrument,
      reason,
      remaining: order.remaining,
    });
  }

  #cancel(): void {
    if (this.#resting.length === 0) return;
    const at = this.#int(0, this.#resting.length - 1);
    const [order] = this.#resting.splice(at, 1);
    this.#end(order as StreamOrder, DoneReason.cancelled);
  }

  #amend(): void {
    const order = this.#resting.find(({ remaining }) => remaining > 1);
    if (order === undefined) return;
    const less = this.#int(1, order.remaining - 1);
    this.#hold(order, -BigInt(less));
    order.remaining -= less;
    order.quantity -= less;
    this.#emit({
      kind: EventKind.orderAmended,
      order: order.opened.order,
      account: order.opened.account,
      instrument: order.opened.instrument,
      price: order.price,
      quantity: order.quantity,
      remaining: order.remaining,
      keptPlace: true,
    });
  }

  #openPlan(): void {
    const plan = {
      id: this.#nextId++,
      account: this.#account(),
      instrument: this.#pick(INSTRUMENTS).id,
    };
    this.#plans.push(plan);
    this.#emit({
      kind: EventKind.planOpened,
      plan: plan.id,
      account: plan.account,
      instrument: plan.instrument,
      side: this.#pick([Side.buy, Side.sell]),
      planType: this.#pick([PlanType.trigger, PlanType.trailing, PlanType.ocoStop]),
      triggerBy: TriggerBy.last,
      triggerPrice: this.#int(9_000, 11_000),
      price: 0,
      quantity: this.#int(1, 100),
      quoteAmount: 0,
      callbackPpm: 0,
      clientId: this.#random() < 0.5 ? `p-${this.#int(1, 100)}` : '',
      parent: 0,
    });
  }

  #endPlan(): void {
    if (this.#plans.length === 0) return;
    const at = this.#int(0, this.#plans.length - 1);
    const plan = this.#plans[at] as PendingPlan;
    if (this.#random() < 0.3) {
      const triggerPrice = this.#int(9_000, 11_000);
      this.#emit({
        kind: EventKind.planAmended,
        plan: plan.id,
        account: plan.account,
        triggerPrice,
        ...rareChanges(triggerPrice),
        price: 10_000,
        quantity: this.#int(1, 100),
        quoteAmount: 0,
      });
      return;
    }
    this.#plans.splice(at, 1);
    const end = this.#pick([PlanEnd.executed, PlanEnd.cancelled, PlanEnd.failed]);
    this.#emit({
      kind: EventKind.planEnded,
      plan: plan.id,
      account: plan.account,
      instrument: plan.instrument,
      end,
      order: end === PlanEnd.executed ? this.#nextId++ : 0,
      code: end === PlanEnd.failed ? 501 : 0,
    });
  }

  #setParent(): void {
    const account = this.#account();
    const known = this.#parents.find((parent) => parent.account === account);
    const fresh = known === undefined || this.#random() < 0.2;
    const now = fresh ? parentOrder(this.#nextId++, account) : advance(known);
    if (!fresh) this.#parents.splice(this.#parents.indexOf(known), 1);
    this.#parents.push(now);
    this.#emit(now);
  }

  #refuse(): void {
    const price = this.#int(9_900, 10_100);
    this.#emit({
      kind: EventKind.orderRefused,
      account: this.#account(),
      instrument: this.#pick(INSTRUMENTS).id,
      form: this.#pick(Object.values(RefusedForm)),
      side: this.#pick([Side.buy, Side.sell]),
      type: OrderType.limit,
      trigger: this.#pick([0, 9_950]),
      price,
      quantity: this.#int(1, 100),
      quoteAmount: 0,
      clientId: this.#pick(['', 'mine']),
      code: Reject.insufficientBalance,
      limit: this.#int(0, 1_000),
      // Numbers above 2^53 are told as doubles.
      value: this.#pick([1_001, 2 ** 63]),
    });
  }

  #deposit(account: number, asset: number, amount: bigint): void {
    this.#move('deposit', SystemAccount.faucet, account, asset, amount, 0n);
  }

  #transfer(): void {
    const from = this.#account();
    const to = accountOf(ownerOf(from), AccountKind.funding);
    this.#move('transfer', from, to, this.#pick(ASSETS).id, BigInt(this.#int(1, 1_000)), 0n);
  }

  #withdraw(): void {
    const from = this.#account();
    const to = this.#account();
    if (ownerOf(from) === ownerOf(to)) return;
    this.#move('withdrawal', from, to, this.#pick(ASSETS).id, BigInt(this.#int(1, 1_000)), 7n);
  }

  #move(
    movement: 'deposit' | 'withdrawal' | 'transfer',
    from: number,
    to: number,
    asset: number,
    amount: bigint,
    fee: bigint,
  ): void {
    const id = this.#nextMovement++;
    const [out, income] =
      movement === 'transfer'
        ? [Reason.transferOut, Reason.transferIn]
        : [Reason.withdraw, Reason.deposit];
    this.#post({ account: from, asset, reason: out, reference: id }, { available: -amount });
    if (fee > 0n) {
      const reason = Reason.withdrawFee;
      this.#post({ account: from, asset, reason, reference: id }, { available: -fee });
    }
    this.#post({ account: to, asset, reason: income, reference: id }, { available: amount });
    this.#emit({
      kind: EventKind.moved,
      movement,
      id,
      from,
      to,
      asset,
      amount,
      fee,
      clientId: this.#random() < 0.5 ? `m-${id}` : '',
      address: movement === 'withdrawal' ? `halcyon:${to}` : '',
      actor: movement === 'deposit' ? 'faucet' : '',
      reason: '',
    });
  }
}
