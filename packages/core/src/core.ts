/**
 * The exchange as a pure function: `apply(command)` changes the state and says what happened. No
 * clock, no I/O, no randomness; the same commands give the same state, events and answers.
 */
import {
  type AmendCommand,
  type CancelCommand,
  type Command,
  CommandKind,
  DoneReason,
  EVERY_INSTRUMENT,
  assert as importedAssert,
  KEPT_OPTIONS,
  OrderType,
  type PlaceCommand,
  Reject,
  type ReplaceCommand,
  UserMode,
} from '@halcyon/domain';
import { isCopyCommand } from './copying/copy-commands.ts';
import { Copying } from './copying/copying.ts';
import { Futures } from './futures/futures.ts';
import { follow, setPace } from './ghost/follow.ts';
import { GhostTrading } from './ghost/ghost-trading.ts';
import { applyAccounts } from './ledger/closings.ts';
import { deposit, transfer, withdraw } from './ledger/movements.ts';
import { applyFees } from './levels.ts';
import {
  listAsset,
  listContract,
  listInstrument,
  openUser,
  seedLastPrice,
  setContract,
  setInstrument,
} from './listing.ts';
import { Loans } from './loans/loans.ts';
import {
  NONE,
  ORDER_LANES,
  ORDER_WORDS,
  OrderFlag,
  OrderLane,
  OrderWord,
} from './matching/order-record.ts';
import { CommandOutcome } from './outcome.ts';
import { isParentCommand, ParentTrading } from './parents/parent-trading.ts';
import { PlanTrading } from './plans/plan-trading.ts';
import { PREFETCH_MAX, Prefetch } from './prefetch.ts';
import { emitRefusal } from './refusals.ts';
import { setRules } from './set-rules.ts';
import { dueCountdowns, nextCountdown, setCountdown } from './spot/countdown.ts';
import { checkMoved } from './spot/moved-order.ts';
import { openOrderIds } from './spot/open-orders.ts';
import { checkReduced, checkTrader } from './spot/order-checks.ts';
import { changeableSlot, ownSlot as importedOwnSlot, selfTradeOf } from './spot/own-order.ts';
import { SpotTrading } from './spot/spot-trading.ts';
import { State } from './state/state.ts';

/** Version of the rules that journals need: one that cannot replay them carries another. */
export const RULES_VERSION = 1;

// What the hot code reads and calls: own constants, because the compiler cannot fold imported ones.
const assert: typeof importedAssert = importedAssert;
const ownSlot: typeof importedOwnSlot = importedOwnSlot;
const PLACE: typeof CommandKind.place = 1;
const CANCEL: typeof CommandKind.cancel = 2;

/** Where liquidations come first. */
const NO_PLANS = { run: () => false };

type OrderKind = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11;
type FrequentKind = OrderKind | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23;
type RareKind = Exclude<CommandKind, FrequentKind>;

export class Core {
  readonly state = new State();
  readonly outcome = new CommandOutcome();
  declare readonly trading: SpotTrading;
  declare readonly plans: PlanTrading;
  declare readonly parents: ParentTrading;
  declare readonly ghosts: GhostTrading;
  declare readonly futures: Futures;
  declare readonly loans: Loans;
  declare private readonly copying: Copying;
  private readonly prefetcher = new Prefetch(this.state);
  private nextDeadline = Number.POSITIVE_INFINITY;

  /** @param room resting orders that nothing has to grow for; it costs memory as orders come */
  constructor(room = 0) {
    this.state.orders.reserve(room);
    const { state, outcome } = this;
    const trading = new SpotTrading(state, outcome);
    this.trading = trading;
    this.plans = new PlanTrading(state, outcome, trading);
    this.parents = new ParentTrading(state, outcome, trading, this.plans);
    this.futures = new Futures(state, outcome, trading, this.plans);
    this.loans = new Loans(state, outcome, trading.margin, trading);
    const { plans, futures } = this;
    this.copying = new Copying(state, outcome, trading, { plans, settings: futures.settings });
    this.ghosts = new GhostTrading(state, outcome, trading, this.plans, this);
  }

  /** Unix ms at which a `tick` command is due, Infinity = none. */
  get deadline(): number {
    const { futures, loans, copying, parents, nextDeadline } = this;
    const trading = Math.min(nextDeadline, futures.deadline, parents.deadline);
    return Math.min(trading, loans.deadline, copying.deadline);
  }

