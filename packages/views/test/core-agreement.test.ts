/** INV-16 against the real core: random commands of every kind, compared with its own state. */
import { Core, NEWEST_RULES, restingOrders } from '@halcyon/core';
import {
  type Command,
  type CommandInput,
  CommandKind,
  type Event,
  type EventBatch,
  EventKind,
  FIRST_USER_ID,
  InstrumentState,
  ParentKind,
  PlanType,
  Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { type LevelView, movedBuffers, Views } from '../src/index.ts';
import { randomOf } from './event-stream.ts';

const USERS = 6;
const SYMBOLS = 2;
const LIMITS = {
  state: InstrumentState.open,
  quantityMin: 1,
  quantityMax: 1_000_000,
  notionalMin: 0,
  bandPpm: 200_000,
  openOrdersMax: 200,
};
const NO_PRESET = {
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
};
const { gtc, ioc, fok, postOnly } = TimeInForce;
const FORCES = [gtc, gtc, gtc, gtc, postOnly, ioc, fok];
const OPERATOR = { actor: 'test', reason: 'test' };

function accountsOf(event: Event): number[] {
  if (event.kind === EventKind.trade) return [event.makerAccount, event.takerAccount];
  if (event.kind === EventKind.moved) return [event.from, event.to];
  return 'account' in event ? [event.account] : [];
}

class Exchange {
  readonly core = new Core();
  readonly random: (below: number) => number;
  accepted = 0;
  /** Kinds of event that were seen. */
  readonly kinds = new Set<number>();
  /** Sequence of the last event that names each account. */
  readonly named = new Map<number, number>();
  time = 1_750_000_000_000;
  #firstSeq = 1;
  #names = 0;

  constructor(seed: number) {
    this.random = randomOf(seed);
  }

  apply(command: CommandInput): number {
    this.time += this.random(3) === 0 ? this.random(20_000) : 0;
    const seq = this.core.state.seq + 1;
    const outcome = this.core.apply({ ...command, seq, time: this.time } as Command);
    if (outcome.code === 0) this.accepted += 1;
    return outcome.id;
  }

  /** The events since the last call; `rows` are shown the same as the log has them. */
  take(rows: Views): EventBatch {
    const { state } = this.core;
    const { log, time } = state;
    rows.replay({ firstSeq: this.#firstSeq, lastSeq: state.seq, time, log });
    const events = log.decode();
    log.reset();
    for (const event of events) {
      this.kinds.add(event.kind);
      for (const account of accountsOf(event)) this.named.set(account, event.seq);
    }
    const batch = { firstSeq: this.#firstSeq, lastSeq: state.seq, time: state.time, events };
    this.#firstSeq = state.seq + 1;
    return batch;
  }

  open(): void {
    this.apply({ kind: CommandKind.setRules, version: NEWEST_RULES });
    for (const [code, name] of [
      ['USDT', 'Tether'],
      ['BTC', 'Bitcoin'],
      ['ETH', 'Ether'],
    ] as const) {
      this.apply({ kind: CommandKind.listAsset, code, name, scale: 8 });
    }
    for (let id = 0; id < SYMBOLS; id++) {
      const terms = { base: id + 1, quote: 0, priceScale: 2, quantityScale: 4 };
      const symbol = id === 0 ? 'BTCUSDT' : 'ETHUSDT';
      this.apply({ kind: CommandKind.listInstrument, symbol, ...terms, ...LIMITS });
      this.apply({ kind: CommandKind.seedLastPrice, instrument: id, price: 10_000 });
    }
    for (let user = 0; user < USERS; user++) {
      this.apply({ kind: CommandKind.openUser, simulated: user === 0 });
      for (let asset = 0; asset < 3; asset++) {
        this.apply({
          kind: CommandKind.deposit,
          account: this.#accountOf(user),
          from: SystemAccount.faucet,
          asset,
          amount: 10n ** 13n,
          ...OPERATOR,
          reference: '',
        });
      }
    }
  }

  #accountOf(user: number): number {
    return (FIRST_USER_ID + user) * 8;
  }

  step(): void {
    const account = this.#accountOf(this.random(USERS));
    const instrument = this.random(SYMBOLS);
    const dice = this.random(100);
    if (dice < 55) this.#place(account, instrument);
    else if (dice < 75) this.#change(account, instrument);
    else if (dice < 88) this.#plan(account, instrument);
    else if (dice < 91) this.#parent(account, instrument);
    else this.#rare(account, instrument);
  }

  #name(): string {
    return this.random(2) === 0 ? '' : `n${this.#names++ % 300}`;
  }

  #price(side: Side): number {
    return 10_000 + (side === Side.buy ? -1 : 1) * (this.random(120) - 25);
  }

  #place(account: number, instrument: number): void {
    const side = this.random(2) as Side;
    const market = this.random(8) === 0;
    const byAmount = market && side === Side.buy && this.random(2) === 0;
    const preset = this.random(10) === 0 && !market;
    this.apply({
      kind: CommandKind.place,
      account,
      instrument,
      side,
      type: market ? 1 : 0,
      timeInForce: FORCES[market ? 5 : this.random(FORCES.length)]!,
      selfTrade: this.random(4) as 0,
      price: market ? 0 : this.#price(side),
      quantity: byAmount ? 0 : 1 + this.random(5_000),
      quoteAmount: byAmount ? 1_000_000 + this.random(1e9) : 0,
      clientId: this.#name(),
      ...NO_PRESET,
      ...(preset && side === Side.buy ? { takeProfitTrigger: 10_300, stopLossTrigger: 9_700 } : {}),
    });
  }

  /** An open order of the account, or an id that may be anything. */
  #someOrder(account: number): number {
    const own = [...restingOrders(this.core.state)].filter((order) => order.account === account);
    return own[this.random(own.length || 1)]?.id ?? this.random(1000);
  }

  #change(account: number, instrument: number): void {
    const order = this.#someOrder(account);
    const named = { account, order, clientId: '' };
    const [price, quantity] = [this.#price(this.random(2) as Side), 1 + this.random(5_000)];
    const dice = this.random(10);
    if (dice < 5) this.apply({ kind: CommandKind.cancel, ...named });
    else if (dice < 7) {
      const same = this.random(2) === 0;
      this.apply({ kind: CommandKind.amend, ...named, price: same ? 0 : price, quantity });
    } else if (dice < 9) {
      const newClientId = this.#name();
      this.apply({
        kind: CommandKind.replace,
        ...named,
        price,
        quantity,
        newClientId,
        ...NO_PRESET,
      });
    } else if (this.random(6) === 0) {
      this.apply({ kind: CommandKind.cancelAll, account, instrument });
    }
  }

  #plan(account: number, instrument: number): void {
    const side = this.random(2) as Side;
    const ids = [...this.core.state.plans.keys()];
    const order = ids[this.random(ids.length || 1)] ?? 1;
    const dice = this.random(10);
    const clientId = this.#name();
    const quantity = 1 + this.random(3_000);
    if (dice < 5) {
      const trailing = this.random(3) === 0;
      this.apply({
        kind: CommandKind.placePlan,
        account,
        instrument,
        side,
        planType: trailing ? PlanType.trailing : PlanType.trigger,
        triggerBy: this.random(2) as 0,
        selfTrade: 0,
        triggerPrice: trailing ? 0 : 9_950 + this.random(100),
        price: trailing || this.random(2) === 0 ? 0 : 10_000,
        quantity,
        quoteAmount: 0,
        callbackPpm: trailing ? 3_000 : 0,
        clientId,
      });
    } else if (dice < 7) {
      this.apply({
        kind: CommandKind.placeOco,
        account,
        instrument,
        side: Side.sell,
        selfTrade: 0,
        price: 10_080,
        quantity,
        stopTrigger: 9_900,
        stopPrice: 0,
        clientId,
        stopClientId: '',
      });
    } else if (dice < 9) {
      this.apply({ kind: CommandKind.cancelPlan, account, order, clientId: '' });
    } else {
      const terms = { triggerPrice: 9_950 + this.random(100), price: -1, quantity, quoteAmount: 0 };
      this.apply({ kind: CommandKind.amendPlan, account, order, clientId: '', ...terms });
    }
  }

  #parent(account: number, instrument: number): void {
    const ids = [...this.core.state.parents.orders.keys()];
    const named = { account, order: ids[this.random(ids.length || 1)] ?? 1, clientId: '' };
    const dice = this.random(10);
    if (dice < 1) this.apply({ kind: CommandKind.cancelParent, ...named });
    else if (dice < 4) {
      this.apply({ kind: CommandKind.pauseParent, ...named, paused: this.random(2) === 0 });
    } else {
      const side = this.random(2) as Side;
      this.apply({
        kind: CommandKind.placeParent,
        ...{ account, instrument, side, parentKind: ParentKind.iceberg, selfTrade: 0 },
        ...{ postOnly: false, clientId: this.#name(), price: this.#price(side), farPrice: 0 },
        ...{ quantity: 2_000, slices: 0, visible: 1 + this.random(1_500) },
      });
    }
  }

  #rare(account: number, instrument: number): void {
    const user = FIRST_USER_ID + this.random(USERS);
    switch (this.random(7)) {
      case 0:
        this.apply({ kind: CommandKind.countdown, account, timeoutMs: this.random(2) * 200_000 });
        return;
      case 1:
        this.apply({ kind: CommandKind.tick });
        return;
      case 2:
        this.apply({
          kind: CommandKind.transfer,
          from: account,
          to: account + 1,
          asset: this.random(3),
          amount: BigInt(1 + this.random(1e9)),
          clientId: '',
        });
        return;
      case 3:
        this.apply({
          kind: CommandKind.withdraw,
          account,
          to: user * 8,
          asset: this.random(3),
          amount: BigInt(1 + this.random(1e9)),
          fee: 5n,
          address: 'somewhere',
          clientId: '',
        });
        return;
      case 4:
        this.apply({ kind: CommandKind.setFeeTier, user, tier: 0, ...OPERATOR });
        return;
      case 5: {
        const notionalMin = this.random(1000);
        const limits = { ...LIMITS, notionalMin };
        this.apply({ kind: CommandKind.setInstrument, instrument, ...limits, ...OPERATOR });
        return;
      }
      default:
        if (this.random(10) > 0) return;
        this.apply({ kind: CommandKind.cancelAllPlans, account, instrument: -1 });
    }
  }
}

