/**
 * Commands about copy portfolios: opening, money, terms and settings, ending. Nothing else moves a portfolio's
 * money or trades in its name (INV-34).
 */
import {
  type AmendCopyOrderCommand,
  assertNever,
  type CancelCopyOrderCommand,
  COPY_FOLLOWS_PER_ROOT,
  COPY_TIERS,
  COPY_TRADER_COINS_MIN,
  COPY_TRADERS_PER_ROOT,
  type Command,
  CommandKind,
  type CopyCommand,
  CopyExit,
  type CopyPortfolio,
  CopyProduct,
  DoneReason,
  type EndCopyPortfolioCommand,
  FIRST_USER_ID,
  type FollowerPortfolio,
  type FollowTraderCommand,
  type MoveCopyMoneyCommand,
  newShareBooks,
  type OpenCopyPortfolioCommand,
  ownerOf,
  PositionMode,
  Reject,
  type RemoveCopyFollowerCommand,
  type SetCopySettingsCommand,
  type SetCopyTermsCommand,
  type StopCopyingCommand,
  shareDueAfter,
  type TraderPortfolio,
  UNITS_MAX,
  UserMode,
} from '@halcyon/domain';
import type { ContractSettings } from '../futures/settings.ts';
import { nextMovement, repeatedMovement } from '../ledger/movements.ts';
import type { CommandOutcome } from '../outcome.ts';
import type { PlanTrading } from '../plans/plan-trading.ts';
import { Rules } from '../rules.ts';
import type { SpotTrading } from '../spot/spot-trading.ts';
import type { State } from '../state/state.ts';
import { BatchAdmission } from './batch-admission.ts';
import { BatchAmending } from './batch-amending.ts';
import { BatchOrders } from './batch-orders.ts';
import { BatchParts } from './batch-parts.ts';
import { ClosingParts } from './closing-parts.ts';
import type { CopyBatch } from './copy-batch.ts';
import { isCopyCommand, settingsOnly, termsOnly } from './copy-commands.ts';
import { Ending } from './ending.ts';
import { checkNewFollower } from './following.ts';
import { endedBy } from './gathered-order.ts';
import { endGathered, nextGathered } from './gathered-parts.ts';
import { isHedged, setPortfolioMode } from './legs.ts';
import { OwnExits } from './own-exits.ts';
import { PortfolioChecks } from './portfolio-checks.ts';
import { putPortfolio } from './portfolio-events.ts';
import { Reductions } from './reductions.ts';
import { RestingParts } from './resting-parts.ts';
import { Shares } from './shares.ts';
import { SpotOrders } from './spot-orders.ts';
import { isSpot, type OfProduct } from './spot-wallet.ts';
import { type TraderOrderCommand, TraderOrders } from './trader-orders.ts';
import { TraderSettings } from './trader-settings.ts';
import { CopyWallets } from './wallets.ts';

export class Copying {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly wallets: CopyWallets;
  declare private readonly checks: PortfolioChecks;
  declare private readonly shares: Shares;
  declare private readonly parts: BatchParts;
  declare private readonly orders: BatchOrders;
  declare private readonly traderOrders: TraderOrders;
  declare private readonly ending: Ending;
  declare private readonly ownExits: OwnExits;
  declare private readonly reductions: Reductions;
  declare private readonly resting: RestingParts;
  declare private readonly closing: ClosingParts;
  declare private readonly amending: BatchAmending;

