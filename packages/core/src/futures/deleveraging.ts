/**
 * Closing what nobody can carry: at the price at which the bankrupt account has nothing left, against
 * the opposite positions that have won most for what they risk. Off the book, without fees. Also the
 * prices up to which an account, and the protection fund, can carry a position.
 */
import { assert, deleveragingScore, marginCeil, SystemAccount, TradeOrigin } from '@halcyon/domain';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { ContractSettlement } from './contract-settlement.ts';
import type { Margin } from './margin.ts';

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

  constructor(state: State, margin: Margin, settlement: ContractSettlement) {
    this.state = state;
    this.margin = margin;
    this.settlement = settlement;
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
   * Closes `lots` of a position against the highest ranks; returns how many found a counterparty.
   * @param price ticks
   */
  run(market: Market, position: number, lots: number, price: number): number {
    const { positions } = this.state;
    const sign = positions.lots(position) > 0 ? -1 : 1;
    const cross = (other: number, part: number): void =>
      this.settlement.cross(market, position, other, sign * part, price, DELEVERAGING);
    // On a paper venue the ghosts take it all: nobody there is to lose a position to another.
    if (this.state.ghosts.active) {
      cross(this.state.ghostPosition(market.instrument), lots);
      return lots;
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
    let units = ledger.available(riskAccounts.wallet(risk));
    for (const other of this.margin.crossPositions(risk)) {
      if (other === position) continue;
      const { marginUnits } = this.margin.contractOf(other).risk;
      units += BigInt(this.margin.profit(other)) * BigInt(marginUnits);
    }
    return units;
  }
}

function toTicks(value: bigint): number {
  const most = BigInt(UNITS_MAX);
  return Number(value > most ? most : value);
}
