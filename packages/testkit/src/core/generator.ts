/**
 * Random commands that keep a small exchange busy: few accounts, few prices, tight limits, so that all
 * rules and refusals come up often. Every epoch has its own mix of kinds ("swarm"): rare ones get a turn.
 */
import { NEWEST_RULES } from '@halcyon/core';
import {
  type Command,
  type CommandInput,
  CommandKind,
  type Event,
  EventKind,
  type InstrumentSteps,
  isTrailing,
  wireId,
} from '@halcyon/domain';
import { FIRST_USER, LIMITS, NO_ROOTS, ROOTS, USERS } from './generated-exchange.ts';
import { ALL_WEIGHTS, type Weights } from './generator-weights.ts';
import { PAIR_PLANS } from './pair-plans.ts';
import { TestRandom } from './random.ts';

const START = 1_700_000_000_000;
const EPOCH = 1_000;
const MEMORY = 400;

const NO_STEPS: InstrumentSteps = { priceStep: 1, quantityStep: 1 };

/** Which account, of which order or plan. */
interface Known {
  readonly id: number;
  readonly account: number;
}

/** A stream of stamped commands. Tell it the events of each so that it can name orders. */
export class CommandGenerator {
  readonly random: TestRandom;
  private readonly base: Weights;
  private weights: Weights;
  private seq = 0;
  private time = START;
  private clientIds = 0;
  private readonly orders: Known[] = [];
  private readonly plans: Known[] = [];
  private readonly centre = [1_000, 250];
  private readonly last = [1_000, 250];
  private readonly given: InstrumentSteps[] = [NO_STEPS, NO_STEPS];

  constructor(seed: number, weights: Weights = ALL_WEIGHTS) {
    this.random = new TestRandom(seed);
    this.base = weights;
    this.weights = weights;
  }

  /** The commands that set the small exchange up. */
  opening(): Command[] {
    const operator = { actor: 'test', reason: 'opening' };
    const inputs: CommandInput[] = [
      { kind: CommandKind.setRules, version: NEWEST_RULES },
      { kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 8 },
      { kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 },
      { kind: CommandKind.listAsset, code: 'ETH', name: 'Ether', scale: 6 },
      {
        kind: CommandKind.setFeeSchedule,
        tiers: [
          { makerPpm: 1_000, takerPpm: 1_000 },
          { makerPpm: 0, takerPpm: 333 },
          { makerPpm: 271, takerPpm: 0 },
        ],
        ...operator,
      },
    ];
    const pairs: [string, number, number, number, number][] = [
      ['BTCUSDT', 0, 1, 2, 4],
      ['ETHBTC', 2, 0, 4, 3],
    ];
    for (const [i, [symbol, base, quote, priceScale, quantityScale]] of pairs.entries()) {
      const kind = CommandKind.listInstrument;
      inputs.push({ kind, symbol, base, quote, priceScale, quantityScale, ...LIMITS[i]! });
    }
    for (let user = FIRST_USER; user < FIRST_USER + USERS; user++) {
      const root = ROOTS.get(user);
      const parent = root === undefined ? {} : { root };
      inputs.push({ kind: CommandKind.openUser, simulated: false, ...parent });
      const tier = user % 3;
      if (tier > 0 && root === undefined)
        inputs.push({ kind: CommandKind.setFeeTier, user, tier, ...operator });
      for (const [asset, amount] of [
        [0, 40_000_000n],
        [1, 6_000_000_000n],
        [2, 4_000_000n],
      ] as const) {
        const reference = '';
        const kind = CommandKind.deposit;
        inputs.push({ kind, account: user * 8, from: 0, asset, amount, reference, ...operator });
      }
    }
    return inputs.map((input) => this.stamp(input));
  }

  /** The next command. */
  next(): Command {
    if (this.seq % EPOCH === 0) this.redraw();
    const time = this.random.next();
    if (time < 0.02) this.time += this.random.int(1, 4_000);
    else if (time < 0.0205) this.time += 50_000_000;
    else if (time < 0.4) this.time += 1;
    return this.stamp(this.draw());
  }

