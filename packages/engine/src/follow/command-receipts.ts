/** The receipts of commands, made while a core carries them out one by one. */
import { isPersons, type State } from '@halcyon/core';
import {
  type AccountId,
  AccountKind,
  accountOf,
  type ContractTradeEvent,
  debtReceipt,
  type Event,
  EventKind,
  entryReceipt,
  type FillFacts,
  type FundingSetEvent,
  fillPpm,
  fillReceipt,
  fundingReceipt,
  type InstrumentId,
  interestReceipt,
  isMargin,
  type LevelReceipt,
  LIQUIDATION_OPTION,
  type LiquidationEvent,
  LoanCause,
  legOf,
  liquidationReceipt,
  marginCoin,
  marginLiquidationReceipt,
  NO_PAIR,
  ownerOf,
  type PlanAmendedEvent,
  PlanEnd,
  PositionLeg,
  PostingReason,
  type Receipt,
  type ReceiptHead,
  type ReceiptKind,
  type RejectionFacts,
  receiptHead,
  refusalReceipt,
  rejectionReceipt,
  Side,
  SystemAccount,
  type TradeEvent,
  TradeOrigin,
} from '@halcyon/domain';
import { listedIn } from './listed-in.ts';

/** Kinds of receipts of what one command did; others are of many. */
export type OneCommandKind = Exclude<ReceiptKind, 'order' | 'position'>;

type AnyTrade = TradeEvent | ContractTradeEvent;

/** What a plan asked for. */
type PlanTerms = Pick<RejectionFacts, 'side' | 'triggerPrice' | 'price' | 'quantity'> & {
  readonly instrument: InstrumentId;
};

/** A funding round: what positions settle at. */
type Round = Pick<FundingSetEvent, 'instrument' | 'round' | 'rate' | 'mark'>;

/** Whose journal it is. */
export interface ReceiptSource {
  readonly exchange: string;
  readonly venue: 'live' | 'paper';
}

/** One command with what it did. */
interface Told {
  readonly state: State;
  readonly events: readonly Event[];
  readonly rounds: readonly Round[];
  readonly plans: ReadonlyMap<number, PlanTerms>;
  /** What the receipts of an account begin with; null = they are not asked for. */
  readonly headOf: (account: AccountId) => ReceiptHead | null;
}

/** Rounds of a contract that may still be paid: what is under way, and the next. */
const ROUNDS_KEPT = 2;

/** Entries of the ledger that have receipts of another kind. */
const { tradeIn, tradeOut, contractTrade, funding } = PostingReason;
const TOLD_OTHERWISE: ReadonlySet<PostingReason> = new Set([
  ...[tradeIn, tradeOut, contractTrade, funding],
]);

/** Remembers of a core what its next commands' receipts need and its state then no longer has. */
export class CommandReceipts {
  readonly #state: State;
  readonly #source: ReceiptSource;
  /** Plans that wait, and those that the last command ended. */
  readonly #plans = new Map<number, PlanTerms>();
  /** Funding rounds under way, of each contract the oldest first. */
  #rounds: Round[];
  #ended: number[] = [];
  #events: readonly Event[] = [];

  /** @param state before the first command that `learn` is told of */
  constructor(state: State, source: ReceiptSource) {
    this.#state = state;
    this.#source = source;
    for (const [id, plan] of state.plans) this.#plans.set(id, { ...plan });
    this.#rounds = roundsUnderWay(state);
  }

  /** @param events of the command that the core has just carried out; no command may be left out */
  learn(events: readonly Event[]): void {
    for (const plan of this.#ended) this.#plans.delete(plan);
    this.#ended = [];
    this.#events = events;
    for (const event of events) {
      if (event.kind === EventKind.planOpened) this.#plans.set(event.plan, event);
      else if (event.kind === EventKind.planAmended) {
        const before = this.#plans.get(event.plan);
        if (before !== undefined) this.#plans.set(event.plan, { ...before, ...termsIn(event) });
      } else if (event.kind === EventKind.planEnded) this.#ended.push(event.plan);
      else if (event.kind === EventKind.fundingSet) this.#begin(event);
    }
  }

  /** Receipts of a kind that the last command gave an account. */
  of(kind: OneCommandKind, account: AccountId): Receipt[] {
    const told = this.#told((one) => one === account);
    return [...READERS[kind](told)];
  }

  /**
   * All receipts that the last command gave to people and to the protection fund, in an order that is always
   * the same. @param withFund false = as before the fund had receipts
   */
  *all(withFund = true): Generator<Receipt> {
    const told = this.#told((account) => {
      return isPersons(this.#state, account) || (withFund && account === SystemAccount.insurance);
    });
    for (const read of Object.values(READERS)) yield* read(told);
  }

