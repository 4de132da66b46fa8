/** An exchange that lends a coin and cash for one spot pair, in whose book there is what somebody puts there. */
import { Core, NEWEST_RULES } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  type Command,
  type CommandInput,
  CommandKind,
  type LoanTerms,
  type LoanTier,
  NO_PAIR,
  OrderType,
  ownerOf,
  type PairTerms,
  ppmFloor,
  SelfTrade,
  type Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { BTC, LoanCoalitionAudit, PAIR, USDT } from './loan-coalition-audit.ts';
import type { TestRandom } from './random.ts';

export const LOANS_START = 1_700_000_000_000;
/** 1,000.00, in ticks of a cent; a lot is a thousandth of a coin, and worth 1. */
const PRICE = 100_000;
const UNITS = 100_000_000;
const BY = { actor: 'test', reason: 'storm' };

const whole = (coins: number): number => Math.round(coins * UNITS);
const tiersOf = (debtMax: number, [first, second]: readonly [Rates, Rates]): LoanTier[] => [
  { upTo: whole(debtMax / 10), leverageMax: first[0], maintenancePpm: first[1] },
  { upTo: whole(debtMax), leverageMax: second[0], maintenancePpm: second[1] },
];
type Rates = readonly [leverageMax: number, maintenancePpm: number];

const CROSS: readonly [Rates, Rates] = [
  [5, 80_000],
  [3, 150_000],
];
const ISOLATED: readonly [Rates, Rates] = [
  [10, 40_000],
  [5, 90_000],
];

const loanTerms = (debtMax: number, valuePpm: number): LoanTerms => ({
  tiers: tiersOf(debtMax, CROSS),
  collateral: [{ upTo: whole(1_000_000), valuePpm }],
  curve: { idlePpm: 8_760_000, kinkPpm: 8_760_000, fullPpm: 8_760_000, kinkAtPpm: 500_000 },
  lentMax: whole(10_000_000),
  levelMax: [whole(debtMax)],
  loanMin: 1,
  liquidationPpm: 10_000,
});

/** A margin account, or the spot account, of a user. */
export type TestWallet =
  | typeof AccountKind.spot
  | typeof AccountKind.crossMargin
  | typeof AccountKind.isolatedMargin;

export class ThinLoanMarket {
  readonly core = new Core();
  readonly audit: LoanCoalitionAudit;
  readonly random: TestRandom;
  readonly sent: Command[] = [];
  readonly bandPpm: number;
  readonly lotUnits = 100_000;
  time = LOANS_START;
  index = PRICE;

  /** @param fund coins of cash in the protection fund */
  constructor(random: TestRandom, bandPpm: number, fund: number) {
    this.random = random;
    this.bandPpm = bandPpm;
    this.audit = new LoanCoalitionAudit(this.core);
    this.list();
    this.give(SystemAccount.insurance, USDT, fund);
    this.give(SystemAccount.loans, USDT, 1_000_000);
    this.give(SystemAccount.loans, BTC, 1_000);
    this.say();
    this.audit.begin(this.index);
  }

  private list(): void {
    const limits = { quantityMin: this.random.pick([1, 5]), quantityMax: 1e8, notionalMin: 0 };
    const scales = { base: BTC, quote: USDT, priceScale: 2, quantityScale: 3 };
    const { bandPpm } = this;
    const more = { ...limits, ...scales, bandPpm, openOrdersMax: 500, state: 0 } as const;
    this.must({ kind: CommandKind.setRules, version: NEWEST_RULES });
    this.must({ kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 });
    this.must({ kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 8 });
    this.must({ kind: CommandKind.listInstrument, symbol: 'BTCUSDT', ...more });
    const cash = { asset: USDT, market: NO_PAIR, terms: loanTerms(100_000, 1_000_000), ...BY };
    this.must({ kind: CommandKind.setLoanTerms, ...cash });
    const coins = { asset: BTC, market: PAIR, terms: loanTerms(100, 950_000), ...BY };
    this.must({ kind: CommandKind.setLoanTerms, ...coins });
    const terms: PairTerms = {
      base: tiersOf(100, ISOLATED),
      quote: tiersOf(100_000, ISOLATED),
      liquidationPpm: 10_000,
    };
    this.must({ kind: CommandKind.setPairTerms, instrument: PAIR, terms, ...BY });
  }

  private give(account: number, asset: number, coins: number): void {
    const from = SystemAccount.external;
    const amount = BigInt(whole(coins));
    this.must({ kind: CommandKind.deposit, account, from, asset, amount, reference: '', ...BY });
  }

  /** A user with cash and coins in the spot account, which is the answer. */
  open(cash: number, coins: number, coalition: boolean, root?: number): number {
    const given = root === undefined ? {} : { root: ownerOf(root) };
    this.must({ kind: CommandKind.openUser, simulated: false, ...given });
    const user = this.core.outcome.id;
    this.audit.join(user, coalition);
    const account = accountOf(user, AccountKind.spot);
    if (cash > 0) this.give(account, USDT, cash);
    if (coins > 0) this.give(account, BTC, coins);
    return account;
  }