  /**
   * Whether a command has left steps of liquidations: then ticks take them, before any other command
   * is applied and before plans fire.
   */
  get unfinished(): boolean {
    return this.futures.unfinished;
  }

  /**
   * Applies one command. The outcome object is reused: copy what is kept. Events are in
   * `state.log`, appended until its owner resets it.
   * @param kind the command's: who knows it spares the look at an object of one of many shapes
   * @throws InvariantError when seq or time break their order (INV-14) or any invariant is broken
   */
  apply(command: Command, kind: CommandKind = command.kind): CommandOutcome {
    // Seq and time are read where there is one shape.
    if (kind === PLACE) {
      const place = command as PlaceCommand;
      this.begin(place.seq, place.time);
      if (this.copying.admitsAccount(place.account)) this.trading.place(place, 0);
    } else if (kind === CANCEL) {
      const cancel = command as CancelCommand;
      this.begin(cancel.seq, cancel.time);
      if (this.copying.admitsAccount(cancel.account)) this.cancel(cancel);
    } else {
      this.begin(command.seq, command.time);
      if (this.copying.admits(command)) this.dispatch(command);
    }
    if (this.outcome.code !== 0) emitRefusal(this.state, this.outcome, command);
    if (this.state.copies.active) this.copying.run(this.unfinished);
    if (this.parents.isDue) this.parents.run();
    const hasContracts = this.state.contracts > 0;
    if (hasContracts) this.runContracts();
    else this.plans.run();
    if (this.state.loans.active) this.loans.run(this.unfinished ? NO_PLANS : this.plans);
    if (hasContracts) this.futures.callOwners();
    if (this.unfinished) this.plans.postpone();
    if (this.state.ghosts.active) this.ghosts.guard();
    return this.outcome;
  }

  /** Margin first, then plans, and again while plans change margin and liquidations prices. */
  private runContracts(): void {
    // Owners of a batch have what it traded before anybody is liquidated.
    let left = this.copying.pending ? this.futures.run(0) : this.futures.run();
    while (!this.unfinished && this.firePlans()) {
      const before = left;
      left = this.futures.liquidate(before);
      if (left === before) return;
    }
  }

  /** Sets off the plans of contracts that are due. Whether there were any. */
  private firePlans(): boolean {
    let fired = false;
    for (; this.plans.run(); fired = true) this.futures.review();
    return fired;
  }

  /** Whether there are so many users and orders that `prefetch` pays. */
  get prefetchPays(): boolean {
    return this.prefetcher.pays;
  }

  /**
   * Reads ahead what the next commands will need; of use before applying several. Changes nothing.
   * @param kinds of the commands @param from first of them; PREFETCH_MAX are looked at
   */
  prefetch(commands: readonly Command[], kinds: readonly number[], from = 0): void {
    this.prefetcher.look(commands, kinds, from, Math.min(PREFETCH_MAX, commands.length - from));
  }

  private begin(seq: number, time: number): void {
    const { state } = this;
    assert(seq === state.seq + 1, 'INV-14: a sequence number is not one above the last');
    assert(time >= state.time, 'INV-14: the time of a command is before the last');
    state.seq = seq;
    state.time = time;
    state.log.begin(seq, time);
    this.outcome.begin(seq, time);
    if (state.contracts > 0) this.futures.passTime();
    if (state.loans.active) this.loans.passTime();
    if (state.copies.active) this.copying.passTime();
    if (time >= this.nextDeadline) this.fireCountdowns();
  }

  /** Recomputes the next deadline after a snapshot was loaded. */
  refreshDeadline(): void {
    this.nextDeadline = nextCountdown(this.state);
  }