  /** Remembers the orders and plans that now exist. */
  learn(events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind === EventKind.trade) this.last[event.instrument] = event.price;
      else if (event.kind === EventKind.instrumentSet) {
        this.given[event.instrument.id] = event.instrument;
      } else if (event.kind === EventKind.orderRested) {
        remember(this.orders, { id: event.order, account: event.account });
      } else if (event.kind === EventKind.planOpened) {
        remember(this.plans, { id: event.plan, account: event.account });
      } else if (event.kind === EventKind.orderDone) {
        const at = this.orders.findLastIndex((o) => o.id === event.order);
        if (at >= 0 && this.random.chance(0.998)) this.orders.splice(at, 1);
      }
    }
  }

  /** Stamps a command that is not of this stream's own. */
  protected stampNext(input: CommandInput): Command {
    return this.stamp(input);
  }

  private stamp(input: CommandInput): Command {
    this.seq += 1;
    return { ...input, seq: this.seq, time: this.time } as Command;
  }

  private redraw(): void {
    const weights = { ...this.base };
    for (const key of Object.keys(weights) as (keyof Weights)[]) {
      weights[key] *= this.random.pick([0.1, 0.5, 1, 1, 2, 4]);
    }
    this.weights = weights;
    for (const i of [0, 1]) {
      this.centre[i] = Math.max(60, this.last[i]! + this.random.int(-15, 15));
    }
  }

  private draw(): CommandInput {
    const { weights, random } = this;
    let left = random.next() * Object.values(weights).reduce((sum, w) => sum + w, 0);
    for (const [key, weight] of Object.entries(weights) as [keyof Weights, number][]) {
      left -= weight;
      if (left <= 0) return this.make(key);
    }
    return this.make('place');
  }

  private make(key: keyof Weights): CommandInput {
    const { random } = this;
    switch (key) {
      case 'place':
        return this.place(0);
      case 'market':
        return this.place(1);
      case 'cancel':
        return { kind: CommandKind.cancel, ...this.named(this.orders) };
      case 'amend':
        return {
          kind: CommandKind.amend,
          ...this.named(this.orders),
          price: random.chance(0.5) ? 0 : this.price(random.int(0, 1)),
          quantity: random.chance(0.2) ? 0 : this.lots(random.int(0, 1), 70),
        };
      case 'replace':
        return {
          kind: CommandKind.replace,
          ...this.named(this.orders),
          price: this.price(random.int(0, 1)),
          quantity: this.lots(random.int(0, 1), 70),
          newClientId: this.clientId(),
          ...this.attached(),
        };
      case 'cancelAll':
        return {
          kind: CommandKind.cancelAll,
          account: this.account(),
          instrument: random.int(-1, 2),
        };
      case 'countdown':
        return {
          kind: CommandKind.countdown,
          account: this.account(),
          timeoutMs: random.pick([0, 1, 500, 3_000, 86_400_001]),
        };
      case 'plan':
        return this.plan();
      case 'oco':
        return this.oco();
      case 'planChange':
        return this.planChange();
      case 'move':
        return this.move();
      case 'operator':
        return this.operator();
      case 'odd':
        return this.odd();
    }
  }

  private place(type: 0 | 1): CommandInput {
    const { random } = this;
    const instrument = random.int(0, 1);
    const side = random.int(0, 1) as 0 | 1;
    const byAmount = type === 1 && side === 0 && random.chance(0.5);
    return {
      kind: CommandKind.place,
      account: this.account(),
      instrument,
      side,
      type,
      timeInForce: type === 1 ? 1 : random.pick([0, 0, 0, 0, 1, 2, 3, 3] as const),
      selfTrade: random.pick([0, 0, 1, 2, 3] as const),
      price: type === 1 ? 0 : this.quote(instrument, side),
      quantity: byAmount ? 0 : this.lots(instrument, 60),
      quoteAmount: byAmount ? random.int(1, 300) * (instrument === 0 ? 1_000_000 : 400) : 0,
      clientId: this.clientId(),
      ...this.attached(),
    };
  }

  private plan(): CommandInput {
    const { random } = this;
    const instrument = random.int(0, 1);
    const side = random.int(0, 1) as 0 | 1;
    const planType = random.pick(PAIR_PLANS);
    const spends = side === 0 && random.chance(0.3);
    return {
      kind: CommandKind.placePlan,
      account: this.account(),
      instrument,
      side,
      planType,
      triggerBy: random.int(0, 1) as 0 | 1,
      selfTrade: random.int(0, 3) as 0 | 1 | 2 | 3,
      triggerPrice: isTrailing(planType) && random.chance(0.5) ? 0 : this.price(instrument),
      price: spends || random.chance(0.5) ? 0 : this.price(instrument),
      quantity: spends ? 0 : this.lots(instrument, 40),
      quoteAmount: spends ? random.int(1, 100) * 1_000_000 : 0,
      callbackPpm: isTrailing(planType) ? random.pick([50, 1_000, 5_000, 20_000, 600_000]) : 0,
      clientId: this.clientId(),
    };
  }

  private oco(): CommandInput {
    const { random } = this;
    const instrument = random.int(0, 1);
    const side = random.int(0, 1) as 0 | 1;
    const away = (side === 1 ? 1 : -1) * random.int(-1, 12);
    const centre = this.centre[instrument]!;
    return {
      kind: CommandKind.placeOco,
      account: this.account(),
      instrument,
      side,
      selfTrade: random.int(0, 3) as 0 | 1 | 2 | 3,
      price: this.onStep(instrument, centre + away),
      quantity: this.lots(instrument, 40),
      stopTrigger: this.onStep(instrument, centre - away + random.int(-2, 2)),
      stopPrice: random.chance(0.5) ? 0 : this.price(instrument),
      clientId: this.clientId(),
      stopClientId: this.clientId(),
    };
  }

  private planChange(): CommandInput {
    const { random } = this;
    if (random.chance(0.05)) {
      const instrument = random.int(-1, 1);
      return { kind: CommandKind.cancelAllPlans, account: this.account(), instrument };
    }
    const named = this.named(this.plans);
    if (random.chance(0.4)) return { kind: CommandKind.cancelPlan, ...named };
    const spends = random.chance(0.2);
    return {
      kind: CommandKind.amendPlan,
      ...named,
      triggerPrice: random.chance(0.3) ? 0 : this.price(random.int(0, 1)),
      price: random.pick([-1, 0, this.price(0)]),
      quantity: spends ? 0 : random.int(0, 40),
      quoteAmount: spends ? 50_000_000 : 0,
    };
  }

  private move(): CommandInput {
    const { random } = this;
    const account = this.account();
    const asset = random.pick([0, 1, 1, 2, 3]);
    const amount = BigInt(random.int(0, asset === 1 ? 900_000_000 : 9_000_000));
    const reference = random.chance(0.6) ? '' : `ref-${random.int(1, 60)}`;
    const kind = random.int(0, 2);
    if (kind === 0) {
      const from = random.pick([0, 3, 4, 1, account]);
      const { deposit } = CommandKind;
      return { kind: deposit, account, from, asset, amount, reference, actor: 'a', reason: 'r' };
    }
    if (kind === 1) {
      const to = random.chance(0.2) ? 0 : this.account();
      const fee = BigInt(random.pick([0, 0, 500, -1]));
      const { withdraw } = CommandKind;
      return {
        kind: withdraw,
        account,
        to,
        asset,
        amount,
        fee,
        address: 'h1',
        clientId: reference,
      };
    }
    const funding = account + 1;
    const [from, to] = random.pick([
      [account, funding],
      [funding, account],
      [account, this.account()],
    ] as const);
    return { kind: CommandKind.transfer, from, to, asset, amount, clientId: reference };
  }

  private operator(): CommandInput {
    const { random } = this;
    if (random.chance(0.15)) return this.mode();
    const by = { actor: 'test', reason: 'swarm' };
    if (random.chance(0.4)) {
      const user = random.int(FIRST_USER, FIRST_USER + USERS);
      return { kind: CommandKind.setFeeTier, user, tier: random.int(0, 3), ...by };
    }
    const instrument = random.int(0, 1);
    const limits = LIMITS[instrument]!;
    const state = random.pick([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3] as const);
    const steps = random.chance(0.3) ? this.steps() : {};
    return { kind: CommandKind.setInstrument, instrument, ...limits, ...steps, state, ...by };
  }

  /** Stops deposits for a while; few are asked to be closed, and nearly all of them have something. */
  private mode(): CommandInput {
    const { random } = this;
    const user = random.int(FIRST_USER, FIRST_USER + USERS);
    const mode = random.pick([0, 0, 0, 1, 2, 3 as 2] as const);
    const reason = random.pick(['swarm', 'swarm', '']);
    // One of them is closed with what it has: its orders stay, and nothing comes.
    const keepsMoney = user === FIRST_USER + 1;
    return { kind: CommandKind.setUserMode, user, mode, keepsMoney, actor: 'test', reason };
  }

  /** Mostly fine ones, so that orders find each other; some that are refused. */
  private steps(): InstrumentSteps {
    return {
      priceStep: this.random.pick([1, 1, 10, 10, 100, 5, 1_000_000]),
      quantityStep: this.random.pick([1, 1, 10, 10, 100, 0.5]),
    };
  }

  /** Requests that no honest client sends. */
  private odd(): CommandInput {
    const { random } = this;
    const place = this.place(random.int(0, 1) as 0 | 1) as Extract<CommandInput, { kind: 1 }>;
    return random.pick<CommandInput>([
      { ...place, account: random.pick([0, 8, 129, 130, 8_000, -8, 1.5]) },
      { ...place, instrument: random.pick([2, -1, 9]) },
      { ...place, quantity: random.pick([0, -1, 1.5, 1_000_000, 2 ** 53]) },
      { ...place, price: random.pick([0, -5, 0.5, 2 ** 53, 1, 9_000_000_000_000]) },
      { ...place, quoteAmount: random.pick([-1, 2 ** 54, 0.5]) },
      { ...place, takeProfitTrigger: random.pick([-1, 0.5]) },
      { ...place, stopLossTrigger: 5, stopLossPrice: -2 },
      { kind: CommandKind.cancel, account: this.account(), order: 0, clientId: '' },
      { kind: CommandKind.tick },
      { kind: CommandKind.setRules, version: random.pick([1, NEWEST_RULES, 1.5]) },
      { kind: CommandKind.openUser, simulated: false, root: random.pick(NO_ROOTS) },
    ]);
  }

  private attached(): Pick<
    Extract<CommandInput, { kind: 1 }>,
    'takeProfitTrigger' | 'takeProfitPrice' | 'stopLossTrigger' | 'stopLossPrice'
  > {
    const { random } = this;
    const some = this.base.plan > 0 && random.chance(0.06);
    const pick = (chance: number): number => (random.chance(chance) ? this.price(0) : 0);
    if (!some) {
      return { takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 };
    }
    return {
      takeProfitTrigger: pick(0.7),
      takeProfitPrice: pick(0.4),
      stopLossTrigger: pick(0.7),
      stopLossPrice: pick(0.4),
    };
  }

  protected account(): number {
    return this.random.int(FIRST_USER, FIRST_USER + USERS - 1) * 8;
  }

  protected price(instrument: number): number {
    const spread = this.random.chance(0.05) ? 100 : 12;
    return this.onStep(instrument, this.centre[instrument]! + this.random.int(-spread, spread));
  }

  /** A price that mostly waits: buys below the middle, sells above it. */
  protected quote(instrument: number, side: 0 | 1): number {
    const { random } = this;
    if (random.chance(0.25)) return this.price(instrument);
    const away = random.int(-2, 14);
    return this.onStep(instrument, this.centre[instrument]! + (side === 0 ? -away : away));
  }

  /** Mostly a price that the instrument takes now. */
  private onStep(instrument: number, price: number): number {
    const { priceStep } = this.given[instrument]!;
    const near = this.random.chance(0.9) ? Math.round(price / priceStep) * priceStep : price;
    return Math.max(1, near);
  }

  protected lots(instrument: number, most: number): number {
    const { quantityStep } = this.given[instrument]!;
    const lots = this.random.int(1, most);
    return this.random.chance(0.9) ? Math.ceil(lots / quantityStep) * quantityStep : lots;
  }

  private clientId(): string {
    if (this.random.chance(0.85)) return '';
    if (this.random.chance(0.2)) return this.usedId();
    this.clientIds += 1;
    return `c${this.clientIds}`;
  }

  /** A name that was given before; every fourth the id on the wire of a plan that waits or soon will. */
  private usedId(): string {
    const at = this.random.int(1, Math.max(1, this.clientIds));
    const plan = this.plans.at(-1 - (at % 64));
    if (at % 4 !== 0 || plan === undefined) return `c${at}`;
    return wireId(plan.id + (at % 8 === 0 ? 0 : at % 32));
  }

  private named(from: readonly Known[]): { account: number; order: number; clientId: string } {
    const { random } = this;
    const last = `c${random.int(Math.max(1, this.clientIds - 40), Math.max(1, this.clientIds))}`;
    if (from.length === 0 || random.chance(0.03)) {
      return { account: this.account(), order: 0, clientId: last };
    }
    const { id, account } = random.pick(from);
    const stranger = random.chance(0.02);
    return { account: stranger ? this.account() : account, order: id, clientId: '' };
  }
}

function remember(list: Known[], known: Known): void {
  list.push(known);
  if (list.length > MEMORY) list.splice(0, list.length - MEMORY);
}
