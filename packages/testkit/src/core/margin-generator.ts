/** Random commands of a small exchange with margin accounts: few users, three coins, prices that jump. */
import { NEWEST_RULES } from '@halcyon/core';
import {
  type Command,
  type CommandInput,
  CommandKind,
  type Event,
  EventKind,
  type LoanTerms,
  type LoanTier,
  OrderType,
  type PairTerms,
  type SelfTrade,
  Side,
} from '@halcyon/domain';
import { TestRandom } from './random.ts';

const FIRST_USER = 16;
const USERS = 8;
const START = 1_700_000_000_000;
const HOUR = 3_600_000;
const SPOT = 0;
const CROSS = 2;
const ISOLATED = 3;
const POOL = 8;
const FUND = 5;
/** Orders that it remembers. */
const MEMORY = 200;
/** Assets: USD values the others. */
const USD = 0;
const ETH = 1;
const LTC = 2;
const SCALES = [6, 8, 5] as const;
const PAIRS = [
  { symbol: 'ETHUSD', base: ETH, quote: USD, priceScale: 2, quantityScale: 3 },
  { symbol: 'LTCUSD', base: LTC, quote: USD, priceScale: 1, quantityScale: 2 },
  { symbol: 'LTCETH', base: LTC, quote: ETH, priceScale: 4, quantityScale: 2 },
] as const;
const LIMITS = {
  state: 0,
  quantityMin: 1,
  quantityMax: 100_000,
  notionalMin: 0,
  bandPpm: 200_000,
  openOrdersMax: 50,
} as const;

/** Units of a coin, to whole millions. */
const units = (asset: number, coins: number): number =>
  Math.ceil((coins * 10 ** SCALES[asset]!) / 1_000_000) * 1_000_000;

/** What a coin is worth in USD, about. */
const WORTH = [1, 2_000, 80] as const;

function tiersOf(asset: number, worth: number): LoanTier[] {
  const upTo = (part: number) => units(asset, (worth * part) / WORTH[asset]!);
  return [
    { upTo: upTo(1), leverageMax: 5, maintenancePpm: 80_000 },
    { upTo: upTo(4), leverageMax: 3, maintenancePpm: 150_000 },
    { upTo: upTo(20), leverageMax: 2, maintenancePpm: 300_000 },
  ];
}

function termsOf(asset: number): LoanTerms {
  const most = (worth: number) => units(asset, worth / WORTH[asset]!);
  const whole = [{ upTo: most(1e9), valuePpm: 1_000_000 }];
  return {
    tiers: tiersOf(asset, 5_000),
    collateral:
      asset === USD
        ? whole
        : [
            { upTo: most(20_000), valuePpm: 950_000 },
            { upTo: most(200_000), valuePpm: 600_000 },
          ],
    curve: { idlePpm: 20_000, kinkPpm: 2_000_000, fullPpm: 9_000_000, kinkAtPpm: 700_000 },
    lentMax: most(200_000),
    levelMax: [most(50_000), most(80_000)],
    loanMin: Math.max(1, Math.floor(most(5) / 10)),
    liquidationPpm: 20_000,
  };
}

function pairOf(base: number, quote: number): PairTerms {
  const tiers = (asset: number): LoanTier[] => {
    const upTo = (worth: number) => units(asset, worth / WORTH[asset]!);
    return [
      { upTo: upTo(4_000), leverageMax: 10, maintenancePpm: 50_000 },
      { upTo: upTo(40_000), leverageMax: 4, maintenancePpm: 110_000 },
    ];
  };
  return { base: tiers(base), quote: tiers(quote), liquidationPpm: 10_000 };
}

type PlaceInput = Extract<CommandInput, { kind: typeof CommandKind.place }>;

interface Known {
  readonly id: number;
  readonly account: number;
  readonly instrument: number;
  readonly side: Side;
}

/** A stream of stamped commands. Tell it the events of each so that it can name orders. */
export class MarginGenerator {
  readonly random: TestRandom;
  private readonly jump: number;
  private seq = 0;
  private time = START;
  /** Index prices of ETHUSD and LTCUSD, ticks. */
  private readonly index = [200_000, 800];
  private clientIds = 0;
  private readonly orders: Known[] = [];

  /** @param jump most that prices change by at once, per cent */
  constructor(seed: number, jump = 35) {
    this.random = new TestRandom(seed);
    this.jump = jump;
  }

