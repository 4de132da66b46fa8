/**
 * How portfolios end: what is open is closed or taken over, the share is settled, and what is left goes to the
 * root. Followers of a trader who is gone leave as their settings say, in portions.
 */
import {
  AccountKind,
  accountOf,
  assert,
  COPY_EXITS_PER_COMMAND,
  COPY_MARK_KEPT_MS,
  CopyExit,
  EVERY_INSTRUMENT,
  FIRST_USER_ID,
  type FollowerPortfolio,
  OrderType,
  ownerOf,
  Reject,
  SelfTrade,
  Side,
  TimeInForce,
  type TraderPortfolio,
  UNITS_MAX,
  UserMode,
} from '@halcyon/domain';
import { tradesOf } from '../ledger/closings.ts';
import { nextMovement } from '../ledger/movements.ts';
import type { CommandOutcome } from '../outcome.ts';
import type { PlanTrading } from '../plans/plan-trading.ts';
import { Rules } from '../rules.ts';
import { NO_ATTACHED } from '../spot/order-request.ts';
import type { SpotTrading } from '../spot/spot-trading.ts';
import type { State } from '../state/state.ts';
import { sweepUsers } from '../state/user-sweep.ts';
import type { BatchOrders } from './batch-orders.ts';
import { newClosers } from './closers.ts';
import type { LeavingFollowers } from './copy-book.ts';
import { findPosition, isHedged, type LegName, legBits, ownPosition, setOpening } from './legs.ts';
import { emitRemoved, putPortfolio, removePortfolio } from './portfolio-events.ts';
import type { RestingParts } from './resting-parts.ts';
import type { Shares } from './shares.ts';
import type { SpotOrders } from './spot-orders.ts';
import { isSpot } from './spot-wallet.ts';
import type { CopyWallets } from './wallets.ts';
import { Worst, worstPrice } from './worst-price.ts';

const NIL = -1;
/** See OrderOption: the order only makes a position smaller. */
const REDUCE_ONLY = 1;

type Portfolio = TraderPortfolio | FollowerPortfolio;

export class Ending {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly trading: SpotTrading;
  declare private readonly wallets: CopyWallets;
  declare private readonly shares: Shares;
  declare private readonly resting: RestingParts;
  declare private readonly orders: BatchOrders;
  declare private readonly plans: PlanTrading;
  declare private readonly spot: SpotOrders;

  constructor(
    state: State,
    out: CommandOutcome,
    trading: SpotTrading,
    parts: {
      readonly wallets: CopyWallets;
      readonly shares: Shares;
      readonly resting: RestingParts;
      readonly orders: BatchOrders;
      readonly plans: PlanTrading;
      readonly spot: SpotOrders;
    },
  ) {
    this.state = state;
    this.out = out;
    this.trading = trading;
    this.wallets = parts.wallets;
    this.shares = parts.shares;
    this.resting = parts.resting;
    this.orders = parts.orders;
    this.plans = parts.plans;
    this.spot = parts.spot;
  }

  /** Ends a portfolio in which nothing is open; of a trader with followers these leave first. */
  end(portfolio: Portfolio): boolean {
    const { state, out } = this;
    if (portfolio.trader === null) {
      const followers = state.copies.followersOf(portfolio.user).size;
      if (followers > 0 && portfolio.closing) {
        return out.refuse(Reject.copyFollowersLeft, 0, followers);
      }
      if (followers > 0) {
        this.letLeave(portfolio);
        return true;
      }
    }
    const open = this.openIn(portfolio);
    if (open > 0) return out.refuse(Reject.copyStillOpen, 0, open);
    return this.finish(portfolio);
  }

  /** A follower leaves at once. */
  stop(portfolio: FollowerPortfolio, exit: CopyExit): boolean {
    if (exit === CopyExit.takeOver) return this.tryTakeOver(portfolio);
    this.closeAndFinish(portfolio);
    return true;
  }

  /** How many things are open: of spot coins that may be sold, too. */
  openIn(portfolio: Portfolio): number {
    const coins = isSpot(portfolio) ? this.wallets.spot.sellable(portfolio.user).length : 0;
    return tradesOf(this.state, portfolio.user) + coins;
  }

  /** A follower's own exit is reached: as much is closed as the book takes, and where nothing is left it ends. */
  close(portfolio: FollowerPortfolio): void {
    this.closeAndFinish(portfolio);
  }

