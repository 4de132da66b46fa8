/**
 * A liquidation storm: accounts with little margin, a price that falls by more than half in a minute,
 * market makers who quote less the more it falls. Everything is drawn from a seed.
 */
import { Core, NEWEST_RULES } from '@halcyon/core';
import {
  type CommandInput,
  CommandKind,
  type ContractTerms,
  type Event,
  EventKind,
  FUND_HOUR_COINS_MIN,
  FUND_HOUR_MS,
  LIQUIDATION_OPTION,
  OrderType,
  ppmFloor,
  Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { check } from './position-invariants.ts';
import { TestRandom } from './random.ts';

const FIRST_USER = 16;
const FUTURES = 4;
const START = 1_700_000_000_000;
/** 1,000.00, in ticks of a cent. */
const PRICE = 100_000;
const MAKERS = 20;
const PRICES = 240;
const EVERY_MS = 250;
const FALL = 0.4;
const UNITS = 100_000_000;
type LiquidationKind = typeof EventKind.liquidation;

/** The order of a step of a liquidation, 0 = none, and what was closed since. */
interface Step {
  readonly id: number;
  readonly limit: number;
  readonly sells: boolean;
  units: number;
}

const NO_STEP: Step = { id: 0, limit: 0, sells: false, units: 0 };

const NO_PRICES = {
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
};

/** Terms of the contract of storms. */
export const STORM_TERMS: ContractTerms = {
  tiers: [
    { upTo: 5_000, leverageMax: 125, maintenancePpm: 4_000 },
    { upTo: 50_000, leverageMax: 50, maintenancePpm: 10_000 },
    { upTo: 20_000_000, leverageMax: 5, maintenancePpm: 100_000 },
  ],
  makerPpm: 200,
  takerPpm: 600,
  liquidationPpm: 2_000,
  liquidationBandPpm: 20_000,
  openInterestMax: Number.MAX_SAFE_INTEGER,
  fundingIntervalMs: 3_600_000,
  interestRate: 10_000,
  premiumClamp: 50_000,
  fundingCap: 2_000_000,
};

/** What happened in a storm. */
export interface StormReport {
  readonly liquidations: number;
  readonly deleveraged: number;
  /** Settle units that are left in the protection fund. */
  readonly fund: bigint;
}

/** One storm, command by command. */
export class Storm {
  readonly core = new Core();
  private readonly random: TestRandom;
  private readonly accounts: number;
  private time = START;
  private index = PRICE;
  private liquidations = 0;
  private deleveraged = 0;
  /** What the fund paid, by hour, and the most that it ever had. */
  private readonly paid = new Map<number, bigint>();
  private most = 0n;

  /** @param fund units in the protection fund */
  constructor(seed: number, accounts: number, fund: bigint) {
    this.random = new TestRandom(seed);
    this.accounts = accounts;
    this.open(fund);
  }

  /** The fall. @param look is called after every price */
  run(look: (core: Core) => void): StormReport {
    for (let k = 1; k <= PRICES; k++) {
      this.time += EVERY_MS;
      const straight = PRICE * FALL ** (k / PRICES);
      // It falls in leaps, and comes back by a part of them.
      this.index = Math.round(straight * (1 + this.random.int(-25, 15) / 1_000));
      this.send({ kind: CommandKind.prices, entries: [0, this.index] });
      if (k % 4 === 0) this.quote(300, [50, 500, 5_000, 50_000, 200_000]);
      if (this.random.chance(0.3)) this.buyers();
      look(this.core);
    }
    const left = (): boolean => this.core.deadline <= this.time;
    while (left()) this.send({ kind: CommandKind.tick });
    look(this.core);
    const { liquidations, deleveraged, fund } = this;
    return { liquidations, deleveraged, fund };
  }

  private open(fund: bigint): void {
    const limits = { quantityMin: 1, quantityMax: 1e9, notionalMin: 0, bandPpm: 100_000 };
    const scales = { base: 1, quote: 0, priceScale: 2, quantityScale: 3 };
    const inputs: CommandInput[] = [
      { kind: CommandKind.setRules, version: NEWEST_RULES },
      { kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 },
      { kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 8 },
      {
        kind: CommandKind.listContract,
        ...{ symbol: 'BTCUSDT', ...scales, ...limits },
        ...{ state: 0, openOrdersMax: 1_000, contract: STORM_TERMS },
      },
      this.deposit(5, fund),
      { kind: CommandKind.prices, entries: [0, PRICE] },
    ];
    for (const input of inputs) {
      this.send(input);
      check(this.core.outcome.code === 0, 'A6', 'the exchange of a storm does not open');
    }
    for (let i = 0; i < MAKERS + this.accounts; i++) {
      this.send({ kind: CommandKind.openUser, simulated: false });
      const account = (FIRST_USER + i) * 8;
      const coins = i < MAKERS ? 80_000_000 : this.random.int(20, 80);
      const amount = BigInt(coins) * BigInt(UNITS);
      this.send(this.deposit(account, amount));
      const to = account + FUTURES;
      this.send({
        kind: CommandKind.transfer,
        ...{ from: account, to, asset: 0, amount, clientId: '' },
      });
    }
    for (let i = 0; i < MAKERS; i++) {
      const account = this.account(i);
      this.send({ kind: CommandKind.setLeverage, account, instrument: 0, leg: 0, leverage: 5 });
    }
    for (let i = MAKERS; i < MAKERS + this.accounts; i++) this.enter(i);
  }

  private deposit(account: number, amount: bigint): CommandInput {
    const by = { actor: 'test', reason: 'storm', reference: '' };
    return { kind: CommandKind.deposit, account, from: 0, asset: 0, amount, ...by };
  }

  /** Opens about all that the account can at 50 to 125 times: most are long, some isolated or in hedge mode. */
  private enter(i: number): void {
    const { random } = this;
    const account = this.account(i);
    const leverage = random.int(50, 125);
    const long = random.chance(0.85);
    const hedge = random.chance(0.05);
    const leg = (long ? 2 : 4) * (hedge ? 1 : 0);
    if (hedge) this.send({ kind: CommandKind.setPositionMode, account, mode: 1 });
    if (random.chance(0.3)) {
      this.send({ kind: CommandKind.setMarginMode, account, instrument: 0, mode: 1 });
    }
    this.send({ kind: CommandKind.setLeverage, account, instrument: 0, leg: 0, leverage });
    const { ledger } = this.core.state;
    const wallet = Number(ledger.available(ledger.slot(account, 0))) / UNITS;
    // A lot is a thousandth at 1,000.00: it costs 1. Beyond the first tier 50 times is the most.
    const most = leverage > 50 ? 4_900 : 49_000;
    const lots = Math.min(most, Math.floor(wallet * leverage * 0.85));
    if (i % 50 === 0) this.quote(3, [200_000]);
    this.place(account, long ? Side.buy : Side.sell, 0, lots, leg);
  }

  private account(i: number): number {
    return (FIRST_USER + i) * 8 + FUTURES;
  }

  /** Makers quote anew around the index. @param most hundredths of a per cent away @param depths lots, one is drawn */
  private quote(most: number, depths: readonly number[]): void {
    for (let i = 0; i < MAKERS; i++) {
      const account = this.account(i);
      this.send({ kind: CommandKind.cancelAll, account, instrument: 0 });
      const depth = this.random.pick(depths);
      for (const side of [Side.buy, Side.sell]) {
        const away = this.random.int(1, most) * (side === Side.buy ? -1 : 1);
        const price = Math.max(1, Math.round(this.index * (1 + away / 10_000)));
        this.place(account, side, price, depth, 0);
      }
    }
  }

  /** People who buy the dip with what they have left. */
  private buyers(): void {
    for (let k = 0; k < 20; k++) {
      const account = this.account(MAKERS + this.random.int(0, this.accounts - 1));
      this.place(account, Side.buy, this.index, this.random.int(1, 500), 0);
    }
  }

  private place(
    account: number,
    side: Side,
    price: number,
    quantity: number,
    options: number,
  ): void {
    const market = price === 0;
    this.send({
      kind: CommandKind.place,
      ...{ account, instrument: 0, side, price, quantity, quoteAmount: 0, clientId: '', options },
      type: market ? OrderType.market : OrderType.limit,
      timeInForce: market ? TimeInForce.ioc : TimeInForce.gtc,
      selfTrade: 3,
      ...NO_PRICES,
    });
  }

  private send(input: CommandInput): void {
    const { core, time } = this;
    core.apply({ ...input, seq: core.state.seq + 1, time } as Parameters<Core['apply']>[0]);
    const events = core.state.log.decode();
    core.state.log.reset();
    this.checkSteps(events);
  }

  /** INV-11, INV-12: what each step of a liquidation may do at most. */
  private checkSteps(events: readonly Event[]): void {
    let order: Step = { ...NO_STEP };
    for (const event of events) {
      if (event.kind === EventKind.orderOpened && (event.options & LIQUIDATION_OPTION) !== 0) {
        order = { id: event.order, limit: event.price, sells: event.side === Side.sell, units: 0 };
      } else if (event.kind === EventKind.posting && event.account === SystemAccount.insurance) {
        // Between two steps of one command it may have had more than before and after.
        this.noteFund(event.available);
      } else if (event.kind === EventKind.contractTrade) {
        order.units += event.quote;
        if (event.takerOrder === 0 || event.takerOrder !== order.id) continue;
        const within = order.sells ? event.price >= order.limit : event.price <= order.limit;
        check(within, 'INV-11', 'a liquidation trades beyond its limit');
      } else if (event.kind === EventKind.liquidation) {
        this.checkStep(event, order);
        order = { ...NO_STEP };
      }
    }
  }

  /** Of the hour, and of what the fund ever had. */
  private checkFund(time: number, paid: number): void {
    const hour = Math.floor(time / FUND_HOUR_MS);
    this.paid.set(hour, (this.paid.get(hour) ?? 0n) + BigInt(paid));
    this.noteFund(this.fund);
    const floor = BigInt(FUND_HOUR_COINS_MIN) * 100_000_000n;
    const share = this.most / 20n;
    const limit = share > floor ? share : floor;
    check(this.paid.get(hour)! <= limit, 'INV-12', 'the fund pays more than it may in an hour');
  }

  private noteFund(units: bigint): void {
    if (units > this.most) this.most = units;
  }

  private get fund(): bigint {
    const { ledger } = this.core.state;
    return ledger.available(ledger.slot(SystemAccount.insurance, 0));
  }

  private checkStep(event: Extract<Event, { kind: LiquidationKind }>, order: Step): void {
    const { excess, mark, limit, fee, paidByFund } = event;
    this.liquidations += 1;
    this.deleveraged += event.deleveraged;
    this.checkFund(event.time, paidByFund);
    check(excess < 0, 'INV-11', `an account with ${excess} to spare is liquidated`);
    if (limit === 0) return;
    const width = ppmFloor(mark, STORM_TERMS.liquidationBandPpm);
    check(Math.abs(limit - mark) <= width, 'INV-11', 'a limit is beyond the band');
    check(
      order.id === 0 || event.closed > 0,
      'INV-11',
      'a liquidation has an order that trades nothing',
    );
    const most = (order.units * STORM_TERMS.liquidationPpm) / 1e6;
    check(fee <= most, 'INV-11', `a fee of ${fee} for at most ${most}`);
  }
}
