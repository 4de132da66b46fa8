/**
 * Profit shares: what followers owe their traders, settled every week and when they leave. With the weekly settlement
 * followers are counted, and what they have brought says what their trader may ask for from then on.
 */
import {
  COPY_SHARES_PER_COMMAND,
  copyShareMax,
  EventKind,
  FIRST_USER_ID,
  type FollowerPortfolio,
  NO_PAIR,
  PostingReason,
  type SettledShare,
  type ShareBasis,
  settleShare,
  shareDueAfter,
  type TraderPortfolio,
  UNITS_MAX,
} from '@halcyon/domain';
import type { State } from '../state/state.ts';
import { sweepUsers } from '../state/user-sweep.ts';
import { putPortfolio } from './portfolio-events.ts';
import { BALANCE_END, type CopyWallets } from './wallets.ts';

export class Shares {
  declare private readonly state: State;
  declare private readonly wallets: CopyWallets;

  constructor(state: State, wallets: CopyWallets) {
    this.state = state;
    this.wallets = wallets;
  }

  /** Begins the settlement of all followers when it is due. One that is under way goes on first. */
  passTime(): void {
    const { copies, time } = this.state;
    if (time < copies.due) return;
    copies.due = shareDueAfter(time);
    copies.settling ??= { nextUser: FIRST_USER_ID, step: 'shares' };
  }

  /** Settles the next portion of followers, in the order of users; after the last one limits of traders are looked at. */
  sweep(): void {
    const { copies, users } = this.state;
    const { settling } = copies;
    if (settling === null) return;
    let left = COPY_SHARES_PER_COMMAND;
    if (settling.step === 'shares') {
      left = sweepUsers(settling, users.count, left, (user) => this.settleUser(user));
      if (settling.nextUser < users.count) return;
      Object.assign(settling, { step: 'limits', nextUser: FIRST_USER_ID });
    }
    sweepUsers(settling, users.count, left, (user) => this.limitUser(user));
    if (settling.nextUser >= users.count) copies.settling = null;
  }

  private settleUser(user: number): number {
    const { copies } = this.state;
    const portfolio = copies.follower(user);
    if (portfolio === null) return 0;
    const { trader, paidIn } = this.settle(portfolio);
    copies.money.count(trader, paidIn, this.wallets.equity(portfolio));
    return 1;
  }

  private limitUser(user: number): number {
    const { copies } = this.state;
    const trader = copies.trader(user);
    if (trader === null || !copies.money.knows(user)) return 0;
    this.limit(trader);
    return 1;
  }

  /** What a trader asks for is never more than it may; whoever has joined keeps the share that was agreed on. */
  private limit(trader: TraderPortfolio): void {
    const { copies, assets, time } = this.state;
    const result = copies.money.take(trader.user, time);
    const shareMaxPpm = copyShareMax(result, 10 ** assets[trader.asset]!.scale);
    if (shareMaxPpm === trader.shareMaxPpm) return;
    const sharePpm = Math.min(trader.terms.sharePpm, shareMaxPpm);
    putPortfolio(this.state, { ...trader, shareMaxPpm, terms: { ...trader.terms, sharePpm } });
  }

  /**
   * Settles the share of a follower and pays what can be paid.
   * @param takesOver what is open counts as realised by the mark prices
   * @returns the portfolio as it is then
   */
  settle(portfolio: FollowerPortfolio, takesOver = false): FollowerPortfolio {
    const { state } = this;
    const basis = this.basisOf(portfolio, takesOver);
    const settled = settleShare(portfolio.share, basis);
    if (settled.due === 0n && settled.paid === 0n && settled.fresh === 0n) return portfolio;
    if (settled.paid > 0n) {
      const before = this.wallets.equity(portfolio);
      this.pay(portfolio, settled.paid);
      state.copies.exits.move(portfolio.user, before, before - settled.paid);
    }
    const after = { ...portfolio, share: settled.books };
    state.copies.put(after);
    this.tell(portfolio, basis, settled);
    return after;
  }

  /** What would be due and paid now, were it settled. */
  preview(portfolio: FollowerPortfolio, takesOver = false): SettledShare {
    return settleShare(portfolio.share, this.basisOf(portfolio, takesOver));
  }

  private basisOf(portfolio: FollowerPortfolio, takesOver: boolean): ShareBasis {
    const { wallets, state } = this;
    const { sharePpm, paidIn, share } = portfolio;
    const funding = wallets.pendingFunding(portfolio);
    const realised = wallets.owned(portfolio) + funding - paidIn + share.shared;
    // A trader whose balance is full is owed what does not fit.
    const receiver = state.ledger.slot(this.receiverOf(portfolio), portfolio.asset);
    const room = BALANCE_END - 1n - state.ledger.available(receiver);
    const free = wallets.free(portfolio) + (funding < 0n ? funding : 0n);
    const most = room < BigInt(UNITS_MAX) ? room : BigInt(UNITS_MAX);
    const open = wallets.unrealised(portfolio);
    const gained = takesOver
      ? { realised: realised + open, unrealised: 0n }
      : { realised, unrealised: open };
    return { ...gained, sharePpm, free: free < most ? free : most };
  }

  /** The spot account of the trader's root. */
  private receiverOf({ trader }: FollowerPortfolio): number {
    return this.wallets.spotOf(this.state.copies.trader(trader)!.root);
  }

  /** INV-31: what followers pay is what traders get. */
  private pay(portfolio: FollowerPortfolio, paid: bigint): void {
    const { ledger, seq } = this.state;
    const { asset } = portfolio;
    const { copyShare } = PostingReason;
    const [from, to] = [this.wallets.accountOf(portfolio), this.receiverOf(portfolio)];
    const units = Number(paid);
    ledger.post(ledger.slot(from, asset), from, asset, copyShare, seq, -units, 0, NO_PAIR);
    ledger.post(ledger.slot(to, asset), to, asset, copyShare, seq, units, 0, NO_PAIR);
    this.wallets.changed(portfolio);
  }

  private tell(portfolio: FollowerPortfolio, basis: ShareBasis, settled: SettledShare): void {
    const { seq, time, log } = this.state;
    const { user, trader, asset, share } = portfolio;
    const about = { portfolio: user, trader, asset, markBefore: share.mark };
    const kind = EventKind.copyShareSettled;
    log.push({ kind, seq, time, ...about, ...basis, ...settled });
  }
}