  /** The account of a root was closed: all that it has of copying ends. */
  onClosed(own: readonly Portfolio[]): void {
    for (const portfolio of own) {
      const { user, trader } = portfolio;
      if (trader !== null || this.state.copies.followersOf(user).size === 0) {
        this.closeAndFinish(portfolio);
      } else this.letLeave(portfolio);
    }
  }

  /** A root was frozen: who follows it leaves. What it has itself stays with it. */
  onFrozen(own: readonly Portfolio[]): void {
    const { copies } = this.state;
    for (const portfolio of own) {
      const led = portfolio.trader === null && copies.followersOf(portfolio.user).size > 0;
      if (led && !portfolio.closing) this.letLeave(portfolio);
    }
  }

  /** The next portion of followers whose trader is gone. */
  sweep(): void {
    const { copies, markets } = this.state;
    const [at] = copies.leaving;
    if (at === undefined) return;
    const trader = copies.trader(at.trader);
    // The last follower has left by itself, and then the trader.
    if (trader === null) copies.leaving.shift();
    else if (at.step < markets.length * 2) this.closeTogether(at, trader);
    else this.leaveOneByOne(at, trader);
  }

  /** Those who are on their way already need not be told again. */
  private letLeave(trader: TraderPortfolio): void {
    if (this.state.copies.leaving.some((one) => one.trader === trader.user)) return;
    this.resting.endAll(trader.user);
    putPortfolio(this.state, { ...trader, closing: true });
    const from = { step: 0, nextUser: FIRST_USER_ID, asked: null };
    this.state.copies.leaving.push({ trader: trader.user, ...from });
  }

  /** All who close in a contract on one side do it as one batch, at one price. */
  private closeTogether(at: LeavingFollowers, trader: TraderPortfolio): void {
    const { markets } = this.state;
    const end = markets.length * 2;
    if (isSpot(trader)) {
      this.sellTogether(at, trader);
      return;
    }
    for (; at.step < end; at.step++) {
      const market = markets[at.step >>> 1]!;
      const { contract, instrument } = market;
      if (contract === null || contract.mark === 0 || instrument.quote !== trader.asset) continue;
      const side = at.step % 2 === 0 ? Side.sell : Side.buy;
      at.asked ??= newClosers();
      const { asked } = at;
      const worst = this.worstForLeft();
      if (!this.orders.close(trader.user, { market, side, asked, worst }, whoCloses)) return;
      at.asked = null;
      at.step += 1;
      return;
    }
  }

  /** Coins of a pair are sold by all who close, as one batch. */
  private sellTogether(at: LeavingFollowers, trader: TraderPortfolio): void {
    const { markets } = this.state;
    for (; at.step < markets.length * 2; at.step += 2) {
      const market = markets[at.step >>> 1]!;
      if (market.contract !== null || market.instrument.quote !== trader.asset) continue;
      at.step += 2;
      this.spot.close(trader, market, (follower) => follower.settings.exit === CopyExit.close);
      return;
    }
  }

  /** Who has closed is given the money, who takes over has the positions; what the book did not take stays. */
  private leaveOneByOne(at: LeavingFollowers, trader: TraderPortfolio): void {
    const { copies, users } = this.state;
    sweepUsers(at, users.count, COPY_EXITS_PER_COMMAND, (user) => {
      const follower = copies.follower(user);
      if (follower === null || follower.trader !== at.trader) return 0;
      this.leaveAsSet(follower);
      return 1;
    });
    if (at.nextUser < users.count) return;
    copies.leaving.shift();
    if (copies.followersOf(at.trader).size > 0) return;
    if (users.mode(trader.root) === UserMode.closed) this.closeAndFinish(trader);
    else if (this.openIn(trader) === 0) this.out.beside(() => this.finish(trader));
  }

  /** A trader lets a follower go. */
  letGo(follower: FollowerPortfolio): true {
    emitRemoved(this.state, follower);
    this.leaveAsSet(follower);
    return true;
  }

  /** A follower leaves as its settings say; who cannot take over closes. */
  leaveAsSet(follower: FollowerPortfolio): void {
    const { exit } = follower.settings;
    const takesOver = () => this.tryTakeOver(follower);
    if (exit === CopyExit.takeOver && this.out.beside(takesOver)) return;
    this.closeAndFinish(follower, this.worstForLeft());
  }

  /** How far followers trade whom the trader leaves or lets go. */
  private worstForLeft(): Worst {
    return this.state.rules >= Rules.copyClosing ? Worst.traderCloses : Worst.any;
  }

