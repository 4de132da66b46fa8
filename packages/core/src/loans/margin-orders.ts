/**
 * Orders of margin accounts, which stand in the books of spot pairs. Beside what every order must
 * satisfy, the account must be kept whatever its orders do; what is bought with borrowed money must leave
 * as much as new debt needs. An order may borrow what it lacks, and pay back with what it brings.
 */
import {
  assert,
  DoneReason,
  isMargin,
  LoanCause,
  LoanOption,
  limitWish,
  MARGIN_OPTION,
  OrderType,
  ownerOf,
  pairOf,
  pocketOf,
  ppmFloor,
  Reject,
  SelfTrade,
  Side,
} from '@halcyon/domain';
import {
  ORDER_LANES,
  ORDER_WORDS,
  OrderFlag,
  OrderLane,
  OrderWord,
} from '../matching/order-record.ts';
import type { CommandOutcome } from '../outcome.ts';
import { Rules } from '../rules.ts';
import { checkAccount, checkOrder, unitsNeeded } from '../spot/order-checks.ts';
import type { OrderRequest } from '../spot/order-request.ts';
import type { Market } from '../state/market.ts';
import { bandLimit } from '../state/price-band.ts';
import type { State } from '../state/state.ts';
import { Lending } from './lending.ts';
import { MakerWorth, reached } from './maker-worth.ts';
import type { MarketWish } from './margin-accounts.ts';

const OPTIONS = LoanOption.autoLoan | LoanOption.autoRepay;
const REPAYS = LoanOption.autoRepay << OrderFlag.optionsShift;

/** Where checked orders go. */
interface OrderEntry {
  heldBy(market: Market, slot: number): number;
  accept(market: Market, request: OrderRequest, seat: number, balance: number, plan: number): void;
  cancel(slot: number, reason: DoneReason): void;
  reenter(slot: number, price: number, quantity: number): void;
}

/** What a fill brought to an order that pays back with it. */
interface Income {
  readonly record: number;
  readonly units: number;
  readonly order: number;
}

export class MarginOrders {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly entry: OrderEntry;
  declare readonly lending: Lending;
  declare private readonly makers: MakerWorth;
  /** What makers got in this command. */
  private incomes: Income[] = [];

  constructor(state: State, out: CommandOutcome, entry: OrderEntry) {
    this.state = state;
    this.out = out;
    this.entry = entry;
    this.lending = new Lending(state, out);
    this.makers = new MakerWorth(state);
  }

  /** Enters a new order of an account that is not a spot one; false when it was refused. */
  place(market: Market, given: OrderRequest): boolean {
    const { state, out, entry } = this;
    const { account } = given;
    if (!isMargin(account) || !state.loans.active) return checkAccount(state, out, account);
    const options = given.options ?? 0;
    if (!this.lending.checkAccount(account) || !this.checkMarket(market, account)) return false;
    if ((options & ~OPTIONS) !== 0) return out.refuse(Reject.optionsUnknown, OPTIONS, options);
    const attached = given.takeProfitTrigger !== 0 || given.stopLossTrigger !== 0;
    if (attached) return out.refuse(Reject.optionsUnknown, OPTIONS, options);
    const seat = this.seatOf(market, account);
    const request = { ...given, options: options | MARGIN_OPTION };
    if (!checkOrder(state, market, out, request, seat, 0, false)) return false;
    const balance = this.payerOf(seat, request.side);
    const loan = this.admit(market, request, balance, 0, 0);
    if (loan === -1) return false;
    if (loan > 0) this.lend(market, request, loan);
    this.trade(market, request, seat, () => entry.accept(market, request, seat, balance, 0));
    return true;
  }

  /** Ends one order and enters another in its place, or does neither. */
  replace(slot: number, given: OrderRequest): boolean {
    const { state, out, entry } = this;
    const { orders } = state;
    const market = state.markets[given.instrument]!;
    const seat = orders.i32[slot * ORDER_WORDS + OrderWord.seat]!;
    const options = optionsIn(orders.i32[slot * ORDER_WORDS + OrderWord.flags]!);
    const attached = given.takeProfitTrigger !== 0 || given.stopLossTrigger !== 0;
    if (attached) return out.refuse(Reject.optionsUnknown, OPTIONS, options);
    const request = { ...given, options: options | MARGIN_OPTION };
    if (!checkOrder(state, market, out, request, seat, 1, false)) return false;
    const balance = this.payerOf(seat, request.side);
    const credit = entry.heldBy(market, slot);
    const loan = this.admit(market, request, balance, credit, orders.f64[slot * ORDER_LANES]!);
    if (loan === -1) return false;
    entry.cancel(slot, DoneReason.replaced);
    if (loan > 0) this.lend(market, request, loan);
    this.trade(market, request, seat, () => entry.accept(market, request, seat, balance, 0));
    return true;
  }