  constructor(
    state: State,
    out: CommandOutcome,
    trading: SpotTrading,
    { plans, settings }: { readonly plans: PlanTrading; readonly settings: ContractSettings },
  ) {
    this.state = state;
    this.out = out;
    this.wallets = new CopyWallets(state, trading.contracts);
    this.checks = new PortfolioChecks(state, out, this.wallets);
    this.shares = new Shares(state, this.wallets);
    this.parts = new BatchParts(state, trading.contracts);
    this.resting = new RestingParts(state, trading, this.parts);
    trading.contracts.copied = this.resting;
    this.closing = new ClosingParts(state, this.parts, this.resting);
    const { wallets, shares, resting } = this;
    const admission = new BatchAdmission(state, out, trading, wallets);
    this.amending = new BatchAmending(state, out, trading, { admission, parts: this.parts });
    this.orders = new BatchOrders(state, out, trading, { admission, amending: this.amending });
    this.reductions = new Reductions(state, this.orders);
    const { orders } = this;
    const spot = new SpotOrders(state, out, trading, wallets);
    this.ending = new Ending(state, out, trading, {
      wallets,
      shares,
      resting,
      orders,
      plans,
      spot,
    });
    this.ownExits = new OwnExits(state, out, wallets, this.ending);
    const own = { plans, spot, settings: new TraderSettings(state, out, plans, settings) };
    this.traderOrders = new TraderOrders(state, out, orders, { ...own, exits: this.ownExits });
  }

  /** Unix ms at which a command is needed, Infinity = none. */
  get deadline(): number {
    const { active, settling, waiting, pending, exits, due } = this.state.copies;
    if (!active) return Number.POSITIVE_INFINITY;
    return pending || exits.pending || waiting > 0 || settling !== null ? 0 : due;
  }

  /** Whether owners of a batch have to get what it traded. */
  get pending(): boolean {
    return this.state.copies.pending;
  }

  /** Before a command: what became due by the time it carries. */
  passTime(): void {
    this.shares.passTime();
  }

  /**
   * After a command: the next portion of a batch, of what followers close or leave, or of what is settled. What closes
   * waits for no order whose followers are being asked, but a trader's plan for the trader's own.
   * @param unfinished whether steps of liquidations are left, whose positions nothing else closes meanwhile
   */
  run(unfinished: boolean): void {
    this.runNext(unfinished);
    const { copies, markets } = this.state;
    if (copies.exits.count === 0) return;
    copies.exits.crossPairs((instrument) => {
      const market = markets[instrument]!;
      return market.contract === null ? market.markPrice() : null;
    });
  }

  private runNext(unfinished: boolean): void {
    const { leaving, reduced, exits, waiting } = this.state.copies;
    if (this.pending) {
      this.closing.trim();
      this.parts.sweep();
    } else if (waiting === 0 && !exits.pending) this.shares.sweep();
    else if (unfinished) return;
    else if (reduced.length > 0) this.reductions.sweep();
    else if (this.traderOrders.fireNext() || this.traderOrders.closeNext()) return;
    else if (exits.pending) this.ownExits.sweep();
    else if (leaving.length > 0) this.ending.sweep();
    else if (this.amends()) this.amending.sweep();
    else this.orders.gather();
  }

  /** Whether an amendment is next: orders that only close come first. */
  private amends(): boolean {
    const { state } = this;
    return state.copies.amended.length > 0 && nextGathered(state)?.reduceOnly !== true;
  }

  /** A root was frozen, or its account was closed. */
  onRestricted(root: number): void {
    const { active, portfolios } = this.state.copies;
    if (!active) return;
    const own = [...portfolios.values()].filter((one) => one.root === root);
    for (const { user } of own) this.parts.settle(user);
    if (this.state.users.mode(root) === UserMode.closed) this.ending.onClosed(own);
    else this.ending.onFrozen(own);
  }

  /** Whether a command that is not about copying may name who it names: portfolios are named by none. */
  admits(command: Command): boolean {
    if (!this.state.copies.active || isCopyCommand(command)) return true;
    for (const name of ['account', 'from', 'to'] as const) {
      const account = (command as { readonly [field in typeof name]?: unknown })[name];
      if (typeof account === 'number' && !this.admitsAccount(account)) return false;
    }
    const { user } = command as { readonly user?: unknown };
    const named = typeof user === 'number' && this.state.users.isPortfolio(user);
    return !named || this.out.refuse(Reject.unknownUser, 0, user as number);
  }

  /** Whether an account is no portfolio's. */
  admitsAccount(account: number): boolean {
    const { copies, users } = this.state;
    if (!copies.active || !users.isPortfolio(ownerOf(account))) return true;
    return this.out.refuse(Reject.unknownAccount, 0, account);
  }

