/**
 * What happens to an account whose margin does not suffice, step by step (docs/contract-rules.md):
 * its orders go; margin is added where it asked for that; opposite legs close against each other; the
 * position with the largest loss is closed in the book, down to the tier below, at no price that the
 * protection fund could not make good; the fund takes its fee out of what is left and pays what is
 * missing; only what the fund cannot carry is closed by deleveraging.
 */
import {
  assert,
  DoneReason,
  EventKind,
  LIQUIDATION_OPTION,
  OrderType,
  PostingReason,
  ppmFloor,
  SelfTrade,
  Side,
  SystemAccount,
  TimeInForce,
  TradeOrigin,
  tierOf,
} from '@halcyon/domain';
import { ORDER_LANES } from '../matching/order-record.ts';
import { Rules } from '../rules.ts';
import type { OrderRequest } from '../spot/order-request.ts';
import type { SpotTrading } from '../spot/spot-trading.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { ContractSettlement } from './contract-settlement.ts';
import { Deleveraging } from './deleveraging.ts';
import { fundLeft, noteFundPaid } from './fund-hour.ts';
import { paidBeyond, type Way, wayThrough } from './liquidation-way.ts';
import type { Margin } from './margin.ts';
import type { PositionMoney } from './position-money.ts';
import { PositionFlag, PositionWord } from './positions.ts';
import type { LiquidationTarget, Risk } from './risk.ts';
import { Sweep } from './sweep.ts';

const NIL = -1;
const UNITS_MAX = Number.MAX_SAFE_INTEGER;

export class Liquidation {
  declare private readonly state: State;
  declare private readonly margin: Margin;
  declare private readonly risk: Risk;
  declare private readonly settlement: ContractSettlement;
  declare private readonly money: PositionMoney;
  declare private readonly trading: SpotTrading;
  declare private readonly deleveraging: Deleveraging;
  declare private readonly sweep: Sweep;

  constructor(state: State, margin: Margin, risk: Risk, trading: SpotTrading) {
    this.state = state;
    this.margin = margin;
    this.risk = risk;
    this.settlement = trading.contracts.settlement;
    this.money = trading.contracts.money;
    this.trading = trading;
    this.deleveraging = new Deleveraging(state, margin, this.settlement, this.money);
    this.sweep = new Sweep(state, margin);
  }

  /** One step for what is liquidated as one. */
  run(target: LiquidationTarget): void {
    const open = this.risk.positionsOf(target);
    for (const each of open) this.money.settleFunding(this.margin.contractOf(each), each);
    // What it received may be what it lacked.
    if (this.risk.excessOf(target) >= 0) {
      this.risk.settle(target);
      return;
    }
    this.cancelOrders(target);
    const changed = target < 0 ? this.offsetLegs(open) : this.addMargin(target);
    if (changed && this.risk.excessOf(target) >= 0) {
      this.risk.settle(target);
      return;
    }
    const worst = this.largestLoss(open);
    const strict = this.state.rules >= Rules.fundLimits;
    const closed =
      worst !== NIL && (strict ? this.closeWithin(target, worst) : this.close(target, worst));
    const paid = target < 0 && this.payShortfall(target);
    if (closed || paid) this.risk.settle(target);
    else this.risk.wait(target);
  }

  /** Orders of the contracts concerned: with cross margin of all of them, isolated of the one. */
  private cancelOrders(target: LiquidationTarget): void {
    const { state, trading } = this;
    const { positions, riskAccounts } = state;
    const instruments: number[] = [];
    let net = NIL;
    if (target < 0) net = riskAccounts.first(-1 - target);
    else instruments.push(positions.instrument(target));
    for (; net !== NIL; net = positions.word(net, PositionWord.next)) {
      if (!positions.isolated(net)) instruments.push(positions.instrument(net));
    }
    const account = target < 0 ? riskAccounts.account(-1 - target) : positions.account(target);
    const ids: number[] = [];
    for (const instrument of instruments) {
      if (state.copies.active) {
        trading.contracts.copied!.leave(account, instrument, DoneReason.liquidation);
      }
      const seat = state.seats.find(account, instrument);
      for (const slot of state.seats.orders(seat)) ids.push(state.orders.f64[slot * ORDER_LANES]!);
    }
    // By age: seats keep them in no order.
    for (const id of ids.sort((a, b) => a - b)) {
      trading.cancel(state.orders.find(id), DoneReason.liquidation);
    }
  }