  #begin({ instrument, round, rate, mark }: Round): void {
    const own = this.#rounds.filter((one) => one.instrument === instrument);
    const others = this.#rounds.filter((one) => one.instrument !== instrument);
    const kept = [...own, { instrument, round, rate, mark }].slice(-ROUNDS_KEPT);
    this.#rounds = [...others, ...kept];
  }

  #told(isAsked: (account: AccountId) => boolean): Told {
    const state = this.#state;
    const { seq, time } = state;
    const source = this.#source;
    const headOf = (account: AccountId) =>
      isAsked(account) ? receiptHead({ ...source, account, seq, time }) : null;
    return { state, events: this.#events, rounds: this.#rounds, plans: this.#plans, headOf };
  }
}

function termsIn({ triggerPrice, price, quantity }: PlanAmendedEvent) {
  return { triggerPrice, price, quantity };
}

function roundsUnderWay({ markets }: State): Round[] {
  return markets.flatMap(({ instrument, contract }) => {
    if (contract === null || contract.sweep === null) return [];
    const { round, sweep } = contract;
    return [{ instrument: instrument.id, round, rate: sweep.rate, mark: sweep.mark }];
  });
}

function symbolIn({ markets }: State, id: InstrumentId): string {
  return id === NO_PAIR ? '' : markets[id]!.instrument.symbol;
}

function* fillsOf(told: Told): Generator<Receipt> {
  for (const event of told.events) {
    if (event.kind !== EventKind.trade && event.kind !== EventKind.contractTrade) continue;
    const { makerAccount, takerAccount } = event;
    const asMaker = told.headOf(makerAccount);
    if (asMaker !== null) yield fillOf(told, asMaker, event, false);
    const asTaker = told.headOf(takerAccount);
    if (asTaker !== null) yield fillOf(told, asTaker, event, true);
  }
}

function fillOf(told: Told, head: ReceiptHead, event: AnyTrade, isTaker: boolean): Receipt {
  const { takerSide, trade, price, quantity, quote } = event;
  const makerSide = takerSide === Side.buy ? Side.sell : Side.buy;
  const profits = event.kind === EventKind.contractTrade ? event : null;
  const facts: FillFacts = {
    ...{ trade, price, quantity, quote, isTaker },
    side: isTaker ? takerSide : makerSide,
    fee: isTaker ? event.takerFee : event.makerFee,
    profit: (isTaker ? profits?.takerProfit : profits?.makerProfit) ?? 0,
    ratePpm: rateOf(told, event, isTaker),
  };
  return fillReceipt(head, listedIn(told.state, event.instrument), facts);
}

function rateOf(told: Told, event: AnyTrade, isTaker: boolean): number {
  const { state } = told;
  const account = isTaker ? event.takerAccount : event.makerAccount;
  if (event.kind === EventKind.contractTrade) {
    const liquidates = isTaker && liquidationLeg(told, event) !== null;
    if (event.origin !== TradeOrigin.book || liquidates) return 0;
  }
  const contract = state.markets[event.instrument]!.contract?.terms ?? null;
  const tier = state.users.tier(ownerOf(account));
  return fillPpm(state.fees, { tier, contract, isMargin: isMargin(account), isTaker });
}

/** The leg that a trade's taker is liquidated of; null = it is not. */
function liquidationLeg({ events }: Told, { takerOrder }: AnyTrade): PositionLeg | null {
  for (const event of events) {
    if (event.kind !== EventKind.orderOpened || event.order !== takerOrder) continue;
    return (event.options & LIQUIDATION_OPTION) === 0 ? null : legOf(event.options);
  }
  return null;
}

/** A funding's position is told right behind its posting, still with the lots that paid. */
function* fundingsOf({ events, rounds, headOf, state }: Told): Generator<Receipt> {
  for (const [n, event] of events.entries()) {
    if (event.kind !== EventKind.posting || event.reason !== funding) continue;
    const { account, instrument, reference, availableDelta, heldDelta } = event;
    const head = headOf(account);
    if (head === null) continue;
    const lots = lotsBehind(events, n, account);
    const of = rounds.find((one) => one.instrument === instrument && one.round === reference);
    if (lots === null || of === undefined) continue;
    const { round, rate, mark } = of;
    const facts = { round, rate, mark, lots, amount: availableDelta + heldDelta };
    yield fundingReceipt(head, listedIn(state, instrument), facts);
  }
}

function lotsBehind(events: readonly Event[], from: number, account: AccountId): number | null {
  for (let n = from; n < events.length; n++) {
    const event = events[n]!;
    if (event.kind === EventKind.position && event.account === account) return event.lots;
  }
  return null;
}

function* interestsOf({ events, headOf, state }: Told): Generator<Receipt> {
  let lent = 0;
  for (const event of events) {
    if (event.kind !== EventKind.loan) continue;
    const { account } = event;
    const head = headOf(account);
    if (head === null) continue;
    if (event.cause !== LoanCause.interest) {
      // Its first hour follows at once.
      lent = event.principalDelta;
      continue;
    }
    const principal = event.id === 0 ? event.principal : lent;
    const symbol = symbolIn(state, event.instrument);
    const facts = { symbol, principal, ratePpm: event.rate, amount: event.interestDelta };
    yield interestReceipt(head, state.assets[event.asset]!, facts);
  }
}

