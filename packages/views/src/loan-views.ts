/** Questions about margin accounts: what is lent, debts, and what an account has and may do. */
import {
  type AccountId,
  AccountKind,
  type AssetId,
  assetOf,
  balanceNumber,
  coinEquity,
  coinLiquidationPrice,
  coinValue,
  INDEX_STALE_MS,
  type InstrumentId,
  isMargin,
  kindOf,
  type LimitOrder,
  levelOf,
  MAIN_POCKET,
  type MarginHoldings,
  marginWorth,
  mostBorrowable,
  NO_PAIR,
  orderMove,
  ownerOf,
  type PricedCoin,
  pairOf,
  pairRates,
  pocketOf,
  pocketOfNumber,
  ratioCeil,
  SystemAccount,
  spareUnits,
  UNITS_MAX,
} from '@halcyon/domain';
import type { AccountState } from './account-state.ts';
import { debtsOf, type LentCoinState } from './loan-book.ts';
import type { CoinView, DebtView, MarginFigures, PairView } from './loan-types.ts';
import type { Projection } from './projection.ts';

/** A coin of a margin account. */
export interface AccountCoin extends PricedCoin {
  /** Number of the ledger. */
  readonly number: number;
  readonly asset: AssetId;
  readonly available: number;
  /** Whether its index is too old to act on. */
  readonly stale: boolean;
}

/** An account's resting order. */
interface Resting {
  readonly instrument: InstrumentId;
  readonly order: LimitOrder;
}

/** The read models of margin accounts. */
export class LoanViews {
  declare private readonly projection: Projection;
  declare private readonly now: () => number;

  /** @param now the views' clock */
  constructor(projection: Projection, now: () => number) {
    this.projection = projection;
    this.now = now;
  }

  /** The coin in which all others are valued; undefined while nothing is lent. */
  get settleAsset(): AssetId | undefined {
    return this.projection.loans.coins.find(({ market }) => market === NO_PAIR)?.asset;
  }

  /** Coins that are lent, by asset. */
  coins(): CoinView[] {
    return this.projection.loans.coins.map((coin) => this.#coinView(coin));
  }
  coin(asset: AssetId): CoinView | undefined {
    const coin = this.projection.loans.coin(asset);
    return coin && this.#coinView(coin);
  }

  #coinView(coin: LentCoinState): CoinView {
    const { asset, lent } = coin;
    const unlent = this.#unlent(asset);
    const usedPpm = lent === 0 ? 0 : ratioCeil(lent, 1_000_000, lent + unlent);
    return { ...coin, stale: this.#stale(coin), unlent, usedPpm };
  }

  #unlent(asset: AssetId): number {
    const { users, balances } = this.projection;
    const row = users.table.find(SystemAccount.loans);
    return row === -1 ? 0 : Number(balances.find(row, asset)?.available ?? 0n);
  }

