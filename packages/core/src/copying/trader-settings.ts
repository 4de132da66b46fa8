/** What a trader sets for the own portfolio: stops of a position, leverage and margin mode; a follower the stops alone. */
import {
  assertNever,
  CommandKind,
  type CopyPortfolio,
  PlanEnd,
  PlanType,
  Reject,
  SelfTrade,
  type SetCopyLeverageCommand,
  type SetCopyMarginModeCommand,
  type SetCopyStopsCommand,
  TriggerBy,
} from '@halcyon/domain';
import type { ContractSettings } from '../futures/settings.ts';
import type { CommandOutcome } from '../outcome.ts';
import type { Plan } from '../plans/plan.ts';
import type { PlanRequest } from '../plans/plan-checks.ts';
import type { PlanTrading } from '../plans/plan-trading.ts';
import type { State } from '../state/state.ts';
import { REDUCE_ONLY } from './batch-admission.ts';
import { closedLeg, legBits } from './legs.ts';
import { futuresOf } from './wallets.ts';

export type TraderSettingCommand =
  | SetCopyStopsCommand
  | SetCopyLeverageCommand
  | SetCopyMarginModeCommand;

const NIL = -1;
/** A stop that stays as it is. */
const STAYS = -1;

export class TraderSettings {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly plans: PlanTrading;
  declare private readonly settings: ContractSettings;

  constructor(state: State, out: CommandOutcome, plans: PlanTrading, settings: ContractSettings) {
    this.state = state;
    this.out = out;
    this.plans = plans;
    this.settings = settings;
  }

  apply(portfolio: CopyPortfolio, command: TraderSettingCommand): boolean {
    const { instrument } = command;
    const market = this.state.markets[instrument];
    if (market?.contract == null || market.instrument.quote !== portfolio.asset) {
      return this.out.refuse(Reject.unknownInstrument, 0, instrument);
    }
    switch (command.kind) {
      case CommandKind.setCopyStops:
        return this.setStops(portfolio, command);
      case CommandKind.setCopyLeverage:
        return this.setLeverage(portfolio, command);
      case CommandKind.setCopyMarginMode:
        return this.setMarginMode(portfolio, command);
      default:
        return assertNever(command);
    }
  }

  /** Of a trader for all who follow, of a follower for its own position. What is new is checked before what was there ends. */
  private setStops(portfolio: CopyPortfolio, command: SetCopyStopsCommand): boolean {
    const { state, out, plans } = this;
    const market = state.markets[command.instrument]!;
    const ended: Plan[] = [];
    const placed: PlanRequest[] = [];
    for (const request of this.stopsIn(portfolio.user, command)) {
      const { triggerPrice } = request;
      if (triggerPrice === STAYS) continue;
      const before = this.stopsOf(request);
      if (before.length === 1 && this.isSame(before[0]!, request)) continue;
      ended.push(...before);
      if (triggerPrice !== 0) placed.push(request);
    }
    const more = Math.max(0, placed.length - ended.length);
    for (const request of placed) if (!plans.checkPlace(market, request, more)) return false;
    for (const plan of ended) plans.end(plan, PlanEnd.cancelled, 0, 0);
    for (const request of placed) out.id = plans.open(market, request, SelfTrade.none, 0).id;
    return true;
  }

  /** Stops of a kind that a position has. */
  private stopsOf({ account, instrument, side, planType }: PlanRequest): Plan[] {
    const { seats, positions, positionPlans, plans } = this.state;
    const seat = seats.find(account, instrument);
    if (seat === NIL) return [];
    return [...positions.legs(seats.position(seat))]
      .flatMap((leg) => [...(positionPlans.get(leg) ?? [])])
      .map((id) => plans.get(id)!)
      .filter((plan) => plan.side === side && plan.planType === planType);
  }

  /** Whether a stop is what is asked for, and is not due yet. */
  private isSame(plan: Plan, { triggerPrice, triggerBy, quantity }: PlanRequest): boolean {
    const alike = plan.triggerPrice === triggerPrice && plan.triggerBy === triggerBy;
    return alike && plan.quantity === quantity && !this.state.copies.fired.includes(plan.id);
  }

  private setLeverage(
    { user }: CopyPortfolio,
    { instrument, leg, leverage, shortLeverage, seq, time }: SetCopyLeverageCommand,
  ): boolean {
    if (!this.checkIdle(user)) return false;
    const kind = CommandKind.setLeverage;
    const about = { kind, seq, time, account: futuresOf(user), instrument, leverage };
    const short = shortLeverage === undefined ? {} : { shortLeverage };
    return this.settings.apply({ ...about, leg, ...short });
  }

  private setMarginMode(
    { user }: CopyPortfolio,
    { instrument, mode, seq, time }: SetCopyMarginModeCommand,
  ): boolean {
    const { state, out } = this;
    if (!this.checkIdle(user)) return false;
    const resting = state.copies.batchesOf(user).filter((one) => one.instrument === instrument);
    if (resting.length > 0) return out.refuse(Reject.ordersOpen, 0, resting.length);
    const kind = CommandKind.setMarginMode;
    const about = { kind, seq, time, account: futuresOf(user), instrument, mode };
    return this.settings.apply(about);
  }

  /** Followers who are being asked about an order are asked by the settings that it was placed with. */
  private checkIdle(user: number): boolean {
    const before = this.state.copies.underWayOf(user);
    return before === null || this.out.refuse(Reject.copyUnderWay, 0, before);
  }

  /** All of the position, by the mark price. */
  private stopsIn(user: number, command: SetCopyStopsCommand): PlanRequest[] {
    const { instrument, side, takeProfitTrigger, stopLossTrigger } = command;
    const common = {
      ...{ account: futuresOf(user), instrument, side, triggerBy: TriggerBy.mark },
      ...{ price: 0, quantity: 0, quoteAmount: 0, callbackPpm: 0, clientId: '' },
      options: legBits(closedLeg(this.state, user, side)) | REDUCE_ONLY,
    };
    return [
      { ...common, planType: PlanType.positionProfit, triggerPrice: takeProfitTrigger },
      { ...common, planType: PlanType.positionLoss, triggerPrice: stopLossTrigger },
    ];
  }
}
