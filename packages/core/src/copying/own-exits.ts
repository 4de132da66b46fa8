/**
 * Followers' own exits: take profit and stop loss of each position, and those of the portfolio with its drawdown. Who
 * has reached one closes, as orders of the own portfolio that only make it smaller; what the book does not take is tried
 * again with the next price.
 */
import {
  assert,
  COPY_EXITS_LOOKED_AT,
  COPY_OWN_EXITS_PER_COMMAND,
  CopyExitReason,
  type CopySettings,
  EVERY_INSTRUMENT,
  EventKind,
  equityBounds,
  type FollowerPortfolio,
  hasExits,
  legOf,
  PlanType,
  peakAfter,
  portfolioExit,
  positionExit,
  priceBounds,
  Reject,
} from '@halcyon/domain';
import { tradesOf } from '../ledger/closings.ts';
import type { CommandOutcome } from '../outcome.ts';
import type { Plan } from '../plans/plan.ts';
import type { State } from '../state/state.ts';
import type { Ending } from './ending.ts';
import type { Trigger, Watched } from './exit-triggers.ts';
import { findPosition } from './legs.ts';
import type { CopyWallets } from './wallets.ts';

const NIL = -1;
const { none } = CopyExitReason;

/** An exit that is reached: of a position, or of the portfolio (NIL). */
interface Reached {
  readonly reason: CopyExitReason;
  readonly position: number;
}

export class OwnExits {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly wallets: CopyWallets;
  declare private readonly ending: Ending;

  constructor(state: State, out: CommandOutcome, wallets: CopyWallets, ending: Ending) {
    this.state = state;
    this.out = out;
    this.wallets = wallets;
    this.ending = ending;
  }

  /** A follower begins: what it has was paid in. */
  begin({ user, settings, paidIn }: FollowerPortfolio): void {
    const { exits } = this.state.copies;
    exits.set(user, { base: paidIn, peak: paidIn, active: hasExits(settings), told: 0 });
  }

  /** Whether no exit of new settings is reached already; one that was before is being carried out. */
  check(portfolio: FollowerPortfolio, settings: CopySettings): boolean {
    const { out, state } = this;
    if (this.firstReached(portfolio) !== null) return true;
    const equity = this.wallets.equity(portfolio);
    const reached = this.firstReached(
      { ...portfolio, settings },
      this.basisFor(portfolio, settings),
    );
    if (reached === null) return true;
    if (reached.position === NIL) {
      const { base } = state.copies.exits.watched(portfolio.user);
      return out.refuse(Reject.copyExitEquity, Number(base), Number(equity));
    }
    const { lots, cost } = this.positionAt(reached.position);
    return out.refuse(
      Reject.copyExitPrice,
      Math.round(cost / Math.abs(lots)),
      this.markOf(reached.position),
    );
  }

  /** A follower has other settings. @param before those of before */
  set({ user, settings }: FollowerPortfolio, before: FollowerPortfolio): void {
    const { exits } = this.state.copies;
    const active = hasExits(settings);
    exits.set(user, { ...this.basisFor(before, settings), active, told: 0 });
    if (active) exits.touch(user);
    else exits.place(user, []);
  }

  /** Looks at the next followers who have to be, and closes for those who have reached an exit. */
  sweep(): void {
    const { copies, markets } = this.state;
    const { exits } = copies;
    exits.call((instrument) => markets[instrument]!.contract!.mark, COPY_EXITS_LOOKED_AT);
    let acted = 0;
    for (let looked = 0; looked < COPY_EXITS_LOOKED_AT; looked++) {
      if (acted === COPY_OWN_EXITS_PER_COMMAND) return;
      const user = exits.next();
      if (user === NIL) return;
      if (this.look(user)) acted += 1;
    }
  }

  /** @returns whether an exit was reached */
  private look(user: number): boolean {
    const { copies } = this.state;
    const portfolio = copies.follower(user);
    if (portfolio === null || !copies.exits.watched(user).active) return false;
    const reached = this.firstReached(portfolio);
    if (reached === null) {
      this.watch(portfolio);
      return false;
    }
    this.carryOut(portfolio, reached);
    if (copies.follower(user) !== null) this.watchAll(portfolio);
    return true;
  }

  private firstReached(
    portfolio: FollowerPortfolio,
    basis: Watched = this.state.copies.exits.watched(portfolio.user),
  ): Reached | null {
    const { wallets } = this;
    const { settings } = portfolio;
    const reason = portfolioExit(settings, basis, wallets.equity(portfolio));
    if (reason !== none) return { reason, position: NIL };
    for (const position of wallets.open(portfolio)) {
      const of = positionExit(settings, this.positionAt(position), this.markOf(position));
      if (of !== none) return { reason: of, position };
    }
    return null;
  }

  private carryOut(portfolio: FollowerPortfolio, reached: Reached): void {
    const { state, ending } = this;
    const { user } = portfolio;
    const watched = state.copies.exits.watched(user);
    const { reason, position } = reached;
    const figures = this.figuresBefore(portfolio, position);
    const before = this.lotsOf(portfolio);
    if (position === NIL) ending.close(portfolio);
    else ending.closeOne(position);
    const gone = state.copies.follower(user) === null;
    if (!gone) state.copies.exits.set(user, { ...watched, told: 1 });
    // What is tried again in vain is not told again.
    if (watched.told !== 0 && !gone && this.lotsOf(portfolio) === before) return;
    const left = position === NIL ? tradesOf(state, user) : Math.abs(this.lotsAt(position));
    this.tell(portfolio, reason, figures, left);
  }