  /** Carries out a command; whether it was not refused. */
  apply(command: CopyCommand): boolean {
    const { state, out } = this;
    const { rules, users } = state;
    if (rules < Rules.copying) return out.refuse(Reject.parameterRange, Rules.copying, rules);
    const { user } = command;
    const known = Number.isSafeInteger(user) && user >= FIRST_USER_ID && user < users.count;
    if (!known || users.rootOf(user) !== user)
      return out.refuse(Reject.unknownUser, users.count - 1, user);
    if (users.mode(user) === UserMode.closed) return out.refuse(Reject.accountClosed, 0, user);
    switch (command.kind) {
      case CommandKind.openCopyPortfolio:
        return this.open(command);
      case CommandKind.setCopyTerms:
        return this.setTerms(command);
      case CommandKind.followTrader:
        return this.follow(command);
      case CommandKind.setCopySettings:
        return this.setSettings(command);
      case CommandKind.moveCopyMoney:
        return this.moveMoney(command);
      case CommandKind.endCopyPortfolio:
        return this.end(command);
      case CommandKind.placeCopyOrder:
      case CommandKind.closeCopyPosition:
      case CommandKind.placeCopyPlan:
      case CommandKind.cancelCopyPlan:
      case CommandKind.setCopyStops:
      case CommandKind.setCopyLeverage:
      case CommandKind.setCopyMarginMode:
        return this.trade(command);
      case CommandKind.removeCopyFollower:
        return this.remove(command);
      case CommandKind.stopCopying:
        return this.stop(command);
      case CommandKind.cancelCopyOrder:
        return this.cancel(command);
      case CommandKind.amendCopyOrder:
        return this.amend(command);
      default:
        return assertNever(command);
    }
  }

  private open(command: OpenCopyPortfolioCommand): boolean {
    const { state, checks } = this;
    const { user, asset, amount, terms, positionMode, product } = command;
    const shareMaxPpm = COPY_TIERS[0].sharePpm;
    if (!checks.checkProduct(command)) return false;
    if (!checks.checkAsset(asset, product ?? CopyProduct.contracts)) return false;
    if (!checks.checkTerms(terms, { asset, shareMaxPpm, ...productOf(command) })) return false;
    if (!this.checks.checkOpening(user, COPY_TRADERS_PER_ROOT, (one) => one.trader === null))
      return false;
    if (!this.checks.checkLeast(amount, this.checks.coins(asset, COPY_TRADER_COINS_MIN)))
      return false;
    if (!this.checks.checkSpot(user, asset, amount)) return false;
    const own = { root: user, asset, openedAt: state.time, paidIn: 0n, trader: null };
    const offered = {
      ...{ terms: termsOnly(terms), shareMaxPpm, closing: false },
      ...productOf(command),
    };
    this.begin({ ...own, user: this.addUser(user), ...offered }, amount, positionMode);
    return true;
  }

  private follow({ user, trader, amount, code, settings }: FollowTraderCommand): boolean {
    const { state, out } = this;
    const { copies, time } = state;
    const followed = checkNewFollower(state, out, { root: user, trader, code });
    if (followed === null || !this.checks.checkSettings(settings)) return false;
    if (!this.checks.checkOpening(user, COPY_FOLLOWS_PER_ROOT, (one) => one.trader !== null))
      return false;
    const { asset, terms } = followed;
    if (!this.checks.checkLeast(amount, terms.amountMin)) return false;
    if (!this.checks.checkMost(amount, terms) || !this.checks.checkSpot(user, asset, amount))
      return false;
    const { sharePpm } = terms;
    const share = newShareBooks(copies.takeShort(user, followed, time));
    const own = { root: user, asset, openedAt: time, paidIn: 0n, trader, ...productOf(followed) };
    const kept = settingsOnly(settings);
    const begun = { ...own, user: this.addUser(user), settings: kept, sharePpm, share };
    const mode = isHedged(state, trader) ? PositionMode.hedge : PositionMode.oneWay;
    this.begin(begun, amount, mode);
    this.ownExits.begin({ ...begun, paidIn: amount });
    return true;
  }

