/**
 * A storm over owners of both products: each has borrowed against coins, and is long a contract with what he
 * borrowed. The price falls by more than half, over clock hours and fundings. Everything is drawn from a seed.
 */
import { Core } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  type CommandInput,
  CommandKind,
  EventKind,
  type LoanTerms,
  NO_PAIR,
  OrderType,
  Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { check } from './position-invariants.ts';
import { Random } from './random.ts';
import { STORM_TERMS } from './storm.ts';

const FIRST_USER = 16;
const MAKERS = 10;
const START = 1_700_000_000_000;
/** 1,000.00, in ticks of a cent. */
const PRICE = 100_000;
const FALL = 0.4;
const PRICES = 160;
/** Less than prices may be old; the storm takes two hours. */
const EVERY_MS = 45_000;
const UNITS = 100_000_000;
const [USDT, BTC] = [0, 1];
const [SPOT, CONTRACT] = [0, 1];
/** Lots that makers quote, by market: in that of the coin too few for all that is to be sold. */
const DEPTHS = [
  [20, 200, 2_000],
  [50, 2_000, 50_000, 100_000],
];

const whole = (coins: number): number => coins * UNITS;
const loanTerms = (debtMax: number, valuePpm: number): LoanTerms => ({
  tiers: [
    { upTo: whole(debtMax / 10), leverageMax: 5, maintenancePpm: 80_000 },
    { upTo: whole(debtMax), leverageMax: 3, maintenancePpm: 150_000 },
  ],
  collateral: [{ upTo: whole(1_000_000), valuePpm }],
  curve: { idlePpm: 20_000, kinkPpm: 300_000, fullPpm: 5_000_000, kinkAtPpm: 700_000 },
  lentMax: whole(10_000_000),
  levelMax: [whole(debtMax)],
  loanMin: 1,
  liquidationPpm: 10_000,
});

/** What happened in a storm. */
export interface MarginStormTold {
  readonly calls: number;
  readonly liquidations: number;
  /** Steps of liquidations of contracts. */
  readonly steps: number;
  /** Margin units that were owed and not paid: the fund's part, and that of the pools. */
  readonly missing: number;
}

/** One storm, command by command. */
export class MarginStorm {
  readonly core = new Core();
  private readonly random: Random;
  private time = START;
  private index = PRICE;
  private readonly told = { calls: 0, liquidations: 0, steps: 0, missing: 0 };

  /** @param fund coins in the protection fund */
  constructor(seed: number, owners: number, fund: number) {
    this.random = new Random(seed);
    this.list();
    this.give(SystemAccount.insurance, USDT, fund);
    this.give(SystemAccount.loans, USDT, owners * 4_000);
    this.prices();
    for (let i = 0; i < MAKERS; i++) this.makeRich(i);
    this.quote();
    for (let i = MAKERS; i < MAKERS + owners; i++) this.enter(i);
  }

  /** The fall. @param look is called after every price */
  run(look: (core: Core) => void): MarginStormTold {
    for (let k = 1; k <= PRICES; k++) {
      this.time += EVERY_MS;
      const straight = PRICE * FALL ** (k / PRICES);
      this.index = Math.round(straight * (1 + this.random.int(-25, 15) / 1_000));
      this.prices();
      this.settle();
      if (k % 4 === 0) this.quote();
      look(this.core);
    }
    return this.told;
  }

  /** Ticks while anything is due at once. */
  private settle(): void {
    while (this.core.deadline <= this.time) this.send({ kind: CommandKind.tick });
  }

  private list(): void {
    const limits = { quantityMin: 1, quantityMax: 1e9, notionalMin: 0, bandPpm: 100_000 };
    const scales = { base: BTC, quote: USDT, priceScale: 2, quantityScale: 3 };
    const more = { ...limits, ...scales, openOrdersMax: 1_000, state: 0 } as const;
    const by = { actor: 'test', reason: 'storm' };
    const inputs: CommandInput[] = [
      { kind: CommandKind.setRules, version: 6 },
      { kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 },
      { kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 8 },
      { kind: CommandKind.listInstrument, symbol: 'BTCUSDT', ...more },
      { kind: CommandKind.listContract, symbol: 'BTCUSDT', ...more, contract: STORM_TERMS },
      {
        kind: CommandKind.setLoanTerms,
        ...{ asset: USDT, market: NO_PAIR, terms: loanTerms(100_000, 1_000_000), ...by },
      },
      {
        kind: CommandKind.setLoanTerms,
        ...{ asset: BTC, market: SPOT, terms: loanTerms(100, 950_000), ...by },
      },
    ];
    for (const input of inputs) this.must(input);
  }

  private prices(): void {
    const { index } = this;
    this.must({ kind: CommandKind.prices, entries: [SPOT, index, CONTRACT, index] });
  }

