/** What is lent: coins with their terms and prices, pairs, and who owes what. Plain data; no rules here. */
import {
  assert,
  assetOf,
  type CoinRisk,
  type CoinScale,
  crossRisk,
  type LoanTerms,
  MAIN_POCKET,
  NO_PAIR,
  type PairTerms,
  pairOf,
  pairRisk,
  pocketOfNumber,
} from '@halcyon/domain';
import { TriggerHeap } from '../futures/trigger-heap.ts';
import { IndexPrice, type Lateness } from '../state/index-price.ts';
import type { UserCursor } from '../state/user-sweep.ts';
import { MarginCoins } from './margin-coins.ts';

/** What of a coin a snapshot keeps. */
interface CoinImage {
  readonly asset: number;
  readonly market: number;
  readonly divisor: number;
  readonly terms: LoanTerms;
  readonly rate: number;
  readonly index: number;
  readonly indexTime: number;
  readonly late: Lateness;
}

/** What of loans a snapshot keeps, beside who owes what. */
export interface LoansImage {
  readonly hour: number;
  readonly sweep: UserCursor | null;
  readonly coins: readonly CoinImage[];
  readonly pairs: readonly { readonly instrument: number; readonly terms: PairTerms }[];
  /** Absent: it paid nothing yet. */
  readonly fund?: FundPaid;
}

/** What the protection fund paid for margin accounts in a clock hour, margin units. */
interface FundPaid {
  /** Hours since 1970. */
  readonly hour: number;
  readonly paid: number;
}

/** A coin that margin accounts hold and borrow. */
export class LoanCoin extends IndexPrice {
  declare readonly asset: number;
  /** Spot pair whose index is its price; NO_PAIR: it is the settle coin. */
  declare readonly market: number;
  /** Units × ticks / divisor = margin units. */
  declare readonly divisor: number;
  declare terms: LoanTerms;
  declare risk: CoinRisk;
  /** Yearly rate of this hour, ppm. */
  rate = 0;
  /** Units of all loans, without interest. */
  lent = 0;
  /** Accounts that lose as its price falls, and as it rises. */
  declare readonly falls: TriggerHeap;
  declare readonly rises: TriggerHeap;

  constructor(
    asset: number,
    market: number,
    divisor: number,
    terms: LoanTerms,
    records: MarginCoins,
  ) {
    super();
    this.falls = new TriggerHeap(records, 1);
    this.rises = new TriggerHeap(records, -1);
    this.asset = asset;
    this.market = market;
    this.divisor = divisor;
    if (market === NO_PAIR) this.index = 1;
    this.setTerms(terms);
  }

  setTerms(terms: LoanTerms): void {
    this.terms = terms;
    this.risk = crossRisk(terms);
  }

  /** Its price as the arithmetic needs it. */
  get scale(): CoinScale {
    return { price: this.index, divisor: this.divisor };
  }

  image(): CoinImage {
    const { asset, market, divisor, terms, rate, index, indexTime, late } = this;
    return { asset, market, divisor, terms, rate, index, indexTime, late };
  }
}

/** A pair whose accounts with isolated margin borrow. */
export class LoanPair {
  declare readonly base: number;
  declare readonly terms: PairTerms;
  declare private readonly risks: readonly [CoinRisk, CoinRisk];

  constructor(base: number, terms: PairTerms) {
    this.base = base;
    this.terms = terms;
    this.risks = pairRisk(terms);
  }

  /** What its tiers say of one of its two coins. */
  riskOf(asset: number): CoinRisk {
    return this.risks[asset === this.base ? 0 : 1];
  }
}

export class LoanBook {
  /** By asset, and in the order of assets. */
  private readonly byAsset = new Map<number, LoanCoin>();
  coins: readonly LoanCoin[] = [];
  private readonly byMarket = new Map<number, LoanCoin>();
  /** By instrument. */
  readonly pairs = new Map<number, LoanPair>();
  readonly records = new MarginCoins();
  /** The clock hour that loans are charged for: hours since 1970. */
  hour = 0;
  /** Where the charges of this hour are, null = all are charged. */
  sweep: UserCursor | null = null;
  /** Of the hour in which it paid last. */
  fund: FundPaid = { hour: 0, paid: 0 };

  /** Whether anything is lent here. */
  get active(): boolean {
    return this.coins.length > 0;
  }

  coin(asset: number): LoanCoin | undefined {
    return this.byAsset.get(asset);
  }

  /** The coin whose price is the index of a spot pair. */
  pricedBy(market: number): LoanCoin | undefined {
    return this.byMarket.get(market);
  }

  /** The settle coin, in which all others are valued. */
  get settle(): LoanCoin | undefined {
    return this.coins.find(({ market }) => market === NO_PAIR);
  }

  add(coin: LoanCoin): void {
    assert(!this.byAsset.has(coin.asset), 'a coin is lent twice');
    this.byAsset.set(coin.asset, coin);
    if (coin.market !== NO_PAIR) this.byMarket.set(coin.market, coin);
    this.coins = [...this.byAsset.values()].sort((a, b) => a.asset - b.asset);
  }

  /** What tiers say of a coin, by its number of the ledger. */
  riskOf(number: number): CoinRisk {
    const pocket = pocketOfNumber(number);
    const asset = assetOf(number);
    if (pocket === MAIN_POCKET) return this.byAsset.get(asset)!.risk;
    return this.pairs.get(pairOf(pocket))!.riskOf(asset);
  }

  image(): LoansImage {
    const pairs = [...this.pairs].map(([instrument, { terms }]) => ({ instrument, terms }));
    pairs.sort((a, b) => a.instrument - b.instrument);
    const coins = this.coins.map((coin) => coin.image());
    const fund = this.fund.paid > 0 ? { fund: this.fund } : {};
    return { hour: this.hour, sweep: this.sweep && { ...this.sweep }, coins, pairs, ...fund };
  }

  /** @param baseOf the base coin of a pair */
  restore(image: LoansImage, baseOf: (instrument: number) => number): void {
    this.hour = image.hour;
    this.sweep = image.sweep;
    if (image.fund !== undefined) this.fund = image.fund;
    for (const { asset, market, divisor, terms, ...state } of image.coins) {
      const coin = new LoanCoin(asset, market, divisor, terms, this.records);
      this.add(Object.assign(coin, state));
    }
    for (const { instrument, terms } of image.pairs) {
      this.pairs.set(instrument, new LoanPair(baseOf(instrument), terms));
    }
  }
}