  /** Closes what the book takes; a portfolio that still has something open copies nothing more. */
  private closeAndFinish(portfolio: Portfolio, worst: Worst = Worst.any): void {
    const { state } = this;
    this.resting.leaveAll(portfolio.user);
    this.plans.cancelAll(this.wallets.accountOf(portfolio), EVERY_INSTRUMENT);
    for (const position of this.wallets.open(portfolio)) this.closeOne(position, worst);
    if (isSpot(portfolio)) this.spot.sellAll(portfolio);
    const open = this.openIn(portfolio) > 0;
    if (!open && this.out.beside(() => this.finish(portfolio))) return;
    if (portfolio.trader === null || portfolio.settings.paused !== 0) return;
    putPortfolio(state, { ...portfolio, settings: { ...portfolio.settings, paused: 1 } });
  }

  /** A follower closes its position in a contract, and copies on. */
  closeAt(portfolio: FollowerPortfolio, name: LegName): boolean {
    const { user } = portfolio;
    if (isSpot(portfolio)) return this.spot.sell(portfolio, name.instrument);
    const position = findPosition(this.state, name, user);
    if (position === NIL || this.state.positions.lots(position) === 0) {
      return this.out.refuse(Reject.reduceOnlyNothing, 0, 0);
    }
    return this.closeNow(position);
  }

  /** Beside the command that is carried out. @param key see ExitPart */
  closePart(portfolio: FollowerPortfolio, key: number): void {
    if (isSpot(portfolio)) this.out.beside(() => this.spot.sell(portfolio, key));
    else this.closeOne(key);
  }

  private closeOne(position: number, worst: Worst = Worst.any): void {
    this.out.beside(() => this.closeNow(position, worst));
  }

  /** At the market, as an order of the portfolio's own. */
  private closeNow(position: number, worst: Worst = Worst.any): boolean {
    const { positions, markets } = this.state;
    const [lots, instrument] = [positions.lots(position), positions.instrument(position)];
    const side = lots > 0 ? Side.sell : Side.buy;
    const market = markets[instrument]!;
    const request = {
      ...{ account: positions.account(position), instrument, side, quantity: Math.abs(lots) },
      ...{ quoteAmount: 0, type: OrderType.limit, price: worstPrice(market, side, worst) },
      ...{ timeInForce: TimeInForce.ioc, clientId: '' },
      ...{ selfTrade: SelfTrade.none, options: legBits(positions.leg(position)) | REDUCE_ONLY },
      ...NO_ATTACHED,
    };
    const placed = this.trading.contracts.place(market, request, 0);
    this.orders.limitFree(ownerOf(request.account));
    return placed;
  }

  /** Settles the share and gives back what is left. */
  private finish(portfolio: Portfolio): boolean {
    const { out, wallets } = this;
    const { root, asset } = portfolio;
    this.resting.leaveAll(portfolio.user);
    const owned = wallets.owned(portfolio);
    if (owned < 0n) return out.refuse(Reject.copyStillOpen, 0, Number(owned));
    if (!wallets.hasCapacity(wallets.spotOf(root), asset, owned)) {
      return out.refuse(Reject.balanceRange, UNITS_MAX, Number(owned));
    }
    if (!this.checkCoins(portfolio)) return false;
    this.giveBack(portfolio.trader === null ? portfolio : this.leave(portfolio));
    return true;
  }

  /** All the money goes to the root, and there is no portfolio any more. @param own the account that gets it */
  private giveBack(portfolio: Portfolio, own?: number): void {
    const { state, out, wallets } = this;
    const back = wallets.owned(portfolio);
    const next = () => nextMovement(state, out, wallets.spotOf(portfolio.root), 'copy', '');
    wallets.giveBack(portfolio, next, own);
    const left = BigInt(tradesOf(state, portfolio.user)) + wallets.owned(portfolio);
    assert(left === 0n, 'INV-35: a portfolio ends with something in it');
    removePortfolio(state, { ...portfolio, paidIn: portfolio.paidIn - back });
  }

  /** The last settlement of a follower. What is still owed then is owed no longer. @param takesOver see Shares.settle */
  private leave(portfolio: FollowerPortfolio, takesOver = false): FollowerPortfolio {
    const { shares, state } = this;
    const settled = shares.settle(portfolio, takesOver);
    const { profit } = shares.preview(settled, takesOver);
    const short = settled.share.mark - profit;
    const { copies, time } = state;
    copies.depart(settled, { short, until: time + COPY_MARK_KEPT_MS }, time);
    return { ...settled, share: { ...settled.share, owed: 0n } };
  }

