/**
 * The slow exchange with loans: by hand, interest, transfers. Maps and bigint, everything recomputed by
 * searching. It shares no code with the core and none of its arithmetic.
 */
import {
  type BorrowCommand,
  type Command,
  CommandKind,
  EventKind,
  LoanCause,
  PostingReason,
  type PricesCommand,
  Reject,
  type RepayCommand,
  type SetLoanTermsCommand,
  type SetPairTermsCommand,
  SystemAccount,
  type TransferCommand,
} from '@halcyon/domain';
import { least, most } from '../naive-futures/math.ts';
import { type NaiveRefusal, refusal } from '../naive-rules.ts';
import { type Coin, type Debt, ISOLATED, isMargin, NaiveAccounts, POCKET } from './accounts.ts';
import { hourOf, rateOf } from './terms.ts';

const MOST = Number.MAX_SAFE_INTEGER;
const HOUR = 3_600_000;
const CHARGES = 1_000;
const CROSS = 2;

/** What is to be borrowed. */
export type LoanWish = Pick<BorrowCommand, 'account' | 'asset' | 'instrument' | 'amount'>;

export abstract class NaiveLoans extends NaiveAccounts {
  /** The next user whose debts are charged for this hour, null = all are. */
  private charging: number | null = null;

  protected override passTime(): void {
    if (this.coins.size === 0 || this.charging !== null) return;
    const hour = Math.floor(this.time / HOUR);
    if (hour <= this.hour) return;
    this.hour = hour;
    this.charging = 0;
    const rates: number[] = [];
    for (const coin of [...this.coins.values()].sort((a, b) => a.asset - b.asset)) {
      coin.rate = rateOf(coin.terms.curve, this.lent(coin.asset), this.unlent(coin.asset));
      rates.push(coin.asset, Number(coin.rate));
    }
    this.emit({ kind: EventKind.interestHour, seq: this.seq, time: this.time, hour, rates });
  }

  protected override settleDue(): void {
    if (this.charging === null) return;
    let left = CHARGES;
    while (this.charging < this.userCount && left > 0) {
      for (const debt of this.debtsOf(this.charging)) if (this.charge(debt)) left -= 1;
      this.charging += 1;
    }
    if (this.charging >= this.userCount) this.charging = null;
  }

  protected override dispatch(c: Command): NaiveRefusal | null {
    switch (c.kind) {
      case CommandKind.setLoanTerms:
        return this.setLoanTerms(c);
      case CommandKind.setPairTerms:
        return this.setPairTerms(c);
      case CommandKind.prices:
        return this.takePrices(c);
      case CommandKind.borrow:
        return this.borrow(c);
      case CommandKind.repay:
        return this.repay(c);
      default:
        return super.dispatch(c);
    }
  }

  /** The generator gives sound terms; only the rules may be too old. */
  private setLoanTerms(c: SetLoanTermsCommand): NaiveRefusal | null {
    if (this.rules < 6) return refusal(Reject.parameterRange, 6, this.rules);
    let coin = this.coins.get(c.asset);
    const { asset, market, terms } = c;
    if (coin === undefined) {
      const { scale } = this.assets[asset]!;
      const digits = market === -1 ? 0 : this.markets[market]!.instrument.priceScale;
      const divisor = 10n ** BigInt(scale + digits - 4);
      const price = market === -1 ? 1n : 0n;
      if (this.coins.size === 0) this.hour = Math.floor(this.time / HOUR);
      const rate = rateOf(terms.curve, 0n, 1n);
      coin = { asset, market, divisor, terms, rate, price, priceTime: 0 };
      this.coins.set(asset, coin);
    }
    coin.terms = terms;
    this.allChanged();
    this.outcome.id = asset;
    const rate = Number(coin.rate);
    const { seq, time } = this;
    this.emit({ kind: EventKind.loanTermsSet, seq, time, asset, market, terms, rate });
    return null;
  }

  private setPairTerms({ instrument, terms }: SetPairTermsCommand): null {
    this.pairs.set(instrument, terms);
    this.allChanged();
    this.outcome.id = instrument;
    const { seq, time } = this;
    this.emit({ kind: EventKind.pairTermsSet, seq, time, instrument, terms });
    return null;
  }

  private allChanged(): void {
    for (const { account, number } of this.debts.values()) {
      this.changed(account, Math.floor(number / POCKET));
    }
  }

  /** Money came into or left an account by a transfer. */
  override moved(account: number, number: number): void {
    if (isMargin(account)) this.changed(account, Math.floor(number / POCKET));
  }