  #stale({ market, index, indexTime }: LentCoinState): boolean {
    if (market === NO_PAIR) return false;
    return index === 0 || this.now() - indexTime >= INDEX_STALE_MS;
  }

  /** Pairs that have isolated margin, by instrument. */
  pairs(): PairView[] {
    return [...this.projection.loans.pairs.keys()]
      .sort((a, b) => a - b)
      .map((instrument) => this.pair(instrument)!);
  }
  pair(instrument: InstrumentId): PairView | undefined {
    const pair = this.projection.loans.pairs.get(instrument);
    if (pair === undefined) return undefined;
    const { base, quote } = this.projection.registry.instrument(instrument)!;
    return { instrument, base, quote, terms: pair.terms };
  }

  /** What an account owes, by pair and asset. */
  debts(account: AccountId): DebtView[] {
    const state = this.projection.users.findAccount(account);
    return state === undefined ? [] : debtsOf(state);
  }
  /** Nothing where it owes nothing. @param instrument with isolated margin */
  debt(account: AccountId, asset: AssetId, instrument: InstrumentId = NO_PAIR): DebtView {
    const number = balanceNumber(asset, pocketOf(account, instrument));
    const known = this.projection.users.findAccount(account)?.debts?.get(number);
    return known ?? { account, instrument, asset, principal: 0, interest: 0, updatedTime: 0 };
  }

  /**
   * All that an account has, owes and may trade, as domain/margin-figures.ts takes it.
   * @param instrument with isolated margin the pair, else NO_PAIR
   * @param also assets that are told of in any case
   */
  holdings(
    account: AccountId,
    instrument: InstrumentId = NO_PAIR,
    also: readonly AssetId[] = [],
  ): MarginHoldings<AccountCoin> {
    const pocket = pocketOf(account, instrument);
    const state = this.projection.users.findAccount(account);
    const resting = state === undefined ? [] : this.#resting(state, pocket);
    const numbers = this.#numbers(state, pocket);
    for (const asset of also) numbers.add(balanceNumber(asset, pocket));
    for (const { instrument: id } of resting) {
      const { base, quote } = this.projection.registry.instrument(id)!;
      numbers.add(balanceNumber(base, pocket)).add(balanceNumber(quote, pocket));
    }
    const coins = [...numbers].sort((a, b) => a - b).map((number) => this.#own(state, number));
    const { registry, users } = this.projection;
    const tier = users.find(ownerOf(account))?.tier ?? 0;
    const { makerPpm, takerPpm } = pairRates(registry.fees, tier, true);
    const feePpm = Math.max(makerPpm, takerPpm);
    const placeOf = (asset: AssetId) => coins.findIndex((coin) => coin.asset === asset);
    const moves = resting.map(({ instrument: id, order }) =>
      orderMove(registry.instrument(id)!, order, placeOf, feePpm),
    );
    return { coins, moves };
  }

  /** Numbers of the ledger of which an account has or owes something. */
  #numbers(state: AccountState | undefined, pocket: number): Set<number> {
    const numbers = new Set<number>();
    if (state === undefined) return numbers;
    for (const { number, available, held } of this.projection.balances.of(state.row)) {
      if (pocketOfNumber(number) === pocket && available + held > 0n) numbers.add(number);
    }
    for (const number of state.debts?.keys() ?? []) {
      if (pocketOfNumber(number) === pocket) numbers.add(number);
    }
    return numbers;
  }

  #own(state: AccountState | undefined, number: number): AccountCoin {
    const { balances, loans } = this.projection;
    const asset = assetOf(number);
    const coin = loans.coin(asset)!;
    const balance = state === undefined ? undefined : balances.find(state.row, number);
    const { available = 0n, held = 0n } = balance ?? {};
    const { principal = 0, interest = 0 } = state?.debts?.get(number) ?? {};
    return {
      number,
      asset,
      available: Number(available),
      held: Math.min(UNITS_MAX, Number(available + held)),
      debt: principal + interest,
      risk: loans.riskOf(number),
      scale: { price: coin.index, divisor: loans.divisor(asset) },
      stale: this.#stale(coin),
    };
  }

  #resting(state: AccountState, pocket: number): Resting[] {
    const { orders, users } = this.projection;
    const found: Resting[] = [];
    let slot = users.table.head(state.row);
    for (; slot !== -1; slot = orders.newer(slot)) {
      const instrument = orders.instrumentAt(slot);
      const order = orders.restingOrder(slot);
      if (order !== null && pocketOf(state.id, instrument) === pocket) {
        found.push({ instrument, order });
      }
    }
    return found;
  }

  /** Pairs of an isolated margin account of which it has or owes something, or NO_PAIR of a cross one. */
  places(account: AccountId): InstrumentId[] {
    if (!isMargin(account)) return [];
    if (kindOf(account) === AccountKind.crossMargin) return [NO_PAIR];
    const { users, balances } = this.projection;
    const state = users.findAccount(account);
    if (state === undefined) return [];
    const pockets = [...balances.of(state.row).map(({ number }) => number)].map(pocketOfNumber);
    return [...new Set(pockets)].filter((pocket) => pocket !== MAIN_POCKET).map(pairOf);
  }

  /** What a cross margin account, or a pair of an isolated one, is worth. */
  figures(account: AccountId, instrument: InstrumentId = NO_PAIR): MarginFigures {
    const holdings = this.holdings(account, instrument);
    const { coins } = holdings;
    return {
      account,
      instrument,
      ...marginWorth(holdings),
      coins: coins.map(({ asset, held, debt, scale, risk }, at) => ({
        asset,
        held,
        debt,
        counts: coinEquity(risk, { held, debt: 0 }),
        value: coinValue(held, scale),
        liquidationPrice: coinLiquidationPrice(coins, at),
      })),
    };
  }

  /** Units of a coin that may be borrowed now; 0 where the smallest loan is larger. */
  borrowable(account: AccountId, asset: AssetId, instrument: InstrumentId = NO_PAIR): number {
    const coin = this.projection.loans.coin(asset);
    if (coin === undefined) return 0;
    const holdings = this.holdings(account, instrument, [asset]);
    const at = holdings.coins.findIndex((own) => own.asset === asset);
    if (this.#isStuck(holdings, asset)) return 0;
    const level = levelOf(this.projection.users.find(ownerOf(account))?.tier ?? 0);
    return mostBorrowable(holdings, at, { ...coin, level, unlent: this.#unlent(asset) });
  }

  /** Units of a coin that may be transferred out now. */
  transferable(account: AccountId, asset: AssetId, instrument: InstrumentId = NO_PAIR): number {
    if (this.projection.loans.coin(asset) === undefined) return 0;
    const holdings = this.holdings(account, instrument, [asset]);
    const at = holdings.coins.findIndex((own) => own.asset === asset);
    if (holdings.coins.some(({ debt }) => debt > 0) && this.#isStuck(holdings, null)) return 0;
    return spareUnits(holdings, at, holdings.coins[at]!.available);
  }

  /** Whether a coin has no price to act on: of those that it has, owes, or is to borrow. */
  #isStuck({ coins }: MarginHoldings<AccountCoin>, borrowed: AssetId | null): boolean {
    return coins.some(
      ({ stale, held, debt, asset }) => stale && (held > 0 || debt > 0 || asset === borrowed),
    );
  }
}