  /** Isolated with automatic margin: takes from the wallet what brings it back to its initial margin. */
  private addMargin(position: number): boolean {
    const { positions } = this.state;
    if ((positions.flags(position) & PositionFlag.autoMargin) === 0) return false;
    const { marginUnits } = this.margin.contractOf(position).risk;
    const wanted = this.margin.initial(position) - this.margin.equity(NIL, position);
    const spare = this.margin.withdrawable(this.risk.riskOf(position));
    const amount = Math.min(spare, Math.max(0, wanted) * marginUnits);
    if (amount <= 0) return false;
    this.money.moveMargin(position, amount);
    return true;
  }

  /** Cross margin in hedge mode: the long and the short leg of a contract close each other at the mark. */
  private offsetLegs(open: readonly number[]): boolean {
    if (open.length < 2) return false;
    const { positions, markets, copies } = this.state;
    let offset = false;
    for (const long of open.filter((each) => positions.lots(each) > 0)) {
      const instrument = positions.instrument(long);
      const short = open.find(
        (each) => positions.instrument(each) === instrument && positions.lots(each) < 0,
      );
      if (short === undefined) continue;
      const lots = Math.min(positions.lots(long), -positions.lots(short));
      const market = markets[instrument]!;
      const before = [positions.lots(long), positions.lots(short)] as const;
      this.settlement.cross(market, long, short, -lots, market.contract!.mark, TradeOrigin.offset);
      copies.onReduced(positions, long, before[0]);
      copies.onReduced(positions, short, before[1]);
      offset = true;
    }
    return offset;
  }

  /** The position with the largest loss among those that are backed together; -1 = none is open. */
  private largestLoss(among: readonly number[]): number {
    const { positions } = this.state;
    let worst = NIL;
    let loss = Number.POSITIVE_INFINITY;
    let order = Number.POSITIVE_INFINITY;
    for (const each of among) {
      if (positions.lots(each) === 0) continue;
      const profit = this.margin.profit(each);
      const place = positions.instrument(each) * 4 + positions.leg(each);
      if (profit > loss || (profit === loss && place > order)) continue;
      worst = each;
      loss = profit;
      order = place;
    }
    return worst;
  }

  /**
   * Closes a position or a part of it: in the book to where it would leave less than nothing of what backs it;
   * of what is worth less than nothing at the index also beyond, as far as the fund may pay; the rest off the
   * book. False when nothing more can be done until prices come.
   */
  private closeWithin(target: LiquidationTarget, position: number): boolean {
    const { state, settlement, margin, deleveraging } = this;
    const market = state.markets[state.positions.instrument(position)]!;
    const { mark } = market.contract!;
    const risk = this.risk.riskOf(position);
    const excess = this.risk.excessOf(target);
    const bankrupt = margin.equityBy('index', risk, position) < 0;
    const lots = state.positions.lots(position);
    const size = Math.abs(lots);
    const wanted = bankrupt ? size : this.lotsToClose(position);
    const fund = bankrupt ? fundLeft(state, market) : 0;
    const limit = this.worstPrice(market, position, bankrupt);
    const way = this.way(market, position, { wanted, limit, fund });
    settlement.beginLiquidation(fund);
    const filled = this.take(market, position, way);
    this.payBeyond(position, way, fund);
    let fee = this.takeFee(position, filled);
    let deleveraged = 0;
    // Whose positions are deleveraged is known when owners of batches have their parts: the next step is after that.
    const waits = wanted > way.lots && state.copies.pending;
    if (wanted > way.lots && !waits) {
      const price = this.priceOff(market, position, bankrupt);
      deleveraged = deleveraging.run(market, position, wanted - way.lots, price);
      fee += this.takeFee(position, deleveraged * price * market.instrument.quoteFactor);
    }
    settlement.endLiquidation();
    const paidByFund = settlement.protection;
    noteFundPaid(state, market, paidByFund);
    if (way.lots + deleveraged === 0) return waits;
    state.copies.onReduced(state.positions, position, lots);
    this.log(position, { closed: way.lots, deleveraged, excess, limit, fee, paidByFund, mark });
    return true;
  }

  /** The worst price of the book: what is worth less than nothing may go to the end of the band. */
  private worstPrice(market: Market, position: number, bankrupt: boolean): number {
    const selling = this.state.positions.lots(position) > 0;
    const band = this.bandEnd(market, selling);
    if (bankrupt) return band;
    return this.priceOff(market, position, false);
  }

