/**
 * Closing what nobody can carry: at the price at which the bankrupt account has nothing left, against
 * the opposite positions that have won most for what they risk. Off the book, without fees. Also the
 * prices up to which an account, and the protection fund, can carry a position.
 */
import {
  assert,
  deleveragingScore,
  marginCeil,
  ratioFloor,
  SystemAccount,
  TradeOrigin,
} from '@halcyon/domain';
import { Rules } from '../rules.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { ContractSettlement } from './contract-settlement.ts';
import { type Margin, worstPrice } from './margin.ts';
import type { PositionMoney } from './position-money.ts';

const NIL = -1;
const UNITS_MAX = Number.MAX_SAFE_INTEGER;
const DELEVERAGING = TradeOrigin.deleveraging;

interface Candidate {
  readonly position: number;
  readonly score: number;
  readonly account: number;
}

export class Deleveraging {
  declare private readonly state: State;
  declare private readonly margin: Margin;
  declare private readonly settlement: ContractSettlement;
  declare private readonly money: PositionMoney;
  /** Ranks of this command, by contract and direction: what has none left of its lots is NIL. */
  private readonly lists = new Map<number, number[]>();
  private listed = 0;

  constructor(state: State, margin: Margin, settlement: ContractSettlement, money: PositionMoney) {
    this.state = state;
    this.margin = margin;
    this.settlement = settlement;
    this.money = money;
  }

  /** The price at which closing a position leaves what backs it with nothing, ticks, to its safe side. */
  bankruptcyPrice(risk: number, position: number): number {
    return this.priceFor(risk, position, 0n);
  }

  /** The price at which closing a position takes all of the protection fund as well. */
  fundPrice(risk: number, position: number): number {
    const { ledger, positions, markets } = this.state;
    const { quote } = markets[positions.instrument(position)]!.instrument;
    const fund = ledger.available(ledger.slot(SystemAccount.insurance, quote));
    return this.priceFor(risk, position, fund);
  }

  /**
   * Settle units that closing all of a long position must bring so that what backs it has nothing left; of
   * a short one the negative of what it may cost.
   */
  need(risk: number, position: number): bigint {
    const { positions } = this.state;
    const lots = positions.lots(position);
    const { quoteFactor } = this.margin.contractOf(position).risk;
    const cost = BigInt(positions.cost(position)) * BigInt(quoteFactor);
    return (lots < 0 ? -cost : cost) - this.backing(risk, position);
  }

  /**
   * Closes `lots` of a position against the highest ranks, and of none more than it can bear; returns how many
   * found a counterparty. @param price ticks
   */
  run(market: Market, position: number, lots: number, price: number): number {
    const { positions } = this.state;
    const sign = positions.lots(position) > 0 ? -1 : 1;
    const cross = (other: number, part: number): void => {
      const before = positions.lots(other);
      this.settlement.cross(market, position, other, sign * part, price, DELEVERAGING);
      const reduced = positions.lots(other) - before === -sign * part;
      assert(reduced && Math.abs(before) >= part, 'INV-04: deleveraging makes a position larger');
      this.state.copies.onReduced(positions, other, before);
    };
    // On a paper venue the ghosts take it all: nobody there is to lose a position to another.
    if (this.state.ghosts.active) {
      const ghost = this.state.ghostPosition(market.instrument);
      this.settlement.cross(market, position, ghost, sign * lots, price, DELEVERAGING);
      return lots;
    }
    if (this.state.rules >= Rules.fundLimits) {
      return this.closeWithin(market, position, lots, price, cross);
    }
    let left = lots;
    for (const { position: other } of this.ranked(market, position)) {
      const part = Math.min(left, Math.abs(positions.lots(other)));
      cross(other, part);
      left -= part;
      if (left === 0) break;
    }
    return lots - left;
  }

  private closeWithin(
    market: Market,
    position: number,
    lots: number,
    price: number,
    cross: (other: number, part: number) => void,
  ): number {
    const { positions } = this.state;
    const long = positions.lots(position) > 0;
    const list = this.listOf(market, position);
    let left = lots;
    for (let i = 0; i < list.length && left > 0; i++) {
      const other = list[i]!;
      if (other === NIL) continue;
      const has = positions.lots(other);
      const open = has !== 0 && has > 0 !== long ? Math.abs(has) : 0;
      const part = open === 0 ? 0 : Math.min(left, open, this.bearable(market, other, price));
      // Who has nothing left to give is not asked again in this command.
      if (part === 0 || part === open) list[i] = NIL;
      if (part === 0) continue;
      cross(other, part);
      left -= part;
    }
    return lots - left;
  }