  /** Moves units between two accounts of a user; whether it was not refused. */
  move(account: number, from: TestWallet, to: TestWallet, asset: number, units: number): boolean {
    const user = ownerOf(account);
    const { isolatedMargin } = AccountKind;
    const pair = from === isolatedMargin || to === isolatedMargin ? { instrument: PAIR } : {};
    const ends = { from: accountOf(user, from), to: accountOf(user, to) };
    const amount = BigInt(Math.floor(units));
    if (amount <= 0n) return false;
    return this.send({ kind: CommandKind.transfer, ...ends, asset, amount, clientId: '', ...pair });
  }

  /** Takes out of a margin account as much as it may have less, by halves. */
  takeOut(account: number, from: TestWallet, asset: number): void {
    const { spot } = AccountKind;
    let units = this.has(account, from, asset);
    for (let k = 0; k < 12 && units >= 1; k++, units /= 2) {
      this.move(account, from, spot, asset, Math.min(units, this.has(account, from, asset)));
    }
  }

  /** Units that are available. */
  has(account: number, purse: TestWallet, asset: number): number {
    const { ledger } = this.core.state;
    const isolated = purse === AccountKind.isolatedMargin;
    const number = isolated ? (PAIR + 1) * 1_024 + asset : asset;
    return Number(ledger.available(ledger.slot(accountOf(ownerOf(account), purse), number)));
  }

  /** Borrows as much as an account may, up to `units`, by sixteenths less. */
  borrow(account: number, purse: TestWallet, asset: number, units: number): number {
    const instrument = purse === AccountKind.isolatedMargin ? PAIR : NO_PAIR;
    const place = { account: accountOf(ownerOf(account), purse), instrument, asset, clientId: '' };
    for (let amount = Math.floor(units); amount > UNITS / 1_000; ) {
      if (this.send({ kind: CommandKind.borrow, ...place, amount })) return amount;
      amount = Math.floor((amount * 15) / 16);
    }
    return 0;
  }

  /** A limit order of one of a user's accounts; whether it was not refused. */
  place(
    account: number,
    purse: TestWallet,
    side: Side,
    price: number,
    lots: number,
    { ioc = false, options = 0 }: { readonly ioc?: boolean; readonly options?: number } = {},
  ): boolean {
    return this.send({
      kind: CommandKind.place,
      account: accountOf(ownerOf(account), purse),
      ...{ instrument: PAIR, side, price, quantity: lots, quoteAmount: 0, clientId: '', options },
      type: OrderType.limit,
      timeInForce: ioc ? TimeInForce.ioc : TimeInForce.gtc,
      selfTrade: SelfTrade.none,
      ...{ takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 },
    });
  }

  /** The largest of sizes that fall by an eighth each that an order may have; 0 = none is taken. */
  most(
    account: number,
    purse: TestWallet,
    side: Side,
    price: number,
    lots: number,
    choice: { readonly ioc?: boolean; readonly options?: number } = {},
  ): number {
    for (let size = Math.floor(lots); size >= 1; size = Math.floor((size * 7) / 8)) {
      if (this.place(account, purse, side, price, size, choice)) return size;
    }
    return 0;
  }

  cancelAll(account: number, purse: TestWallet): void {
    const of = accountOf(ownerOf(account), purse);
    this.send({ kind: CommandKind.cancelAll, account: of, instrument: PAIR });
  }

  best(side: Side): number {
    return this.core.state.markets[PAIR]!.book.best(side);
  }

  /** The worst price of an order of a side now: the band is around the last price. */
  edge(side: Side): number {
    const last = this.core.state.markets[PAIR]!.lastPrice;
    return this.beside(last === 0 ? this.index : last, side);
  }

  /** The worst price that a liquidation may trade at. */
  liquidationEdge(side: Side): number {
    return this.beside(this.index, side);
  }

  private beside(price: number, side: Side): number {
    const width = ppmFloor(price, this.bandPpm);
    return side === 0 ? price + width : Math.max(1, price - width);
  }

  /** The price comes. @param index another than before */
  say(index = this.index): void {
    this.audit.move(index);
    this.index = index;
    this.must({ kind: CommandKind.prices, entries: [PAIR, index] });
  }

  wait(ms: number): void {
    this.time += ms;
    this.settle();
  }

  /** Ticks until nothing is due. */
  settle(): void {
    for (let k = 0; k < 100 && this.core.deadline <= this.time; k++) {
      this.send({ kind: CommandKind.tick });
    }
  }

  /** Sends a command that may be refused; whether it was not. */
  send(input: CommandInput): boolean {
    const { core } = this;
    this.apply({ ...input, seq: core.state.seq + 1, time: this.time } as Command);
    return core.outcome.code === 0;
  }

  /** Applies a command as it is. */
  apply(command: Command): void {
    const { core } = this;
    this.sent.push(command);
    core.apply(command);
    const events = core.state.log.decode();
    core.state.log.reset();
    this.audit.note(events);
  }

  private must(input: CommandInput): void {
    if (this.send(input)) return;
    const { code, limit, value } = this.core.outcome;
    throw new Error(`command ${input.kind} is refused: ${code} ${limit} ${value}`);
  }
}