  /** The commands that set the exchange up. */
  opening(): Command[] {
    const by = { actor: 'test', reason: 'opening' };
    const inputs: CommandInput[] = [{ kind: CommandKind.setRules, version: NEWEST_RULES }];
    const tiers = [
      { makerPpm: 1_000, takerPpm: 1_000 },
      { makerPpm: 0, takerPpm: 333 },
    ];
    inputs.push({ kind: CommandKind.setFeeSchedule, tiers, ...by });
    for (const [asset, scale] of SCALES.entries()) {
      const code = ['USD', 'ETH', 'LTC'][asset]!;
      inputs.push({ kind: CommandKind.listAsset, code, name: code, scale });
    }
    for (const pair of PAIRS) inputs.push({ kind: CommandKind.listInstrument, ...pair, ...LIMITS });
    for (const [asset, market] of [-1, 0, 1].entries()) {
      const terms = termsOf(asset);
      inputs.push({ kind: CommandKind.setLoanTerms, asset, market, terms, ...by });
    }
    for (const instrument of [0, 2]) {
      const { base, quote } = PAIRS[instrument]!;
      const terms = pairOf(base, quote);
      inputs.push({ kind: CommandKind.setPairTerms, instrument, terms, ...by });
    }
    for (let user = FIRST_USER; user < FIRST_USER + USERS; user++) {
      inputs.push({ kind: CommandKind.openUser, simulated: false });
      for (const asset of [USD, ETH, LTC]) inputs.push(this.funds(user * 8, asset, 400_000));
    }
    for (const asset of [USD, ETH, LTC]) {
      inputs.push(this.funds(POOL, asset, 60_000));
      inputs.push(this.funds(FUND, asset, asset === USD ? 100 : 5));
    }
    inputs.push(this.prices());
    for (let user = FIRST_USER; user < FIRST_USER + USERS; user++) {
      for (const kind of [CROSS, ISOLATED]) inputs.push(this.bring(user, kind));
    }
    return inputs.map((input) => this.stamp(input));
  }

  /** The next command. */
  next(): Command {
    const { random } = this;
    const at = random.next();
    if (at < 0.3) this.time += random.int(1, 2_000);
    else if (at < 0.305) this.time += random.int(50_000, 70_000);
    else if (at < 0.315) this.time += random.int(1, 3) * HOUR;
    return this.stamp(this.draw());
  }