  /** Checks of a resting order that gets another price or size: it borrows nothing for that. */
  checkChange(market: Market, request: OrderRequest, slot: number): boolean {
    const { orders } = this.state;
    const balance = orders.i32[slot * ORDER_WORDS + OrderWord.balance]!;
    const credit = this.entry.heldBy(market, slot);
    const id = orders.f64[slot * ORDER_LANES]!;
    return this.admit(market, { ...request, options: 0 }, balance, credit, id) === 0;
  }

  /** Takes a resting order out and enters it again with another price or size. */
  reenter(slot: number, price: number, quantity: number): void {
    const { i32 } = this.state.orders;
    const word = slot * ORDER_WORDS;
    const flags = i32[word | OrderWord.flags]!;
    const market = this.state.markets[flags >>> OrderFlag.instrumentShift]!;
    const account = i32[word | OrderWord.account]!;
    const request = { account, side: (flags & OrderFlag.side) as Side, options: optionsIn(flags) };
    const seat = i32[word | OrderWord.seat]!;
    this.trade(market, request, seat, () => this.entry.reenter(slot, price, quantity));
  }

  /** Lots that a resting order may trade, when an account's taker meets it; 0 = it ends. */
  tradable(market: Market, slot: number, taker: number): number {
    const { orders, rules } = this.state;
    const bears = rules < Rules.loanFloors || this.makers.bears(market, slot, taker);
    return bears ? orders.f64[slot * ORDER_LANES + OrderLane.remaining]! : 0;
  }

  /** A resting order of a margin account traded: what it got may pay back a debt, after the command. */
  onMakerFill(market: Market, slot: number, price: number, quantity: number): void {
    const { orders, users, fees } = this.state;
    const word = slot * ORDER_WORDS;
    const flags = orders.i32[word | OrderWord.flags]!;
    const account = orders.i32[word | OrderWord.account]!;
    const side = (flags & OrderFlag.side) as Side;
    const record = this.recordOf(market, account, side);
    this.lending.risk.touch(record);
    if ((flags & REPAYS) === 0) return;
    const { got } = limitWish(market.instrument, { side, price, lots: quantity });
    const units = got - ppmFloor(got, fees.makerPpm(users.tier(ownerOf(account)), account));
    const order = orders.f64[slot * ORDER_LANES + OrderLane.id]!;
    this.incomes.push({ record, units, order });
  }

  /** At the end of a command: debts are paid back with what makers got. */
  settleIncomes(): void {
    if (this.incomes.length === 0) return;
    const { incomes } = this;
    this.incomes = [];
    for (const { record, units, order } of incomes) this.payBack(record, units, order);
  }

  /** Carries an order out, and pays back with what it got at once where it says so. */
  private trade(
    market: Market,
    request: Pick<OrderRequest, 'account' | 'side' | 'options'>,
    seat: number,
    carryOut: () => void,
  ): void {
    const { ledger } = this.state;
    const gets = this.payerOf(seat, request.side === Side.buy ? Side.sell : Side.buy);
    const repays = (request.options! & LoanOption.autoRepay) !== 0;
    const before = repays ? ledger.available(gets) : 0n;
    carryOut();
    const record = this.recordOf(market, request.account, request.side);
    this.lending.risk.touch(record);
    if (!repays) return;
    const got = Number(ledger.available(gets) - before);
    assert(got >= 0, 'a taker pays with what it buys');
    this.payBack(record, got, this.out.id);
  }

  private payBack(record: number, units: number, order: number): void {
    const { state, lending } = this;
    const { records } = state.loans;
    const available = state.ledger.availableApprox(records.balance(record));
    lending.money.charge(record);
    const amount = Math.min(units, records.debt(record), available);
    if (amount > 0) lending.money.takeBack(record, amount, order, LoanCause.orderRepaid);
  }

