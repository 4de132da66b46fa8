/** Random commands of a small futures exchange: few users, three contracts, prices that jump. */
import { NEWEST_RULES } from '@halcyon/core';
import {
  type Command,
  type CommandInput,
  CommandKind,
  type ContractTerms,
  EVERY_INSTRUMENT,
  type Event,
  EventKind,
  isTrailing,
  OrderOption,
  PLAN_KINDS,
  type PlanTerms,
  planTypesWhere,
} from '@halcyon/domain';
import { TestRandom } from './random.ts';

const FIRST_USER = 16;
const USERS = 12;
const START = 1_700_000_000_000;
/** Kind of account: usdtFutures. */
const FUTURES = 4;
/** Plans that contracts have; those that may be for all of a position twice as often. */
const PLAN_TYPES = planTypesWhere(({ contract }) => contract !== null).flatMap((type) =>
  'whole' in PLAN_KINDS[type] ? [type, type] : [type],
);

/** Terms of the contracts that tests trade. */
export const TERMS: ContractTerms = {
  tiers: [
    { upTo: 2_000, leverageMax: 100, maintenancePpm: 4_000 },
    { upTo: 10_000, leverageMax: 50, maintenancePpm: 8_000 },
    { upTo: 100_000, leverageMax: 20, maintenancePpm: 20_000 },
  ],
  makerPpm: 200,
  takerPpm: 600,
  liquidationPpm: 1_000,
  liquidationBandPpm: 30_000,
  openInterestMax: 1_000_000_000,
  fundingIntervalMs: 3_600_000,
  interestRate: 10_000,
  premiumClamp: 50_000,
  fundingCap: 2_000_000,
};

const LIMITS = {
  state: 0,
  quantityMin: 1,
  quantityMax: 100_000,
  notionalMin: 0,
  bandPpm: 50_000,
  openOrdersMax: 50,
} as const;

interface Known {
  readonly id: number;
  readonly account: number;
}

/**
 * The contracts: instruments 1, 2, 3. A lot of the last is worth less than a margin unit. They differ in what
 * counts for their marks: a usual order, several of them, nearly any.
 */
const CONTRACTS = [
  {
    symbol: 'BTCUSDT',
    base: 0,
    priceScale: 1,
    quantityScale: 3,
    size: 1,
    start: 5_000,
    impactSize: 200,
  },
  {
    symbol: 'ETHUSDT',
    base: 2,
    priceScale: 2,
    quantityScale: 2,
    size: 1,
    start: 20_000,
    impactSize: 2_000,
  },
  {
    symbol: 'DOGEUSDT',
    base: 3,
    priceScale: 5,
    quantityScale: 3,
    size: 10_000,
    start: 15_000,
    impactSize: 20,
  },
] as const;

/** What a stream is made of beside orders, prices and transfers. */
export interface FuturesStyle {
  /** Plans, and prices attached to orders. */
  readonly plans: boolean;
  /** Leverage, modes of margin and of positions, margin of isolated positions. */
  readonly settings: boolean;
  /** Market orders, reduce-only, close all, reverse, changes of orders. */
  readonly orders: boolean;
  /** How far an index usually moves at once at most, per 10,000; absent: 30. */
  readonly swing?: number;
}

/** All there is. */
export const ALL_FUTURES: FuturesStyle = { plans: true, settings: true, orders: true };

/** A stream of stamped commands. Tell it the events of each so that it can name orders. */
export class FuturesGenerator {
  readonly random: TestRandom;
  private seq = 0;
  private time = START;
  private readonly orders: Known[] = [];
  private readonly plans: Known[] = [];
  /** Index prices by instrument, and until when they are silent, ms. */
  private readonly index = [0, ...CONTRACTS.map(({ start }) => start)];
  private readonly silent = [0, 0, 0, 0];
  private readonly hedging = new Set<number>();
  private readonly style: FuturesStyle;

  constructor(seed: number, style: FuturesStyle = ALL_FUTURES) {
    this.style = style;
    this.random = new TestRandom(seed);
  }

