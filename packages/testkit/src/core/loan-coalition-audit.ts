/**
 * Who gained what of whom where coins are lent: what the coalition has, at the index, against what others lost by
 * trading with it, and what the protection fund and the pools have. Exact, in hundredths of a unit of cash.
 */
import type { Core } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  assetOf,
  type Event,
  EventKind,
  LOAN_LIQUIDATION_OPTION,
  LoanCause,
  type LoanEvent,
  MARGIN_OPTION,
  ownerOf,
  type PostingEvent,
  PostingReason,
  Side,
  SystemAccount,
  type TradeEvent,
} from '@halcyon/domain';

export const USDT = 0;
export const BTC = 1;
export const PAIR = 0;
/** Units of cash, times this: what an amount is worth. A unit of the coin is worth its index. */
const CASH = 100n;
const HOUR_MS = 3_600_000;
const COIN = 100_000_000n * CASH;
/** What the fund may pay in an hour: a part of what it has; at least so much. */
const FUND_PART = 20n;
const LEAST = 100n * COIN;
/** Margin is counted in ten-thousandths of a coin, down: so much may be missing of several figures. */
const ROUNDING = COIN / 1_000n;
const FAULTS_MAX = 20;
const LIQUIDATES = MARGIN_OPTION | LOAN_LIQUIDATION_OPTION;

/** What one path did. */
export interface LoansSeen {
  liquidations: number;
  deadOrders: number;
  trades: number;
  borrowed: number;
}

export class LoanCoalitionAudit {
  private readonly core: Core;
  private readonly coalition = new Set<number>();
  private readonly others = new Set<number>();
  readonly seen: LoansSeen = { liquidations: 0, deadOrders: 0, trades: 0, borrowed: 0 };
  readonly faults: string[] = [];
  /** Whether the index has moved. */
  moved = false;
  /** What the coalition brought, won in trades of others, paid in fees and interest; by moves of the index. */
  private given = 0n;
  private traded = 0n;
  private costs = 0n;
  private byIndex = 0n;
  private index = 0n;
  /** Interest of everybody. */
  private charged = 0n;
  private fundBefore = 0n;
  private poolBefore = 0n;
  private readonly unmet = new Set<number>();
  private hour = 0;
  private paidInHour = 0n;
  private paid = 0n;
  private roomOfHour = 0n;

  constructor(core: Core) {
    this.core = core;
  }

  /** From here on: coins are lent, and fund and pools have what they have. */
  begin(index: number): void {
    this.index = BigInt(index);
    this.fundBefore = this.fund;
    this.poolBefore = this.pool;
  }

  join(user: number, coalition: boolean): void {
    (coalition ? this.coalition : this.others).add(user);
  }

  /** Before a price comes: what the coalition, the fund and the pools have moves with it. */
  move(to: number): void {
    const by = BigInt(to) - this.index;
    if (by === 0n || this.index === 0n) return;
    this.moved = true;
    let coins = 0n;
    for (const user of this.coalition) coins += this.holdingOf(user, BTC);
    this.byIndex += coins * by;
    this.fundBefore += this.available(SystemAccount.insurance, BTC) * by;
    this.poolBefore += this.poolOf(BTC) * by;
    this.index += by;
  }

  note(events: readonly Event[]): void {
    if (this.index === 0n) return;
    this.unmet.clear();
    for (const event of events) this.noteEvent(event);
    this.seen.deadOrders += this.unmet.size;
    if (this.unmet.size > 0) this.fault(`${this.unmet.size} orders of liquidations trade nothing`);
    this.noteHour();
  }

  private fault(what: string): void {
    const { seq } = this.core.state;
    if (this.faults.length < FAULTS_MAX) this.faults.push(`command ${seq}: ${what}`);
  }

  private noteEvent(event: Event): void {
    if (event.kind === EventKind.trade) this.noteTrade(event);
    else if (event.kind === EventKind.posting) this.notePosting(event);
    else if (event.kind === EventKind.loan) this.noteLoan(event);
    else if (event.kind === EventKind.marginLiquidation) this.seen.liquidations += 1;
    else if (event.kind === EventKind.orderOpened) {
      if ((event.options & LIQUIDATES) === LIQUIDATES) this.unmet.add(event.order);
    }
  }

  private noteTrade(event: TradeEvent): void {
    this.unmet.delete(event.takerOrder);
    this.seen.trades += 1;
    const taker = this.coalition.has(ownerOf(event.takerAccount));
    const maker = this.coalition.has(ownerOf(event.makerAccount));
    const { lotUnits } = this.core.state.markets[PAIR]!.instrument;
    const coins = BigInt(event.quantity * lotUnits);
    const edge = coins * this.index - BigInt(event.quote) * CASH;
    const takerEdge = event.takerSide === Side.buy ? edge : -edge;
    if (taker !== maker) this.traded += taker ? takerEdge : -takerEdge;
    const takerGets = event.takerSide === Side.buy ? BTC : USDT;
    if (taker) this.costs += this.worth(takerGets, BigInt(event.takerFee));
    if (maker) this.costs += this.worth(takerGets === BTC ? USDT : BTC, BigInt(event.makerFee));
  }

  private notePosting({ account, asset, reason, availableDelta, heldDelta }: PostingEvent): void {
    const worth = this.worth(asset, availableDelta + heldDelta);
    if (account === SystemAccount.insurance && reason === PostingReason.protection) {
      this.notePaid(-worth);
    }
    if (reason !== PostingReason.deposit || !this.coalition.has(ownerOf(account))) return;
    this.given += worth;
  }

