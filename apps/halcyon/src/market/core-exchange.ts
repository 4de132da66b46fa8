/** An exchange core in this process behind the participants' port, for runs faster than time. */
import {
  Core,
  NEWEST_RULES,
  ORDER_LANES,
  ORDER_WORDS,
  OrderFlag,
  OrderLane,
  OrderWord,
} from '@halcyon/core';
import {
  AccountKind,
  type AmendCommand,
  accountOf,
  type CancelCommand,
  type Command,
  CommandKind,
  type ContractTradeEvent,
  EventKind,
  type FundingSetEvent,
  InstrumentState,
  type LevelEvent,
  type LiquidationEvent,
  OrderOption,
  OrderType,
  type PlaceCommand,
  Reject,
  SelfTrade,
  Side,
  SystemAccount,
  TimeInForce,
  type TradeEvent,
  TradeOrigin,
} from '@halcyon/domain';
import {
  contractFunds,
  type OrderReport,
  PARTICIPANTS,
  type Participant,
  type PlaceLimit,
  type PortCommand,
  participantFunds,
  type RestingReport,
  SEED_ASSETS,
  type SeedContract,
  type SeedInstrument,
  type TopOfBook,
} from '@halcyon/simulator';
import { contractListing } from '../exchange/first-commands.ts';
import { firstSettings, settingCommands, wantedSettings } from './contract-settings.ts';

/** What a run wants to see of the market. */
export interface CoreObserver {
  /** A trade in the book. */
  onTrade(symbol: string, trade: TradeEvent | ContractTradeEvent): void;
  onLevel(symbol: string, level: LevelEvent): void;
  onFunding?(symbol: string, funding: FundingSetEvent): void;
  onLiquidation?(symbol: string, liquidation: LiquidationEvent): void;
}

interface Known {
  readonly participant: Participant;
  readonly symbol: string;
  readonly clientId: string;
}

type Unstamped = Command extends infer One
  ? One extends Command
    ? Omit<One, 'seq' | 'time'>
    : never
  : never;

const UNKNOWN: ReadonlySet<number> = new Set([Reject.orderNotFound, Reject.orderNotOwned]);

/**
 * Lists the instruments, or contracts, opens and funds the participants, and carries out their
 * commands.
 */
export class CoreExchange {
  readonly core = new Core();
  readonly #observer: CoreObserver;
  readonly #instruments = new Map<string, number>();
  readonly #symbols: string[] = [];
  readonly #accounts = new Map<Participant, number>();
  readonly #orders = new Map<number, Known>();
  #timeMs: number;
  commands = 0;
  commits = 0;
  /** Refusals by reject code. */
  readonly refused = new Map<number, number>();