  protected takePrices({ entries }: PricesCommand): NaiveRefusal | null {
    const { seq, time } = this;
    const priced = (market: number) => [...this.coins.values()].find((c) => c.market === market);
    for (let i = 0; i < entries.length; i += 2) {
      const [instrument, index] = [entries[i]!, entries[i + 1]!];
      if (instrument < 0 || priced(instrument) === undefined) {
        return refusal(Reject.unknownInstrument, 0, instrument);
      }
      if (index < 1) return refusal(Reject.priceRange, 1, index);
    }
    for (let i = 0; i < entries.length; i += 2) {
      const [instrument, index] = [entries[i]!, entries[i + 1]!];
      Object.assign(priced(instrument)!, { price: BigInt(index), priceTime: time });
      this.emit({ kind: EventKind.coinIndex, seq, time, instrument, index });
    }
    return null;
  }

  private borrow(c: BorrowCommand): NaiveRefusal | null {
    const { account, instrument, asset, clientId } = c;
    const bad = this.loanRefusal(account, instrument, asset);
    if (bad !== null) return bad;
    if (this.knownAs(`loan|${account}|${clientId}`, clientId)) return null;
    const wrong = this.amountRefusal(c.amount);
    if (wrong !== null) return wrong;
    const coin = this.coins.get(asset)!;
    if (c.amount < coin.terms.loanMin) {
      return refusal(Reject.loanTooSmall, coin.terms.loanMin, c.amount);
    }
    this.chargeAll(account, instrument);
    const amount = BigInt(c.amount);
    const no = this.limitsRefusal(c, coin) ?? this.marginRefusal(c, coin);
    if (no !== null) return no;
    const id = this.movement(`loan|${account}|${clientId}`, clientId);
    const debt = this.debt(account, this.numberOf(account, asset, instrument));
    this.lend(debt, amount, id, LoanCause.borrowed);
    return null;
  }

  private repay(c: RepayCommand): NaiveRefusal | null {
    const { account, instrument, asset, clientId } = c;
    const bad = this.loanRefusal(account, instrument, asset);
    if (bad !== null) return bad;
    if (this.knownAs(`repayment|${account}|${clientId}`, clientId)) return null;
    const wrong = this.amountRefusal(c.amount);
    if (wrong !== null) return wrong;
    this.chargeAll(account, instrument);
    const number = this.numberOf(account, asset, instrument);
    const owed = this.debt(account, number);
    const all = owed.principal + owed.interest;
    const amount = BigInt(c.amount);
    if (amount > all) return refusal(Reject.repayBeyondDebt, Number(all), c.amount);
    const { available } = this.ledger.of(account, number);
    if (amount > available) {
      return refusal(Reject.insufficientBalance, Number(available), c.amount);
    }
    const id = this.movement(`repayment|${account}|${clientId}`, clientId);
    this.takeBack(owed, amount, id, LoanCause.repaid);
    return null;
  }

  /** A repeated client id is answered with its first id. */
  private knownAs(key: string, clientId: string): boolean {
    const earlier = clientId === '' ? undefined : this.movementIds.get(key);
    if (earlier === undefined) return false;
    this.outcome.id = earlier;
    this.outcome.otherId = earlier;
    return true;
  }

  protected movement(key: string, clientId: string): number {
    const id = this.nextMovement;
    this.nextMovement += 1;
    if (clientId !== '') this.movementIds.set(key, id);
    this.outcome.id = id;
    return id;
  }

  protected lend(debt: Debt, amount: bigint, id: number, cause: LoanCause): void {
    const coin = this.coins.get(debt.number % POCKET)!;
    debt.hour = this.hour;
    debt.principal += amount;
    this.pay(debt, PostingReason.loan, id, amount);
    this.tell(debt, cause, id, amount, 0n);
    this.addInterest(debt, hourOf(amount, coin.rate), id);
  }

  protected takeBack(debt: Debt, amount: bigint, id: number, cause: LoanCause): void {
    const interest = least(amount, debt.interest);
    const principal = amount - interest;
    debt.principal -= principal;
    debt.interest -= interest;
    if (interest > 0n) this.pay(debt, PostingReason.interest, id, -interest);
    if (principal > 0n) this.pay(debt, PostingReason.loan, id, -principal);
    this.tell(debt, cause, id, -principal, -interest);
  }

  private pay(debt: Debt, reason: PostingReason, id: number, units: bigint): void {
    const asset = debt.number % POCKET;
    const pair = Math.floor(debt.number / POCKET) - 1;
    this.post(SystemAccount.loans, asset, reason, id, -units, 0n, 0n, pair);
    this.post(debt.account, asset, reason, id, units, 0n, 0n, pair);
  }

  /** Charges hours that were not charged; whether there were any. */
  protected charge(debt: Debt): boolean {
    const hours = BigInt(this.hour - debt.hour);
    if (hours === 0n || debt.principal === 0n) return false;
    debt.hour = this.hour;
    const { rate } = this.coins.get(debt.number % POCKET)!;
    this.addInterest(debt, hours * hourOf(debt.principal, rate), 0);
    return true;
  }

  private addInterest(debt: Debt, units: bigint, id: number): void {
    const room = BigInt(MOST) - debt.principal - debt.interest;
    const interest = least(units, room);
    if (interest === 0n) return;
    debt.interest += interest;
    this.tell(debt, LoanCause.interest, id, 0n, interest);
  }

