/**
 * Who gained what of whom. From events alone: what each trade, funding, fee and move of the index was worth to the
 * coalition and to all others, at the index of that moment. The sums must be what the wallets say, to the unit.
 */
import type { Core } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  type ContractTradeEvent,
  type Event,
  EventKind,
  kindOf,
  LIQUIDATION_OPTION,
  markDistancePpm,
  ownerOf,
  type PostingEvent,
  PostingReason,
  ppmFloor,
  Side,
  SystemAccount,
  TradeOrigin,
} from '@halcyon/domain';
import { check } from './position-invariants.ts';

const CONTRACT = 0;
const USDT = 0;
const HOUR_MS = 3_600_000;
const UNITS = 100_000_000;
/** What the fund may pay in an hour: parts of what it has, and of open interest; at least so many coins. */
const FUND_PPM = 50_000;
const INTEREST_PPM = 1_000;
const LEAST = 100 * UNITS;
/** Margin is counted in ten-thousandths of a coin, down: so much may be missing of each of several figures. */
const ROUNDING = UNITS / 1_000;
const FAULTS_MAX = 20;

/** What a party gained, settle units; losses are negative. */
export interface Gains {
  /** By trades in the book with the other party, at the index. */
  traded: number;
  /** By trades off the book with the other party, at the index. */
  deleveraged: number;
  funding: number;
  /** Of trades. */
  fees: number;
  liquidationFees: number;
  /** What the protection fund paid for it. */
  protection: number;
  /** By moves of the index while it had positions. */
  index: number;
}

const nothing = (): Gains => ({
  ...{ traded: 0, deleveraged: 0, funding: 0, fees: 0 },
  ...{ liquidationFees: 0, protection: 0, index: 0 },
});

const sumOf = (gains: Gains): number => Object.values(gains).reduce((a, b) => a + b, 0);

/** What one path did, beside what each party gained. */
export interface PathResult {
  liquidations: number;
  deleveragings: number;
  /** Settle units that deleveraging cost others against the mark. */
  deleveragingCost: number;
  /** Orders of liquidations that traded nothing. */
  deadOrders: number;
  /** Highest rate of a funding, 10^-8. */
  rate: number;
  trades: number;
}

export class CoalitionAudit {
  private readonly core: Core;
  private readonly coalition = new Set<number>();
  private readonly given = new Map<number, number>();
  private readonly lots = new Map<number, number>();
  /** Of the coalition, and of all others. */
  readonly ours = nothing();
  readonly theirs = nothing();
  readonly seen: PathResult = {
    ...{ liquidations: 0, deleveragings: 0, deleveragingCost: 0 },
    ...{ deadOrders: 0, rate: 0, trades: 0 },
  };
  /** What must not be, as it was met. */
  readonly faults: string[] = [];
  private index = 0;
  /** Orders of liquidations in the command that is looked at, that have not traded. */
  private readonly unmet = new Set<number>();
  private readonly counterparties = new Set<number>();
  private hour = 0;
  private paidInHour = 0;
  private roomOfHour = 0;
  private lotsBefore = 0;
  private share = 0;
  private fundBefore = 0;
  private begun = false;
  /** Whether the index has moved. */
  moved = false;

  constructor(core: Core) {
    this.core = core;
  }

  /** From here on, before the first price: the contract is listed, and the fund has what it has. */
  begin(): void {
    this.begun = true;
    this.fundBefore = this.fund;
  }

  join(user: number, coalition: boolean): void {
    if (coalition) this.coalition.add(user);
    this.given.set(user, 0);
  }

  get fund(): number {
    const { ledger } = this.core.state;
    return Number(ledger.available(ledger.slot(SystemAccount.insurance, USDT)));
  }

  /** What the fund has more than in the beginning. */
  get fundGain(): number {
    return this.fund - this.fundBefore;
  }

  /** Takes note of what a command did. */
  note(events: readonly Event[]): void {
    if (!this.begun) return;
    this.unmet.clear();
    this.counterparties.clear();
    this.noteRoom();
    for (const event of events) this.noteEvent(event);
    this.seen.deadOrders += this.unmet.size;
    if (this.unmet.size > 0) this.fault(`${this.unmet.size} orders of liquidations trade nothing`);
    for (const account of this.counterparties) {
      const equity = this.equity(ownerOf(account), this.mark);
      if (equity < -ROUNDING) this.fault(`account ${account} is deleveraged to ${equity}`);
    }
  }