function* debtsOf({ events, headOf, state }: Told): Generator<Receipt> {
  for (const event of events) {
    if (event.kind !== EventKind.loan || event.cause === LoanCause.interest) continue;
    const { account } = event;
    const head = headOf(account);
    if (head === null) continue;
    const symbol = symbolIn(state, event.instrument);
    yield debtReceipt(head, state.assets[event.asset]!, { ...event, symbol });
  }
}

function* liquidationsOf(told: Told): Generator<Receipt> {
  const { events, headOf, state } = told;
  for (const event of events) {
    if (event.kind !== EventKind.liquidation) continue;
    const { account } = event;
    const head = headOf(account);
    if (head === null) continue;
    const { liquidationPpm } = state.markets[event.instrument]!.contract!.terms;
    const value = closedValue(told, event);
    const facts = { ...event, value, ratePpm: liquidationPpm };
    yield liquidationReceipt(head, listedIn(state, event.instrument), facts);
  }
}

/** What was closed of a leg, in the book and off it. */
function closedValue(told: Told, { account, instrument, leg }: LiquidationEvent): number {
  let value = 0;
  for (const event of told.events) {
    if (event.kind !== EventKind.contractTrade || event.instrument !== instrument) continue;
    if (event.takerAccount !== account) continue;
    if (event.origin === TradeOrigin.deleveraging) {
      const side = event.takerSide === Side.sell ? PositionLeg.long : PositionLeg.short;
      if (leg === PositionLeg.net || leg === side) value += event.quote;
    } else if (liquidationLeg(told, event) === leg) value += event.quote;
  }
  return value;
}

function* marginLiquidationsOf({ events, headOf, state }: Told): Generator<Receipt> {
  const settle = state.loans.settle?.asset;
  const coin = settle === undefined ? '' : state.assets[settle]!.code;
  for (const event of events) {
    if (event.kind !== EventKind.marginLiquidation) continue;
    const { account } = event;
    const head = headOf(account);
    if (head === null) continue;
    const symbol = symbolIn(state, event.instrument);
    yield marginLiquidationReceipt(head, { symbol, coin }, event);
  }
}

/** A level is of a person: its receipt is that of the spot account. */
function* levelsOf({ events, headOf }: Told): Generator<Receipt> {
  for (const event of events) {
    if (event.kind !== EventKind.levelsEarned) continue;
    for (const { user, level, receipt } of event.users) {
      const account = accountOf(user, AccountKind.spot);
      const head = headOf(account);
      if (head === null) continue;
      const basis = JSON.parse(receipt) as LevelReceipt;
      yield { ...head, kind: 'level', level, basis };
    }
  }
}

function* entriesOf({ events, headOf, state }: Told): Generator<Receipt> {
  for (const event of events) {
    if (event.kind !== EventKind.posting || TOLD_OTHERWISE.has(event.reason)) continue;
    const { account, reason, reference, availableDelta, heldDelta, available, held } = event;
    const amount = availableDelta + heldDelta;
    if (amount === 0n) continue;
    const head = headOf(account);
    if (head === null) continue;
    const of = { symbol: symbolIn(state, event.instrument), coin: state.assets[event.asset]! };
    const facts = { reason, reference, amount, balance: available + held };
    yield entryReceipt(head, of, facts);
  }
}

function* rejectionsOf({ events, plans, headOf, state }: Told): Generator<Receipt> {
  for (const event of events) {
    if (event.kind !== EventKind.planEnded || event.end !== PlanEnd.failed) continue;
    const { account, plan, code } = event;
    const head = headOf(account);
    const terms = plans.get(plan);
    if (head === null || terms === undefined) continue;
    const facts = { ...terms, plan, code };
    yield rejectionReceipt(head, listedIn(state, terms.instrument), facts);
  }
}

function* refusalsOf({ events, headOf, state }: Told): Generator<Receipt> {
  for (const event of events) {
    if (event.kind !== EventKind.orderRefused) continue;
    const { account, instrument } = event;
    const head = headOf(account);
    if (head === null) continue;
    const listed = listedIn(state, instrument);
    const settle = state.loans.settle?.asset;
    const lent = settle === undefined ? undefined : state.assets[settle];
    const margin = marginCoin(account, lent, listed.quote);
    yield refusalReceipt(head, listed, { ...event, margin });
  }
}

const READERS: { readonly [Kind in OneCommandKind]: (told: Told) => Iterable<Receipt> } = {
  fill: fillsOf,
  funding: fundingsOf,
  interest: interestsOf,
  debt: debtsOf,
  liquidation: liquidationsOf,
  marginLiquidation: marginLiquidationsOf,
  level: levelsOf,
  entry: entriesOf,
  rejection: rejectionsOf,
  refusal: refusalsOf,
};
