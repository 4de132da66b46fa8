/**
 * What accounts have and need, in margin units. The formulas are domain/contract-math.ts; here is
 * which positions and orders they are asked about. docs/contract-rules.md tells the rules. The sums of
 * domain/contract-account.ts are the same over plain structures; the views' agreement test holds them equal.
 */
import {
  assert,
  costOf,
  gapAt,
  initialMargin,
  marginCeil,
  neededOf,
  type PositionLeg,
  profitAt,
  reachOf,
  walletMargin,
} from '@halcyon/domain';
import type { RatioSums } from '../state/margin-calls.ts';
import type { State } from '../state/state.ts';
import type { Contract } from './contract.ts';
import type { Isolated } from './isolated-fill.ts';
import type {
  POSITION_LANE_SHIFT,
  POSITION_WORD_SHIFT,
  PositionFlag,
  PositionLane,
  PositionWord,
} from './positions.ts';

// What the hot code reads: own constants, because the compiler cannot fold imported ones.
const LANE_SHIFT: typeof POSITION_LANE_SHIFT = 4;
const WORD_SHIFT: typeof POSITION_WORD_SHIFT = 5;
const COST: typeof PositionLane.cost = 1;
const BUY_VALUE: typeof PositionLane.buyValue = 8;
const SELL_VALUE: typeof PositionLane.sellValue = 9;
const INSTRUMENT: typeof PositionWord.instrument = 25;
const LEVERAGE: typeof PositionWord.leverage = 26;
const FLAGS: typeof PositionWord.flags = 27;
const LEG: typeof PositionFlag.leg = 3;
const ISOLATED: typeof PositionFlag.isolated = 4;
const UNITS_MAX = Number.MAX_SAFE_INTEGER;
const NIL: number = -1;

/** By what positions are valued where people may have moved the mark. */
export type Valued = 'index' | 'worst';

/** Whichever of mark and index a position of so many lots (signed) is worth less at, ticks. */
export function worstPrice({ mark, index }: Contract, lots: number): number {
  return lots > 0 ? Math.min(mark, index) : Math.max(mark, index);
}

export class Margin {
  declare private readonly state: State;

  constructor(state: State) {
    this.state = state;
  }

  /** The contract of a position. */
  contractOf(position: number): Contract {
    const { markets, positions } = this.state;
    return markets[positions.i32[(position << WORD_SHIFT) | INSTRUMENT]!]!.contract!;
  }

  /** The wallet of an account at risk, down: what is available, which may be negative. */
  wallet(risk: number): number {
    const { ledger, riskAccounts } = this.state;
    const slot = riskAccounts.wallet(risk);
    const first = riskAccounts.first(risk);
    assert(first !== NIL, 'an account at risk has no position');
    const { marginUnits } = this.contractOf(first).risk;
    const units = ledger.availableApprox(slot);
    if (units <= UNITS_MAX && units >= -UNITS_MAX) return Math.floor(units / marginUnits);
    return walletMargin(ledger.available(slot), marginUnits);
  }

  /**
   * Value of the larger of what a position may become by its resting orders, tick-lots.
   * @param buy @param sell tick-lots of orders that would come beside them
   */
  reach(position: number, mark: number, buy = 0, sell = 0): number {
    const { f64, i32 } = this.state.positions;
    const lane = position << LANE_SHIFT;
    const value = f64[lane]! * mark;
    const buys = f64[lane | BUY_VALUE]! + buy;
    const sells = f64[lane | SELL_VALUE]! + sell;
    const leg = i32[(position << WORD_SHIFT) | FLAGS]! & LEG;
    return reachOf(leg as PositionLeg, value, buys, sells);
  }

  /** What a position and its resting orders need of the wallet so that they may be there, up. */
  needed(position: number): number {
    return this.neededFor(position, this.reach(position, this.contractOf(position).mark));
  }

  /** The same with a reach that it would have, tick-lots. */
  neededFor(position: number, reach: number): number {
    const { f64, i32 } = this.state.positions;
    const { risk, mark } = this.contractOf(position);
    const word = position << WORD_SHIFT;
    const open = Math.abs(f64[position << LANE_SHIFT]!) * mark;
    const isolated = (i32[word | FLAGS]! & ISOLATED) !== 0;
    return neededOf(risk, reach, open, i32[word | LEVERAGE]!, isolated);
  }

  /** Unrealised profit of a position, down. */
  profit(position: number): number {
    const { f64 } = this.state.positions;
    const { risk, mark } = this.contractOf(position);
    const lane = position << LANE_SHIFT;
    return profitAt(risk, f64[lane]!, f64[lane | COST]!, mark);
  }

  /**
   * What of the wallet is not needed, unrealised profit counted: new orders may use it.
   * @param known a position of which is known what it needs: `held`
   */
  free(risk: number, known = NIL, held = 0): number {
    const { positions, riskAccounts } = this.state;
    let free = this.wallet(risk);
    for (let at = riskAccounts.first(risk); at !== NIL; at = positions.after(at)) {
      if (positions.idle(at)) continue;
      free -= at === known ? held : this.needed(at);
      if (!positions.isolated(at)) free += this.profit(at);
    }
    return free;
  }

  /** Settle units that may leave the wallet: unrealised loss counts, unrealised profit does not. */
  withdrawable(risk: number): number {
    const { ledger, riskAccounts, positions } = this.state;
    const wallet = ledger.availableApprox(riskAccounts.wallet(risk));
    let needed = 0;
    let marginUnits = 1;
    for (let at = riskAccounts.first(risk); at !== NIL; at = positions.after(at)) {
      if (positions.idle(at)) continue;
      needed += this.needed(at);
      if (!positions.isolated(at)) needed -= Math.min(0, this.profit(at));
      marginUnits = this.contractOf(at).risk.marginUnits;
    }
    return Math.max(0, Math.min(UNITS_MAX, wallet - needed * marginUnits));
  }