  private fault(what: string): void {
    const { seq } = this.core.state;
    if (this.faults.length < FAULTS_MAX) this.faults.push(`command ${seq}: ${what}`);
  }

  private noteEvent(event: Event): void {
    if (event.kind === EventKind.contractTrade) this.noteTrade(event);
    else if (event.kind === EventKind.posting) this.notePosting(event);
    else if (event.kind === EventKind.liquidation) this.seen.liquidations += 1;
    else if (event.kind === EventKind.marks) this.noteMarks(event.index, event.mark);
    else if (event.kind === EventKind.fundingSet) {
      this.seen.rate = Math.max(this.seen.rate, Math.abs(event.rate));
    } else if (
      event.kind === EventKind.orderOpened &&
      kindOf(event.account) === AccountKind.usdtFutures
    ) {
      if ((event.options & LIQUIDATION_OPTION) !== 0) this.unmet.add(event.order);
    }
  }

  private noteMarks(index: number, mark: number): void {
    const most = ppmFloor(index, markDistancePpm(this.contract.terms));
    if (Math.abs(mark - index) > most) this.fault(`a mark of ${mark} at an index of ${index}`);
    if (index === this.index) return;
    const factor = this.contract.risk.quoteFactor;
    for (const [account, lots] of this.lots) {
      this.partyOf(account).index += lots * (index - this.index) * factor;
    }
    if (this.index !== 0) this.moved = true;
    this.index = index;
  }

  private noteTrade(event: ContractTradeEvent): void {
    const { takerAccount, makerAccount, quantity, price, origin, takerOrder } = event;
    this.unmet.delete(takerOrder);
    this.seen.trades += 1;
    const bought = event.takerSide === Side.buy ? quantity : -quantity;
    this.change(takerAccount, bought);
    this.change(makerAccount, -bought);
    const [taker, maker] = [this.partyOf(takerAccount), this.partyOf(makerAccount)];
    taker.fees -= event.takerFee;
    maker.fees -= event.makerFee;
    const factor = this.contract.risk.quoteFactor;
    const edge = bought * (this.index - price) * factor;
    const cause = origin === TradeOrigin.book ? 'traded' : 'deleveraged';
    if (taker !== maker) {
      taker[cause] += edge;
      maker[cause] -= edge;
    }
    if (origin !== TradeOrigin.deleveraging) return;
    this.seen.deleveragings += 1;
    this.counterparties.add(makerAccount);
    const atMark = bought * (this.mark - price) * factor;
    const isClosed = maker === this.theirs;
    // The one that is liquidated gives what it has left to who takes its position.
    const given = taker === this.theirs ? Math.max(-atMark, -edge, 0) : 0;
    this.seen.deleveragingCost += isClosed ? Math.max(atMark, edge, 0) : given;
    if (isClosed && !this.moved && edge > 0) {
      this.fault(`account ${makerAccount} is deleveraged at a loss`);
    }
  }

  private notePosting(event: PostingEvent): void {
    const { account, reason, availableDelta, heldDelta, available } = event;
    const user = ownerOf(account);
    const units = Number(availableDelta + heldDelta);
    if (account === SystemAccount.insurance && reason === PostingReason.protection) {
      this.notePaid(-units, Number(available - availableDelta));
    }
    if (!this.given.has(user)) return;
    const party = this.partyOf(account);
    if (reason === PostingReason.deposit) this.given.set(user, this.given.get(user)! + units);
    else if (reason === PostingReason.funding) party.funding += units;
    else if (reason === PostingReason.liquidationFee) party.liquidationFees += units;
    else if (reason === PostingReason.protection) party.protection += units;
  }

  /** The fund pays no more in an hour than it may. */
  private notePaid(units: number, fund: number): void {
    this.roomOfHour = Math.max(this.roomOfHour, this.roomOf(fund));
    this.paidInHour += units;
    if (this.paidInHour > this.roomOfHour) {
      this.fault(`the fund paid ${this.paidInHour} of ${this.roomOfHour} in an hour`);
    }
    if (!this.moved) this.fault(`the fund pays ${units} at a flat index`);
  }