  /** The commands that set the exchange up; the protection fund gets `fund` units. */
  opening(fund = 50_000_000_000n): Command[] {
    const by = { actor: 'test', reason: 'opening', reference: '' };
    const inputs: CommandInput[] = [
      { kind: CommandKind.setRules, version: NEWEST_RULES },
      { kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 8 },
      { kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 },
      { kind: CommandKind.listAsset, code: 'ETH', name: 'Ether', scale: 8 },
      { kind: CommandKind.listAsset, code: 'DOGE', name: 'Dogecoin', scale: 8 },
      {
        kind: CommandKind.listInstrument,
        symbol: 'BTCUSDT',
        base: 0,
        quote: 1,
        priceScale: 1,
        quantityScale: 3,
        ...LIMITS,
      },
      ...CONTRACTS.map(({ size, start: _, impactSize, ...listed }) => {
        const quantityMax = LIMITS.quantityMax * size;
        const contract = { ...TERMS, openInterestMax: TERMS.openInterestMax * size, impactSize };
        return {
          kind: CommandKind.listContract,
          ...{ ...listed, quote: 1, contract },
          ...{ ...LIMITS, quantityMax },
        };
      }),
      { kind: CommandKind.deposit, account: 5, from: 0, asset: 1, amount: fund, ...by },
    ];
    for (let user = FIRST_USER; user < FIRST_USER + USERS; user++) {
      inputs.push({ kind: CommandKind.openUser, simulated: false });
      const account = user * 8;
      inputs.push({
        kind: CommandKind.deposit,
        account,
        from: 0,
        asset: 1,
        amount: 500_000_000_000n,
        ...by,
      });
      const amount = BigInt(this.random.int(5, 2_000)) * 100_000_000n;
      inputs.push({
        kind: CommandKind.transfer,
        from: account,
        to: account + FUTURES,
        asset: 1,
        amount,
        clientId: '',
      });
    }
    if (this.style.settings) inputs.push(...this.modes());
    inputs.push(this.prices());
    return inputs.map((input) => this.stamp(input));
  }

  /** A third of the accounts begins in hedge mode, and half with isolated margin in a contract. */
  private *modes(): Generator<CommandInput> {
    for (let user = FIRST_USER; user < FIRST_USER + USERS; user++) {
      const account = user * 8 + FUTURES;
      if (user % 3 === 0) {
        this.hedging.add(account);
        yield { kind: CommandKind.setPositionMode, account, mode: 1 };
      }
      const instrument = this.instrument();
      if (user % 2 === 0) yield { kind: CommandKind.setMarginMode, account, instrument, mode: 1 };
    }
  }

  /** The next command. */
  next(): Command {
    const { random } = this;
    const time = random.next();
    if (time < 0.3) this.time += random.int(1, 400);
    else if (time < 0.305) this.time += random.int(5_000, 90_000);
    else if (time < 0.3065) this.time += 3_600_000;
    return this.stamp(this.draw());
  }

  /** An order or a plan of an account that is not one of the stream's own. */
  orderOf(account: number): CommandInput {
    return this.random.chance(0.85) ? this.place(account) : this.placePlan(account);
  }