  constructor(
    instruments: readonly SeedInstrument[],
    startMs: number,
    observer: CoreObserver,
    contracts: readonly SeedContract[] = [],
  ) {
    this.#observer = observer;
    this.#timeMs = startMs;
    this.#do({ kind: CommandKind.setRules, version: NEWEST_RULES });
    for (const { asset, name, scale } of SEED_ASSETS) {
      this.#do({ kind: CommandKind.listAsset, code: asset, name, scale });
    }
    for (const instrument of instruments) this.#list(instrument);
    for (const contract of contracts) this.#listContract(contract);
    const kind = contracts.length === 0 ? AccountKind.spot : AccountKind.usdtFutures;
    for (const participant of PARTICIPANTS) {
      const account = accountOf(this.#do({ kind: CommandKind.openUser, simulated: true }), kind);
      this.#accounts.set(participant, account);
      const funds = contracts.length === 0 ? participantFunds() : contractFunds(participant);
      for (const { asset, amount } of funds) this.#fund(account, asset, amount);
      for (const [id, contract] of contracts.entries()) {
        const [known, wanted] = [firstSettings(contract), wantedSettings(participant, contract)];
        for (const command of settingCommands(account, id, known, wanted)) this.#do(command);
      }
    }
    if (contracts.length > 0) this.#fund(SystemAccount.insurance, 'USDT', '10000000');
    this.core.state.log.reset();
  }

  /** Lots of a participant's position; below zero = short. */
  position(participant: Participant, symbol: string): number {
    const { seats, positions } = this.core.state;
    const seat = seats.find(this.#accounts.get(participant)!, this.#instruments.get(symbol)!);
    const position = seat < 0 ? -1 : seats.position(seat);
    return position < 0 ? 0 : positions.lots(position);
  }

  /** Tells index prices in ticks by symbol; gives what happened to named orders by liquidations. */
  prices(index: ReadonlyMap<string, number>, timeMs: number): OrderReport[] {
    const entries = [...index].flatMap(([symbol, ticks]) => [
      this.#instruments.get(symbol)!,
      ticks,
    ]);
    this.#timeMs = Math.max(this.#timeMs, Math.floor(timeMs));
    const reports: OrderReport[] = [];
    this.#do({ kind: CommandKind.prices, entries });
    this.#observe(reports);
    while (this.core.deadline <= this.#timeMs) {
      this.#do({ kind: CommandKind.tick });
      this.#observe(reports);
    }
    return reports;
  }

  top(symbol: string): TopOfBook {
    const market = this.core.state.markets[this.#instruments.get(symbol)!]!;
    const { book } = market;
    const bidPrice = book.best(Side.buy);
    const askPrice = book.best(Side.sell);
    return {
      bidPrice,
      bidQuantity: bidPrice === 0 ? 0 : book.reach(Side.sell, bidPrice, 1e15, 1).lots,
      askPrice,
      askQuantity: askPrice === 0 ? 0 : book.reach(Side.buy, askPrice, 1e15, 1).lots,
    };
  }

  /** Orders of the participants that rest now. */
  openOrders(): RestingReport[] {
    const { state } = this.core;
    return [...this.#orders].map(([id, known]) => {
      const slot = state.orders.find(id);
      const lane = (at: number): number => state.orders.f64[slot * ORDER_LANES + at]!;
      const quantity = lane(OrderLane.quantity);
      const sell =
        (state.orders.i32[slot * ORDER_WORDS + OrderWord.flags]! & OrderFlag.side) === Side.sell;
      return {
        ...known,
        side: sell ? 'sell' : 'buy',
        price: lane(OrderLane.price),
        quantity,
        filled: quantity - lane(OrderLane.remaining),
      };
    });
  }

  /** Last prices in ticks by symbol. */
  lastPrices(): Map<string, number> {
    const { markets } = this.core.state;
    return new Map(this.#symbols.map((symbol, id) => [symbol, markets[id]!.lastPrice]));
  }

  /** Carries out one tick's commands at `timeMs`; gives what happened to named orders. */
  submit(commands: readonly PortCommand[], timeMs: number): OrderReport[] {
    const reports: OrderReport[] = [];
    if (commands.length === 0) return reports;
    this.commits += 1;
    this.#timeMs = Math.max(this.#timeMs, Math.floor(timeMs));
    for (const command of commands) this.#carryOut(command, reports);
    return reports;
  }

  /** Places a plain limit order that no participant knows of. */
  place(
    participant: Participant,
    symbol: string,
    side: 'buy' | 'sell',
    price: number,
    quantity: number,
  ): void {
    const order = { participant, symbol, clientId: '', side, price, quantity } as const;
    this.#apply({
      ...this.#placement({ ...order, op: 'limit', force: 'ioc' }),
      timeInForce: TimeInForce.gtc,
    });
    if (this.core.outcome.code !== 0) throw new Error(`refused: ${this.core.outcome.code}`);
    this.core.state.log.reset();
  }

  #carryOut(command: PortCommand, reports: OrderReport[]): void {
    const { participant, symbol, clientId } = command;
    const id = this.#apply(this.#translate(command));
    const { code } = this.core.outcome;
    if (code !== 0) {
      this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
      if (clientId !== '') {
        const unknownOrder = command.op === 'limit' || UNKNOWN.has(code);
        reports.push({ participant, symbol, clientId, kind: 'refused', filled: 0, unknownOrder });
      }
    } else if (command.op === 'limit' && clientId !== '') {
      this.#orders.set(id, { participant, symbol, clientId });
    }
    this.#observe(reports);
  }

