/** What the journal says of an entry: the receipts that its command, carried out again, gives an account. */
import type { State } from '@halcyon/core';
import {
  type AccountId,
  CommandDecoder,
  type ContractTradeEvent,
  debtReceipt,
  type EntryPlace,
  type Event,
  EventKind,
  entryReceipt,
  type FillFacts,
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
  marginLiquidationReceipt,
  NO_PAIR,
  ownerOf,
  PlanEnd,
  type PositionEvent,
  PositionLeg,
  PostingReason,
  type Receipt,
  type ReceiptHead,
  type ReceiptKind,
  type RejectionFacts,
  receiptHead,
  rejectionReceipt,
  Side,
  type TradeEvent,
  TradeOrigin,
} from '@halcyon/domain';
import type { JournalPlace } from '../replay.ts';
import { coreAt } from './core-at.ts';
import { listedIn } from './listed-in.ts';

type AnyTrade = TradeEvent | ContractTradeEvent;

/** Kinds of receipts of what one command did; others are of many. */
type OneCommandKind = Exclude<ReceiptKind, 'order' | 'position'>;

/** What a plan asked for. */
type PlanTerms = Pick<RejectionFacts, 'side' | 'triggerPrice' | 'price' | 'quantity'> & {
  readonly instrument: InstrumentId;
};

/** A funding round: what positions settle at. */
interface Round {
  readonly instrument: InstrumentId;
  readonly round: number;
  readonly rate: number;
  readonly mark: number;
}

/** One command with what it did. */
interface Told {
  readonly state: State;
  readonly events: readonly Event[];
  /** Funding rounds under way, before the command or since. */
  readonly rounds: readonly Round[];
  /** Plans as they were, by id. */
  readonly plans: ReadonlyMap<number, PlanTerms>;
  readonly account: AccountId;
  readonly head: ReceiptHead;
}

/** Entries of the ledger that have receipts of another kind. */
const { tradeIn, tradeOut, contractTrade, funding } = PostingReason;
const TOLD_OTHERWISE: readonly PostingReason[] = [tradeIn, tradeOut, contractTrade, funding];

/**
 * The receipts of a kind that a command gave an account; null when what is kept of the journal does
 * not reach back to it.
 * @param place its time is not looked at: the journal says it
 * @throws JournalDamageError where the journal is not sound, or ends before
 */
export function receiptsAt(
  journal: JournalPlace,
  place: EntryPlace,
  kind: OneCommandKind,
): Receipt[] | null {
  const found = coreAt(journal, place.seq - 1);
  if (found === null) return null;
  const { core, tail } = found;
  const { state } = core;
  const rounds = roundsUnderWay(state);
  const plans = new Map<number, PlanTerms>(
    Array.from(state.plans, ([id, plan]) => [id, { ...plan }]),
  );
  try {
    const decoder = new CommandDecoder();
    tail.readTo(place.seq, (_seq, bytes, offset, length) => {
      core.apply(decoder.decode(bytes, offset, length), decoder.kind);
    });
  } finally {
    tail.close();
  }
  const events = state.log.decode();
  const { account } = place;
  const head = receiptHead({ ...place, time: state.time });
  const all = [...rounds, ...events.filter(isRound)];
  return [...READERS[kind]({ state, events, rounds: all, plans, account, head })];
}

function roundsUnderWay({ markets }: State): Round[] {
  return markets.flatMap(({ instrument, contract }) => {
    if (contract === null || contract.sweep === null) return [];
    const { round, sweep } = contract;
    return [{ instrument: instrument.id, round, rate: sweep.rate, mark: sweep.mark }];
  });
}

function isRound(event: Event) {
  return event.kind === EventKind.fundingSet;
}

function symbolIn({ markets }: State, id: InstrumentId): string {
  return id === NO_PAIR ? '' : markets[id]!.instrument.symbol;
}

function* fillsOf(told: Told): Generator<Receipt> {
  for (const event of told.events) {
    if (event.kind !== EventKind.trade && event.kind !== EventKind.contractTrade) continue;
    if (event.makerAccount === told.account) yield fillOf(told, event, false);
    if (event.takerAccount === told.account) yield fillOf(told, event, true);
  }
}

