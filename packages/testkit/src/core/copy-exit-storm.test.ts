/** Copy trading: own exits of followers in two contracts, with any prices; the same wherever a replay goes on. */
import { Core, NEWEST_RULES, restoreCore, snapshotCore } from '@halcyon/core';
import {
  COPY_DEFAULTS,
  type Command,
  type CommandInput,
  CommandKind,
  type CopyExitReachedEvent,
  CopyExitReason,
  CopySizing,
  type Event,
  EventKind,
  InstrumentState,
  OrderType,
  PlanType,
  PositionLeg,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import { BTC, COIN, CopyExchange, futuresOf, orderOf, type Said, USD } from './copy-exchange.ts';
import { SMALL_TERMS } from './futures-scenario.ts';
import { checkInvariants } from './invariants.ts';
import { checkMargins } from './position-invariants.ts';
import { TestRandom } from './random.ts';
import { seedOf } from './test-seed.ts';

declare const process: { readonly env: Record<string, string | undefined> };
const STEPS = Number(process.env['HALCYON_COPY_EXITS'] ?? 400);
/** Which exits a storm meets is chance: it goes on until it has met each, no longer than this. */
const STEPS_MAX = STEPS + 2_000;
const KINDS = [1, 2, 3, 4, 5];
const ETH = 1;
const MILLION = 1_000_000n;
const [ANN, DAN, EVE] = [16, 17, 18];
const ROOTS = [19, 20, 21, 22, 23, 24];
const COMMANDS: Command[] = [];

/** Tells what was sent, so that it can be carried out again. */
class Recorded extends CopyExchange {
  override send(input: CommandInput): Said {
    COMMANDS.push({ ...input, seq: this.core.state.seq + 1, time: this.time } as Command);
    return super.send(input);
  }
}

class Storm {
  readonly exchange = new Recorded(10, NEWEST_RULES, 600);
  readonly random = new TestRandom(seedOf());
  readonly met = new Map<CopyExitReason, number>();
  readonly prices = [100, 50];
  readonly trader: number;

  constructor() {
    const { exchange } = this;
    const named = { symbol: 'ETHUSD', base: 0, quote: USD, priceScale: 0, quantityScale: 0 };
    const sizes = { priceStep: 1, quantityStep: 1, quantityMin: 1, quantityMax: 1_000 };
    const limits = { ...sizes, notionalMin: 0, bandPpm: 500_000, openOrdersMax: 100 };
    const tiers = [{ upTo: 100_000, leverageMax: 20, maintenancePpm: 20_000 }];
    const contract = { ...SMALL_TERMS, tiers, takerPpm: 600, openInterestMax: 100_000 };
    const state = InstrumentState.open;
    exchange.send({ kind: CommandKind.listContract, ...named, ...limits, state, contract });
    for (const user of [DAN, EVE]) exchange.fund(user, 90_000n);
    for (const instrument of [BTC, ETH]) this.price(instrument, this.prices[instrument]!);
    this.trader = exchange.open(ANN, 5_000n * COIN, { amountMax: 10 ** 15 }).id;
  }

  step(): void {
    const { exchange } = this;
    const events = [...this.command()];
    if (this.random.chance(0.1)) exchange.restore();
    events.push(...exchange.finish());
    for (const event of events) if (event.kind === EventKind.copyExitReached) this.hold(event);
    checkInvariants(exchange.core.state);
    const { waiting } = exchange.core.trading.contracts.risk;
    checkMargins(exchange.core.state, new Set(waiting.keys()));
  }

  /** What was told is an exit that is reached, by what was told with it. */
  private hold(event: CopyExitReachedEvent): void {
    const { reason, equity, base, peak, lots, cost, mark, portfolio } = event;
    this.met.set(reason, (this.met.get(reason) ?? 0) + 1);
    const settings = this.settings.get(portfolio)!;
    const gained = BigInt(lots * mark - Math.sign(lots) * cost) * MILLION;
    const ppm = (name: keyof typeof settings) => BigInt(settings[name]);
    const held = {
      [CopyExitReason.none]: () => false,
      [CopyExitReason.portfolioLoss]: () =>
        equity * MILLION <= base * (MILLION - ppm('portfolioLossPpm')),
      [CopyExitReason.drawdown]: () => equity * MILLION <= peak * (MILLION - ppm('drawdownPpm')),
      [CopyExitReason.portfolioProfit]: () =>
        equity * MILLION >= base * (MILLION + ppm('portfolioProfitPpm')),
      [CopyExitReason.stopLoss]: () => -gained >= BigInt(cost) * ppm('stopLossPpm'),
      [CopyExitReason.takeProfit]: () => gained >= BigInt(cost) * ppm('takeProfitPpm'),
    };
    expect(held[reason](), `exit ${reason} of ${portfolio}`).toBe(true);
  }

  private readonly settings = new Map<number, ReturnType<Storm['exits']>>();

  private exits() {
    const { random } = this;
    const maybe = (low: number, high: number) =>
      random.chance(0.5) ? 0 : random.int(low, high) * 1_000;
    return {
      takeProfitPpm: maybe(10, 120),
      stopLossPpm: maybe(10, 120),
      portfolioProfitPpm: maybe(5, 60),
      portfolioLossPpm: maybe(10, 300),
      drawdownPpm: maybe(5, 60),
    };
  }

  private command(): readonly Event[] {
    const { exchange, random } = this;
    const pick = random.int(0, 99);
    if (pick < 35) {
      const instrument = random.pick([BTC, ETH]);
      const by = random.chance(0.15) ? random.int(-12, 12) : random.int(-2, 2);
      const now = Math.max(20, Math.min(200, this.prices[instrument]! + by));
      this.prices[instrument] = now;
      return this.price(instrument, now).events;
    }
    if (pick < 60) return this.other();
    if (pick < 75) return this.traded();
    const followers = [...exchange.core.state.copies.portfolios.values()].filter(
      ({ trader }) => trader !== null,
    );
    if (followers.length < 4 || pick < 80) {
      const amount = BigInt(random.int(100, 3_000)) * COIN;
      const said = exchange.follow(random.pick(ROOTS), this.trader, amount);
      if (said.code === 0) this.settings.set(said.id, { ...NO_EXITS });
      return said.events;
    }
    const { root, user } = random.pick(followers);
    if (pick < 83) {
      return exchange.move(root, user, BigInt(random.int(-500, 900)) * COIN).events;
    }
    if (pick < 84) return exchange.stop(root, user, random.int(0, 1) as 0 | 1).events;
    const exits = this.exits();
    const size = random.int(300, 3_000) * 1_000;
    const more = { sizing: CopySizing.multiple, size, leverageOf: 1, leverage: 10 } as const;
    const settings = { ...COPY_DEFAULTS, ...more, ...exits };
    const kind = CommandKind.setCopySettings;
    const said = exchange.send({ kind, user: root, portfolio: user, settings });
    if (said.code === 0) this.settings.set(user, exits);
    return said.events;
  }

  private price(instrument: number, price: number): Said {
    return this.exchange.send({ kind: CommandKind.prices, entries: [instrument, price] });
  }

  private other(): readonly Event[] {
    const { exchange, random } = this;
    const instrument = random.pick([BTC, ETH]);
    const price = this.prices[instrument]! + random.int(-3, 3);
    const side = random.chance(0.5) ? Side.buy : Side.sell;
    const order = orderOf(futuresOf(random.pick([DAN, EVE])), side, random.int(1, 40), price);
    return exchange.send({ ...order, instrument }).events;
  }

  private traded(): readonly Event[] {
    const { exchange, random } = this;
    const instrument = random.pick([BTC, ETH]);
    if (random.chance(0.2)) return exchange.close(ANN, this.trader, random.int(0, 1)).events;
    if (random.chance(0.3)) {
      const lots = random.int(1, 20) * (random.chance(0.5) ? 1 : -1);
      const trigger = this.prices[BTC]! + random.int(-4, 4);
      const side = lots > 0 ? Side.buy : Side.sell;
      return exchange.plan(ANN, this.trader, PlanType.trigger, lots, trigger, { side }).events;
    }
    const price = random.chance(0.6) ? 0 : this.prices[instrument]! + random.int(-4, 4);
    return exchange.send({
      ...{ kind: CommandKind.placeCopyOrder, user: ANN, portfolio: this.trader, instrument, price },
      leg: PositionLeg.net,
      side: random.chance(0.5) ? Side.buy : Side.sell,
      type: price === 0 ? OrderType.market : OrderType.limit,
      ...{ timeInForce: TimeInForce.gtc, quantity: random.int(1, 20), reduceOnly: 0 },
    }).events;
  }
}

const NO_EXITS = {
  takeProfitPpm: 0,
  stopLossPpm: 0,
  portfolioProfitPpm: 0,
  portfolioLossPpm: 0,
  drawdownPpm: 0,
};

/** Carries all commands out again. @param each may give another core that goes on @returns chains over all events */
function replay(each: (core: Core, step: number) => Core): string[] {
  let core = new Core();
  return COMMANDS.map((input, i) => {
    core = each(core, i);
    core.apply(input);
    core.state.log.reset();
    return String(core.state.log.chain);
  });
}

test('INV-38 exits are carried out when they are reached, and only then; from any snapshot alike', () => {
  const storm = new Storm();
  const goesOn = (step: number): boolean => step < STEPS || storm.met.size < KINDS.length;
  for (let step = 0; step < STEPS_MAX && goesOn(step); step++) storm.step();
  expect([...storm.met.keys()].sort()).toEqual(KINDS);
  const whole = replay((core) => core);
  const random = new TestRandom(seedOf());
  const resumed = replay((core, i) =>
    i > 40 && random.chance(0.3) ? restoreCore(snapshotCore(core)) : core,
  );
  expect(resumed.findIndex((chain, i) => chain !== whole[i])).toBe(-1);
});
