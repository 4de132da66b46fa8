/**
 * A storm over owners of both products, with cross margin and in a pair's pocket: half have borrowed cash
 * against coins and are long a contract with it, half have borrowed coins against cash, sold them, and are
 * short the contract. The price nearly doubles, then falls to less than two fifths of where it began, by a quarter at once
 * on the way, over clock hours and fundings. Everything is drawn from a seed.
 */
import { Core, NEWEST_RULES } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  type CommandInput,
  CommandKind,
  type Event,
  EventKind,
  INTEREST_HOUR_MS,
  isMargin,
  LoanCause,
  type LoanEvent,
  type LoanTerms,
  type LoanTier,
  type MarginLiquidationEvent,
  NO_PAIR,
  OrderType,
  ownerOf,
  pocketOf,
  Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { LoanAudit } from './loan-audit.ts';
import { check } from './position-invariants.ts';
import { TestRandom } from './random.ts';
import { STORM_TERMS } from './storm.ts';

const FIRST_USER = 16;
const MAKERS = 10;
const START = 1_700_000_000_000;
/** 1,000.00, in ticks of a cent. */
const PRICE = 100_000;
/** The highest price and the last one, in parts of the first, and prices on the way. */
const [RISE, FALL] = [1.8, 0.4];
const [RISES, FALLS] = [40, 100];
/** Prices after which it falls by a quarter at once: accounts that owed less than they had owe more. */
const GAP = RISES + 42;
/** Less than prices may be old; the storm takes nearly two hours. */
const EVERY_MS = 45_000;
const UNITS = 100_000_000;
const [USDT, BTC] = [0, 1];
const [SPOT, CONTRACT] = [0, 1];
/** Lots that makers quote, by market: in that of the coin too few for all that is to be sold. */
const DEPTHS = [
  [20, 1_000, 10_000],
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

const pairTiers = (debtMax: number): LoanTier[] => [
  { upTo: whole(debtMax / 10), leverageMax: 10, maintenancePpm: 40_000 },
  { upTo: whole(debtMax), leverageMax: 5, maintenancePpm: 90_000 },
];

/** What happened in a storm. */
export interface MarginStormReport {
  readonly calls: number;
  readonly liquidations: number;
  /** Steps of liquidations of contracts. */
  readonly steps: number;
  /** Margin units that were owed and not paid: the fund's part, and that of the pools. */
  readonly missing: number;
  readonly lost: number;
  /** Most that the fund paid in a clock hour. */
  readonly paidInHour: number;
  /** Debts for which the pool took coins. */
  readonly takenOver: number;
  /** Steps of pairs' pockets; repayments of coins that were sold short; debts that pools wrote off. */
  readonly pockets: number;
  readonly shorts: number;
  readonly writtenOff: number;
}

/** One storm, command by command. */
export class MarginStorm {
  readonly core = new Core();
  private readonly random: TestRandom;
  private time = START;
  private index = PRICE;
  private readonly audit = new LoanAudit();
  /** What the fund paid in an hour. */
  private paid = { hour: 0, sum: 0 };
  private readonly told = {
    ...{ calls: 0, liquidations: 0, steps: 0, missing: 0, lost: 0 },
    ...{ pockets: 0, shorts: 0, writtenOff: 0, paidInHour: 0, takenOver: 0 },
  };

  /** @param fund coins in the protection fund */
  constructor(seed: number, owners: number, fund: number) {
    this.random = new TestRandom(seed);
    this.list();
    this.give(SystemAccount.insurance, USDT, fund);
    this.give(SystemAccount.loans, USDT, owners * 4_000);
    this.give(SystemAccount.loans, BTC, owners * 4);
    this.prices();
    for (let i = 0; i < MAKERS; i++) this.makeRich(i);
    this.quote();
    for (let i = MAKERS; i < MAKERS + owners; i++) this.enter(i);
  }

  /** The rise and the fall. @param look is called after every price */
  run(look: (core: Core) => void): MarginStormReport {
    for (let k = 1; k <= RISES + FALLS; k++) {
      this.time += EVERY_MS;
      const [up, down] = [Math.min(1, k / RISES), Math.max(0, (k - RISES) / FALLS)];
      const straight = PRICE * RISE ** up * (FALL / RISE) ** down;
      const gap = k > GAP ? 0.75 : 1;
      this.index = Math.round(straight * gap * (1 + this.random.int(-25, 15) / 1_000));
      this.prices();
      this.settle();
      if (k % 4 === 0) this.quote();
      look(this.core);
      this.audit.check(this.core.state);
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
      { kind: CommandKind.setRules, version: NEWEST_RULES },
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
      {
        kind: CommandKind.setPairTerms,
        instrument: SPOT,
        terms: { base: pairTiers(100), quote: pairTiers(100_000), liquidationPpm: 10_000 },
        ...by,
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

  /** Between two accounts of an owner; an isolated one has its money in the pocket of the pair. */
  private move(i: number, from: AccountKind, to: AccountKind, asset: number, units: number): void {
    const user = FIRST_USER + i;
    const sides = { from: accountOf(user, from), to: accountOf(user, to) };
    const { isolatedMargin } = AccountKind;
    const pair = from === isolatedMargin || to === isolatedMargin ? { instrument: SPOT } : {};
    const moved = { asset, amount: BigInt(units), clientId: '', ...pair };
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

  /** Borrows about half to nearly all that is allowed, and is long or short with it. */
  private enter(i: number): void {
    this.must({ kind: CommandKind.openUser, simulated: false });
    const { crossMargin, isolatedMargin } = AccountKind;
    const kind = i % 4 < 2 ? crossMargin : isolatedMargin;
    if (i % 2 === 0) this.goLong(i, kind);
    else this.goShort(i, kind);
    if (i % 10 === 0) this.quote();
  }

  /** Cash borrowed against coins is the margin of a long position. */
  private goLong(i: number, kind: AccountKind): void {
    const { random } = this;
    const { spot, crossMargin, usdtFutures } = AccountKind;
    const coins = random.int(1, 4);
    this.give(accountOf(FIRST_USER + i, spot), BTC, coins);
    this.move(i, spot, kind, BTC, whole(coins));
    const parts = kind === crossMargin ? random.int(350, 680) : random.int(500, 850);
    const cash = coins * parts;
    this.borrow(i, kind, USDT, whole(cash));
    this.move(i, kind, spot, USDT, whole(cash));
    this.move(i, spot, usdtFutures, USDT, whole(cash));
    this.takePosition(i, Side.buy, cash);
  }

  /** Coins borrowed against cash are sold as far as there are bids; more cash is the margin of a short position. */
  private goShort(i: number, kind: AccountKind): void {
    const { random } = this;
    const { spot, crossMargin, usdtFutures } = AccountKind;
    const account = accountOf(FIRST_USER + i, spot);
    const coins = random.int(1, 4);
    this.give(account, USDT, coins * 1_500);
    this.move(i, spot, kind, USDT, whole(coins * 1_000));
    const milli = coins * (kind === crossMargin ? random.int(450, 750) : random.int(500, 850));
    const units = milli * (UNITS / 1_000);
    this.borrow(i, kind, BTC, units);
    this.move(i, kind, spot, BTC, units);
    this.place(account, SPOT, Side.sell, 0, milli);
    this.move(i, spot, usdtFutures, USDT, whole(coins * 500));
    this.takePosition(i, Side.sell, coins * 500);
  }

  private borrow(i: number, kind: AccountKind, asset: number, amount: number): void {
    const instrument = kind === AccountKind.isolatedMargin ? SPOT : NO_PAIR;
    const loan = { account: accountOf(FIRST_USER + i, kind), instrument, asset, amount };
    this.must({ kind: CommandKind.borrow, ...loan, clientId: '' });
  }

  /** A position of most of what leverage allows. @param cash whole coins in the futures wallet */
  private takePosition(i: number, side: Side, cash: number): void {
    const wallet = accountOf(FIRST_USER + i, AccountKind.usdtFutures);
    const leverage = this.random.int(3, 20);
    this.setLeverage(wallet, leverage);
    this.place(wallet, CONTRACT, side, 0, Math.min(Math.floor(cash * leverage * 0.8), 40_000));
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
    const { core, time } = this;
    core.apply({ ...input, seq: core.state.seq + 1, time } as Parameters<Core['apply']>[0]);
    const events = core.state.log.decode();
    core.state.log.reset();
    this.audit.note(events);
    for (const event of events) this.note(event);
  }

  private note(event: Event): void {
    const { told } = this;
    if (event.kind === EventKind.marginCall) told.calls += 1;
    else if (event.kind === EventKind.liquidation) told.steps += 1;
    else if (event.kind === EventKind.loan) this.noteLoan(event);
    else if (event.kind === EventKind.marginLiquidation) this.noteLiquidation(event);
  }

  private noteLoan({ cause, asset }: LoanEvent): void {
    if (cause === LoanCause.writtenOff) this.told.writtenOff += 1;
    if (cause === LoanCause.takenOver) this.told.takenOver += 1;
    if (cause === LoanCause.liquidated && asset === BTC) this.told.shorts += 1;
  }

  /** A step of a liquidation: nobody is left with less than nothing, but by what the fund or a pool gave. */
  private noteLiquidation(event: MarginLiquidationEvent): void {
    const { told } = this;
    const { account, instrument, paidByFund, lostByPools, fee, ended } = event;
    const hour = Math.floor(event.time / INTEREST_HOUR_MS);
    this.paid = { hour, sum: (this.paid.hour === hour ? this.paid.sum : 0) + paidByFund };
    told.paidInHour = Math.max(told.paidInHour, this.paid.sum);
    told.liquidations += 1;
    told.missing += paidByFund + lostByPools;
    told.lost += lostByPools;
    if (instrument !== NO_PAIR) told.pockets += 1;
    check(
      lostByPools === 0 || paidByFund >= fee,
      'INV-11',
      'a pool loses what the fund took as fee',
    );
    check(paidByFund >= 0 && lostByPools >= 0, 'INV-11', 'the fund pays less than nothing');
    const { accounts } = this.core.loans;
    const [user, pocket] = [ownerOf(account), pocketOf(account, instrument)];
    const { equity } = accounts.sums(user, pocket);
    check(isMargin(account), 'INV-11', `account ${account} is liquidated and does not borrow`);
    check(!ended || equity >= 0, 'INV-25', `account ${account} is left with less than nothing`);
    const given = paidByFund + lostByPools > 0;
    check(!given || !accounts.owes(user, pocket), 'INV-12', `account ${account} still owes`);
  }
}
