/** The money of copy portfolios: what one has, what of it is free, and moving it from and to its root. */
import {
  AccountKind,
  accountOf,
  type CopyPortfolio,
  EventKind,
  fundingOf,
  NO_PAIR,
  PostingReason,
  UNITS_MAX,
} from '@halcyon/domain';
import type { ContractTrading } from '../futures/contract-trading.ts';
import { PositionWord } from '../futures/positions.ts';
import type { State } from '../state/state.ts';
import { isSpot, type OfProduct, SpotWallet } from './spot-wallet.ts';

const NIL = -1;
const MOST = BigInt(UNITS_MAX);
/** A balance stays below this. */
export const BALANCE_END = 1n << 62n;

type Books = Pick<ContractTrading, 'margin' | 'risk'>;
type Named = Pick<CopyPortfolio, 'user' | 'root' | 'asset'> & OfProduct;

/** The one account of a portfolio that has money. */
export function futuresOf(user: number): number {
  return accountOf(user, AccountKind.usdtFutures);
}

export class CopyWallets {
  declare private readonly state: State;
  declare private readonly books: Books;
  declare readonly spot: SpotWallet;

  constructor(state: State, books: Books) {
    this.state = state;
    this.books = books;
    this.spot = new SpotWallet(state);
  }

  /** The one account of a portfolio that has money. */
  accountOf({ user, product }: Pick<Named, 'user'> & OfProduct): number {
    return isSpot({ product }) ? this.spotOf(user) : futuresOf(user);
  }

  /** Where its money comes from and goes to. */
  spotOf(root: number): number {
    return accountOf(root, AccountKind.spot);
  }

  /** All units that it has, margin of isolated positions included; coins of spot count as what they cost. */
  owned(portfolio: Named): bigint {
    if (isSpot(portfolio)) return this.spot.owned(portfolio);
    const { ledger } = this.state;
    const slot = ledger.slot(this.accountOf(portfolio), portfolio.asset);
    return ledger.available(slot) + ledger.held(slot);
  }

  /** Units that nothing open needs. */
  free(portfolio: Named): bigint {
    const { ledger, users } = this.state;
    const risk = users.futuresAccount(portfolio.user);
    if (risk !== NIL) return BigInt(this.books.margin.withdrawable(risk));
    const slot = ledger.slot(this.accountOf(portfolio), portfolio.asset);
    const available = ledger.available(slot);
    return available < MOST ? available : MOST;
  }

  /** What it has by the mark prices, exact. */
  equity(portfolio: Named): bigint {
    const { positions, markets } = this.state;
    let units = this.owned(portfolio);
    if (isSpot(portfolio)) return units + this.spot.unrealised(portfolio);
    for (const at of this.open(portfolio)) {
      const { instrument, contract } = markets[positions.instrument(at)]!;
      const lots = positions.lots(at);
      const gained =
        BigInt(lots) * BigInt(contract!.mark) - BigInt(Math.sign(lots) * positions.cost(at));
      units += gained * BigInt(instrument.quoteFactor);
    }
    return units;
  }

  /** Profit of all that is open by the mark prices, units; below zero = a loss. */
  unrealised(portfolio: Named): bigint {
    if (isSpot(portfolio)) return this.spot.unrealised(portfolio);
    const { margin } = this.books;
    let units = 0n;
    for (const at of this.positions(portfolio)) {
      units += BigInt(margin.profit(at)) * BigInt(margin.contractOf(at).risk.marginUnits);
    }
    return units;
  }

  /** What a round of funding under way will pay it, units; below zero = it pays. */
  pendingFunding(portfolio: Named): bigint {
    const { margin } = this.books;
    const { positions } = this.state;
    let units = 0n;
    for (const at of this.positions(portfolio)) {
      const { sweep, round, risk } = margin.contractOf(at);
      if (sweep === null || positions.word(at, PositionWord.round) === round) continue;
      units += BigInt(fundingOf(risk.quoteFactor, positions.lots(at), sweep.mark, sweep.rate));
    }
    return units;
  }

  /** Whether an account has room for so many units more. */
  hasCapacity(account: number, asset: number, units: bigint): boolean {
    const { ledger } = this.state;
    return ledger.available(ledger.slot(account, asset)) + units < BALANCE_END;
  }

  /**
   * Moves units into a portfolio (above zero), or out of it; whoever asks has checked that they are there.
   * @param own the root's account that they come from or go to
   */
  move(
    portfolio: Named,
    units: bigint,
    id: number,
    clientId = '',
    own: number = this.spotOf(portfolio.root),
  ): void {
    const { ledger, log, seq, time } = this.state;
    const { asset } = portfolio;
    const sides = [own, this.accountOf(portfolio)] as const;
    const [from, to] = units > 0n ? sides : ([sides[1], sides[0]] as const);
    const amount = units > 0n ? units : -units;
    const { transferIn, transferOut } = PostingReason;
    for (let left = amount; left > 0n; ) {
      const part = Number(left < MOST ? left : MOST);
      ledger.post(ledger.slot(from, asset), from, asset, transferOut, id, -part, 0, NO_PAIR);
      ledger.post(ledger.slot(to, asset), to, asset, transferIn, id, part, 0, NO_PAIR);
      left -= BigInt(part);
    }
    const moved = { movement: 'transfer', id, from, to, asset, amount, fee: 0n, clientId } as const;
    log.push({ kind: EventKind.moved, seq, time, ...moved, address: '', actor: '', reason: '' });
    this.changed(portfolio);
  }

  /** All that a portfolio has goes to its root. @param next gives each movement its number */
  giveBack(portfolio: Named, next: () => number, own: number = this.spotOf(portfolio.root)): void {
    if (isSpot(portfolio)) this.giveCoins(portfolio, next);
    const back = isSpot(portfolio) ? this.spot.money(portfolio) : this.owned(portfolio);
    const id = next();
    if (back > 0n) this.move(portfolio, -back, id, '', own);
  }

  private giveCoins({ user, root, product }: Named, next: () => number): void {
    for (const { asset, units } of this.spot.holdings(user)) {
      this.move({ user, root, product, asset }, -units, next());
    }
    this.state.copies.holdings.forget(user);
  }

  /** Its margin is looked at again. */
  changed({ user }: Named): void {
    const risk = this.state.users.futuresAccount(user);
    if (risk !== NIL) this.books.risk.touchAccount(risk);
  }

  /** Records of its positions that are open. */
  open(portfolio: Named): number[] {
    return [...this.positions(portfolio)].filter((at) => this.state.positions.lots(at) !== 0);
  }

  /** Records of its positions, open or not. */
  private *positions({ user }: Named): Generator<number> {
    const { users, riskAccounts, positions } = this.state;
    const risk = users.futuresAccount(user);
    if (risk === NIL) return;
    for (let at = riskAccounts.first(risk); at !== NIL; at = positions.after(at)) yield at;
  }
}
