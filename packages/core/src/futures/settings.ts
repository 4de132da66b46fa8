/** What an account chooses for its contracts: leverage, margin mode, position mode, isolated margin. */
import {
  AccountKind,
  assertNever,
  type ChangeMarginCommand,
  CommandKind,
  EVERY_INSTRUMENT,
  EventKind,
  lackOf,
  MarginMode,
  marginCeil,
  ownerOf,
  PositionLeg,
  PositionMode,
  positionLimit,
  Reject,
  type SetAutoMarginCommand,
  type SetLeverageCommand,
  type SetMarginModeCommand,
  type SetPositionModeCommand,
} from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import type { State } from '../state/state.ts';
import type { ContractOrders } from './contract-orders.ts';
import type { Margin } from './margin.ts';
import type { PositionMoney } from './position-money.ts';
import { PositionFlag, PositionWord } from './positions.ts';

const NIL = -1;

type SettingCommand =
  | SetLeverageCommand
  | SetMarginModeCommand
  | SetPositionModeCommand
  | ChangeMarginCommand
  | SetAutoMarginCommand;

/** A leverage that is wanted for a position. */
interface Choice {
  readonly position: number;
  readonly leverage: number;
}

export class ContractSettings {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly margin: Margin;
  declare private readonly orders: ContractOrders;
  declare private readonly money: PositionMoney;

  constructor(
    state: State,
    out: CommandOutcome,
    margin: Margin,
    orders: ContractOrders,
    money: PositionMoney,
  ) {
    this.state = state;
    this.out = out;
    this.margin = margin;
    this.orders = orders;
    this.money = money;
  }

  /** Carries out a command about settings; whether it was not refused. */
  apply(command: SettingCommand): boolean {
    switch (command.kind) {
      case CommandKind.setLeverage:
        return this.setLeverage(command);
      case CommandKind.setMarginMode:
        return this.setMarginMode(command);
      case CommandKind.setPositionMode:
        return this.setPositionMode(command);
      case CommandKind.changeMargin:
        return this.changeMargin(command);
      case CommandKind.setAutoMargin:
        return this.setAutoMargin(command);
      default:
        return assertNever(command);
    }
  }

  /** Leverage of both legs; of one alone, or another of each, where margin is isolated in hedge mode. */
  setLeverage(command: SetLeverageCommand): boolean {
    const { account } = command;
    const nets = this.netsOf(account, command.instrument);
    if (nets === null || !this.checkLeverageRange(nets, command)) return false;
    const choices: Choice[] = [];
    for (const net of nets) if (!this.addChoices(choices, net, command)) return false;
    for (const choice of choices) if (!this.checkLeverage(choice)) return false;
    if (!this.checkAffordable(account, choices)) return false;
    for (const { position, leverage } of choices) {
      this.topUp(position, leverage);
      this.state.positions.setLeverage(position, leverage);
      this.money.logPosition(position);
    }
    return true;
  }

  /** Cross or isolated; with nothing open and no orders in the contract. */
  private setMarginMode({ account, instrument, mode }: SetMarginModeCommand): boolean {
    const { state, out } = this;
    const net = this.own(account, instrument);
    if (net === NIL) return false;
    if (mode !== MarginMode.cross && mode !== MarginMode.isolated) {
      return out.refuse(Reject.parameterRange, MarginMode.isolated, mode);
    }
    const { positions } = state;
    if (positions.mode(net) === mode) return out.refuse(Reject.settingUnchanged, 0, mode);
    for (const leg of positions.legs(net)) {
      if (positions.lots(leg) !== 0) return out.refuse(Reject.positionOpen, 0, positions.lots(leg));
    }
    const resting = state.seats.restingCount(state.seats.find(account, instrument));
    if (resting > 0) return out.refuse(Reject.ordersOpen, 0, resting);
    for (const leg of positions.legs(net)) {
      positions.setFlag(leg, PositionFlag.isolated, mode === MarginMode.isolated);
      positions.setFlag(leg, PositionFlag.autoMargin, false);
      this.money.logPosition(leg);
    }
    return true;
  }