  private noteLoan({ account, asset, cause, interestDelta, principalDelta }: LoanEvent): void {
    if (principalDelta > 0) this.seen.borrowed += 1;
    if (cause !== LoanCause.interest) return;
    const interest = this.worth(asset, BigInt(interestDelta));
    this.charged += interest;
    if (this.coalition.has(ownerOf(account))) this.costs += interest;
  }

  private notePaid(worth: bigint): void {
    this.noteHour();
    this.paidInHour += worth;
    this.paid += worth;
    if (!this.moved) this.fault(`the fund pays ${worth / CASH} at a flat index`);
    if (this.paidInHour > this.roomOfHour) this.fault('the fund paid more than it may in an hour');
  }

  private noteHour(): void {
    const hour = Math.floor(this.core.state.time / HOUR_MS);
    const part = this.fund / FUND_PART;
    const room = part > LEAST ? part : LEAST;
    if (hour !== this.hour) this.paidInHour = 0n;
    if (hour !== this.hour || room > this.roomOfHour) this.roomOfHour = room;
    this.hour = hour;
  }

  private worth(asset: number, units: bigint): bigint {
    return asset === USDT ? units * CASH : units * this.index;
  }

  private available(account: number, asset: number): bigint {
    const { ledger } = this.core.state;
    return ledger.available(ledger.slot(account, asset));
  }

  get fund(): bigint {
    const { insurance } = SystemAccount;
    return this.available(insurance, USDT) * CASH + this.available(insurance, BTC) * this.index;
  }

  /** What the fund has more than in the beginning, coins of cash. */
  get fundGain(): number {
    return Number(this.fund - this.fundBefore) / Number(COIN);
  }

  /** Units of a pool: what it has, and what it is owed. */
  private poolOf(asset: number): bigint {
    const { records } = this.core.state.loans;
    let units = this.available(SystemAccount.loans, asset);
    for (let record = 0; record < records.count; record++) {
      if (assetOf(records.number(record)) === asset) units += BigInt(records.debt(record));
    }
    return units;
  }

  private get pool(): bigint {
    return this.poolOf(USDT) * CASH + this.poolOf(BTC) * this.index;
  }

  /** Units that a user has of a coin, in all accounts, less what is owed. */
  private holdingOf(user: number, asset: number): bigint {
    const { ledger, loans } = this.core.state;
    let units = 0n;
    const { spot, crossMargin, isolatedMargin } = AccountKind;
    for (const kind of [spot, crossMargin, isolatedMargin]) {
      const account = accountOf(user, kind);
      const number = kind === isolatedMargin ? (PAIR + 1) * 1_024 + asset : asset;
      const slot = ledger.slot(account, number);
      units += ledger.available(slot) + ledger.held(slot);
      if (kind === spot) continue;
      const record = loans.records.find(account, number);
      if (record !== -1) units -= BigInt(loans.records.debt(record));
    }
    return units;
  }

  /** What a margin account of a user has at the index, less what it owes. */
  private equityOf(user: number, kind: AccountKind): bigint {
    const { ledger, loans } = this.core.state;
    const account = accountOf(user, kind);
    let equity = 0n;
    for (const asset of [USDT, BTC]) {
      const number = kind === AccountKind.isolatedMargin ? (PAIR + 1) * 1_024 + asset : asset;
      const slot = ledger.slot(account, number);
      const record = loans.records.find(account, number);
      const debt = record === -1 ? 0n : BigInt(loans.records.debt(record));
      equity += this.worth(asset, ledger.available(slot) + ledger.held(slot) - debt);
    }
    return equity;
  }

  /** What the coalition has more than it brought, if margin accounts with less than nothing are left behind. */
  get gain(): bigint {
    let gain = -this.given;
    for (const user of this.coalition) {
      for (const kind of [AccountKind.spot, AccountKind.crossMargin, AccountKind.isolatedMargin]) {
        const equity = this.equityOf(user, kind);
        if (equity > 0n) gain += equity;
      }
    }
    return gain;
  }

  /** What accounts have less than nothing. */
  get missing(): bigint {
    let missing = 0n;
    for (const user of [...this.coalition, ...this.others]) {
      for (const kind of [AccountKind.crossMargin, AccountKind.isolatedMargin]) {
        const equity = this.equityOf(user, kind);
        if (equity < 0n) missing -= equity;
      }
    }
    return missing;
  }

  /** What the coalition gained beyond what others lost by trading with it and by the index, less its costs. */
  get unearned(): bigint {
    return this.gain - this.traded - this.byIndex + this.costs;
  }

  /** At the end of a path, with nothing due. */
  conclude(): void {
    const { unearned, missing } = this;
    const fundLoss = this.fundBefore - this.fund;
    const poolLoss = this.poolBefore + this.charged - this.pool;
    if (this.moved) {
      const carried = this.paid + (poolLoss > 0n ? poolLoss : 0n);
      if (unearned > carried + ROUNDING)
        this.fault(`the coalition gained ${unearned / CASH} of nobody`);
      return;
    }
    if (unearned > ROUNDING)
      this.fault(`the coalition gained ${unearned / CASH} that nobody lost to it`);
    if (fundLoss > 0n) this.fault(`the fund lost ${fundLoss / CASH} at a flat index`);
    if (poolLoss > ROUNDING) this.fault(`the pools lost ${poolLoss / CASH} at a flat index`);
    if (missing > ROUNDING) this.fault(`accounts miss ${missing / CASH} at a flat index`);
  }
}
