/**
 * An exchange with one contract that nobody has to make a market in, for the storms of adversaries: who is of the
 * coalition and who is not, what each of them has, and a price that somebody else says.
 */
import { Core, NEWEST_RULES } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  type Command,
  type CommandInput,
  CommandKind,
  type ContractTerms,
  EventKind,
  OrderOption,
  OrderType,
  ownerOf,
  ppmFloor,
  type RiskTier,
  SelfTrade,
  Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { CoalitionAudit } from './coalition-audit.ts';
import type { TestRandom } from './random.ts';
import { STORM_TERMS } from './storm.ts';

export const START = 1_700_000_000_000;
/** 10.000, in ticks of a thousandth: a lot is a tenth of a coin, and worth 1. */
export const PRICE = 10_000;
export const UNITS = 100_000_000;
const USDT = 0;
const CONTRACT = 0;
const NO_PRICES = {
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
};
const BY = { actor: 'test', reason: 'storm' };

type TierRow = readonly [upTo: number, leverageMax: number, maintenancePpm: number];

const tiers = (rows: readonly TierRow[]): RiskTier[] =>
  rows.map(([upTo, leverageMax, maintenancePpm]) => ({ upTo, leverageMax, maintenancePpm }));

const MAJOR = tiers([
  [50_000, 125, 4_000],
  [250_000, 50, 10_000],
  [3_000_000, 20, 25_000],
]);
const SMALL = tiers([
  [20_000, 50, 10_000],
  [100_000, 25, 20_000],
  [400_000, 10, 50_000],
  [1_000_000, 5, 100_000],
]);

/** What contracts are listed with: tiers, and how far from the mark liquidations and orders may be, ppm. */
export const KINDS = [
  { tiers: MAJOR, liquidationBandPpm: 15_000, bandPpm: 50_000 },
  { tiers: SMALL, liquidationBandPpm: 40_000, bandPpm: 100_000 },
  { tiers: MAJOR, liquidationBandPpm: 100_000, bandPpm: 100_000 },
  { tiers: SMALL, liquidationBandPpm: 100_000, bandPpm: 100_000 },
] as const;
export type ContractKind = (typeof KINDS)[number];

/** What an order of a contract says beside its price and size. */
export interface OrderChoice {
  readonly ioc?: boolean;
  readonly reduce?: boolean;
  /** Options of `OrderOption` beside reduce-only: a leg, close all, reverse. */
  readonly options?: number;
  readonly attached?: Partial<typeof NO_PRICES>;
}

/** How the index is: always the same, the same with long silences, or it jumps. */
export type IndexMode = 'flat' | 'silent' | 'jumping';

export class ThinMarket {
  readonly core = new Core();
  readonly audit: CoalitionAudit;
  readonly kind: ContractKind;
  readonly terms: ContractTerms;
  readonly random: TestRandom;
  /** What was sent, for a path that is to be made smaller. */
  readonly sent: Command[] = [];
  time = START;
  index = PRICE;

  /** @param fund coins in the protection fund */
  constructor(random: TestRandom, kind: ContractKind, fund: number) {
    this.random = random;
    this.kind = kind;
    const { tiers: of, liquidationBandPpm } = kind;
    this.terms = { ...STORM_TERMS, tiers: of, liquidationBandPpm, liquidationPpm: 1_000 };
    this.audit = new CoalitionAudit(this.core);
    this.list(fund);
  }

  private list(fund: number): void {
    const limits = { quantityMin: this.random.pick([1, 5]), quantityMax: 1e8, notionalMin: 0 };
    const scales = { base: 1, quote: USDT, priceScale: 3, quantityScale: 1 };
    const { bandPpm } = this.kind;
    const listed = { symbol: 'UNIUSDT', ...scales, ...limits, bandPpm, state: 0 } as const;
    this.must({ kind: CommandKind.setRules, version: NEWEST_RULES });
    this.must({ kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 });
    this.must({ kind: CommandKind.listAsset, code: 'UNI', name: 'Uni', scale: 8 });
    const contract = this.terms;
    this.must({ kind: CommandKind.listContract, ...listed, openOrdersMax: 500, contract });
    this.give(SystemAccount.insurance, fund);
    this.audit.begin();
    this.say();
  }

  /** An account of futures with coins in it. @param root whose sub-account its owner is */
  open(coins: number, coalition: boolean, root?: number): number {
    const given = root === undefined ? {} : { root: ownerOf(root) };
    this.must({ kind: CommandKind.openUser, simulated: false, ...given });
    const user = this.core.outcome.id;
    this.audit.join(user, coalition);
    const account = accountOf(user, AccountKind.usdtFutures);
    this.give(accountOf(user, AccountKind.spot), coins);
    this.move(account, coins * UNITS);
    return account;
  }

  private give(account: number, coins: number): void {
    const amount = BigInt(Math.round(coins * UNITS));
    const from = SystemAccount.external;
    this.must({
      kind: CommandKind.deposit,
      account,
      from,
      asset: USDT,
      amount,
      reference: '',
      ...BY,
    });
  }

