/**
 * The money of contract fills. A fill closes what is open against it at its share of the cost, and
 * opens the rest; the profit goes through the clearing account, the fees to the fees account. The
 * caller looks at the accounts' margin afterwards: nothing is refused here.
 */
import {
  assert,
  PostingReason,
  ppmFloor,
  ratioFloor,
  type Side,
  SystemAccount,
  type TradeOrigin,
} from '@halcyon/domain';
import type { Taker } from '../matching/book.ts';
import {
  type ORDER_LANE_SHIFT,
  type ORDER_WORD_SHIFT,
  OrderLane,
  type OrderWord,
} from '../matching/order-record.ts';
import { Rules } from '../rules.ts';
import type { Market } from '../state/market.ts';
import { isOwnTrade } from '../state/own-trades.ts';
import type { State } from '../state/state.ts';
import type { Contract } from './contract.ts';
import { emptySide, type FillSide } from './fill-side.ts';
import { loadPosition } from './order-load.ts';
import type { PositionMoney } from './position-money.ts';
import type {
  POSITION_LANE_SHIFT,
  POSITION_WORD_SHIFT,
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
const O_ACCOUNT: typeof OrderWord.account = 8;
const O_BALANCE: typeof OrderWord.balance = 15;
const O_FLAGS: typeof OrderWord.flags = 10;
const P_LANE_SHIFT: typeof POSITION_LANE_SHIFT = 4;
const P_WORD_SHIFT: typeof POSITION_WORD_SHIFT = 5;
const O_LANE_SHIFT: typeof ORDER_LANE_SHIFT = 3;
const O_WORD_SHIFT: typeof ORDER_WORD_SHIFT = 4;
const UNITS_MAX = Number.MAX_SAFE_INTEGER;
const COPYING: typeof SystemAccount.copying = 9;
const CONTRACT_TRADE: typeof PostingReason.contractTrade = 10;

export class ContractSettlement {
  declare private readonly state: State;
  declare private readonly money: PositionMoney;
  /** Told of a position that opens where another one was closed. */
  declare private readonly onReopened: (position: number) => void;
  /** The numbers of a trade's row, see `readContractTrade`. */
  private readonly row = new Float64Array(16);
  private readonly maker = emptySide();
  private readonly taker = emptySide();
  private takerPpm = 0;
  private takerPosition = -1;
  /** Whether the taker is a ghost of a paper venue. */
  private takerIsGhost = false;
  private liquidation = false;
  /** Whether the taker is a batch: its owners pay the fees. */
  private batch = false;
  /**
   * Of the liquidation that is under way, settle units: what the protection fund has paid in its fills,
   * and what an isolated position gave back to the wallet.
   */
  protection = 0;
  returned = 0;
  /** Lots and tick-lots that the batch has taken from the book. */
  taken = 0;
  takenValue = 0;
  /** The most that the fund may pay in the fills of this liquidation, settle units. */
  private protectionMost = 0;

  constructor(state: State, money: PositionMoney, onReopened: (position: number) => void) {
    this.state = state;
    this.money = money;
    this.onReopened = onReopened;
  }

  /**
   * From here to `endLiquidation` the taker is liquidated: no trading fee, and the fund stands behind it.
   * @param most that the fund pays, settle units
   */
  beginLiquidation(most = UNITS_MAX): void {
    this.liquidation = true;
    this.protectionMost = most;
    this.protection = 0;
    this.returned = 0;
  }

  endLiquidation(): void {
    this.liquidation = false;
  }

  /** From here to `endBatch` the taker is a batch of copy trading. */
  beginBatch(): void {
    this.batch = true;
    this.taken = 0;
    this.takenValue = 0;
  }

  endBatch(): void {
    this.batch = false;
  }

  /** Prepares for the fills of a taker. */
  begin(market: Market, position: number, account: number): void {
    const { fees, users } = this.state;
    const own = market.contract!.terms.takerPpm;
    const takerPpm = fees.contractTakerPpm(users.tier(account >>> 3), own);
    this.takerPosition = position;
    this.taker.account = account;
    this.takerIsGhost = this.state.positions.unlimited(position);
    this.takerPpm = this.liquidation || this.batch ? 0 : takerPpm;
  }

  /** Settles one fill in the book. @param takerLeft lots left of the taker @param own both sides are of one owner */
  fill(
    market: Market,
    taker: Taker,
    makerSlot: number,
    price: number,
    quantity: number,
    takerLeft: number,
    own: boolean,
  ): void {
    const { state } = this;
    this.row[15] = own ? 1 : 0;
    const { orders } = state;
    const word = makerSlot << O_WORD_SHIFT;
    const flags = orders.i32[word | O_FLAGS]!;
    const makerAccount = orders.i32[word | O_ACCOUNT]!;
    const makerPosition = orders.i32[word | O_BALANCE]!;
    const { makerPpm } = market.contract!.terms;
    const tier = state.users.tier(makerAccount >>> 3);
    const copied = makerAccount === COPYING;
    const makerRate = copied ? 0 : state.fees.contractMakerPpm(tier, makerPpm);
    const value = price * quantity;
    const units = value * market.instrument.quoteFactor;
    assert(quantity > 0 && units > 0 && units <= UNITS_MAX, 'a fill is worth nothing, or too much');
    this.maker.account = makerAccount;
    if (this.takerIsGhost && makerPosition === this.takerPosition) this.meet(makerPosition);
    else {
      const lots = taker.side === 0 ? quantity : -quantity;
      const { takerPosition } = this;
      this.change(market, this.taker, takerPosition, lots, value, ppmFloor(units, this.takerPpm));
      this.change(market, this.maker, makerPosition, -lots, value, ppmFloor(units, makerRate));
    }
    loadPosition(state.positions, makerPosition, flags, price, -quantity);
    const lane = makerSlot << O_LANE_SHIFT;
    if (this.batch) {
      this.taken += quantity;
      this.takenValue += value;
    }
    if (copied) state.copies.onFilled(orders.f64[lane]!, quantity, value, units);
    this.report(
      market,
      taker.side,
      price,
      quantity,
      orders.f64[lane]!,
      taker.order,
      orders.f64[lane | OrderLane.remaining]!,
      takerLeft,
      0,
    );
  }

  /**
   * Trades `lots` (signed, of the taker) between two positions off the book, without fees.
   * @param origin why
   */
  cross(
    market: Market,
    taker: number,
    maker: number,
    lots: number,
    price: number,
    origin: TradeOrigin,
  ): void {
    // A trade is worth a safe number of units at most.
    const most = Math.floor(UNITS_MAX / (price * market.instrument.quoteFactor));
    for (let left = lots; left !== 0; ) {
      const part = Math.sign(left) * Math.min(Math.abs(left), most);
      this.crossPart(market, taker, maker, part, price, origin);
      left -= part;
    }
  }

  /**
   * Gives lots of a batch (signed) to one of its owners.
   * @param cost tick-lots @param rest settle units below one, paid beside them: signed as the owner pays
   */
  handOver(
    market: Market,
    batch: number,
    owner: number,
    { lots, cost, rest, fee }: { lots: number; cost: number; rest: number; fee: number },
  ): void {
    const { state, taker, maker } = this;
    assert(lots !== 0 && cost >= 0 && fee >= 0, 'INV-28: a batch hands over nothing');
    taker.account = state.positions.account(owner);
    maker.account = state.positions.account(batch);
    this.change(market, taker, owner, lots, cost, fee);
    this.change(market, maker, batch, -lots, cost, 0);
    taker.profit -= rest;
    taker.available -= rest;
    maker.profit += rest;
    maker.available += rest;
    state.positions.f64[(owner << P_LANE_SHIFT) | P_PROFIT]! -= rest;
    const trade = state.nextTrade;
    state.nextTrade = trade + 1;
    this.postBoth(trade);
  }

  private crossPart(
    market: Market,
    taker: number,
    maker: number,
    lots: number,
    price: number,
    origin: TradeOrigin,
  ): void {
    const units = Math.abs(lots) * price * market.instrument.quoteFactor;
    assert(lots !== 0 && units <= UNITS_MAX, 'a trade off the book is of nothing, or too much');
    this.taker.account = this.state.positions.account(taker);
    this.maker.account = this.state.positions.account(maker);
    this.row[15] = isOwnTrade(this.state, this.taker.account, this.maker.account) ? 1 : 0;
    const value = Math.abs(lots) * price;
    this.change(market, this.taker, taker, lots, value, 0);
    this.change(market, this.maker, maker, -lots, value, 0);
    this.report(market, lots > 0 ? 0 : 1, price, Math.abs(lots), 0, 0, 0, 0, origin);
  }

  /** Two ghosts: what their position gains on one side it gives on the other. */
  private meet(position: number): void {
    for (const side of [this.taker, this.maker]) {
      side.position = position;
      side.fee = 0;
      side.profit = 0;
    }
  }

  /** Changes a position by lots that are worth `value` tick-lots; what it did goes into `side`, `report` posts it. */
  private change(
    market: Market,
    side: FillSide,
    position: number,
    lots: number,
    value: number,
    fee: number,
  ): void {
    const contract = market.contract!;
    this.money.settleFunding(contract, position);
    const { f64 } = this.state.positions;
    const lane = position << P_LANE_SHIFT;
    const before = f64[lane]!;
    const closing = before > 0 === lots > 0 ? 0 : Math.min(Math.abs(before), Math.abs(lots));
    const opening = Math.abs(lots) - closing;
    side.position = position;
    side.fee = fee;
    side.profit = 0;
    side.available = -fee;
    side.held = 0;
    side.protection = 0;
    side.flipped = false;
    const closingValue = opening === 0 ? value : ratioFloor(value, closing, Math.abs(lots));
    const closingFee = opening === 0 ? fee : ratioFloor(fee, closing, Math.abs(lots));
    if (closing > 0) {
      this.close(market, side, position, closing, closingValue);
      f64[lane | P_PROFIT]! += side.profit;
      f64[lane | P_FEES]! += closingFee;
    }
    if (opening > 0) {
      if (f64[lane] === 0) this.startOver(contract, side, position, closing > 0);
      f64[lane | P_FEES]! += fee - closingFee;
      this.open(market, side, position, lots > 0 ? opening : -opening, value - closingValue);
    }
    this.assertSound(contract, lane);
    this.money.onChanged(position);
  }

  /** Lots and cost end together, and neither margin nor open interest is below zero. */
  private assertSound(contract: Contract, lane: number): void {
    const { f64 } = this.state.positions;
    const cost = f64[lane | P_COST]!;
    assert(f64[lane] === 0 ? cost === 0 : cost > 0, 'INV-04: a position without its cost');
    assert(f64[lane | P_MARGIN]! >= 0, 'a fill leaves a position less than no margin');
    assert(contract.openInterest >= 0, 'INV-04: less than nothing is open');
  }

  /** Closes lots of a position at their share of its cost. */
  private close(
    market: Market,
    side: FillSide,
    position: number,
    lots: number,
    value: number,
  ): void {
    const contract = market.contract!;
    const { f64 } = this.state.positions;
    const lane = position << P_LANE_SHIFT;
    const before = f64[lane]!;
    const size = Math.abs(before);
    const cost = f64[lane | P_COST]!;
    const share = lots === size ? cost : ratioFloor(cost, lots, size);
    f64[lane] = before > 0 ? before - lots : before + lots;
    f64[lane | P_COST] = cost - share;
    contract.costSum -= before > 0 ? share : -share;
    if (before > 0) contract.openInterest -= lots;
    const gain = before > 0 ? value - share : share - value;
    side.profit = gain * market.instrument.quoteFactor;
    assert(Math.abs(side.profit) <= UNITS_MAX, 'the profit of a fill is out of range');
    side.available += side.profit;
    if (this.state.positions.isolated(position)) this.releaseMargin(side, lane, lots, size);
  }

  /** Isolated: gives back the margin of what was closed, and takes a loss above it from the rest. */
  private releaseMargin(side: FillSide, lane: number, lots: number, size: number): void {
    const { f64 } = this.state.positions;
    const liquidated = this.liquidation && side === this.taker;
    const margin = f64[lane | P_MARGIN]!;
    const part = liquidated ? this.leastReleased() : ratioFloor(margin, lots, size);
    const share = lots === size ? margin : part;
    const released = Math.min(margin, Math.max(share, -side.profit));
    assert(
      released >= 0 || liquidated,
      'a fill that closes takes margin instead of giving it back',
    );
    f64[lane | P_MARGIN] = margin - released;
    side.held -= released;
    side.available += released;
    if (!liquidated) return;
    const net = side.profit + released;
    if (net >= 0) this.returned += net;
    // It takes no more than the margin of the position: the fund pays the rest, if it can.
    else this.protect(side, -net);
  }

  /** What a liquidation leaves open keeps all the margin that the loss leaves, and what better prices bring. */
  private leastReleased(): number {
    return this.state.rules >= Rules.fundLimits ? Number.NEGATIVE_INFINITY : 0;
  }

  private protect(side: FillSide, missing: number): void {
    const most = this.protectionMost - this.protection;
    const paid = Math.min(missing, most, this.money.fund(side.position));
    assert(paid >= 0, 'INV-12: the fund would take what it is to pay');
    side.available += paid;
    side.protection = paid;
    this.protection += paid;
  }

  /**
   * A closed record becomes a new position. Where an account's own orders meet, one trade changes one
   * position twice; it still opens one at most, and the side that is told first tells of the old one.
   * @param closes whether this side of the trade closed the old one
   */
  private startOver(contract: Contract, side: FillSide, position: number, closes: boolean): void {
    const { positions, nextTrade } = this.state;
    const { f64, i32 } = positions;
    const lane = position << P_LANE_SHIFT;
    if (f64[lane | P_OPENED] === nextTrade) return;
    const own = side === this.maker && position === this.taker.position;
    const teller = own ? this.taker : side;
    const { closed } = teller;
    teller.flipped = closes || own;
    closed.opened = f64[lane | P_OPENED]!;
    closed.profit = f64[lane | P_PROFIT]!;
    closed.fees = f64[lane | P_FEES]!;
    closed.funding = f64[lane | P_FUNDING]!;
    f64[lane | P_OPENED] = nextTrade;
    f64[lane | P_PROFIT] = 0;
    f64[lane | P_FEES] = 0;
    f64[lane | P_FUNDING] = 0;
    i32[(position << P_WORD_SHIFT) | P_ROUND] = contract.round;
    if (this.state.positionPlans.size > 0) this.onReopened(position);
  }

  /** Opens lots (signed); an isolated position takes its margin from what is available. */
  private open(market: Market, side: FillSide, position: number, lots: number, cost: number): void {
    const contract = market.contract!;
    const { positions, ledger } = this.state;
    const { f64 } = positions;
    const lane = position << P_LANE_SHIFT;
    f64[lane]! += lots;
    f64[lane | P_COST]! += cost;
    contract.costSum += lots > 0 ? cost : -cost;
    if (lots > 0) contract.openInterest += lots;
    if (!positions.isolated(position)) return;
    const needed = Math.ceil((cost * market.instrument.quoteFactor) / positions.leverage(position));
    const wallet = ledger.availableApprox(this.money.walletOf(position)) + side.available;
    const added = Math.min(needed, Math.max(0, wallet));
    f64[lane | P_MARGIN]! += added;
    side.held += added;
    side.available -= added;
  }

  /** Reports the trade, posts the money of both sides, tells what the positions are now. */
  private report(
    market: Market,
    takerSide: Side,
    price: number,
    quantity: number,
    makerOrder: number,
    takerOrder: number,
    makerRemaining: number,
    takerRemaining: number,
    origin: TradeOrigin,
  ): void {
    const { state, maker, taker } = this;
    const trade = state.nextTrade;
    state.nextTrade = trade + 1;
    const { row } = this;
    row[0] = trade;
    row[1] = price;
    row[2] = quantity;
    row[3] = price * quantity * market.instrument.quoteFactor;
    row[4] = makerOrder;
    row[5] = takerOrder;
    row[6] = maker.account;
    row[7] = taker.account;
    row[8] = maker.fee;
    row[9] = taker.fee;
    row[10] = maker.profit;
    row[11] = taker.profit;
    row[12] = makerRemaining;
    row[13] = takerRemaining;
    row[14] = origin;
    state.log.contractTrade(market.instrument.id * 2 + takerSide, row);
    // Ghosts that meet change nothing.
    if (maker.position === taker.position && this.takerIsGhost) return;
    this.postBoth(trade);
  }

  /** Posts the money of both sides and tells what the positions are. */
  private postBoth(trade: number): void {
    const { maker, taker } = this;
    this.postSide(taker, trade);
    this.postSide(maker, trade);
    this.money.payClearing(taker.position, CONTRACT_TRADE, trade, -(taker.profit + maker.profit));
    const fees = taker.fee + maker.fee;
    if (fees > 0) {
      this.money.paySystem(SystemAccount.fees, taker.position, PostingReason.feeIn, trade, fees);
    }
    this.logSide(taker);
    this.logSide(maker);
  }

  private postSide(side: FillSide, trade: number): void {
    const { position, available, held, protection, profit, fee } = side;
    const whole = available + held === profit - fee + protection;
    assert(whole, 'INV-01: a side of a fill is paid another amount than it made');
    const own = available - protection;
    if (own !== 0 || held !== 0) this.money.pay(position, CONTRACT_TRADE, trade, own, held);
    if (protection === 0) return;
    this.money.pay(position, PostingReason.protection, trade, protection, 0);
    const { insurance } = SystemAccount;
    this.money.paySystem(insurance, position, PostingReason.protection, trade, -protection);
  }

  private logSide(side: FillSide): void {
    const { position, closed } = side;
    if (side.flipped) {
      this.money.logClosed(position, closed);
    }
    this.money.logPosition(position);
  }
}