  /** One-way or hedge, in all contracts; with nothing open, no orders and no plans. */
  private setPositionMode({ account, mode }: SetPositionModeCommand): boolean {
    const { state, out } = this;
    if (!this.orders.checkAccount(account)) return false;
    if (mode !== PositionMode.oneWay && mode !== PositionMode.hedge) {
      return out.refuse(Reject.parameterRange, PositionMode.hedge, mode);
    }
    const risk = this.account(account);
    if (risk === NIL) return out.refuse(Reject.unknownInstrument, 0, 0);
    if (state.riskAccounts.mode(risk) === mode) return out.refuse(Reject.settingUnchanged, 0, mode);
    const { positions } = state;
    let net = state.riskAccounts.first(risk);
    for (let at = net; at !== NIL; at = positions.after(at)) {
      const lots = positions.lots(at);
      if (lots !== 0) return out.refuse(Reject.positionOpen, 0, lots);
    }
    for (; net !== NIL; net = positions.word(net, PositionWord.next)) {
      const seat = state.seats.find(account, positions.instrument(net));
      const resting = state.seats.restingCount(seat);
      if (resting > 0) return out.refuse(Reject.ordersOpen, 0, resting);
    }
    const plans = state.planCounts.get(account) ?? 0;
    if (plans > 0) return out.refuse(Reject.plansOpen, 0, plans);
    state.riskAccounts.setMode(risk, mode);
    const { seq, time } = state;
    state.log.push({ kind: EventKind.contractAccountSet, seq, time, account, positionMode: mode });
    return true;
  }

  /** Adds margin to an isolated position, or takes what it does not need. */
  private changeMargin({ account, instrument, leg, amount }: ChangeMarginCommand): boolean {
    const { out, margin } = this;
    const position = this.openIsolated(account, instrument, leg);
    if (position === NIL) return false;
    if (!Number.isSafeInteger(amount) || amount === 0) {
      return out.refuse(Reject.amountRange, Number.MAX_SAFE_INTEGER, amount);
    }
    if (amount > 0) {
      const spare = margin.withdrawable(this.account(account));
      if (amount > spare) return out.refuse(Reject.notWithdrawable, spare, amount);
    } else {
      const spare = margin.removable(position);
      if (-amount > spare) return out.refuse(Reject.marginBelowNeeded, spare, -amount);
    }
    this.money.moveMargin(position, amount);
    return true;
  }

  /** Whether margin is added by itself before an isolated position would be liquidated. */
  private setAutoMargin({ account, instrument, leg, on }: SetAutoMarginCommand): boolean {
    if (on !== 0 && on !== 1) return this.out.refuse(Reject.parameterRange, 1, on);
    const position = this.openIsolated(account, instrument, leg);
    if (position === NIL) return false;
    this.state.positions.setFlag(position, PositionFlag.autoMargin, on === 1);
    this.money.logPosition(position);
    return true;
  }

  /** Slot of an account at risk, made where a contract is there to have its settle asset; -1 = none is. */
  private account(account: number): number {
    const { state } = this;
    const known = state.users.futuresAccount(ownerOf(account));
    if (known !== NIL) return known;
    const market = state.markets.find(({ contract }) => contract !== null);
    if (market === undefined) return NIL;
    return state.riskAccount(account, state.ledger.slot(account, market.instrument.quote));
  }

  /** The `net` position of an account in a contract, made if new; -1 with the refusal set. */
  private own(account: number, instrument: number): number {
    const { state, out } = this;
    const market = state.markets[instrument];
    if (market === undefined || market.contract === null) {
      out.refuse(Reject.unknownInstrument, AccountKind.usdtFutures, instrument);
      return NIL;
    }
    if (!this.orders.checkAccount(account)) return NIL;
    return state.seats.position(state.seat(account, market.instrument));
  }

  /** The `net` positions of an account in a contract, or in all; null with the refusal set. */
  private netsOf(account: number, instrument: number): number[] | null {
    const markets = this.state.markets.filter(({ contract }) => contract !== null);
    const every = instrument === EVERY_INSTRUMENT && markets.length > 0;
    const nets: number[] = [];
    for (const id of every ? markets.map((market) => market.instrument.id) : [instrument]) {
      const net = this.own(account, id);
      if (net === NIL) return null;
      nets.push(net);
    }
    return nets;
  }