  private noteHour(): void {
    const hour = Math.floor(this.core.state.time / HOUR_MS);
    if (hour === this.hour) return;
    this.hour = hour;
    this.paidInHour = 0;
    this.roomOfHour = 0;
  }

  /** What the fund may pay is the most that it might have been in this hour. */
  private noteRoom(): void {
    this.noteHour();
    this.roomOfHour = Math.max(this.roomOfHour, this.roomNow());
  }

  /** A command may have moved the mark, and closed positions and paid after that. */
  private roomNow(): number {
    const { openInterest, mark, risk } = this.contract;
    const lots = Math.max(openInterest, this.lotsBefore);
    this.lotsBefore = openInterest;
    this.share = ppmFloor(lots * mark * risk.quoteFactor, INTEREST_PPM);
    return this.roomOf(this.fund);
  }

  private roomOf(fund: number): number {
    return Math.max(LEAST, Math.min(ppmFloor(fund, FUND_PPM), this.share));
  }

  private change(account: number, lots: number): void {
    this.lots.set(account, (this.lots.get(account) ?? 0) + lots);
  }

  private partyOf(account: number): Gains {
    return this.coalition.has(ownerOf(account)) ? this.ours : this.theirs;
  }

  private get contract() {
    return this.core.state.markets[CONTRACT]!.contract!;
  }

  private get mark(): number {
    return this.contract.mark;
  }

  /** What a user has, positions at a price; settle units. */
  equity(user: number, price: number): number {
    const { ledger, positions, seats } = this.core.state;
    const account = accountOf(user, AccountKind.usdtFutures);
    let units = 0;
    for (const each of [account, accountOf(user, AccountKind.spot)]) {
      const slot = ledger.slot(each, USDT);
      units += Number(ledger.available(slot) + ledger.held(slot));
    }
    const seat = seats.find(account, CONTRACT);
    if (seat === -1) return units;
    const factor = this.contract.risk.quoteFactor;
    for (const at of positions.legs(seats.position(seat))) {
      const lots = positions.lots(at);
      units += (lots * price - Math.sign(lots) * positions.cost(at)) * factor;
    }
    return units;
  }

  /** What the coalition has more than it brought, if whoever has less than nothing never comes back. */
  get gain(): number {
    let gain = 0;
    for (const user of this.coalition) {
      gain += Math.max(0, this.equity(user, this.index)) - this.given.get(user)!;
    }
    return gain;
  }

  /** What accounts have less than nothing, settle units. */
  get missing(): number {
    let missing = 0;
    for (const user of this.given.keys()) missing += Math.min(0, this.equity(user, this.index));
    return -missing;
  }

  /** What the coalition gained beyond what others lost by trading with it and by the index, less fees. */
  get unearned(): number {
    const { traded, fees, index, funding } = this.ours;
    return this.gain - traded - fees - index - funding;
  }

  /** At the end of a path, with nothing due. */
  conclude(): void {
    this.checkSums();
    if (!this.moved) {
      if (this.unearned > 0)
        this.fault(`the coalition gained ${this.unearned} that nobody lost to it`);
      if (this.fundGain < 0) this.fault(`the fund lost ${-this.fundGain} at a flat index`);
      if (this.missing > ROUNDING) this.fault(`accounts miss ${this.missing} at a flat index`);
      return;
    }
    const { protection } = this.ours;
    const more = this.unearned - protection - this.seen.deleveragingCost;
    if (more > 0) this.fault(`the coalition gained ${more} beyond the fund's limit`);
  }

  /** That this account of gains is whole. */
  private checkSums(): void {
    for (const [party, isOurs] of [
      [this.ours, true],
      [this.theirs, false],
    ] as const) {
      let gain = 0;
      for (const [user, given] of this.given) {
        if (this.coalition.has(user) === isOurs) gain += this.equity(user, this.index) - given;
      }
      check(
        gain === sumOf(party),
        'INV-09',
        `a party gained ${gain}, and by causes ${sumOf(party)}`,
      );
    }
  }
}