  /** Ranks as they were when this command first needed them: a price may bring many liquidations. */
  private listOf(market: Market, position: number): number[] {
    const { seq, positions } = this.state;
    if (this.listed !== seq) this.lists.clear();
    this.listed = seq;
    const key = market.instrument.id * 2 + (positions.lots(position) > 0 ? 1 : 0);
    const known = this.lists.get(key);
    if (known !== undefined) return known;
    const list = this.ranked(market, position).map((each) => each.position);
    this.lists.set(key, list);
    return list;
  }

  /** Lots that a position can close at a price so that what backs it is not below zero, neither at the marks nor at the indices. */
  private bearable(market: Market, position: number, price: number): number {
    const { positions, users } = this.state;
    const { quoteFactor } = market.instrument;
    const { risk } = market.contract!;
    const account = users.futuresAccount(positions.account(position) >>> 3);
    const isolated = positions.isolated(position);
    const backed = isolated ? [position] : this.margin.crossPositions(account);
    for (const each of backed) this.money.settleFunding(this.margin.contractOf(each), each);
    const lots = positions.lots(position);
    const worth = worstPrice(market.contract!, lots);
    const each = lots < 0 ? price - worth : worth - price;
    const equity = Math.max(0, this.margin.equityBy('worst', account, position));
    const most = each <= 0 ? UNITS_MAX : ratioFloor(equity, risk.marginUnits, each * quoteFactor);
    if (!isolated) return most;
    // What it loses against its cost comes out of its own margin alone.
    const value = Math.abs(lots) * price;
    const lost = lots < 0 ? value - positions.cost(position) : positions.cost(position) - value;
    if (lost <= 0) return most;
    const margin = Math.floor(positions.margin(position) / quoteFactor);
    return Math.min(most, ratioFloor(margin, Math.abs(lots), lost));
  }

  /** Opposite positions, highest rank first; of equal rank the lowest account. */
  private ranked(market: Market, position: number): Candidate[] {
    const { positions } = this.state;
    const instrument = market.instrument.id;
    const long = positions.lots(position) > 0;
    const found: Candidate[] = [];
    for (let other = 0; other < positions.count; other++) {
      const lots = positions.lots(other);
      if (lots === 0 || lots > 0 === long || positions.instrument(other) !== instrument) continue;
      found.push({ position: other, score: this.score(other), account: positions.account(other) });
    }
    return found.sort(
      (a, b) =>
        b.score - a.score ||
        a.account - b.account ||
        positions.leg(a.position) - positions.leg(b.position),
    );
  }

  /** Rank of a position, higher is deleveraged first. */
  score(position: number): number {
    const { positions, users } = this.state;
    const { risk } = this.margin.contractOf(position);
    const account = users.futuresAccount(positions.account(position) >>> 3);
    return deleveragingScore(
      this.margin.profit(position),
      marginCeil(risk, positions.cost(position)),
      this.margin.value(position),
      this.margin.equity(account, position),
    );
  }

  /** Ticks at which closing leaves the account with −`extra` settle units, to the safe side of that. */
  private priceFor(risk: number, position: number, extra: bigint): number {
    const { positions } = this.state;
    const lots = positions.lots(position);
    const { quoteFactor } = this.margin.contractOf(position).risk;
    assert(lots !== 0, 'a position of nothing has no price');
    const backing = this.backing(risk, position) + extra;
    const factor = BigInt(quoteFactor);
    const cost = BigInt(positions.cost(position)) * factor;
    const size = BigInt(Math.abs(lots)) * factor;
    if (lots > 0) {
      const need = cost - backing;
      return need <= 0n ? 1 : Math.max(1, toTicks((need + size - 1n) / size));
    }
    return Math.max(1, toTicks((cost + backing) / size));
  }

  /** What backs a position but its own profit, settle units: exact in the wallet, down in what others are worth. */
  private backing(risk: number, position: number): bigint {
    const { positions, ledger, riskAccounts } = this.state;
    if (positions.isolated(position)) return BigInt(positions.margin(position));
    const strict = this.state.rules >= Rules.fundLimits;
    let units = ledger.available(riskAccounts.wallet(risk));
    for (const other of this.margin.crossPositions(risk)) {
      if (other === position) continue;
      const { marginUnits } = this.margin.contractOf(other).risk;
      const profit = strict ? this.margin.profitBy('index', other) : this.margin.profit(other);
      units += BigInt(profit) * BigInt(marginUnits);
    }
    return units;
  }
}

function toTicks(value: bigint): number {
  const most = BigInt(UNITS_MAX);
  return Number(value > most ? most : value);
}