  private dispatch(command: Command): void {
    const { state } = this;
    switch (command.kind) {
      case CommandKind.place:
      case CommandKind.cancel:
        return;
      case CommandKind.amend:
        this.amend(command);
        return;
      case CommandKind.replace:
        this.replace(command);
        return;
      case CommandKind.cancelAll:
        if (!this.checkScope(command.account, command.instrument)) return;
        this.cancelAll(command.account, command.instrument, DoneReason.cancelled);
        return;
      case CommandKind.countdown:
        if (setCountdown(state, this.outcome, command)) this.refreshDeadline();
        return;
      case CommandKind.placePlan:
        this.plans.place(command);
        return;
      case CommandKind.cancelPlan:
        this.plans.cancel(command.account, command.order, command.clientId);
        return;
      case CommandKind.amendPlan:
        this.plans.amend(command);
        return;
      case CommandKind.placeOco:
        this.plans.placeOco(command);
        return;
      case CommandKind.cancelAllPlans:
        if (!this.checkScope(command.account, command.instrument)) return;
        this.plans.cancelAll(command.account, command.instrument);
        return;
      case CommandKind.tick:
        return;
      case CommandKind.checkpoint:
        assert(
          state.log.chain === command.chain,
          `INV-15: replay differs from the live run before seq ${command.seq}`,
        );
        return;
      case CommandKind.ghost:
        this.ghosts.apply(command);
        return;
      case CommandKind.prices:
        if (this.futures.applyPrices(command)) this.loans.onPrices();
        return;
      case CommandKind.setLeverage:
      case CommandKind.setMarginMode:
      case CommandKind.setPositionMode:
      case CommandKind.changeMargin:
      case CommandKind.setAutoMargin:
        this.futures.settings.apply(command);
        return;
      case CommandKind.borrow:
      case CommandKind.repay:
      case CommandKind.flashRepay:
        this.loans.apply(command);
        return;
      default:
        this.dispatchRare(command);
    }
  }

  private dispatchRare(command: Extract<Command, { kind: RareKind }>): void {
    const { state, outcome: out } = this;
    switch (command.kind) {
      case CommandKind.openUser:
        openUser(state, out, command);
        return;
      case CommandKind.setFeeTier:
      case CommandKind.setFeeSchedule:
      case CommandKind.levelUsers:
      case CommandKind.grantFees:
        applyFees(state, out, command);
        return;
      case CommandKind.deposit:
        deposit(state, out, command);
        return;
      case CommandKind.withdraw:
        withdraw(state, out, command);
        return;
      case CommandKind.transfer:
        if (transfer(state, out, command, this.trading.contracts.margin, this.loans)) {
          this.futures.onTransfer(command.from, command.to);
        }
        return;
      case CommandKind.listAsset:
        listAsset(state, out, command);
        return;
      case CommandKind.listInstrument:
        listInstrument(state, out, command);
        return;
      case CommandKind.setInstrument:
        if (setInstrument(state, out, command)) {
          this.plans.onStateSet(state.markets[command.instrument]!);
          this.parents.onMarketSet(state.markets[command.instrument]!);
        }
        return;
      case CommandKind.seedLastPrice:
        if (seedLastPrice(state, out, command)) {
          this.plans.onBookMoved(state.markets[command.instrument]!);
        }
        return;
      case CommandKind.follow:
        follow(state, out, this, command);
        return;
      case CommandKind.setPace:
        setPace(state, out, command);
        return;
      case CommandKind.setRules:
        if (setRules(state, out, command)) this.futures.onRulesSet();
        return;
      case CommandKind.placePlanPair:
        this.plans.placePair(command);
        return;
      case CommandKind.listContract:
        if (listContract(state, out, command)) this.futures.refreshDeadline();
        return;
      case CommandKind.setContract:
        if (setContract(state, out, command)) this.futures.onTermsSet(command.instrument);
        return;
      case CommandKind.setLoanTerms:
        this.loans.setLoanTerms(command);
        return;
      case CommandKind.setPairTerms:
        this.loans.setPairTerms(command);
        return;
      default:
        if (isCopyCommand(command)) this.copying.apply(command);
        else if (isParentCommand(command)) this.parents.apply(command);
        else if (applyAccounts(state, out, command) && command.kind === CommandKind.setUserMode) {
          if (command.mode !== UserMode.open) this.onRestricted(command.user);
        }
    }
  }

  /** A root was frozen, or its account was closed. */
  private onRestricted(root: number): void {
    this.copying.onRestricted(root);
    this.parents.onRestricted(root);
  }

  private cancel(command: CancelCommand): void {
    const { state, outcome } = this;
    const slot = ownSlot(state, outcome, command.account, command.order, command.clientId);
    if (slot === NONE) return;
    outcome.id = state.orders.f64[slot * ORDER_LANES]!;
    this.trading.cancel(slot, DoneReason.cancelled);
  }