  private give(account: number, asset: number, coins: number): void {
    const by = { actor: 'test', reason: 'storm', reference: '', from: 0 };
    const amount = BigInt(coins) * BigInt(UNITS);
    this.must({ kind: CommandKind.deposit, account, asset, amount, ...by });
  }

  private move(i: number, from: AccountKind, to: AccountKind, asset: number, units: number): void {
    const user = FIRST_USER + i;
    const sides = { from: accountOf(user, from), to: accountOf(user, to) };
    const moved = { asset, amount: BigInt(units), clientId: '' };
    this.must({ kind: CommandKind.transfer, ...sides, ...moved });
  }

  private makeRich(i: number): void {
    const { spot, usdtFutures } = AccountKind;
    this.must({ kind: CommandKind.openUser, simulated: false });
    const account = accountOf(FIRST_USER + i, spot);
    this.give(account, USDT, 50_000_000);
    this.give(account, BTC, 10_000);
    this.move(i, spot, usdtFutures, USDT, whole(20_000_000));
    this.setLeverage(accountOf(FIRST_USER + i, usdtFutures), 5);
  }

  private setLeverage(account: number, leverage: number): void {
    const at = { account, instrument: CONTRACT, leg: 0 } as const;
    this.must({ kind: CommandKind.setLeverage, ...at, leverage });
  }

  /** Borrows about half to nearly all that his coins allow, and is long with it. */
  private enter(i: number): void {
    const { random } = this;
    const { spot, crossMargin, usdtFutures } = AccountKind;
    const user = FIRST_USER + i;
    this.must({ kind: CommandKind.openUser, simulated: false });
    const coins = random.int(1, 4);
    this.give(accountOf(user, spot), BTC, coins);
    this.move(i, spot, crossMargin, BTC, whole(coins));
    const account = accountOf(user, crossMargin);
    const amount = whole(coins * random.int(350, 680));
    const loan = { account, instrument: NO_PAIR, asset: USDT, amount, clientId: '' };
    this.must({ kind: CommandKind.borrow, ...loan });
    this.move(i, crossMargin, usdtFutures, USDT, amount);
    const wallet = accountOf(user, usdtFutures);
    const leverage = random.int(3, 20);
    this.setLeverage(wallet, leverage);
    const lots = Math.floor((amount / UNITS) * leverage * 0.8);
    this.place(wallet, CONTRACT, Side.buy, 0, Math.min(lots, 40_000));
    if (i % 10 === 0) this.quote();
  }

  /** Makers quote anew around the index, in both markets. */
  private quote(): void {
    for (let i = 0; i < MAKERS; i++) {
      for (const instrument of [SPOT, CONTRACT]) {
        const kind = instrument === SPOT ? AccountKind.spot : AccountKind.usdtFutures;
        const account = accountOf(FIRST_USER + i, kind);
        this.send({ kind: CommandKind.cancelAll, account, instrument });
        const depth = this.random.pick(DEPTHS[instrument]!);
        for (const side of [Side.buy, Side.sell]) {
          const away = this.random.int(1, 200) * (side === Side.buy ? -1 : 1);
          const price = Math.max(1, Math.round(this.index * (1 + away / 10_000)));
          this.place(account, instrument, side, price, depth);
        }
      }
    }
  }

  private place(
    account: number,
    instrument: number,
    side: Side,
    price: number,
    quantity: number,
  ): void {
    const market = price === 0;
    this.send({
      kind: CommandKind.place,
      ...{ account, instrument, side, price, quantity, quoteAmount: 0, clientId: '' },
      type: market ? OrderType.market : OrderType.limit,
      timeInForce: market ? TimeInForce.ioc : TimeInForce.gtc,
      selfTrade: 3,
      ...{ takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 },
    });
  }

  private must(input: CommandInput): void {
    this.send(input);
    const { code } = this.core.outcome;
    check(code === 0, 'A6', `command ${input.kind} of a storm is refused: ${code}`);
  }

  private send(input: CommandInput): void {
    const { core, time, told } = this;
    core.apply({ ...input, seq: core.state.seq + 1, time } as Parameters<Core['apply']>[0]);
    const events = core.state.log.decode();
    core.state.log.reset();
    for (const event of events) {
      if (event.kind === EventKind.marginCall) told.calls += 1;
      if (event.kind === EventKind.liquidation) told.steps += 1;
      if (event.kind !== EventKind.marginLiquidation) continue;
      told.liquidations += 1;
      told.missing += event.paidByFund + event.lostByPools;
      const { paidByFund, lostByPools, fee } = event;
      check(fee === 0 || lostByPools === 0, 'INV-11', 'a fee is taken of what a pool loses');
      check(paidByFund >= 0 && lostByPools >= 0, 'INV-11', 'the fund pays less than nothing');
    }
  }
}
