/**
 * Money of positions outside of fills: wallets, isolated margin, fundings, fees of liquidations, and the
 * exchange's accounts on the other side. Also the row that tells what a position is.
 */
import { assert, fundingOf, PostingReason, SystemAccount } from '@halcyon/domain';
import type { State } from '../state/state.ts';
import type { Contract } from './contract.ts';
import type {
  POSITION_LANE_SHIFT,
  POSITION_WORD_SHIFT,
  PositionFlag,
  PositionLane,
  PositionWord,
} from './positions.ts';

// What the hot code reads: own constants, because the compiler cannot fold imported ones.
const P_COST: typeof PositionLane.cost = 1;
const P_FEES: typeof PositionLane.fees = 6;
const P_FUNDING: typeof PositionLane.funding = 7;
const P_MARGIN: typeof PositionLane.margin = 2;
const P_OPENED: typeof PositionLane.opened = 4;
const P_PROFIT: typeof PositionLane.profit = 5;
const P_ROUND: typeof PositionWord.round = 31;
const P_AUTO_MARGIN: typeof PositionFlag.autoMargin = 8;
const P_ISOLATED: typeof PositionFlag.isolated = 4;
const P_LEG: typeof PositionFlag.leg = 3;
const P_LANE_SHIFT: typeof POSITION_LANE_SHIFT = 4;
const P_WORD_SHIFT: typeof POSITION_WORD_SHIFT = 5;
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
    const at = (position << P_WORD_SHIFT) | P_ROUND;
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
    const lane = position << P_LANE_SHIFT;
    const isolated = positions.isolated(position);
    // An isolated position pays out of its own margin as far as that goes, and is paid into it.
    const own = isolated ? Math.max(amount, -f64[lane | P_MARGIN]!) : 0;
    f64[lane | P_MARGIN]! += own;
    assert(f64[lane | P_MARGIN]! >= 0, 'a funding leaves an isolated position less than no margin');
    f64[lane | P_FUNDING]! += amount;
    this.pay(position, PostingReason.funding, contract.round, amount - own, own);
    this.payClearing(position, PostingReason.funding, contract.round, -amount);
    contract.fundingLeft -= amount;
    this.logPosition(position);
    this.onChanged(position);
  }

  /** Moves settle units between wallet and isolated margin; positive = into the position. */
  moveMargin(position: number, units: number): void {
    const { f64 } = this.state.positions;
    const lane = (position << P_LANE_SHIFT) | P_MARGIN;
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
    const most = own ? f64[(position << P_LANE_SHIFT) | P_MARGIN]! : units;
    assert(
      units > 0 && units <= most,
      'a fee of a liquidation is of nothing, or more than the margin',
    );
    if (own) f64[(position << P_LANE_SHIFT) | P_MARGIN]! -= units;
    const reason = PostingReason.liquidationFee;
    this.pay(position, reason, seq, own ? 0 : -units, own ? -units : 0);
    this.paySystem(SystemAccount.insurance, position, reason, seq, units);
    f64[(position << P_LANE_SHIFT) | P_FEES]! += units;
    this.logPosition(position);
    this.onChanged(position);
  }

  /** What the protection fund makes good: into an isolated position that is open, else into the wallet. */
  payLoss(position: number, units: number): void {
    const { positions, seq } = this.state;
    const own = positions.isolated(position) && positions.lots(position) !== 0;
    assert(units > 0 && units <= this.fund(position), 'the fund pays nothing, or more than it has');
    if (own) positions.f64[(position << P_LANE_SHIFT) | P_MARGIN]! += units;
    const reason = PostingReason.protection;
    this.pay(position, reason, seq, own ? 0 : units, own ? units : 0);
    this.paySystem(SystemAccount.insurance, position, reason, seq, -units);
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
    const lane = position << P_LANE_SHIFT;
    const { row } = this;
    row[1] = f64[lane]!;
    row[2] = f64[lane | P_COST]!;
    row[3] = f64[lane | P_MARGIN]!;
    row[5] = f64[lane | P_OPENED]!;
    row[6] = f64[lane | P_PROFIT]!;
    row[7] = f64[lane | P_FEES]!;
    row[8] = f64[lane | P_FUNDING]!;
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
    const isolated = (flags & P_ISOLATED) === 0 ? 0 : 2;
    const automatic = (flags & P_AUTO_MARGIN) === 0 ? 0 : 1;
    const leg = (flags & P_LEG) * 4;
    log.position(positions.instrument(position) * 16 + leg + isolated + automatic, row);
  }

  /** Slot of the balance that a position is paid from and to. */
  walletOf(position: number): number {
    const { positions, users, riskAccounts } = this.state;
    return riskAccounts.wallet(users.futuresAccount(positions.account(position) >>> 3));
  }
}