  /** Whether the root has room for all coins. */
  private checkCoins(portfolio: Portfolio): boolean {
    const { out, wallets } = this;
    if (!isSpot(portfolio)) return true;
    const own = wallets.spotOf(portfolio.root);
    for (const { asset, units } of wallets.spot.holdings(portfolio.user)) {
      if (wallets.hasCapacity(own, asset, units)) continue;
      return out.refuse(Reject.balanceRange, UNITS_MAX, Number(units));
    }
    return true;
  }

  /** Whether it was taken over. */
  private tryTakeOver(portfolio: FollowerPortfolio): boolean {
    if (isSpot(portfolio)) return this.takeCoins(portfolio);
    return this.checkTakeOver(portfolio) && this.takeOver(portfolio);
  }

  /** Coins and money go to the root's spot account; nothing is traded. */
  private takeCoins(portfolio: FollowerPortfolio): boolean {
    if (!this.checkCoins(portfolio)) return false;
    this.resting.leaveAll(portfolio.user);
    const left = this.leave(portfolio, true);
    this.countOpen(left);
    this.giveBack(left);
    return true;
  }

  /** Whether the root's futures account has room for all positions: it has nothing in their contracts. */
  private checkTakeOver(portfolio: FollowerPortfolio): boolean {
    const { state, out, wallets } = this;
    const { positions, seats } = state;
    const own = accountOf(portfolio.root, AccountKind.usdtFutures);
    const owned = wallets.owned(portfolio);
    if (owned < 0n) return out.refuse(Reject.copyStillOpen, 0, Number(owned));
    if (!wallets.hasCapacity(own, portfolio.asset, owned)) {
      return out.refuse(Reject.balanceRange, UNITS_MAX, Number(owned));
    }
    const [hedge, ownHedge] = [isHedged(state, portfolio.user), isHedged(state, portfolio.root)];
    if (hedge !== ownHedge) {
      return out.refuse(Reject.copyTakeOverMode, Number(hedge), Number(ownHedge));
    }
    // What is owed ends with the portfolio: who took out all that is free would keep the profit and the share of it.
    const { paid, books } = this.shares.preview(portfolio, true);
    if (books.owed > 0n) {
      return out.refuse(Reject.copyShareUnpaid, Number(paid), Number(paid + books.owed));
    }
    for (const position of wallets.open(portfolio)) {
      const seat = seats.find(own, positions.instrument(position));
      if (seat === NIL) continue;
      for (const leg of positions.legs(seats.position(seat))) {
        const lots = positions.lots(leg);
        if (lots !== 0) return out.refuse(Reject.positionOpen, 0, lots);
      }
      const resting = seats.restingCount(seat);
      if (resting > 0) return out.refuse(Reject.ordersOpen, 0, resting);
    }
    return true;
  }

  /** Positions go over with cost, leverage and margin, and the money with them; nothing is traded. */
  private takeOver(portfolio: FollowerPortfolio): boolean {
    const { positions, markets } = this.state;
    const { settlement, money } = this.trading.contracts;
    this.resting.leaveAll(portfolio.user);
    this.plans.cancelAll(this.wallets.accountOf(portfolio), EVERY_INSTRUMENT);
    const left = this.leave(portfolio, true);
    this.countOpen(left);
    const moved = this.wallets.open(left).map((from) => {
      const margin = positions.margin(from);
      const market = markets[positions.instrument(from)]!;
      const name = { instrument: market.instrument.id, leg: positions.leg(from) };
      const to = ownPosition(this.state, name, portfolio.root);
      const opening = { leverage: positions.leverage(from), isolated: positions.isolated(from) };
      setOpening(this.state, to, opening);
      const [lots, cost] = [positions.lots(from), positions.cost(from)];
      settlement.handOver(market, from, to, { lots, cost, rest: 0, fee: 0 });
      return { to, margin };
    });
    this.giveBack(left, accountOf(portfolio.root, AccountKind.usdtFutures));
    for (const { to, margin } of moved) {
      if (positions.isolated(to)) money.moveMargin(to, margin - positions.margin(to));
    }
    return true;
  }

  /** What is open when it is taken over was won or lost by following. */
  private countOpen(portfolio: FollowerPortfolio): void {
    const { copies } = this.state;
    const open = this.wallets.equity(portfolio) - this.wallets.owned(portfolio);
    copies.money.gain(portfolio.trader, open, copies.settling !== null);
  }
}

/** Who has chosen to close when the trader is gone closes all. */
function whoCloses(open: number, { settings }: FollowerPortfolio): number {
  return settings.exit === CopyExit.close ? open : 0;
}