function fillOf(told: Told, event: AnyTrade, isTaker: boolean): Receipt {
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
  return fillReceipt(told.head, listedIn(told.state, event.instrument), facts);
}

function rateOf(told: Told, event: AnyTrade, isTaker: boolean): number {
  const { state, account } = told;
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
function* fundingsOf({ events, rounds, account, head, state }: Told): Generator<Receipt> {
  for (const [n, event] of events.entries()) {
    if (event.kind !== EventKind.posting || event.reason !== funding) continue;
    if (event.account !== account) continue;
    const { instrument, reference, availableDelta, heldDelta } = event;
    const position = events.slice(n).find((one): one is PositionEvent => {
      return one.kind === EventKind.position && one.account === account;
    });
    const of = rounds.find((one) => one.instrument === instrument && one.round === reference);
    if (position === undefined || of === undefined) continue;
    const { round, rate, mark } = of;
    const facts = { round, rate, mark, lots: position.lots, amount: availableDelta + heldDelta };
    yield fundingReceipt(head, listedIn(state, instrument), facts);
  }
}

function* interestsOf({ events, account, head, state }: Told): Generator<Receipt> {
  let lent = 0;
  for (const event of events) {
    if (event.kind !== EventKind.loan || event.account !== account) continue;
    if (event.cause !== LoanCause.interest) {
      lent = event.principalDelta;
      continue;
    }
    // The first hour is charged for what was lent.
    const principal = event.id === 0 ? event.principal : lent;
    const symbol = symbolIn(state, event.instrument);
    const facts = { symbol, principal, ratePpm: event.rate, amount: event.interestDelta };
    yield interestReceipt(head, state.assets[event.asset]!, facts);
  }
}

function* debtsOf({ events, account, head, state }: Told): Generator<Receipt> {
  for (const event of events) {
    if (event.kind !== EventKind.loan || event.account !== account) continue;
    if (event.cause === LoanCause.interest) continue;
    const symbol = symbolIn(state, event.instrument);
    yield debtReceipt(head, state.assets[event.asset]!, { ...event, symbol });
  }
}

function* liquidationsOf(told: Told): Generator<Receipt> {
  const { events, account, head, state } = told;
  for (const event of events) {
    if (event.kind !== EventKind.liquidation || event.account !== account) continue;
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

function* marginLiquidationsOf({ events, account, head, state }: Told): Generator<Receipt> {
  const settle = state.loans.settle?.asset;
  const coin = settle === undefined ? '' : state.assets[settle]!.code;
  for (const event of events) {
    if (event.kind !== EventKind.marginLiquidation || event.account !== account) continue;
    const symbol = symbolIn(state, event.instrument);
    yield marginLiquidationReceipt(head, { symbol, coin }, event);
  }
}

function* levelsOf({ events, account, head }: Told): Generator<Receipt> {
  for (const event of events) {
    if (event.kind !== EventKind.levelsEarned) continue;
    for (const { user, level, receipt } of event.users) {
      if (user !== ownerOf(account)) continue;
      yield { ...head, kind: 'level', level, basis: JSON.parse(receipt) as LevelReceipt };
    }
  }
}

function* entriesOf({ events, account, head, state }: Told): Generator<Receipt> {
  for (const event of events) {
    if (event.kind !== EventKind.posting || event.account !== account) continue;
    const { reason, reference, availableDelta, heldDelta, available, held } = event;
    const amount = availableDelta + heldDelta;
    if (amount === 0n || TOLD_OTHERWISE.includes(reason)) continue;
    const of = { symbol: symbolIn(state, event.instrument), coin: state.assets[event.asset]! };
    yield entryReceipt(head, of, { reason, reference, amount, balance: available + held });
  }
}

function* rejectionsOf({ events, plans, account, head, state }: Told): Generator<Receipt> {
  for (const event of events) {
    if (event.kind !== EventKind.planEnded || event.account !== account) continue;
    if (event.end !== PlanEnd.failed) continue;
    const { plan, code } = event;
    const opened = events.find((one) => one.kind === EventKind.planOpened && one.plan === plan);
    const terms = plans.get(plan) ?? (opened as PlanTerms | undefined);
    if (terms === undefined) continue;
    yield rejectionReceipt(head, listedIn(state, terms.instrument), { ...terms, plan, code });
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
};