  /** Account and instrument (-1 = all) of a mass cancel. */
  private checkScope(account: number, instrument: number): boolean {
    const { state, outcome } = this;
    if (!checkTrader(state, outcome, account)) return false;
    const known = instrument === EVERY_INSTRUMENT || state.markets[instrument] !== undefined;
    return known || outcome.refuse(Reject.unknownInstrument, 0, instrument);
  }

  private cancelAll(account: number, instrument: number, reason: DoneReason): void {
    this.parents.cancelAll(account, instrument, reason);
    for (const id of openOrderIds(this.state, account, instrument)) {
      const slot = this.state.orders.find(id);
      if (slot !== NONE) this.trading.cancel(slot, reason);
    }
  }

  private amend(command: AmendCommand): void {
    const { state, outcome } = this;
    const slot = changeableSlot(state, outcome, command.account, command.order, command.clientId);
    if (slot === NONE) return;
    const lane = slot * ORDER_LANES;
    const { f64, i32 } = state.orders;
    const oldPrice = f64[lane + OrderLane.price]!;
    const oldQuantity = f64[lane + OrderLane.quantity]!;
    const filled = oldQuantity - f64[lane + OrderLane.remaining]!;
    const price = command.price === 0 ? oldPrice : command.price;
    const quantity = command.quantity === 0 ? oldQuantity : command.quantity;
    outcome.id = f64[lane]!;
    if (price === oldPrice && quantity === oldQuantity) {
      outcome.refuse(Reject.amendNothing, oldQuantity, quantity);
      return;
    }
    if (quantity <= filled) {
      outcome.refuse(Reject.amendBelowFilled, filled, quantity);
      return;
    }
    if (price === oldPrice && quantity < oldQuantity) {
      const market = this.trading.marketOf(slot);
      if (checkReduced(market, outcome, price, quantity)) this.trading.reduce(slot, quantity);
      return;
    }
    const flags = i32[slot * ORDER_WORDS + OrderWord.flags]!;
    if (!checkMoved(state, this.trading, outcome, slot, price, quantity)) return;
    this.entryOf(flags).reenter(slot, price, quantity);
  }

  /** Where an order of these flags enters again: a margin account's borrows and pays back. */
  private entryOf(flags: number): Pick<SpotTrading, 'reenter' | 'replace'> {
    return (flags & OrderFlag.margin) === 0 ? this.trading : this.trading.margin;
  }

  private replace(command: ReplaceCommand): void {
    const { state, outcome, trading } = this;
    const slot = changeableSlot(state, outcome, command.account, command.order, command.clientId);
    if (slot === NONE) return;
    const { f64, i32 } = state.orders;
    const flags = i32[slot * ORDER_WORDS + OrderWord.flags]!;
    const cancelled = f64[slot * ORDER_LANES]!;
    const { account, price, newClientId } = command;
    const market = trading.marketOf(slot);
    const left = f64[slot * ORDER_LANES + OrderLane.remaining]!;
    // Nobody else knows what is left when the command is carried out.
    const quantity = market.contract !== null && command.quantity === 0 ? left : command.quantity;
    const { takeProfitTrigger, takeProfitPrice, stopLossTrigger, stopLossPrice } = command;
    const request = {
      account,
      instrument: market.instrument.id,
      side: (flags & OrderFlag.side) as 0 | 1,
      type: OrderType.limit,
      timeInForce: ((flags >>> OrderFlag.timeInForceShift) & 3) as 0 | 3,
      selfTrade: selfTradeOf(flags),
      price,
      quantity,
      quoteAmount: 0,
      clientId: newClientId,
      options: (flags >>> OrderFlag.optionsShift) & KEPT_OPTIONS,
      takeProfitTrigger,
      takeProfitPrice,
      stopLossTrigger,
      stopLossPrice,
    };
    if (this.entryOf(flags).replace(slot, request)) outcome.otherId = cancelled;
  }

  private fireCountdowns(): void {
    const { countdown } = DoneReason;
    for (const account of dueCountdowns(this.state)) this.cancelAll(account, -1, countdown);
    this.refreshDeadline();
  }
}