  /** All of these contracts have the leverages of a command for their smallest positions. */
  private checkLeverageRange(nets: readonly number[], command: SetLeverageCommand): boolean {
    const { leverage, shortLeverage = leverage } = command;
    const highest = (net: number) => this.margin.contractOf(net).risk.bounds[0]!.leverageMax;
    const most = Math.min(...nets.map(highest));
    for (const each of [leverage, shortLeverage]) {
      if (Number.isSafeInteger(each) && each >= 1 && each <= most) continue;
      return this.out.refuse(Reject.leverageRange, most, each);
    }
    return true;
  }

  /** Adds what a command chooses for the legs of a contract; false with the refusal set. */
  private addChoices(to: Choice[], net: number, command: SetLeverageCommand): boolean {
    const { account, leg, leverage, shortLeverage } = command;
    const { long, short } = PositionLeg;
    const apart = [[long, leverage] as const, [short, shortLeverage ?? leverage] as const];
    for (const [one, wanted] of shortLeverage === undefined ? [[leg, leverage] as const] : apart) {
      const legs = this.legsFor(net, account, one);
      if (legs === null) return false;
      for (const position of legs) to.push({ position, leverage: wanted });
    }
    return true;
  }

  /** The legs that a command means; null with the refusal set. */
  private legsFor(net: number, account: number, leg: PositionLeg): number[] | null {
    const { state, out } = this;
    const { positions } = state;
    const hedge = state.riskAccounts.mode(this.account(account)) === PositionMode.hedge;
    if (leg === PositionLeg.net) return [...positions.legs(net)];
    if (!hedge || !positions.isolated(net) || leg < 0 || leg > PositionLeg.short) {
      out.refuse(Reject.positionLegUnexpected, 0, leg);
      return null;
    }
    return [positions.legOf(net, leg)];
  }

  private openIsolated(account: number, instrument: number, leg: PositionLeg): number {
    const { state, out } = this;
    const net = this.own(account, instrument);
    if (net === NIL) return NIL;
    const { positions } = state;
    for (const position of positions.legs(net)) {
      if (positions.leg(position) !== leg || positions.lots(position) === 0) continue;
      if (positions.isolated(position)) return position;
      out.refuse(Reject.notIsolated, 0, positions.mode(position));
      return NIL;
    }
    out.refuse(Reject.positionNotFound, 0, leg);
    return NIL;
  }

  /** The tiers allow this leverage for what the position is and may become. */
  private checkLeverage({ position, leverage }: Choice): boolean {
    const { risk, mark } = this.margin.contractOf(position);
    const reach = marginCeil(risk, this.margin.reach(position, mark));
    const limit = positionLimit(risk.bounds, leverage);
    return reach <= limit || this.out.refuse(Reject.positionTier, limit, reach);
  }

  /** A lower leverage needs more margin: the account must have it. */
  private checkAffordable(account: number, choices: readonly Choice[]): boolean {
    const { positions } = this.state;
    const risk = this.account(account);
    let more = 0;
    let isolated = 0;
    for (const { position, leverage } of choices) {
      const before = positions.leverage(position);
      const needed = this.margin.needed(position);
      positions.setLeverage(position, leverage);
      more += this.margin.needed(position) - needed;
      isolated += this.missing(position, leverage);
      positions.setLeverage(position, before);
    }
    const { marginUnits } = this.margin.contractOf(choices[0]!.position).risk;
    const spare = this.margin.withdrawable(risk) - Math.max(0, more) * marginUnits;
    // What backs cross margin stays in the wallet: there unrealised profit counts, too.
    if (isolated > Math.max(0, spare)) {
      return this.out.refuse(Reject.notWithdrawable, Math.max(0, spare), isolated);
    }
    const free = this.margin.free(risk);
    return more <= 0 || more <= free || this.out.refuse(Reject.insufficientMargin, free, more);
  }

  /** Settle units that an isolated position lacks of its cost at this leverage. */
  private missing(position: number, leverage: number): number {
    const { positions } = this.state;
    if (!positions.isolated(position) || positions.lots(position) === 0) return 0;
    const { risk: terms } = this.margin.contractOf(position);
    const [cost, margin] = [positions.cost(position), positions.margin(position)];
    return lackOf({ terms, cost, margin }, leverage);
  }

  private topUp(position: number, leverage: number): void {
    const missing = this.missing(position, leverage);
    if (missing > 0) this.money.moveMargin(position, missing);
  }
}