  /** Units of a debt are no more, and the pool does not get them. */
  protected forgive(debt: Debt, units: bigint, cause: LoanCause): void {
    const interest = least(units, debt.interest);
    const principal = units - interest;
    debt.principal -= principal;
    debt.interest -= interest;
    this.tell(debt, cause, this.seq, -principal, -interest);
  }

  private tell(
    debt: Debt,
    cause: LoanCause,
    id: number,
    principal: bigint,
    interest: bigint,
  ): void {
    const asset = debt.number % POCKET;
    this.changed(debt.account, Math.floor(debt.number / POCKET));
    this.emit({
      kind: EventKind.loan,
      seq: this.seq,
      time: this.time,
      account: debt.account,
      instrument: Math.floor(debt.number / POCKET) - 1,
      asset,
      cause,
      id,
      principal: Number(debt.principal),
      interest: Number(debt.interest),
      principalDelta: Number(principal),
      interestDelta: Number(interest),
      rate: Number(this.coins.get(asset)!.rate),
    });
  }

  protected chargeAll(account: number, instrument: number): void {
    const pocket = account % 8 === ISOLATED ? instrument + 1 : 0;
    for (const debt of this.debtsOf(account >> 3)) {
      if (Math.floor(debt.number / POCKET) === pocket) this.charge(debt);
    }
  }

  protected loanRefusal(account: number, instrument: number, asset: number): NaiveRefusal | null {
    const user = Math.floor(account / 8);
    if (!Number.isSafeInteger(account) || account < 0 || user >= this.userCount) {
      return refusal(Reject.unknownUser, this.userCount - 1, user);
    }
    if (!isMargin(account)) return refusal(Reject.unknownAccount, CROSS, account % 8);
    return this.coinRefusal(account, instrument, asset);
  }

  private amountRefusal(amount: number): NaiveRefusal | null {
    const sound = Number.isSafeInteger(amount) && amount >= 1;
    return sound ? null : refusal(Reject.amountRange, MOST, amount);
  }

  protected limitsRefusal(c: LoanWish, coin: Coin): NaiveRefusal | null {
    const number = this.numberOf(c.account, c.asset, c.instrument);
    const { principal, interest } = this.debt(c.account, number);
    const debt = Number(principal + interest) + c.amount;
    const { levelMax, lentMax } = coin.terms;
    const level = levelMax[this.tiers.get(c.account >> 3) ?? 0] ?? levelMax[levelMax.length - 1]!;
    const limit = Math.min(Number(this.tiersOf(number).debtMax), level);
    if (debt > limit) return refusal(Reject.debtLimit, limit, debt);
    const room = least(this.unlent(c.asset), BigInt(lentMax) - this.lent(c.asset));
    const left = Number(most(0n, room));
    return c.amount > left ? refusal(Reject.poolLimit, left, c.amount) : null;
  }

  private marginRefusal(c: BorrowCommand, coin: Coin): NaiveRefusal | null {
    const number = this.numberOf(c.account, c.asset, c.instrument);
    if (this.closed(coin)) return refusal(Reject.indexStale, 0, coin.priceTime);
    const pocket = Math.floor(number / POCKET);
    const old = this.staleRefusal(c.account, pocket);
    if (old !== null) return old;
    const limit = largest(BigInt(c.amount), (units) => {
      const debt = units + hourOf(units, coin.rate);
      return this.suffices(
        c.account,
        pocket,
        this.holdings(c.account, pocket, number, units, debt),
      );
    });
    if (limit === BigInt(c.amount)) return null;
    return refusal(Reject.borrowBeyondMargin, Number(limit), c.amount);
  }

  override transferRefusal(c: TransferCommand): NaiveRefusal | null {
    const { from, to, asset, amount, instrument = -1 } = c;
    for (const account of [from, to]) {
      const named = account % 8 === CROSS && this.rules >= 9 ? -1 : instrument;
      const bad = isMargin(account) ? this.coinRefusal(account, named, asset) : null;
      if (bad !== null) return bad;
    }
    if (!isMargin(from)) return null;
    this.chargeAll(from, instrument);
    const number = this.numberOf(from, asset, instrument);
    const pocket = Math.floor(number / POCKET);
    if (this.holdings(from, pocket).every(({ debt }) => debt === 0n)) return null;
    const old = this.staleRefusal(from, pocket);
    if (old !== null) return old;
    const { available } = this.ledger.of(from, number);
    const spare = largest(available, (units) =>
      this.suffices(from, pocket, this.holdings(from, pocket, number, -units)),
    );
    return amount <= spare ? null : refusal(Reject.notWithdrawable, Number(spare), Number(amount));
  }
}

/** The largest amount up to `limit` that is good, 0 = none is. */
function largest(limit: bigint, good: (units: bigint) => boolean): bigint {
  if (good(limit)) return limit;
  let [low, high] = [0n, limit];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (good(middle)) low = middle;
    else high = middle;
  }
  return low;
}