  private trade(command: TraderOrderCommand): boolean {
    const found = this.find(command.user, command.portfolio);
    if (found === null) return false;
    if (found.trader === null) return this.traderOrders.apply(found, command);
    if (command.kind === CommandKind.setCopyStops) return this.traderOrders.setTpsl(found, command);
    if (command.kind === CommandKind.closeCopyPosition && command.reverses !== 1) {
      return this.ending.closeAt(found, command);
    }
    return this.out.refuse(Reject.copyPortfolioNotFound, 0, found.user);
  }

  private remove({ user, portfolio, follower }: RemoveCopyFollowerCommand): boolean {
    if (this.find(user, portfolio) === null) return false;
    if (this.pending) this.parts.settle(follower);
    const led = this.state.copies.follower(follower);
    if (led?.trader === portfolio) return this.ending.letGo(led);
    return this.out.refuse(Reject.copyPortfolioNotFound, 0, follower);
  }

  private cancel({ user, portfolio, order }: CancelCopyOrderCommand): boolean {
    if (this.find(user, portfolio) === null) return false;
    if (this.traderOrders.cancelClose(portfolio, order)) return true;
    const gathered = this.state.copies.gatheredOf(portfolio);
    if (gathered?.id === order) {
      this.out.id = order;
      endGathered(this.state, gathered, endedBy(DoneReason.cancelled));
      return true;
    }
    const batch = this.findOrder(portfolio, order);
    if (batch === null) return false;
    this.out.id = order;
    this.resting.end(batch, DoneReason.cancelled);
    return true;
  }

  private amend(command: AmendCopyOrderCommand): boolean {
    const { user, portfolio, order } = command;
    const found = this.find(user, portfolio);
    if (found === null) return false;
    if (found.trader !== null) return this.out.refuse(Reject.copyPortfolioNotFound, 0, portfolio);
    const batch = this.findOrder(portfolio, order);
    if (batch !== null && isSpot(found)) {
      return this.out.refuse(Reject.unknownInstrument, 0, batch.instrument);
    }
    return batch !== null && this.amending.amend(found, batch, command);
  }

  /** A trader's order that is in the book. */
  private findOrder(trader: number, order: number): CopyBatch | null {
    const batch = this.state.copies.batchesOf(trader).find(({ id }) => id === order);
    if (batch !== undefined && !batch.ended) return batch;
    this.out.refuse(Reject.orderNotFound, 0, order);
    return null;
  }

  private setTerms({ user, portfolio, terms }: SetCopyTermsCommand): boolean {
    const found = this.find(user, portfolio);
    if (found === null) return false;
    if (found.trader !== null) return this.out.refuse(Reject.copyPortfolioNotFound, 0, portfolio);
    if (!this.checks.checkTerms(terms, found)) return false;
    putPortfolio(this.state, { ...found, terms: termsOnly(terms) });
    return true;
  }

  private setSettings({ user, portfolio, settings }: SetCopySettingsCommand): boolean {
    const found = this.find(user, portfolio);
    if (found === null) return false;
    if (found.trader === null) return this.out.refuse(Reject.copyPortfolioNotFound, 0, portfolio);
    if (!this.checks.checkSettings(settings) || !this.ownExits.check(found, settings)) return false;
    const after = { ...found, settings: settingsOnly(settings) };
    putPortfolio(this.state, after);
    this.ownExits.set(after, found);
    if (settings.paused !== 0) this.resting.pause(portfolio);
    return true;
  }

