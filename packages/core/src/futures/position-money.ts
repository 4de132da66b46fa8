/**
 * Money of positions outside of fills: wallets, isolated margin, fundings, fees of liquidations, and the
 * exchange's accounts on the other side. Also the row that tells what a position is.
 */
import { assert, fundingOf, PostingReason, SystemAccount } from '@halcyon/domain';
import type { State } from '../state/state.ts';
import type { Contract } from './contract.ts';
import {
  POSITION_LANE_SHIFT,
  POSITION_WORD_SHIFT,
  PositionFlag,
  PositionLane,
  PositionWord,
} from './positions.ts';

/** Sums of a position since it was opened; see PositionEvent. */
export interface ClosedSums {
  opened: number;
  profit: number;
  fees: number;
  funding: number;
}

export class PositionMoney {
  declare private readonly state: State;
  /** The numbers of a position's row, see `readPosition`. */
  private readonly row = new Float64Array(9);
  /** Told of every position that changed. */
  declare readonly onChanged: (position: number) => void;

  constructor(state: State, onChanged: (position: number) => void) {
    this.state = state;
    this.onChanged = onChanged;
  }

  /** Settles the funding that a position has not settled yet; before anything else changes it. */
  settleFunding(contract: Contract, position: number): void {
    const { positions } = this.state;
    const at = (position << POSITION_WORD_SHIFT) | PositionWord.round;
    if (positions.i32[at] === contract.round) return;
    positions.i32[at] = contract.round;
    const lots = positions.lots(position);
    const { sweep } = contract;
    if (lots === 0 || sweep === null) return;
    const { quoteFactor } = contract.risk;
    const amount = fundingOf(quoteFactor, lots, sweep.mark, sweep.rate);
    if (amount !== 0) this.payFunding(contract, position, amount);
  }

  private payFunding(contract: Contract, position: number, amount: number): void {
    const { positions } = this.state;
    const { f64 } = positions;
    const lane = position << POSITION_LANE_SHIFT;
    const isolated = positions.isolated(position);
    // An isolated position pays out of its own margin as far as that goes, and is paid into it.
    const own = isolated ? Math.max(amount, -f64[lane | PositionLane.margin]!) : 0;
    f64[lane | PositionLane.margin]! += own;
    f64[lane | PositionLane.funding]! += amount;
    this.pay(position, PostingReason.funding, contract.round, amount - own, own);
    this.payClearing(position, PostingReason.funding, contract.round, -amount);
    contract.fundingLeft -= amount;
    this.logPosition(position);
    this.onChanged(position);
  }

  /** Moves settle units between wallet and isolated margin; positive = into the position. */
  moveMargin(position: number, units: number): void {
    const { f64 } = this.state.positions;
    const lane = (position << POSITION_LANE_SHIFT) | PositionLane.margin;
    assert(f64[lane]! + units >= 0, 'an isolated position would have less than no margin');
    f64[lane]! += units;
    this.pay(position, PostingReason.margin, this.state.seq, -units, units);
    this.logPosition(position);
    this.onChanged(position);
  }

  /** The fee of a liquidation, to the protection fund. @param own out of the position's isolated margin */
  payFee(position: number, units: number, own: boolean): void {
    const { f64 } = this.state.positions;
    const { seq } = this.state;
    if (own) f64[(position << POSITION_LANE_SHIFT) | PositionLane.margin]! -= units;
    const reason = PostingReason.liquidationFee;
    this.pay(position, reason, seq, own ? 0 : -units, own ? -units : 0);
    this.paySystem(SystemAccount.insurance, position, reason, seq, units);
    f64[(position << POSITION_LANE_SHIFT) | PositionLane.fees]! += units;
    this.logPosition(position);
    this.onChanged(position);
  }

  /** Posts money to a position's account. */
  pay(
    position: number,
    reason: PostingReason,
    reference: number,
    available: number,
    held: number,
  ): void {
    const { positions, users, riskAccounts, ledger, markets } = this.state;
    const account = positions.account(position);
    const instrument = positions.instrument(position);
    const wallet = riskAccounts.wallet(users.futuresAccount(account >>> 3));
    const { quote } = markets[instrument]!.instrument;
    ledger.post(wallet, account, quote, reason, reference, available, held, instrument);
  }

  /** Posts money to one of the exchange's accounts, in the settle asset of a position. */
  paySystem(
    system: number,
    position: number,
    reason: PostingReason,
    reference: number,
    units: number,
  ): void {
    const { positions, ledger, markets } = this.state;
    const instrument = positions.instrument(position);
    const { quote } = markets[instrument]!.instrument;
    const slot = ledger.slot(system, quote);
    ledger.post(slot, system, quote, reason, reference, units, 0, instrument);
  }

  /** Posts money to the clearing account, in the settle asset of a position. */
  payClearing(position: number, reason: PostingReason, reference: number, units: number): void {
    if (units !== 0) this.paySystem(SystemAccount.clearing, position, reason, reference, units);
  }

  /** Settle units in the protection fund of a position's settle asset. */
  fund(position: number): number {
    const { ledger, positions, markets } = this.state;
    const { quote } = markets[positions.instrument(position)]!.instrument;
    return ledger.availableApprox(ledger.slot(SystemAccount.insurance, quote));
  }

  /** A row with the position as it is. */
  logPosition(position: number): void {
    const { f64 } = this.state.positions;
    const lane = position << POSITION_LANE_SHIFT;
    const { row } = this;
    row[1] = f64[lane]!;
    row[2] = f64[lane | PositionLane.cost]!;
    row[3] = f64[lane | PositionLane.margin]!;
    row[5] = f64[lane | PositionLane.opened]!;
    row[6] = f64[lane | PositionLane.profit]!;
    row[7] = f64[lane | PositionLane.fees]!;
    row[8] = f64[lane | PositionLane.funding]!;
    this.logRow(position);
  }

  /** A row with a position that the same fill closed and opened again: its last sums. */
  logClosed(position: number, sums: ClosedSums): void {
    const { row } = this;
    row.fill(0);
    row[5] = sums.opened;
    row[6] = sums.profit;
    row[7] = sums.fees;
    row[8] = sums.funding;
    this.logRow(position);
  }

  private logRow(position: number): void {
    const { positions, log } = this.state;
    const { row } = this;
    row[0] = positions.account(position);
    row[4] = positions.leverage(position);
    const flags = positions.flags(position);
    const isolated = (flags & PositionFlag.isolated) === 0 ? 0 : 2;
    const automatic = (flags & PositionFlag.autoMargin) === 0 ? 0 : 1;
    const leg = (flags & PositionFlag.leg) * 4;
    log.position(positions.instrument(position) * 16 + leg + isolated + automatic, row);
  }

  /** Slot of the balance that a position is paid from and to. */
  walletOf(position: number): number {
    const { positions, users, riskAccounts } = this.state;
    return riskAccounts.wallet(users.futuresAccount(positions.account(position) >>> 3));
  }
}