  /** Moves units from spot to futures; negative = back. Whether it was not refused. */
  move(account: number, units: number): boolean {
    const spot = accountOf(ownerOf(account), AccountKind.spot);
    const amount = BigInt(Math.floor(Math.abs(units)));
    if (amount === 0n) return false;
    const [from, to] = units > 0 ? [spot, account] : [account, spot];
    return this.send({ kind: CommandKind.transfer, from, to, asset: USDT, amount, clientId: '' });
  }

  /** Takes out all that an account does not need. */
  takeOut(account: number): void {
    const risk = this.core.state.users.futuresAccount(ownerOf(account));
    if (risk !== -1) this.move(account, -this.core.trading.contracts.margin.withdrawable(risk));
  }

  /** The price comes, as it is. */
  say(): void {
    this.must({ kind: CommandKind.prices, entries: [CONTRACT, this.index] });
  }

  /** Time passes, and what is due by it is done. */
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

  get mark(): number {
    return this.core.state.markets[CONTRACT]!.contract!.mark;
  }

  get last(): number {
    return this.core.state.markets[CONTRACT]!.lastPrice;
  }

  best(side: Side): number {
    return this.core.state.markets[CONTRACT]!.book.best(side);
  }

  /** The worst price that an order of a side may have. */
  edge(side: Side): number {
    const width = ppmFloor(this.mark, this.kind.bandPpm);
    return side === Side.buy ? this.mark + width : Math.max(1, this.mark - width);
  }

  /** The worst price that a liquidation of a side may trade at. */
  liquidationEdge(side: Side): number {
    const width = ppmFloor(this.mark, this.kind.liquidationBandPpm);
    return side === Side.buy ? this.mark + width : Math.max(1, this.mark - width);
  }

  /** A price that is `ppm` of the mark away from it. */
  away(ppm: number): number {
    return Math.max(1, this.mark + Math.trunc((this.mark * ppm) / 1e6));
  }

  /** Lots of a leg, signed. @param leg 0 = net, 1 = long, 2 = short */
  lots(account: number, leg = 0): number {
    const { positions } = this.core.state;
    const at = this.position(account, leg);
    return at === -1 ? 0 : positions.lots(at);
  }

  private position(account: number, leg: number): number {
    const { positions, seats } = this.core.state;
    const seat = seats.find(account, CONTRACT);
    if (seat === -1) return -1;
    for (const at of positions.legs(seats.position(seat))) if (positions.leg(at) === leg) return at;
    return -1;
  }

  /** Coins in the wallet. */
  wallet(account: number): number {
    const { ledger } = this.core.state;
    return Number(ledger.available(ledger.slot(account, USDT))) / UNITS;
  }

  /** A limit order; whether it was not refused. */
  place(
    account: number,
    side: Side,
    price: number,
    lots: number,
    { ioc = false, reduce = false, options = 0, attached = {} }: OrderChoice = {},
  ): boolean {
    const bits = options | (reduce ? OrderOption.reduceOnly : 0);
    return this.send({
      kind: CommandKind.place,
      ...{
        account,
        instrument: CONTRACT,
        side,
        price,
        quantity: lots,
        quoteAmount: 0,
        clientId: '',
      },
      type: price === 0 ? OrderType.market : OrderType.limit,
      timeInForce: ioc || price === 0 ? TimeInForce.ioc : TimeInForce.gtc,
      selfTrade: SelfTrade.none,
      options: bits,
      ...NO_PRICES,
      ...attached,
    });
  }

  /** The largest of sizes that fall by an eighth each that an order may have; 0 = none is taken. */
  most(account: number, side: Side, price: number, lots: number, choice: OrderChoice = {}): number {
    for (let size = lots; size >= 1; size = Math.floor((size * 7) / 8)) {
      if (this.place(account, side, price, size, choice)) return size;
    }
    return 0;
  }

  cancelAll(account: number): void {
    this.send({ kind: CommandKind.cancelAll, account, instrument: CONTRACT });
  }

  leverage(account: number, leverage: number): boolean {
    const at = { account, instrument: CONTRACT, leg: 0 } as const;
    return this.send({ kind: CommandKind.setLeverage, ...at, leverage });
  }

  get leverageMax(): number {
    return this.terms.tiers[0]!.leverageMax;
  }

  /** Sends a command that may be refused; whether it was not. */
  send(input: CommandInput): boolean {
    const { core } = this;
    const command = { ...input, seq: core.state.seq + 1, time: this.time } as Command;
    this.apply(command);
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
    for (const event of events) {
      if (event.kind === EventKind.marks) this.index = event.index;
    }
  }

  private must(input: CommandInput): void {
    const taken = this.send(input);
    if (!taken)
      throw new Error(
        `command ${input.kind} is refused: ${this.core.outcome.code} ${this.core.outcome.limit} ${this.core.outcome.value}`,
      );
  }
}