  /**
   * A stop that a follower has set of a position is due: as much of the position is closed as the book takes, and it is told
   * like an exit. @returns whether there was anything to close; the order's id is the outcome's
   */
  stopAt(portfolio: FollowerPortfolio, { instrument, planType, options = 0 }: Plan): boolean {
    const name = { instrument, leg: legOf(options) };
    const position = findPosition(this.state, name, portfolio.user);
    if (position === NIL) return this.out.refuse(Reject.reduceOnlyNothing, 0, 0);
    const figures = this.figuresBefore(portfolio, position);
    if (!this.ending.closeAt(portfolio, name)) return false;
    const { takeProfit, stopLoss } = CopyExitReason;
    const reason = planType === PlanType.positionProfit ? takeProfit : stopLoss;
    this.tell(portfolio, reason, figures, Math.abs(this.lotsAt(position)));
    return true;
  }

  /** What an exit is told with, before anything is closed. */
  private figuresBefore(portfolio: FollowerPortfolio, position: number) {
    const { base, peak } = this.state.copies.exits.watched(portfolio.user);
    return { equity: this.wallets.equity(portfolio), base, peak, ...this.figuresOf(position) };
  }

  private tell(
    { user: portfolio, trader }: FollowerPortfolio,
    reason: CopyExitReason,
    figures: ReturnType<OwnExits['figuresBefore']>,
    left: number,
  ): void {
    const { seq, time, log } = this.state;
    const about = { portfolio, trader, reason, ...figures, left };
    log.push({ kind: EventKind.copyExitReached, seq, time, ...about });
  }

  /** A follower who has reached nothing is looked at when prices may have changed that. */
  private watch(portfolio: FollowerPortfolio): void {
    const { state, wallets } = this;
    const { exits } = state.copies;
    const { user, settings } = portfolio;
    const equity = wallets.equity(portfolio);
    const before = exits.watched(user);
    const peak = settings.drawdownPpm > 0 ? peakAfter(before.peak, equity) : before.peak;
    const watched = { ...before, peak, told: 0 };
    exits.set(user, watched);
    const { low, high } = equityBounds(settings, watched);
    assert(low === null || equity > low, 'INV-38: an exit is reached and not carried out');
    assert(high === null || equity < high, 'INV-38: an exit is reached and not carried out');
    const open = wallets.open(portfolio);
    let value = 0n;
    for (const position of open) value += this.valueAt(position);
    const room = {
      loss: low === null ? null : equity - low,
      profit: high === null ? null : high - equity,
    };
    exits.place(
      user,
      open.map((position) => this.triggerOf(settings, position, room, value)),
    );
  }

  /** Prices up to which a position loses, and gains, less than its part of what all may, by value. */
  private triggerOf(
    settings: CopySettings,
    position: number,
    room: { readonly loss: bigint | null; readonly profit: bigint | null },
    value: bigint,
  ): Trigger {
    const mark = this.markOf(position);
    const ticks = (units: bigint | null): number =>
      units === null ? Infinity : Math.max(1, Number((units * BigInt(mark)) / value));
    const { lots, cost } = this.positionAt(position);
    const [down, up] = lots > 0 ? [room.loss, room.profit] : [room.profit, room.loss];
    const own = priceBounds(settings, { lots, cost });
    const below = Math.max(own.below, mark - ticks(down));
    const above = Math.min(own.above, mark + ticks(up));
    assert(below < mark && mark < above, 'INV-38: an exit is reached and not carried out');
    const instrument = this.state.positions.instrument(position);
    const far = above > Number.MAX_SAFE_INTEGER;
    return { instrument, below: Math.max(0, below), above: far ? Infinity : above };
  }

  /** A follower for whom something is left to be closed is looked at with the next price. */
  private watchAll(portfolio: FollowerPortfolio): void {
    const triggers = this.wallets.open(portfolio).map((position): Trigger => {
      const mark = this.markOf(position);
      const instrument = this.state.positions.instrument(position);
      return { instrument, below: mark - 1, above: mark + 1 };
    });
    this.state.copies.exits.place(portfolio.user, triggers);
  }

  /** What exits of other settings are measured from: a drawdown that is new from what there is now. */
  private basisFor(portfolio: FollowerPortfolio, settings: CopySettings): Watched {
    const watched = this.state.copies.exits.watched(portfolio.user);
    const begins = settings.drawdownPpm > 0 && portfolio.settings.drawdownPpm === 0;
    return begins ? { ...watched, peak: this.wallets.equity(portfolio) } : watched;
  }

  private figuresOf(position: number) {
    if (position === NIL) return { instrument: EVERY_INSTRUMENT, mark: 0, lots: 0, cost: 0 };
    const instrument = this.state.positions.instrument(position);
    return { instrument, mark: this.markOf(position), ...this.positionAt(position) };
  }

  private positionAt(position: number): { readonly lots: number; readonly cost: number } {
    const { positions } = this.state;
    return { lots: positions.lots(position), cost: positions.cost(position) };
  }

  private lotsAt(position: number): number {
    return this.state.positions.lots(position);
  }

  private lotsOf(portfolio: FollowerPortfolio): number {
    const { wallets } = this;
    return wallets.open(portfolio).reduce((sum, at) => sum + Math.abs(this.lotsAt(at)), 0);
  }

  private markOf(position: number): number {
    const { positions, markets } = this.state;
    return markets[positions.instrument(position)]!.contract!.mark;
  }

  /** Units. */
  private valueAt(position: number): bigint {
    const { positions, markets } = this.state;
    const { quoteFactor } = markets[positions.instrument(position)]!.instrument;
    const lots = BigInt(Math.abs(positions.lots(position)));
    return lots * BigInt(this.markOf(position)) * BigInt(quoteFactor);
  }
}
