/**
 * What accounts have and need, in margin units. The formulas are domain/contract-math.ts; here is
 * which positions and orders they are asked about. docs/contract-rules.md tells the rules.
 */
import {
  assert,
  costOf,
  gapAt,
  initialMargin,
  marginCeil,
  PositionLeg,
  profitAt,
  walletMargin,
} from '@halcyon/domain';
import type { State } from '../state/state.ts';
import type { Contract } from './contract.ts';
import {
  POSITION_LANE_SHIFT,
  POSITION_WORD_SHIFT,
  PositionFlag,
  PositionLane,
  PositionWord,
} from './positions.ts';

const UNITS_MAX = Number.MAX_SAFE_INTEGER;
const NIL = -1;

/** What a new order adds to what its position's resting orders already may buy and sell. */
export interface OrderLoad {
  /** Tick-lots. */
  readonly buy: number;
  readonly sell: number;
}

export const NO_LOAD: OrderLoad = { buy: 0, sell: 0 };

export class Margin {
  declare private readonly state: State;

  constructor(state: State) {
    this.state = state;
  }

  /** The contract of a position. */
  contractOf(position: number): Contract {
    const { state } = this;
    return state.markets[state.positions.instrument(position)]!.contract!;
  }

  /** The wallet of an account at risk, down: what is available, which may be negative. */
  wallet(risk: number): number {
    const { ledger, riskAccounts, markets, positions } = this.state;
    const slot = riskAccounts.wallet(risk);
    const first = riskAccounts.first(risk);
    assert(first !== NIL, 'an account at risk has no position');
    const { marginUnits } = markets[positions.instrument(first)]!.contract!.risk;
    const units = ledger.availableApprox(slot);
    if (Math.abs(units) <= UNITS_MAX) return Math.floor(units / marginUnits);
    return walletMargin(ledger.available(slot), marginUnits);
  }

  /** Value of the larger of what a position may become by its resting orders, tick-lots. */
  reach(position: number, mark: number, load: OrderLoad = NO_LOAD): number {
    const { f64, i32 } = this.state.positions;
    const lane = position << POSITION_LANE_SHIFT;
    const value = f64[lane]! * mark;
    const buys = f64[lane | PositionLane.buyValue]! + load.buy;
    const sells = f64[lane | PositionLane.sellValue]! + load.sell;
    const leg = i32[(position << POSITION_WORD_SHIFT) | PositionWord.flags]! & PositionFlag.leg;
    if (leg === PositionLeg.long) return value + buys;
    if (leg === PositionLeg.short) return sells - value;
    return Math.max(Math.abs(value + buys), Math.abs(value - sells));
  }

  /** What a position and its resting orders need of the wallet so that they may be there, up. */
  needed(position: number, load: OrderLoad = NO_LOAD): number {
    const { positions } = this.state;
    const { risk, mark } = this.contractOf(position);
    const reach = this.reach(position, mark, load);
    if (!positions.isolated(position))
      return initialMargin(risk, reach, positions.leverage(position));
    // What is open has margin of its own.
    const open = Math.abs(positions.lots(position)) * mark;
    return initialMargin(risk, Math.max(0, reach - open), positions.leverage(position));
  }

  /** Unrealised profit of a position, down. */
  profit(position: number): number {
    const { positions } = this.state;
    const { risk, mark } = this.contractOf(position);
    return profitAt(risk, positions.lots(position), positions.cost(position), mark);
  }

  /** What of the wallet is not needed, unrealised profit counted: new orders may use it. */
  free(risk: number): number {
    let free = this.wallet(risk);
    for (const position of this.positionsOf(risk)) {
      free -= this.needed(position);
      if (!this.state.positions.isolated(position)) free += this.profit(position);
    }
    return free;
  }

  /** Settle units that may leave the wallet: unrealised loss counts, unrealised profit does not. */
  withdrawable(risk: number): number {
    const { ledger, riskAccounts } = this.state;
    const wallet = ledger.availableApprox(riskAccounts.wallet(risk));
    let needed = 0;
    let marginUnits = 1;
    for (const position of this.positionsOf(risk)) {
      needed += this.needed(position);
      if (!this.state.positions.isolated(position)) needed -= Math.min(0, this.profit(position));
      marginUnits = this.contractOf(position).risk.marginUnits;
    }
    return Math.max(0, Math.min(UNITS_MAX, wallet - needed * marginUnits));
  }

  /** Wallet and unrealised profit: of a cross account, or of an isolated position alone. */
  equity(risk: number, position: number): number {
    if (this.state.positions.isolated(position)) return this.isolatedEquity(position);
    let equity = this.wallet(risk);
    for (const each of this.crossPositions(risk)) equity += this.profit(each);
    return equity;
  }

  /** The predicate of liquidation for a cross account: negative = it is liquidated (INV-11). */
  crossExcess(risk: number): number {
    let excess = this.wallet(risk);
    for (const position of this.crossPositions(risk)) excess += this.exposure(position);
    return excess;
  }

  /** The same for an isolated position. */
  isolatedExcess(position: number): number {
    return this.backing(position) + this.exposure(position);
  }

  /** The wallet (−1 − its account's slot), or the margin of an isolated position; down. */
  backing(target: number): number {
    if (target < 0) return this.wallet(-1 - target);
    const { marginUnits } = this.contractOf(target).risk;
    return Math.floor(this.state.positions.margin(target) / marginUnits);
  }

  /** Initial margin of an open position at the mark, up. */
  initial(position: number): number {
    const { risk, mark } = this.contractOf(position);
    const { positions } = this.state;
    const value = Math.abs(positions.lots(position)) * mark;
    return initialMargin(risk, value, positions.leverage(position));
  }

  /** What a position adds to its account at a price: its gap less its cost. @param price ticks; the mark where absent */
  exposure(position: number, price?: number): number {
    const { positions } = this.state;
    const { risk, mark } = this.contractOf(position);
    const lots = positions.lots(position);
    return gapAt(risk, lots, price ?? mark) - costOf(risk, lots, positions.cost(position));
  }

  /** Value of a position at the mark, margin units, up. */
  value(position: number): number {
    const { risk, mark } = this.contractOf(position);
    return marginCeil(risk, Math.abs(this.state.positions.lots(position)) * mark);
  }

  /** Open positions of an account with cross margin. */
  *crossPositions(risk: number): Generator<number> {
    const { positions } = this.state;
    for (const position of this.positionsOf(risk)) {
      if (positions.lots(position) !== 0 && !positions.isolated(position)) yield position;
    }
  }

  /** Settle units that an isolated position can give back: what stays covers initial margin and loss. */
  removable(position: number): number {
    const { positions } = this.state;
    const { marginUnits } = this.contractOf(position).risk;
    const needed = this.initial(position) - Math.min(0, this.profit(position));
    return Math.max(0, positions.margin(position) - needed * marginUnits);
  }

  /** Positions of an account that are open or have orders. */
  *positionsOf(risk: number): Generator<number> {
    for (const position of this.allPositions(risk)) {
      if (!this.state.positions.idle(position)) yield position;
    }
  }

  /** All legs that an account has a record of. */
  *allPositions(risk: number): Generator<number> {
    const { positions, riskAccounts } = this.state;
    let net = riskAccounts.first(risk);
    for (; net !== NIL; net = positions.word(net, PositionWord.next)) yield* positions.legs(net);
  }

  private isolatedEquity(position: number): number {
    return this.backing(position) + this.profit(position);
  }
}