function depthOf(core: Core, instrument: number, side: Side): LevelView[] {
  const levels: { price: number; total: number; orders: number }[] = [];
  for (const order of restingOrders(core.state)) {
    if (order.instrument !== instrument) continue;
    const bid = levels.length === 0 ? null : levels.at(-1)!;
    if (bid?.price === order.price) {
      bid.total += order.remaining;
      bid.orders += 1;
    } else levels.push({ price: order.price, total: order.remaining, orders: 1 });
  }
  // Bids come first and fall; the first price that rises begins the asks.
  const asks = levels.findIndex((level, i) => i > 0 && level.price > levels[i - 1]!.price);
  const best = core.state.markets[instrument]!.book.best(Side.buy);
  const split = best === 0 || best === -1 ? 0 : asks === -1 ? levels.length : asks;
  return side === Side.buy ? levels.slice(0, split) : levels.slice(split);
}

function compare({ core, named }: Exchange, views: Views): void {
  for (const [account, seq] of named) expect(views.lastAckSeq(account)).toBe(seq);
  const { state } = core;
  expect(views.seq).toBe(state.seq);
  expect(views.instruments()).toEqual(state.markets.map((market) => market.instrument));
  expect(views.feeSchedule()).toEqual(state.fees.tiers);
  for (let id = 0; id < SYMBOLS; id++) {
    expect(views.book(id).bids()).toEqual(depthOf(core, id, Side.buy));
    expect(views.book(id).asks()).toEqual(depthOf(core, id, Side.sell));
    const { last, mark } = views.ticker(id);
    expect(last).toBe(state.markets[id]!.lastPrice);
    expect(mark).toBe(state.markets[id]!.markPrice());
  }
  const resting = [...restingOrders(state)];
  let open = 0;
  for (let user = FIRST_USER_ID; user < FIRST_USER_ID + USERS; user++) {
    open += views.openOrderCount(user * 8);
    for (const account of [user * 8, user * 8 + 1]) {
      for (let asset = 0; asset < 3; asset++) {
        const slot = state.ledger.slot(account, asset);
        const { available, held } = views.balance(account, asset);
        expect([available, held]).toEqual([state.ledger.available(slot), state.ledger.held(slot)]);
      }
    }
    const plans = [...state.plans.values()].filter((plan) => plan.account === user * 8);
    expect(
      views
        .plans(user * 8)
        .map(({ plan }) => plan)
        .sort(),
    ).toEqual(plans.map(({ id }) => id).sort());
    for (const { id, triggerPrice, price, quantity, clientId, parent } of plans) {
      const seen = views.plan(id)!;
      expect(seen).toMatchObject({ price, quantity, clientId, parent });
      if (seen.planType !== PlanType.trailing) expect(seen.triggerPrice).toBe(triggerPrice);
    }
    const mine = [...state.parents.orders.values()].filter((one) => one.account === user * 8);
    // What a plan's order did to one is told with the next command, which a tick brings at once.
    const parents = mine.filter(({ id }) => !state.parents.touched.has(id));
    const told = views.parents(user * 8).toReversed();
    expect(told.map(({ parent }) => parent)).toEqual(mine.map(({ id }) => id));
    expect(told.filter(({ parent }) => !state.parents.touched.has(parent))).toMatchObject(
      parents.map(({ id, state: at, code, filled }) => ({ parent: id, state: at, code, filled })),
    );
    for (const { id, children } of parents) {
      for (const { order } of children) expect(views.order(order)).toMatchObject({ plan: id });
    }
    expect(views.countdown(user * 8)).toBe(state.countdowns.get(user * 8) ?? 0);
  }
  expect(open).toBe(resting.length);
  for (const { id, account, instrument, price, remaining, quantity } of resting) {
    const seen = views.order(id)!;
    expect(seen).toMatchObject({ account, instrument, price, remaining, quantity, resting: true });
    expect(seen.filledBase).toBe(quantity - remaining);
    const clientId = state.extras.get(id)?.clientId ?? '';
    expect(seen.clientId).toBe(clientId);
    if (clientId !== '') expect(views.orderByClientId(account, clientId)!.order).toBe(id);
  }
}