  /** Wallet and unrealised profit: of a cross account, or of an isolated position alone. */
  equity(risk: number, position: number): number {
    const { positions } = this.state;
    if (positions.isolated(position)) return this.backing(position) + this.profit(position);
    return this.crossEquity(risk);
  }

  /**
   * The same by other prices than the marks: by the index, which nobody here makes; or by whichever of the two
   * is worse for each position.
   */
  equityBy(by: Valued, risk: number, position: number): number {
    const { positions } = this.state;
    if (positions.isolated(position)) return this.backing(position) + this.profitBy(by, position);
    return this.crossEquityBy(by, risk);
  }

  crossEquityBy(by: Valued, risk: number): number {
    let equity = this.wallet(risk);
    for (const at of this.crossPositions(risk)) equity += this.profitBy(by, at);
    return equity;
  }

  /** Settle units of the wallet that isolated positions may use: not what cross positions have lost. */
  spare(risk: number): bigint {
    const { ledger, riskAccounts } = this.state;
    const wallet = ledger.available(riskAccounts.wallet(risk));
    const { marginUnits } = this.contractOf(riskAccounts.first(risk)).risk;
    const equity = BigInt(this.crossEquityBy('worst', risk)) * BigInt(marginUnits);
    const least = wallet < equity ? wallet : equity;
    return least > 0n ? least : 0n;
  }

  /** An isolated position as fills would change it, without the wallet. */
  isolatedNow(position: number): Isolated {
    const { positions } = this.state;
    const lots = BigInt(positions.lots(position));
    const cost = BigInt(positions.cost(position));
    return { lots, cost, margin: BigInt(positions.margin(position)), wallet: 0n };
  }

  /** The same at a price in ticks. */
  profitAt(position: number, price: number): number {
    const { positions } = this.state;
    const { risk } = this.contractOf(position);
    return profitAt(risk, positions.lots(position), positions.cost(position), price);
  }

  /** Unrealised profit, down. */
  profitBy(by: Valued, position: number): number {
    const { positions } = this.state;
    const contract = this.contractOf(position);
    const lots = positions.lots(position);
    const price = by === 'index' ? contract.index : worstPrice(contract, lots);
    return profitAt(contract.risk, lots, positions.cost(position), price);
  }

  /** Wallet and unrealised profit of all cross positions. */
  crossEquity(risk: number): number {
    const { positions, riskAccounts } = this.state;
    let equity = this.wallet(risk);
    for (let at = riskAccounts.first(risk); at !== NIL; at = positions.after(at)) {
      if (positions.isCrossOpen(at)) equity += this.profit(at);
    }
    return equity;
  }

  /** The predicate of liquidation for a cross account: negative = it is liquidated (INV-11). */
  crossExcess(risk: number): number {
    const { positions, riskAccounts } = this.state;
    let excess = this.wallet(risk);
    for (let at = riskAccounts.first(risk); at !== NIL; at = positions.after(at)) {
      if (positions.isCrossOpen(at)) excess += this.exposure(at, this.contractOf(at).mark);
    }
    return excess;
  }

  /** The same for an isolated position. */
  isolatedExcess(position: number): number {
    return this.backing(position) + this.exposure(position, this.contractOf(position).mark);
  }

  /** What a target has and must keep, margin units: its equity less that is its excess. */
  sums(target: number): RatioSums {
    if (target < 0) {
      const equity = this.crossEquity(-1 - target);
      return { equity, keeps: equity - this.crossExcess(-1 - target) };
    }
    const equity = this.backing(target) + this.profit(target);
    return { equity, keeps: equity - this.isolatedExcess(target) };
  }

  /** The wallet (−1 − its account's slot), or the margin of an isolated position; down. */
  backing(target: number): number {
    if (target < 0) return this.wallet(-1 - target);
    const { marginUnits } = this.contractOf(target).risk;
    return Math.floor(this.state.positions.margin(target) / marginUnits);
  }

  /** What a position adds to its account at a price in ticks: its gap less its cost. */
  exposure(position: number, price: number): number {
    const { f64 } = this.state.positions;
    const { risk } = this.contractOf(position);
    const lane = position << LANE_SHIFT;
    const lots = f64[lane]!;
    return gapAt(risk, lots, price) - costOf(risk, lots, f64[lane | COST]!);
  }

  /** Initial margin of an open position at the mark, up. */
  initial(position: number): number {
    const { risk, mark } = this.contractOf(position);
    const { positions } = this.state;
    const value = Math.abs(positions.lots(position)) * mark;
    return initialMargin(risk, value, positions.leverage(position));
  }

  /** Value of a position at the mark, margin units, up. */
  value(position: number): number {
    const { risk, mark } = this.contractOf(position);
    return marginCeil(risk, Math.abs(this.state.positions.lots(position)) * mark);
  }

  /** Settle units that an isolated position can give back: what stays covers initial margin and loss. */
  removable(position: number): number {
    const { positions } = this.state;
    const { marginUnits } = this.contractOf(position).risk;
    const needed = this.initial(position) - Math.min(0, this.profit(position));
    return Math.max(0, positions.margin(position) - needed * marginUnits);
  }

  /** Open positions of an account with cross margin. */
  crossPositions(risk: number): number[] {
    const { positions, riskAccounts } = this.state;
    const open: number[] = [];
    for (let at = riskAccounts.first(risk); at !== NIL; at = positions.after(at)) {
      if (positions.isCrossOpen(at)) open.push(at);
    }
    return open;
  }
}