  /** Remembers what exists now. */
  learn(events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind === EventKind.orderOpened) {
        const { order: id, account, instrument, side } = event;
        this.orders.push({ id, account, instrument, side });
        if (this.orders.length > MEMORY) this.orders.shift();
      } else if (event.kind === EventKind.orderDone) {
        const at = this.orders.findLastIndex(({ id }) => id === event.order);
        if (at >= 0 && this.random.chance(0.99)) this.orders.splice(at, 1);
      }
    }
  }

  private stamp(input: CommandInput): Command {
    this.seq += 1;
    return { ...input, seq: this.seq, time: this.time } as Command;
  }

  private draw(): CommandInput {
    const { random } = this;
    const at = random.next();
    if (at < 0.15) return this.prices();
    if (at < 0.23) return this.loan(CommandKind.borrow);
    if (at < 0.28) return this.loan(CommandKind.repay);
    if (at < 0.29) return this.flash();
    if (at < 0.37) return this.bring();
    if (at < 0.38) return this.terms();
    if (at < 0.395) return this.pool();
    if (at < 0.398) return this.outside();
    if (at < 0.4) return { kind: CommandKind.tick };
    if (at < 0.85) return this.place();
    return this.change();
  }

  /** The middle of a pair by its index, ticks. */
  private middle(instrument: number): number {
    const [eth = 0, ltc = 0] = this.index;
    return instrument < 2 ? this.index[instrument]! : Math.round((ltc / 10 / (eth / 100)) * 10_000);
  }

  /** An order of an account. */
  place(
    kind: number = this.random.pick([SPOT, CROSS, CROSS, CROSS, ISOLATED, ISOLATED]),
  ): PlaceInput {
    const { random } = this;
    const instrument =
      kind === ISOLATED && random.chance(0.97) ? random.pick([0, 2]) : random.int(0, 2);
    const side = random.int(0, 1) as Side;
    const type = random.chance(0.25) ? OrderType.market : OrderType.limit;
    const byAmount = type === OrderType.market && side === Side.buy && random.chance(0.5);
    const { base, quote, quantityScale } = PAIRS[instrument]!;
    const worth = random.pick([50, 500, 2_000, 6_000]);
    const lots = Math.ceil((random.next() * worth * 10 ** quantityScale) / WORTH[base]!);
    const options = random.pick([0, 2, 2, 4, 6, 6]);
    const odd = random.chance(0.01) ? random.pick([1, 8, 16]) : options;
    const attached = random.chance(0.005) ? 5 : 0;
    return {
      kind: CommandKind.place,
      account: this.user() * 8 + kind,
      instrument,
      side,
      type,
      timeInForce: random.pick([0, 0, 0, 1, 2, 3]),
      selfTrade: random.int(0, 3) as SelfTrade,
      price: type === OrderType.market ? 0 : this.price(instrument, side),
      quantity: byAmount ? 0 : lots,
      quoteAmount: byAmount ? this.amount(quote, worth) : 0,
      clientId: '',
      takeProfitTrigger: kind === SPOT ? 0 : attached,
      takeProfitPrice: 0,
      stopLossTrigger: 0,
      stopLossPrice: 0,
      ...(kind === SPOT ? {} : { options: odd }),
    };
  }

  /** Near the middle, and now and then far from it. */
  private price(instrument: number, side: Side): number {
    const { random } = this;
    const away = random.int(-10, random.chance(0.1) ? 150 : 25);
    const middle = this.middle(instrument);
    return Math.max(1, Math.round((middle * (1_000 + (side === Side.buy ? -away : away))) / 1_000));
  }

  /** Changes or ends an order. */
  private change(): CommandInput {
    const { random, orders } = this;
    if (orders.length === 0) return { kind: CommandKind.tick };
    const { id: order, account, instrument, side } = random.pick(orders);
    const named = { account, order, clientId: '' };
    const price = this.price(instrument, side);
    const quantity = Math.ceil(random.next() * 2_000);
    const at = random.next();
    if (at < 0.4) return { kind: CommandKind.cancel, ...named };
    if (at < 0.45) {
      const only = random.chance(0.5) ? instrument : -1;
      return { kind: CommandKind.cancelAll, account, instrument: only };
    }
    if (at < 0.75) {
      const kept = random.chance(0.3);
      return { kind: CommandKind.amend, ...named, price: kept ? 0 : price, quantity };
    }
    const prices = { takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 };
    const attached = { takeProfitTrigger: random.chance(0.01) ? 5 : 0, ...prices };
    return { kind: CommandKind.replace, ...named, ...attached, price, quantity, newClientId: '' };
  }

  private prices(): CommandInput {
    const { random, index } = this;
    const swing = random.chance(0.1) ? this.jump : 2;
    const entries: number[] = [];
    for (const market of [0, 1]) {
      if (random.chance(0.1)) continue;
      const moved = Math.round((index[market]! * (100 + random.int(-swing, swing))) / 100);
      const worth = market === 0 ? 200_000 : 800;
      index[market] = Math.min(worth * 4, Math.max(worth / 4, moved));
      entries.push(market, index[market]!);
    }
    if (random.chance(0.01)) entries.push(random.pick([2, 9]), 5);
    return { kind: CommandKind.prices, entries };
  }

  /** An amount of a coin worth up to so many USD. */
  private amount(asset: number, worth: number): number {
    const most = Math.floor((worth / WORTH[asset]!) * 10 ** SCALES[asset]!);
    return this.random.int(1, Math.max(1, most));
  }

  private funds(account: number, asset: number, worth: number): CommandInput {
    const amount = BigInt(Math.floor((worth / WORTH[asset]!) * 10 ** SCALES[asset]!));
    const by = { actor: 'test', reason: 'funds', reference: '' };
    return { kind: CommandKind.deposit, account, from: 0, asset, amount, ...by };
  }

  private user(): number {
    return this.random.int(FIRST_USER, FIRST_USER + USERS - 1);
  }

  private clientId(): string {
    if (this.random.chance(0.9)) return '';
    if (this.random.chance(0.7)) this.clientIds += 1;
    return `c${this.clientIds}`;
  }

  /** A transfer between a spot and a margin account, or a cross and an isolated one. */
  private bring(user = this.user(), given?: number): CommandInput {
    const { random } = this;
    const kind = given ?? random.pick([CROSS, ISOLATED]);
    const instrument = random.chance(0.98) ? random.pick([0, 2]) : random.pick([-1, 1, 9]);
    const margin = user * 8 + kind;
    const names = kind === ISOLATED || random.chance(0.1);
    const crosses = given === undefined && names && random.chance(kind === CROSS ? 0.9 : 0.1);
    const other = user * 8 + (crosses ? CROSS + ISOLATED - kind : SPOT);
    const [from, to] =
      given !== undefined || random.chance(0.5) ? [other, margin] : [margin, other];
    const asset = this.coinOf(kind, instrument);
    const odd = random.chance(0.01) ? 0 : this.amount(asset, random.pick([100, 3_000, 8_000]));
    const named = names ? { instrument } : {};
    const stranger = random.chance(0.005) ? this.user() * 8 : to;
    const clientId = this.clientId();
    const moved = { from, to: stranger, asset, amount: BigInt(odd), clientId };
    return { kind: CommandKind.transfer, ...moved, ...named };
  }

  private coinOf(kind: number, instrument: number): number {
    const { random } = this;
    const pair = PAIRS[instrument];
    if (kind === CROSS || pair === undefined || random.chance(0.01)) {
      return random.pick([USD, ETH, LTC]);
    }
    return random.pick([pair.base, pair.quote]);
  }

  /** Borrows or pays back. @param given kind of the account */
  loan(kind: typeof CommandKind.borrow | typeof CommandKind.repay, given?: number): CommandInput {
    const { random } = this;
    const drawn = random.chance(0.01) ? random.pick([0, 1, 4]) : random.pick([CROSS, ISOLATED]);
    const type = given ?? drawn;
    const pair = random.chance(0.99) ? random.pick([0, 2]) : random.pick([1, 9, -5]);
    const instrument = type === ISOLATED || random.chance(0.01) ? pair : -1;
    const asset = this.coinOf(type, instrument);
    const worth = random.pick([10, 500, 4_000, 12_000, 12_000, 90_000]);
    const amount = random.chance(0.02) ? random.pick([0, -1, 0.5]) : this.amount(asset, worth);
    const user = random.chance(0.005) ? random.pick([2, 99]) : this.user();
    const clientId = this.clientId();
    return { kind, account: user * 8 + type, instrument, asset, amount, clientId };
  }

  private flash(): CommandInput {
    const { random } = this;
    const type = random.chance(0.01) ? SPOT : random.pick([CROSS, ISOLATED]);
    const pair = random.chance(0.99) ? random.pick([0, 2]) : random.pick([1, 9, -5]);
    const instrument = type === ISOLATED || random.chance(0.01) ? pair : -1;
    const asset = random.chance(0.5) ? -1 : this.coinOf(type, instrument);
    return { kind: CommandKind.flashRepay, account: this.user() * 8 + type, instrument, asset };
  }

  private terms(): CommandInput {
    const { random } = this;
    const by = { actor: 'test', reason: 'terms' };
    if (random.chance(0.2)) {
      const user = this.user();
      return { kind: CommandKind.setFeeTier, user, tier: random.pick([0, 0, 1]), ...by };
    }
    if (random.chance(0.3)) {
      const instrument = random.pick([0, 2]);
      const { base, quote } = PAIRS[instrument]!;
      const terms = { ...pairOf(base, quote), liquidationPpm: random.pick([0, 5_000, 10_000]) };
      return { kind: CommandKind.setPairTerms, instrument, terms, ...by };
    }
    const asset = random.pick([USD, ETH, LTC]);
    const liquidationPpm = random.pick([0, 10_000, 20_000]);
    const terms = { ...termsOf(asset), liquidationPpm };
    return { kind: CommandKind.setLoanTerms, asset, market: asset - 1, terms, ...by };
  }

  /** A deposit into, or a withdrawal from, any account: margin accounts have neither. */
  private outside(): CommandInput {
    const { random } = this;
    const account = this.user() * 8 + random.pick([SPOT, CROSS, ISOLATED]);
    if (random.chance(0.5)) return this.funds(account, USD, 1);
    const to = this.user() * 8;
    const paid = { asset: ETH, amount: 5n, fee: 0n, address: 'x', clientId: '' };
    return { kind: CommandKind.withdraw, account, to, ...paid };
  }

  /** The operator puts coins into a pool, or takes some out of it or of the fund. */
  private pool(): CommandInput {
    const { random } = this;
    const asset = random.pick([USD, ETH, LTC]);
    // Fees would make the fund so large that pools never lose anything.
    const [account, from, most] = random.pick([
      [POOL, 0, 20_000],
      [0, POOL, 20_000],
      [0, FUND, 300],
      [0, FUND, 20],
    ] as const);
    const amount = BigInt(this.amount(asset, most));
    const by = { actor: 'test', reason: 'pool', reference: '' };
    return { kind: CommandKind.deposit, account, from, asset, amount, ...by };
  }
}
