/** What is lent, by events alone: coins and pairs with their terms, and who owes what. */
import {
  type AssetId,
  assert,
  assetOf,
  balanceNumber,
  type CoinIndexEvent,
  type CoinRisk,
  coinDivisor,
  crossRisk,
  type Instrument,
  type InstrumentId,
  type InterestHourEvent,
  type LoanEvent,
  type LoanTerms,
  type LoanTermsSetEvent,
  MAIN_POCKET,
  NO_PAIR,
  type PairTerms,
  type PairTermsSetEvent,
  pairOf,
  pairRisk,
  pocketOf,
  pocketOfNumber,
} from '@halcyon/domain';
import type { AccountState } from './account-state.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import type { DebtView } from './loan-types.ts';
import type { Registry } from './registry.ts';

/** A coin that is lent. */
export interface LentCoinState {
  readonly asset: AssetId;
  readonly market: InstrumentId;
  terms: LoanTerms;
  rate: number;
  index: number;
  indexTime: number;
  /** Units of all loans, without interest. */
  lent: number;
}

/** Terms as the arithmetic needs them. */
interface CoinTerms {
  readonly divisor: number;
  readonly risk: CoinRisk;
}

interface PairState {
  readonly terms: PairTerms;
  readonly base: AssetId;
  readonly risks: readonly [CoinRisk, CoinRisk];
}

/** Columns of debts in a snapshot. */
const DEBT_FIELDS = [
  'account',
  'instrument',
  'asset',
  'principal',
  'interest',
  'updatedTime',
] as const satisfies readonly (keyof DebtView)[];

/** Coins, pairs and debts. */
export class LoanStore {
  declare private readonly registry: Registry;
  private readonly states = new Map<AssetId, LentCoinState>();
  private readonly cross = new Map<AssetId, CoinTerms>();
  private readonly byMarket = new Map<InstrumentId, LentCoinState>();
  readonly pairs = new Map<InstrumentId, PairState>();

  constructor(registry: Registry) {
    this.registry = registry;
  }

  /** By asset. */
  get coins(): LentCoinState[] {
    return [...this.states.values()].sort((a, b) => a.asset - b.asset);
  }

  coin(asset: AssetId): LentCoinState | undefined {
    return this.states.get(asset);
  }

  divisor(asset: AssetId): number {
    return this.cross.get(asset)!.divisor;
  }

  /** What tiers say of a coin. @param number of the ledger */
  riskOf(number: number): CoinRisk {
    const pocket = pocketOfNumber(number);
    const asset = assetOf(number);
    if (pocket === MAIN_POCKET) return this.cross.get(asset)!.risk;
    const { base, risks } = this.pairs.get(pairOf(pocket))!;
    return risks[asset === base ? 0 : 1];
  }

  loanTermsSet({ asset, market, terms, rate }: LoanTermsSetEvent): void {
    const index = market === NO_PAIR ? 1 : 0;
    const known = this.states.get(asset) ?? { asset, market, index, indexTime: 0, lent: 0 };
    this.#put({ ...known, terms, rate });
  }

  #put(coin: LentCoinState): void {
    const { asset, market, terms } = coin;
    const priceScale = market === NO_PAIR ? 0 : this.#instrument(market).priceScale;
    const divisor = coinDivisor(this.registry.asset(asset)!.scale, priceScale);
    this.states.set(asset, coin);
    this.cross.set(asset, { divisor, risk: crossRisk(terms) });
    if (market !== NO_PAIR) this.byMarket.set(market, coin);
  }

  #instrument(id: InstrumentId): Instrument {
    const instrument = this.registry.instrument(id);
    assert(instrument !== undefined, 'views: a coin is lent by an unknown pair');
    return instrument;
  }

  pairTermsSet({ instrument, terms }: Pick<PairTermsSetEvent, 'instrument' | 'terms'>): void {
    const { base } = this.#instrument(instrument);
    this.pairs.set(instrument, { terms, base, risks: pairRisk(terms) });
  }

  coinIndex({ instrument, index, time }: CoinIndexEvent): void {
    const coin = this.byMarket.get(instrument);
    assert(coin !== undefined, 'views: an index of a coin that is not lent');
    coin.index = index;
    coin.indexTime = time;
  }

  interestHour({ rates }: InterestHourEvent): void {
    for (let i = 0; i < rates.length; i += 2) this.states.get(rates[i]!)!.rate = rates[i + 1]!;
  }

  loan(event: LoanEvent, account: AccountState): void {
    const { instrument, asset, principal, interest, principalDelta, time } = event;
    this.states.get(asset)!.lent += principalDelta;
    const place = { account: account.id, instrument, asset };
    this.#putDebt({ ...place, principal, interest, updatedTime: time }, account);
  }

  #putDebt(debt: DebtView, account: AccountState): void {
    const number = balanceNumber(debt.asset, pocketOf(debt.account, debt.instrument));
    account.debts ??= new Map();
    if (debt.principal === 0 && debt.interest === 0) account.debts.delete(number);
    else account.debts.set(number, debt);
  }

  /** @param accounts all, in their order */
  write(to: ByteWriter, accounts: readonly AccountState[]): void {
    const pairs = [...this.pairs].map(([instrument, { terms }]) => ({ instrument, terms }));
    to.text(JSON.stringify({ coins: this.coins, pairs } satisfies SavedLoans));
    const debts = accounts.flatMap(debtsOf);
    to.number(debts.length);
    for (const field of DEBT_FIELDS) {
      to.column(
        Float64Array.from(debts, (debt) => debt[field]),
        0,
        debts.length,
      );
    }
  }

  /** Into a new book. @param account makes the account when it is new */
  read(from: ByteReader, account: (id: number) => AccountState): void {
    const { coins, pairs } = JSON.parse(from.text()) as SavedLoans;
    for (const coin of coins) this.#put(coin);
    for (const pair of pairs) this.pairTermsSet(pair);
    const count = from.number();
    const columns = DEBT_FIELDS.map((field) => [field, from.column()] as const);
    for (let i = 0; i < count; i++) {
      const fields = columns.map(([field, values]) => [field, values[i]!]);
      const debt = Object.fromEntries(fields) as DebtView;
      this.#putDebt(debt, account(debt.account));
    }
  }
}

interface SavedLoans {
  readonly coins: readonly LentCoinState[];
  readonly pairs: readonly { readonly instrument: InstrumentId; readonly terms: PairTerms }[];
}

/** What an account owes, by pocket and asset. */
export function debtsOf({ debts }: AccountState): DebtView[] {
  return [...(debts ?? [])].sort(([a], [b]) => a - b).map(([, debt]) => debt);
}