  private moveMoney({ user, portfolio, amount, clientId }: MoveCopyMoneyCommand): boolean {
    const { state, out, wallets } = this;
    const spot = wallets.spotOf(user);
    if (repeatedMovement(state, out, spot, 'copy', clientId)) return true;
    const found = this.find(user, portfolio);
    if (found === null) return false;
    const allowed =
      amount > 0n ? this.checkTopUp(found, amount) : this.checkTakeOut(found, -amount);
    if (!allowed) return false;
    const id = nextMovement(state, out, spot, 'copy', clientId);
    const equity = wallets.equity(found);
    wallets.move(found, amount, id, clientId);
    this.orders.limitFree(portfolio);
    if (found.trader !== null) state.copies.exits.move(portfolio, equity, equity + amount);
    putPortfolio(state, { ...found, paidIn: found.paidIn + amount });
    return true;
  }

  private checkTopUp(portfolio: CopyPortfolio, amount: bigint): boolean {
    const { root, asset, trader } = portfolio;
    const followed = trader === null ? null : this.state.copies.trader(trader);
    const most =
      followed === null || this.checks.checkMost(portfolio.paidIn + amount, followed.terms);
    return most && this.checks.checkSpot(root, asset, amount, this.wallets.accountOf(portfolio));
  }

  /** What the trader's share would take were it settled now stays. */
  private checkTakeOut(portfolio: CopyPortfolio, amount: bigint): boolean {
    const { out, wallets, shares } = this;
    if (amount <= 0n || amount > BigInt(UNITS_MAX)) {
      return out.refuse(Reject.amountRange, UNITS_MAX, Number(amount));
    }
    let free = wallets.free(portfolio);
    if (portfolio.trader !== null) {
      const { due } = shares.preview(portfolio);
      free -= due + portfolio.share.owed;
    }
    if (amount > free) {
      return out.refuse(Reject.notWithdrawable, Number(free > 0n ? free : 0n), Number(amount));
    }
    const { root, asset } = portfolio;
    const fits = wallets.hasCapacity(wallets.spotOf(root), asset, amount);
    return fits || out.refuse(Reject.balanceRange, UNITS_MAX, Number(amount));
  }

  private end({ user, portfolio }: EndCopyPortfolioCommand): boolean {
    const found = this.find(user, portfolio);
    return found !== null && this.ending.end(found);
  }

  private stop({ user, portfolio, exit }: StopCopyingCommand): boolean {
    if (exit !== CopyExit.close && exit !== CopyExit.takeOver) {
      return this.out.refuse(Reject.copyExitRange, CopyExit.takeOver, exit);
    }
    const found = this.find(user, portfolio);
    if (found === null) return false;
    if (found.trader === null) return this.out.refuse(Reject.copyPortfolioNotFound, 0, portfolio);
    return this.ending.stop(found, exit);
  }

  /** A portfolio begins, with its first money. */
  private begin(portfolio: CopyPortfolio, amount: bigint, mode: PositionMode): void {
    const { state, out, wallets } = this;
    const { copies, time } = state;
    if (!copies.active) copies.due = shareDueAfter(time);
    const id = nextMovement(state, out, wallets.spotOf(portfolio.root), 'copy', '');
    wallets.move(portfolio, amount, id, '');
    putPortfolio(state, { ...portfolio, paidIn: amount });
    setPortfolioMode(state, wallets.accountOf(portfolio), mode, portfolio.asset);
    out.id = portfolio.user;
  }

  private addUser(root: number): number {
    const { users } = this.state;
    const user = users.add(users.simulated(root));
    users.join(user, root);
    users.markPortfolio(user);
    users.setTier(user, users.tier(root));
    return user;
  }

  /** A root's own portfolio; of any other nobody is told whether it exists. */
  private find(root: number, portfolio: number): TraderPortfolio | FollowerPortfolio | null {
    const found = this.state.copies.portfolios.get(portfolio);
    if (found !== undefined && found.root === root) {
      if (this.pending) this.parts.settle(portfolio);
      return found;
    }
    this.out.refuse(Reject.copyPortfolioNotFound, 0, portfolio);
    return null;
  }
}

/** The product of a portfolio as it is kept: of contracts nothing says it. */
function productOf(portfolio: OfProduct): Pick<CopyPortfolio, 'product'> {
  return isSpot(portfolio) ? { product: CopyProduct.spot } : {};
}