  /** Remembers the orders and plans that now exist, who is in hedge mode, and index prices. */
  learn(events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind === EventKind.orderRested)
        this.orders.push({ id: event.order, account: event.account });
      else if (event.kind === EventKind.planOpened)
        this.plans.push({ id: event.plan, account: event.account });
      else if (event.kind === EventKind.contractAccountSet) {
        if (event.positionMode === 1) this.hedging.add(event.account);
        else this.hedging.delete(event.account);
      } else if (event.kind === EventKind.marks) this.index[event.instrument] = event.index;
    }
    if (this.orders.length > 200) this.orders.splice(0, 100);
    if (this.plans.length > 50) this.plans.splice(0, 25);
  }

  private stamp(input: CommandInput): Command {
    this.seq += 1;
    return { ...input, seq: this.seq, time: this.time } as Command;
  }

  private instrument(): number {
    return this.random.int(1, CONTRACTS.length);
  }

  /** Lots that are worth about the same in each contract. */
  private lots(instrument: number, most: number): number {
    return this.random.int(1, most * CONTRACTS[instrument - 1]!.size);
  }

  private account(): number {
    return this.random.int(FIRST_USER, FIRST_USER + USERS - 1) * 8 + FUTURES;
  }

  private draw(): CommandInput {
    const { random, style } = this;
    const dice = random.next();
    if (dice < 0.5) return this.place();
    if (dice < 0.58) return this.cancel();
    if (dice < 0.63) return style.orders ? this.amend() : this.cancel();
    if (dice < 0.78) return this.prices();
    if (dice < 0.82) return style.settings ? this.settings() : this.prices();
    if (dice < 0.88) return style.plans ? this.changePlans() : this.place();
    if (dice < 0.92) return style.settings ? this.margin() : this.place();
    if (dice < 0.97) return this.transfer();
    if (dice < 0.98)
      return { kind: CommandKind.cancelAll, account: this.account(), instrument: -1 };
    return { kind: CommandKind.tick };
  }

  private prices(): CommandInput {
    const { random } = this;
    const { swing = 30 } = this.style;
    const entries: number[] = [];
    for (const instrument of [1, 2, 3]) {
      if (random.chance(0.3) || this.time < this.silent[instrument]!) continue;
      if (random.chance(0.01)) this.silent[instrument] = this.time + random.int(5_000, 120_000);
      const jump = random.chance(0.06)
        ? random.int(-150, 150) / 1_000
        : random.int(-swing, swing) / 10_000;
      this.index[instrument] = Math.max(500, Math.round(this.index[instrument]! * (1 + jump)));
      entries.push(instrument, this.index[instrument]!);
    }
    return { kind: CommandKind.prices, entries };
  }

  private legs(account: number): number {
    const hedging = this.hedging.has(account);
    if (hedging ? this.random.chance(0.02) : this.random.chance(0.98)) return 0;
    return this.random.pick([OrderOption.longLeg, OrderOption.shortLeg]);
  }

  private place(account = this.account()): CommandInput {
    const { random } = this;
    const instrument = this.instrument();
    const side = random.int(0, 1) as 0 | 1;
    const { plans, orders } = this.style;
    const market = orders && random.chance(0.25);
    const away = random.int(-12, 25);
    const price = Math.max(
      1,
      Math.round(this.index[instrument]! * (1 + (side === 0 ? -away : away) / 1_000)),
    );
    let options = this.legs(account);
    if (orders && random.chance(0.2)) options |= OrderOption.reduceOnly;
    if (orders && random.chance(0.05)) options |= OrderOption.closeAll;
    if (orders && random.chance(0.02)) options |= OrderOption.reverse;
    const attached = plans && random.chance(0.1);
    const up = Math.round(this.index[instrument]! * 1.03);
    const down = Math.round(this.index[instrument]! * 0.97);
    return {
      kind: CommandKind.place,
      account,
      instrument,
      side,
      type: market ? 1 : 0,
      timeInForce: market ? 0 : (random.pick([0, 0, 0, 1, 2, 3]) as 0),
      selfTrade: random.int(0, 3) as 0,
      price: market ? 0 : price,
      quantity: this.lots(instrument, random.chance(0.1) ? 20_000 : 2_000),
      quoteAmount: 0,
      clientId: '',
      options,
      takeProfitTrigger: attached ? (side === 0 ? up : down) : 0,
      takeProfitPrice: 0,
      stopLossTrigger: attached ? (side === 0 ? down : up) : 0,
      stopLossPrice: 0,
    };
  }

  private named(list: readonly Known[]): Known {
    return list.length === 0 ? { id: 1, account: this.account() } : this.random.pick(list);
  }

  private cancel(): CommandInput {
    const { id, account } = this.named(this.orders);
    return { kind: CommandKind.cancel, account, order: id, clientId: '' };
  }

  private amend(): CommandInput {
    const { random } = this;
    const { id, account } = this.named(this.orders);
    const instrument = this.instrument();
    const index = this.index[instrument]!;
    const price = random.chance(0.5) ? 0 : Math.round(index * (1 + random.int(-20, 20) / 1_000));
    const quantity = random.chance(0.5) ? 0 : this.lots(instrument, 2_000);
    if (random.chance(0.3)) {
      const none = {
        takeProfitTrigger: 0,
        takeProfitPrice: 0,
        stopLossTrigger: 0,
        stopLossPrice: 0,
      };
      return {
        kind: CommandKind.replace,
        account,
        order: id,
        clientId: '',
        price: price || index,
        quantity,
        newClientId: '',
        ...none,
      };
    }
    return { kind: CommandKind.amend, account, order: id, clientId: '', price, quantity };
  }

  private settings(): CommandInput {
    const { random } = this;
    const account = this.account();
    const instrument = this.instrument();
    const dice = random.next();
    const leg = random.chance(0.8) ? 0 : (random.int(1, 2) as 1);
    if (dice < 0.5) {
      const leverage = random.pick([1, 2, 5, 10, 20, 50, 100, 100, 101, 0]);
      const all = random.chance(0.15) ? EVERY_INSTRUMENT : instrument;
      const apart = random.chance(0.15) ? { shortLeverage: random.pick([3, 15, 101]) } : {};
      const place = { account, instrument: all, leg } as const;
      return { kind: CommandKind.setLeverage, ...place, leverage, ...apart };
    }
    if (dice < 0.75) {
      return { kind: CommandKind.setMarginMode, account, instrument, mode: random.int(0, 1) as 0 };
    }
    if (dice < 0.85)
      return { kind: CommandKind.setAutoMargin, account, instrument, leg, on: random.int(0, 1) };
    return { kind: CommandKind.setPositionMode, account, mode: random.int(0, 1) as 0 };
  }

  private margin(): CommandInput {
    const { random } = this;
    const leg = random.chance(0.7) ? 0 : (random.int(1, 2) as 1);
    const amount = random.int(-20, 20) * 100_000_000 + random.int(-5, 5);
    return {
      kind: CommandKind.changeMargin,
      account: this.account(),
      instrument: this.instrument(),
      leg,
      amount,
    };
  }

  private transfer(): CommandInput {
    const { random } = this;
    const futures = this.account();
    const spot = futures - FUTURES;
    const out = random.chance(0.6);
    const amount = BigInt(random.int(1, 800)) * 100_000_000n;
    const [from, to] = out ? [futures, spot] : [spot, futures];
    return { kind: CommandKind.transfer, from, to, asset: 1, amount, clientId: '' };
  }

  private changePlans(): CommandInput {
    const dice = this.random.next();
    if (dice < 0.1) {
      const { id, account } = this.named(this.plans);
      return { kind: CommandKind.cancelPlan, account, order: id, clientId: '' };
    }
    if (dice < 0.2) return this.amendPlan();
    if (dice < 0.21) {
      return { kind: CommandKind.cancelAllPlans, account: this.account(), instrument: -1 };
    }
    const account = this.account();
    if (dice < 0.9) return this.placePlan(account);
    const instrument = this.instrument();
    const plans = [this.plan(account, instrument), this.plan(account, instrument)] as const;
    return { kind: CommandKind.placePlanPair, account, instrument, plans };
  }

  private placePlan(account: number): CommandInput {
    const instrument = this.instrument();
    const terms = this.plan(account, instrument);
    return { kind: CommandKind.placePlan, account, instrument, ...terms };
  }

  private plan(account: number, instrument: number): PlanTerms {
    const { random } = this;
    const planType = random.pick(PLAN_TYPES);
    const index = this.index[instrument]!;
    let options = this.legs(account);
    if (random.chance(0.4)) options |= OrderOption.reduceOnly;
    return {
      side: random.int(0, 1) as 0,
      planType,
      triggerBy: random.int(0, 2) as 0,
      selfTrade: 0,
      triggerPrice: Math.round(index * (1 + random.int(-20, 20) / 1_000)),
      price: random.chance(0.7) ? 0 : Math.round(index * (1 + random.int(-20, 20) / 1_000)),
      quantity:
        PLAN_KINDS[planType].binds === 'position' && random.chance(0.5)
          ? 0
          : this.lots(instrument, 500),
      quoteAmount: 0,
      callbackPpm: isTrailing(planType) ? random.int(1_000, 20_000) : 0,
      clientId: '',
      options,
    };
  }

  private amendPlan(): CommandInput {
    const { random } = this;
    const { id, account } = this.named(this.plans);
    const instrument = this.instrument();
    const near = (): number =>
      Math.round(this.index[instrument]! * (1 + random.int(-20, 20) / 1_000));
    return {
      kind: CommandKind.amendPlan,
      account,
      order: id,
      clientId: '',
      triggerPrice: random.chance(0.3) ? 0 : near(),
      price: random.pick([-1, 0, near()]),
      quantity: random.chance(0.5) ? 0 : this.lots(instrument, 500),
      quoteAmount: 0,
      ...(random.chance(0.3) ? { callbackPpm: random.int(50, 20_000) } : {}),
      ...(random.chance(0.3) ? { triggerBy: random.int(0, 2) as 0 } : {}),
    };
  }
}