  /** Whether margin accounts of this kind trade in a market. */
  private checkMarket(market: Market, account: number): boolean {
    const { id, base, quote } = market.instrument;
    const instrument = pairOf(pocketOf(account, id));
    for (const asset of [base, quote]) {
      const place = { account, instrument, asset };
      if (!this.lending.checkCoin(place)) return this.out.refuse(Reject.unknownInstrument, 0, id);
    }
    return true;
  }

  /** The seat of an account, whose two coins are looked at from now on. */
  private seatOf(market: Market, account: number): number {
    const { id, base, quote } = market.instrument;
    for (const asset of [base, quote]) this.lending.money.recordOf(account, id, asset);
    return this.state.seat(account, market.instrument);
  }

  /** Slot of the balance that orders of a side are paid from. */
  private payerOf(seat: number, side: Side): number {
    const { seats } = this.state;
    return side === Side.buy ? seats.quote(seat) : seats.base(seat);
  }

  /** The record of the coin that orders of a side get. */
  private recordOf(market: Market, account: number, side: Side): number {
    const { id, base, quote } = market.instrument;
    return this.lending.money.recordOf(account, id, side === Side.buy ? base : quote);
  }

  /**
   * Money and margin of an order. @param credit units that come free first @param ending order that it replaces
   * @returns units that it borrows, -1 = it was refused
   */
  private admit(
    market: Market,
    request: OrderRequest,
    balance: number,
    credit: number,
    ending: number,
  ): number {
    const { state, out, lending } = this;
    const { account, side } = request;
    const { id, base, quote } = market.instrument;
    const pocket = pocketOf(account, id);
    const user = ownerOf(account);
    const asset = side === Side.buy ? quote : base;
    const place = { account, instrument: pairOf(pocket), asset };
    lending.charge(account, id);
    const available = state.ledger.availableApprox(balance) + credit;
    const needed = unitsNeeded(state, market, request);
    const missing = needed - available;
    let loan = 0;
    if (missing > 0) {
      if ((request.options! & LoanOption.autoLoan) === 0) {
        out.refuse(Reject.insufficientBalance, available, needed);
        return -1;
      }
      loan = Math.max(missing, state.loans.coin(asset)!.terms.loanMin);
      if (!lending.checkLimits(place, loan)) return -1;
    }
    if (loan === 0 && !lending.accounts.owes(user, pocket)) return 0;
    if (!lending.checkPrice(base) || !lending.checkPrice(quote)) return -1;
    if (!lending.checkPrices(user, pocket)) return -1;
    const wish = this.wishOf(market, request);
    const { sums, loss } = lending.accounts.withOrder(user, pocket, wish, loan, ending);
    const least = (loan > 0 ? sums.needs : sums.keeps) + loss;
    if (sums.equity >= least) return loan;
    out.refuse(Reject.insufficientMargin, sums.equity, least);
    return -1;
  }

  /** What an order trades at the worst. */
  private wishOf(market: Market, request: OrderRequest): MarketWish {
    const { side, type, price, quantity, quoteAmount } = request;
    if (type === OrderType.limit) {
      return { market, ...limitWish(market.instrument, { side, price, lots: quantity }) };
    }
    const { quoteFactor, lotUnits } = market.instrument;
    const limit = bandLimit(market, side);
    if (side === Side.buy && quoteAmount !== 0) {
      const lots = Math.floor(quoteAmount / (limit * quoteFactor));
      return { market, side, paid: quoteAmount, got: lots * lotUnits };
    }
    // By older rules what self-trade prevention takes out was counted.
    const strict = this.state.rules >= Rules.loanFloors;
    const selfTrade = strict ? request.selfTrade : SelfTrade.none;
    const order = { account: request.account, side, limit, lots: quantity, selfTrade };
    const { lots, quote } = reached(this.state, market, order);
    const [paid, got] = side === Side.buy ? [quote, lots * lotUnits] : [lots * lotUnits, quote];
    return { market, side, paid, got };
  }

  private lend(market: Market, { account, side }: OrderRequest, units: number): void {
    const { id, base, quote } = market.instrument;
    const { money } = this.lending;
    const record = money.recordOf(account, id, side === Side.buy ? quote : base);
    // It is named by the order that it is for.
    money.lend(record, units, this.state.nextOrder, LoanCause.orderBorrowed);
  }
}

/** Bits of LoanOption in an order's flags. */
const optionsIn = (flags: number): number => (flags >>> OrderFlag.optionsShift) & OPTIONS;