  /**
   * Where what nobody took is closed: at what leaves nothing of what backs it. Of what is worth something
   * no further away than the band, and not beyond the index: others lose nothing by it.
   */
  private priceOff(market: Market, position: number, bankrupt: boolean): number {
    const price = this.deleveraging.bankruptcyPrice(this.risk.riskOf(position), position);
    if (bankrupt) return price;
    const selling = this.state.positions.lots(position) > 0;
    const band = this.bandEnd(market, selling);
    const { index } = market.contract!;
    return selling
      ? Math.min(index, Math.max(price, band))
      : Math.max(index, Math.min(price, band));
  }

  private bandEnd(market: Market, selling: boolean): number {
    const { mark, terms } = market.contract!;
    const width = ppmFloor(mark, terms.liquidationBandPpm);
    return selling ? Math.max(1, mark - width) : mark + width;
  }

  private way(
    market: Market,
    position: number,
    bounds: { readonly wanted: number; readonly limit: number; readonly fund: number },
  ): Way {
    const lots = this.state.positions.lots(position);
    const request = this.request(market, position, bounds.wanted, bounds.limit);
    return wayThrough(this.sweep.offers(market, request, position), {
      ...bounds,
      selling: lots > 0,
      size: Math.abs(lots),
      need: this.deleveraging.need(this.risk.riskOf(position), position),
      factor: market.instrument.quoteFactor,
    });
  }

  /** Trades in the book just what was found there; what it is worth, settle units. */
  private take(market: Market, position: number, way: Way): number {
    if (way.lots === 0) return 0;
    const filled = this.trade(market, position, way.lots, way.price);
    assert(
      filled.lots === way.lots,
      'INV-06: a liquidation trades otherwise than the book offered',
    );
    return filled.units;
  }

  /** The fund makes good at once what fills beyond have lost: others are not closed at worse prices for it. */
  private payBeyond(position: number, { beyond }: Way, fund: number): void {
    if (beyond === null) return;
    const size = Math.abs(this.state.positions.lots(position));
    const need = this.deleveraging.need(this.risk.riskOf(position), position);
    // What the fills took of an isolated margin that it did not have is paid already.
    const most = fund - this.settlement.protection;
    const units = Math.max(0, Math.min(most, Number(paidBeyond(beyond, need, size))));
    if (units === 0) return;
    this.settlement.protection += units;
    this.money.payLoss(position, units);
  }

  /** Closes a position or a part of it; false when nothing more can be done until prices come. */
  private close(target: LiquidationTarget, position: number): boolean {
    const { state, settlement } = this;
    const market = state.markets[state.positions.instrument(position)]!;
    const { mark } = market.contract!;
    const excess = this.risk.excessOf(target);
    const wanted = this.lotsToClose(position);
    const before = state.positions.lots(position);
    const bounds = this.limits(market, position);
    settlement.beginLiquidation();
    const filled = this.trade(market, position, wanted, bounds.limit);
    let fee = this.takeFee(position, filled.units);
    let deleveraged = 0;
    const left = wanted - filled.lots;
    if (left > 0 && bounds.byFund) {
      const price = this.deleveraging.bankruptcyPrice(this.risk.riskOf(position), position);
      deleveraged = this.deleveraging.run(market, position, left, price);
      fee += this.takeFee(position, deleveraged * price * market.instrument.quoteFactor);
    }
    settlement.endLiquidation();
    this.log(position, {
      closed: Math.abs(before) - Math.abs(state.positions.lots(position)) - deleveraged,
      deleveraged,
      excess,
      limit: bounds.limit,
      fee,
      paidByFund: settlement.protection,
      mark,
    });
    return filled.lots + deleveraged > 0;
  }

  /** Down to the largest size of the tier below, all of it in the lowest; lots. */
  private lotsToClose(position: number): number {
    const { positions } = this.state;
    const { risk, mark } = this.margin.contractOf(position);
    const lots = Math.abs(positions.lots(position));
    const tier = tierOf(risk.bounds, this.margin.value(position));
    if (tier === 0) return lots;
    const keeps = risk.bounds[tier - 1]!.upTo * (risk.marginUnits / risk.quoteFactor);
    return Math.max(1, lots - Math.floor(keeps / mark));
  }

  /**
   * The worst price that a liquidation may trade at: the band around the mark, or nearer, where all
   * that the protection fund has is needed.
   */
  private limits(market: Market, position: number): { limit: number; byFund: boolean } {
    const selling = this.state.positions.lots(position) > 0;
    const band = this.bandEnd(market, selling);
    const fund = this.deleveraging.fundPrice(this.risk.riskOf(position), position);
    const byFund = selling ? fund > band : fund < band;
    return { limit: byFund ? fund : band, byFund };
  }