  /** Passes on what the last command did. */
  #observe(reports: OrderReport[]): void {
    for (const event of this.core.state.log.decode()) {
      switch (event.kind) {
        case EventKind.contractTrade:
          if (event.origin === TradeOrigin.book) this.#traded(event, reports);
          break;
        case EventKind.trade:
          this.#traded(event, reports);
          break;
        case EventKind.orderDone: {
          const known = this.#orders.get(event.order);
          if (known === undefined) break;
          this.#orders.delete(event.order);
          reports.push({ ...known, kind: 'ended', filled: 0, unknownOrder: false });
          break;
        }
        case EventKind.level:
          this.#observer.onLevel(this.#symbols[event.instrument]!, event);
          break;
        case EventKind.fundingSet:
          this.#observer.onFunding?.(this.#symbols[event.instrument]!, event);
          break;
        case EventKind.liquidation:
          this.#observer.onLiquidation?.(this.#symbols[event.instrument]!, event);
          break;
        default:
      }
    }
    this.core.state.log.reset();
  }

  #traded(event: TradeEvent | ContractTradeEvent, reports: OrderReport[]): void {
    this.#observer.onTrade(this.#symbols[event.instrument]!, event);
    const known = this.#orders.get(event.makerOrder);
    if (known === undefined) return;
    reports.push({ ...known, kind: 'filled', filled: event.quantity, unknownOrder: false });
  }

  #translate(command: PortCommand): Unstamped {
    const account = this.#accounts.get(command.participant)!;
    const { clientId } = command;
    if (command.op === 'cancel') {
      return { kind: CommandKind.cancel, account, order: 0, clientId } satisfies Omit<
        CancelCommand,
        'seq' | 'time'
      >;
    }
    if (command.op === 'amend') {
      const { price, quantity } = command;
      const amend = { kind: CommandKind.amend, account, order: 0, clientId, price, quantity };
      return amend satisfies Omit<AmendCommand, 'seq' | 'time'>;
    }
    return this.#placement(command);
  }

  #placement(command: PlaceLimit): Omit<PlaceCommand, 'seq' | 'time'> {
    const { price, quantity, clientId } = command;
    const account = this.#accounts.get(command.participant)!;
    return {
      kind: CommandKind.place,
      account,
      instrument: this.#instruments.get(command.symbol)!,
      side: command.side === 'buy' ? Side.buy : Side.sell,
      type: OrderType.limit,
      timeInForce: command.force === 'ioc' ? TimeInForce.ioc : TimeInForce.postOnly,
      selfTrade: SelfTrade.none,
      price,
      quantity,
      quoteAmount: 0,
      clientId,
      options: command.reduceOnly === true ? OrderOption.reduceOnly : 0,
      takeProfitTrigger: 0,
      takeProfitPrice: 0,
      stopLossTrigger: 0,
      stopLossPrice: 0,
    };
  }

  #apply(command: Unstamped): number {
    this.commands += 1;
    const seq = this.core.state.seq + 1;
    return this.core.apply({ ...command, seq, time: this.#timeMs } as Command).id;
  }

  /** Applies a command that must not be refused. */
  #do(command: Unstamped): number {
    const id = this.#apply(command);
    const { code } = this.core.outcome;
    if (code !== 0) throw new Error(`command ${command.kind} was refused: ${code}`);
    return id;
  }

  #listContract(contract: SeedContract): void {
    const { spot, symbol } = contract;
    const [base, quote] = [spot.base, spot.quote].map((code) => {
      const id = SEED_ASSETS.findIndex(({ asset }) => asset === code);
      return { id, scale: SEED_ASSETS[id]!.scale };
    });
    const command = contractListing(contract, base!, quote!);
    if (command === null) throw new Error(`${symbol} needs more decimals`);
    this.#instruments.set(symbol, this.#symbols.length);
    this.#symbols.push(symbol);
    this.#do(command);
  }

  #list(instrument: SeedInstrument): void {
    const index = (asset: string): number => SEED_ASSETS.findIndex((one) => one.asset === asset);
    const id = this.#symbols.length;
    this.#do({
      kind: CommandKind.listInstrument,
      symbol: instrument.symbol,
      base: index(instrument.base),
      quote: index(instrument.quote),
      priceScale: instrument.pricePrecision,
      quantityScale: instrument.quantityPrecision,
      state: InstrumentState.open,
      quantityMin: 1,
      quantityMax: Math.floor(9e15 / 10 ** (8 - instrument.quantityPrecision)),
      notionalMin: instrument.quote === 'BTC' ? 1_000 : 100_000_000,
      bandPpm: 100_000,
      openOrdersMax: 500,
    });
    this.#symbols.push(instrument.symbol);
    this.#instruments.set(instrument.symbol, id);
    const price = Number(instrument.referencePrice.replace('.', ''));
    this.#do({ kind: CommandKind.seedLastPrice, instrument: id, price });
  }

  #fund(account: number, asset: string, amount: string): void {
    this.#do({
      kind: CommandKind.deposit,
      account,
      from: SystemAccount.simulator,
      asset: SEED_ASSETS.findIndex((one) => one.asset === asset),
      amount: BigInt(amount) * 10n ** 8n,
      actor: 'test',
      reason: 'funds',
      reference: '',
    });
  }
}