function hexParts(views: Views): [string, string][] {
  return [...views.serialize()].map(([name, bytes]) => [name, Buffer.from(bytes).toString('hex')]);
}

function restored(views: Views): Views {
  const fresh = new Views();
  fresh.restore(views.serialize());
  return fresh;
}

/** The same views in what another thread would get. */
function takenOver(views: Views): Views {
  const image = views.handOver();
  const fresh = new Views();
  fresh.takeOver(structuredClone(image, { transfer: movedBuffers(image) }));
  return fresh;
}

describe('Views and the core', () => {
  for (const seed of [1, 2, 3, 4]) {
    it(`INV-16 the views at sequence n are the core at sequence n (seed ${seed})`, () => {
      const exchange = new Exchange(seed);
      let views = new Views();
      let rows = new Views();
      exchange.open();
      views.apply(exchange.take(rows));
      for (let round = 0; round < 80; round++) {
        for (let i = 0; i < 40; i++) exchange.step();
        views.apply(exchange.take(rows));
        compare(exchange, views);
        if (round % 20 !== 19) continue;
        // Asking makes flat candles up to now: both are asked the same before they are compared.
        compare(exchange, rows);
        expect(hexParts(rows)).toEqual(hexParts(views));
        rows = takenOver(rows);
        expect(hexParts(rows)).toEqual(hexParts(views));
        views = restored(views);
        compare(exchange, views);
      }
      expect(exchange.accepted).toBeGreaterThan(1000);
      const missing = Object.entries(EventKind).filter(([, kind]) => !exchange.kinds.has(kind));
      const contracts = ['contractTrade', 'position', 'marks', 'fundingSet', 'liquidation'];
      const loans = [
        'loan',
        'coinIndex',
        'loanTermsSet',
        'pairTermsSet',
        'interestHour',
        'marginLiquidation',
        'flashRepaid',
        'marginCall',
      ];
      const settings = ['contractAccountSet', 'feeScheduleSet', 'flowSet'];
      const fees = ['levelsEarned', 'feeGrantGiven', 'feeGrantEnded'];
      const people = ['withdrawal', 'operatorSet', 'userModeSet'];
      const copying = [
        'copyPortfolioSet',
        'copyShareSettled',
        'copyBatchTraded',
        'copyFilled',
        'copyExitReached',
        'copyOrderGathered',
        'copyAmendRefused',
        'copyFollowerRemoved',
        'copyOrderBasis',
      ];
      const elsewhere = [...contracts, ...loans, ...settings, ...fees, ...people, ...copying];
      expect(missing.map(([name]) => name).sort()).toEqual(elsewhere.sort());
      expect(views.trades(0, 10_000).length).toBeGreaterThan(50);
    });
  }
});
