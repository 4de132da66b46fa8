import {
  assert,
  type ContractTerms,
  type FundingSetEvent,
  fundingAfter,
  type Instrument,
  type MarksEvent,
  type PositionEvent,
  type PositionLeg,
  type RiskTerms,
  riskTerms,
} from '@halcyon/domain';
import type { AccountState } from './account-state.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import type { Candles } from './candles.ts';
import type { ContractView, FundingQuery, FundingView, PositionView } from './contract-types.ts';
import { PriceCandles } from './price-candles.ts';

/** Fundings kept for each contract: a year of three a day. */
const FUNDINGS_KEPT = 1_100;

const LEGS = 4;

/** Key of a position among those of its account. */
export function positionKey(instrument: number, leg: PositionLeg): number {
  return instrument * LEGS + leg;
}

/** What a contract's market has beside what all have: prices, fundings, open positions. */
export class ContractMarket {
  terms: ContractTerms;
  /** The terms as the arithmetic of margin needs them. */
  risk: RiskTerms;
  readonly indexCandles: PriceCandles;
  readonly markCandles: PriceCandles;
  /** By account and leg. */
  readonly open = new Map<number, PositionView>();
  #index = 0;
  #mark = 0;
  #fundingRate = 0;
  #fundingTime = 0;
  #time = 0;
  #openInterest = 0;
  /** Oldest first. */
  #fundings: FundingView[] = [];

  /** @param scale of the settle asset @param trades candles of what is traded */
  constructor(instrument: Instrument, terms: ContractTerms, scale: number, trades: Candles) {
    this.indexCandles = new PriceCandles(trades);
    this.markCandles = new PriceCandles(trades);
    this.terms = terms;
    this.risk = riskTerms(instrument.quoteFactor, terms, scale);
  }

  /** @param scale of the settle asset */
  setTerms(instrument: Instrument, terms: ContractTerms, scale: number): void {
    this.terms = terms;
    this.risk = riskTerms(instrument.quoteFactor, terms, scale);
  }

  /** Ticks; 0 before the first index. */
  get mark(): number {
    return this.#mark;
  }

  marks(event: MarksEvent): void {
    this.#index = event.index;
    this.#mark = event.mark;
    this.#fundingRate = event.fundingRate;
    this.#fundingTime = event.fundingTime;
    this.#time = event.time;
    this.indexCandles.add(event.time, event.index);
    this.markCandles.add(event.time, event.mark);
  }

  fundingSet(event: FundingSetEvent): void {
    const { instrument, round, rate, mark, index, due, time } = event;
    this.#fundings.push({ instrument, round, rate, mark, index, due });
    if (this.#fundings.length > FUNDINGS_KEPT * 2) {
      this.#fundings = this.#fundings.slice(-FUNDINGS_KEPT);
    }
    // The prices will say it too, as soon as there are new ones.
    this.#fundingTime = fundingAfter(due, time, this.terms.fundingIntervalMs);
  }

  /** A position is now this. */
  position(event: PositionEvent, account: AccountState): void {
    const { kind: _kind, seq: _seq, time, ...position } = event;
    account.positions ??= new Map();
    const before = account.positions.get(positionKey(event.instrument, event.leg));
    const same = before !== undefined && before.opened === event.opened;
    const since = event.opened === 0 ? 0 : time;
    const openedTime = same ? before.openedTime : since;
    this.put({ ...position, openedTime, updatedTime: time }, account);
  }

  put(position: PositionView, account: AccountState): void {
    account.positions ??= new Map();
    const key = positionKey(position.instrument, position.leg);
    const before = account.positions.get(key)?.lots ?? 0;
    account.positions.set(key, position);
    this.#openInterest += Math.max(0, position.lots) - Math.max(0, before);
    assert(this.#openInterest >= 0, 'views: the long positions of a contract are less than none');
    const place = position.account * LEGS + position.leg;
    if (position.lots === 0) this.open.delete(place);
    else this.open.set(place, position);
  }

  view(instrument: number): ContractView {
    return {
      instrument,
      index: this.#index,
      mark: this.#mark,
      fundingRate: this.#fundingRate,
      fundingTime: this.#fundingTime,
      lastFunding: this.#fundings.at(-1) ?? null,
      openInterest: this.#openInterest,
      time: this.#time,
    };
  }

  /** Newest first, by when they were due. */
  fundings(limit: number, { startTime = 0, endTime = Infinity }: FundingQuery): FundingView[] {
    return this.#fundings
      .slice(-FUNDINGS_KEPT)
      .filter(({ due }) => due >= startTime && due <= endTime)
      .reverse()
      .slice(0, limit);
  }

  /** All but the open positions, which are written with their accounts. */
  write(to: ByteWriter): void {
    const prices = [this.#index, this.#mark, this.#fundingRate, this.#fundingTime, this.#time];
    for (const price of prices) to.number(price);
    to.text(JSON.stringify(this.#fundings.slice(-FUNDINGS_KEPT)));
    this.indexCandles.write(to);
    this.markCandles.write(to);
  }

  /** Into a new market. */
  read(from: ByteReader): void {
    this.#index = from.number();
    this.#mark = from.number();
    this.#fundingRate = from.number();
    this.#fundingTime = from.number();
    this.#time = from.number();
    this.#fundings = JSON.parse(from.text()) as FundingView[];
    this.indexCandles.read(from);
    this.markCandles.read(from);
  }
}