  /** An immediate-or-cancel order of the account; what it traded. */
  private trade(
    market: Market,
    position: number,
    quantity: number,
    limit: number,
  ): { lots: number; units: number } {
    const { trading } = this;
    const { positions } = this.state;
    const before = positions.lots(position);
    const costBefore = trading.traded;
    trading.contracts.liquidate(market, this.request(market, position, quantity, limit), position);
    const lots = Math.abs(before - positions.lots(position));
    const units = (trading.traded - costBefore) * market.instrument.quoteFactor;
    return { lots, units };
  }

  private request(market: Market, position: number, quantity: number, limit: number): OrderRequest {
    const { positions } = this.state;
    return {
      account: positions.account(position),
      instrument: market.instrument.id,
      side: positions.lots(position) > 0 ? Side.sell : Side.buy,
      type: OrderType.limit,
      timeInForce: TimeInForce.ioc,
      selfTrade: SelfTrade.none,
      price: limit,
      quantity,
      quoteAmount: 0,
      clientId: '',
      options: (positions.leg(position) << 1) | LIQUIDATION_OPTION,
      takeProfitTrigger: 0,
      takeProfitPrice: 0,
      stopLossTrigger: 0,
      stopLossPrice: 0,
    };
  }

  /** The fund's fee on what was closed, out of what is left of the account; settle units. */
  private takeFee(position: number, units: number): number {
    if (units === 0) return 0;
    const { state, margin } = this;
    const { risk } = margin.contractOf(position);
    const isolated = state.positions.isolated(position);
    const own = isolated && state.positions.lots(position) !== 0;
    const account = this.risk.riskOf(position);
    // What is closed off the book next may be closed at the index: a fee by the mark could take what that needs.
    const strict = state.rules >= Rules.fundLimits;
    const left = strict
      ? margin.equityBy('worst', account, position)
      : margin.equity(account, position);
    const equity = left * risk.marginUnits;
    let most = equity;
    if (own) most = Math.min(equity, state.positions.margin(position));
    else if (isolated) most = this.settlement.returned;
    const rate = ppmFloor(Math.min(UNITS_MAX, units), risk.liquidationPpm);
    const fee = Math.max(0, Math.min(rate, most));
    if (fee === 0) return 0;
    this.money.payFee(position, fee, own);
    if (isolated && !own) this.settlement.returned -= fee;
    return fee;
  }

  /**
   * With nothing left to close, a wallet below zero is made good by the protection fund, as far as it
   * can. Whether it paid all.
   */
  private payShortfall(target: LiquidationTarget): boolean {
    const { state, money } = this;
    const risk = -1 - target;
    if (this.margin.crossPositions(risk).length > 0) return false;
    const position = state.riskAccounts.first(risk);
    const missing = -state.ledger.availableApprox(state.riskAccounts.wallet(risk));
    const paid = Math.min(missing, this.fundFor(position));
    if (paid <= 0) return missing <= 0;
    const excess = this.risk.excessOf(target);
    const { seq } = state;
    const { insurance } = SystemAccount;
    money.pay(position, PostingReason.protection, seq, paid, 0);
    money.paySystem(insurance, position, PostingReason.protection, seq, -paid);
    if (state.rules >= Rules.fundLimits) noteFundPaid(state, this.marketOf(position), paid);
    const { mark } = this.margin.contractOf(position);
    const nothing = { closed: 0, deleveraged: 0, limit: 0, fee: 0 };
    this.log(position, { ...nothing, excess, mark, paidByFund: paid });
    return paid === missing;
  }

  /** Settle units that the fund may pay for a contract now. */
  private fundFor(position: number): number {
    if (this.state.rules < Rules.fundLimits) return this.money.fund(position);
    return fundLeft(this.state, this.marketOf(position));
  }

  private marketOf(position: number): Market {
    return this.state.markets[this.state.positions.instrument(position)]!;
  }

  private log(
    position: number,
    what: {
      closed: number;
      deleveraged: number;
      mark: number;
      excess: number;
      limit: number;
      fee: number;
      paidByFund: number;
    },
  ): void {
    const { positions, log, seq, time } = this.state;
    log.push({
      kind: EventKind.liquidation,
      seq,
      time,
      account: positions.account(position),
      instrument: positions.instrument(position),
      leg: positions.leg(position),
      marginMode: positions.mode(position),
      ...what,
    });
  }
}
