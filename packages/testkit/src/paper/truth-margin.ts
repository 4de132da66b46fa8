/** Borrowed money and coins in the books of spot, as a TruthMarket. */
import type { Core } from '@halcyon/core';
import {
  AccountKind,
  type Command,
  type CommandInput,
  CommandKind,
  LoanOption,
  OrderType,
  SystemAccount,
} from '@halcyon/domain';
import { MarginGenerator } from '../core/margin-generator.ts';
import type { TruthMarket } from './truth.ts';
import { stampAndApply } from './truth-trial.ts';

const HOUR_MS = 3_600_000;
/** Per cent that prices change by at once at most: else most live users are liquidated at once. */
const JUMP = 12;
/** So much in pools that no loan of the trader moves what is left of it. */
const PLENTY = 10n ** 15n;
const FUNDS = 10n ** 12n;
const ASSETS = [0, 1, 2] as const;
/** Its price is 1. */
const USD = 0;
const UNITS = 1_000_000;
const ETH = 1;
const ETH_SCALE = 8;
/** The pair of isolated margin that the trader has. */
const PAIR = 0;

/**
 * Live commands, as those of an exchange: hours begin with a tick, prices always name a coin. Rates follow
 * from terms alone, because a loan of the trader lets pools that count it have others.
 */
class Flow extends MarginGenerator {
  private waiting: Command | null = null;
  private hour = 0;

  override opening(): Command[] {
    return super.opening().map((command) => this.plentiful(command));
  }

  override next(): Command {
    const command = this.waiting ?? this.plentiful(super.next());
    this.waiting = null;
    const hour = Math.floor(command.time / HOUR_MS);
    if (hour !== this.hour) {
      this.hour = hour;
      this.waiting = command;
      return { kind: CommandKind.tick, seq: command.seq, time: command.time };
    }
    const says = command.kind !== CommandKind.prices || command.entries.length > 0;
    return says ? command : this.next();
  }

  private plentiful(command: Command): Command {
    if (command.kind === CommandKind.deposit && command.account === SystemAccount.loans) {
      return { ...command, amount: PLENTY };
    }
    if (command.kind !== CommandKind.setLoanTerms) return command;
    const rate = this.random.pick([20_000, 2_000_000, 9_000_000]);
    const curve = { idlePpm: rate, kinkPpm: rate, fullPpm: rate, kinkAtPpm: 700_000 };
    return { ...command, terms: { ...command.terms, curve, lentMax: Number(PLENTY) } };
  }
}

/** The trader brings little, borrows much and trades with it. */
export class MarginTruth implements TruthMarket {
  readonly flow: MarginGenerator;
  /** What the trader has brought. */
  private coins = 0;
  private readonly kind: typeof AccountKind.crossMargin | typeof AccountKind.isolatedMargin;

  constructor(seed: number, kind: MarginTruth['kind']) {
    this.flow = new Flow(seed, JUMP);
    this.kind = kind;
  }

  fundUsers(live: Core, time: number): void {
    // Nobody is to be liquidated because the trader is.
    const account = SystemAccount.insurance;
    for (const asset of ASSETS) deposit(live, account, asset, FUNDS, time);
  }

  openTrader(core: Core, time: number): number {
    const [{ id }] = stampAndApply(core, { kind: CommandKind.openUser, simulated: false }, time);
    for (const asset of ASSETS) deposit(core, id * 8, asset, FUNDS, time);
    return id * 8 + this.kind;
  }

  /** Money, or coins against which as much money is borrowed and taken away as may be, or nearly. */
  prelude({ state }: Core): readonly CommandInput[] {
    const { random } = this.flow;
    this.coins = random.int(100, 1_500);
    const money = this.coins * UNITS;
    if (random.chance(0.4)) return [this.transfer(USD, money)];
    const { index } = state.loans.coin(ETH)!;
    const part = this.pair === PAIR ? 899 : 759;
    const amount = Math.floor((money * random.int(part - 30, part)) / 1_000);
    const borrow = { kind: CommandKind.borrow, account: 0, instrument: this.pair } as const;
    return [
      this.transfer(ETH, Math.floor((this.coins * 10 ** ETH_SCALE * 100) / index)),
      { ...borrow, asset: USD, amount, clientId: '' },
      this.transfer(USD, -amount),
    ];
  }

  /** Mostly a taker that borrows as much as it may, or nearly, so that the window sees what becomes of it. */
  draw({ state }: Core): CommandInput {
    const { random } = this.flow;
    const order = this.order();
    if (random.chance(0.5)) return order;
    const instrument = this.pair === PAIR ? PAIR : random.int(0, 1);
    const { priceScale, quantityScale } = state.markets[instrument]!.instrument;
    const lot = state.loans.pricedBy(instrument)!.index / 10 ** (priceScale + quantityScale);
    const most = (this.coins * (this.pair === PAIR ? 9 : 4)) / lot;
    const quantity = Math.max(1, Math.floor((most * random.int(60, 100)) / 100));
    const taker = { type: OrderType.market, timeInForce: 0, price: 0, quoteAmount: 0 } as const;
    return { ...order, ...taker, instrument, quantity, options: LoanOption.autoLoan };
  }

  meanwhile(): CommandInput | null {
    const { random } = this.flow;
    if (!random.chance(0.1)) return null;
    const dice = random.next();
    if (dice < 0.5) return this.order();
    if (dice < 0.7) return this.loan(CommandKind.borrow);
    if (dice < 0.85) return this.loan(CommandKind.repay);
    if (dice < 0.9) {
      return { kind: CommandKind.flashRepay, account: 0, instrument: this.pair, asset: -1 };
    }
    const asset = random.pick([USD, ETH]);
    return this.transfer(asset, random.int(-500, 500) * UNITS || 1);
  }

  /** NO_PAIR with cross margin. */
  private get pair(): number {
    return this.kind === AccountKind.isolatedMargin ? PAIR : -1;
  }

  private order(): ReturnType<MarginGenerator['place']> {
    const order = this.flow.place(this.kind);
    return this.pair === PAIR ? { ...order, instrument: PAIR } : order;
  }

  private loan(kind: typeof CommandKind.borrow | typeof CommandKind.repay): CommandInput {
    const loan = this.flow.loan(kind, this.kind);
    return { ...loan, instrument: this.pair, clientId: '' } as CommandInput;
  }

  /** Between the trader's accounts. @param units < 0 = out of margin */
  private transfer(asset: number, units: number): CommandInput {
    const [from, to] = units > 0 ? [-this.kind, 0] : [0, -this.kind];
    const moved = { from, to, asset, amount: BigInt(Math.abs(units)), clientId: '' };
    return { kind: CommandKind.transfer, ...moved, instrument: this.pair };
  }
}

function deposit(core: Core, account: number, asset: number, amount: bigint, time: number): void {
  const by = { actor: 'test', reason: 'funds', reference: '' };
  stampAndApply(core, { kind: CommandKind.deposit, account, from: 0, asset, amount, ...by }, time);
}
