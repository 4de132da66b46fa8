/** How coins are lent from the first start on: terms of coins and pairs, and what their pools begin with. */
import {
  type Asset,
  type CommandInput,
  CommandKind,
  type Instrument,
  LOAN_STEP,
  type LoanTerms,
  type LoanTier,
  loanFault,
  MARGIN_SCALE,
  NO_PAIR,
  type PairTerms,
  pairFault,
  SystemAccount,
  UNITS_MAX,
} from '@halcyon/domain';
import type { LoanTierRow, SeedLoan, SeedPairLoan } from '@halcyon/simulator';
import type { Views } from '@halcyon/views';

/** What of a seed is set, and why nothing is where it cannot be. */
export interface LoanSeeds {
  readonly loans: readonly SeedLoan[];
  readonly pairLoans: readonly SeedPairLoan[];
}

type Warn = (message: string) => void;

const FIRST = { actor: 'first start', reason: 'first terms of loans' } as const;

/** Of the pool, so that who paid something in can take it out: percent. */
const LENT_MAX_PERCENT = 95;

/**
 * Terms of coins that have none yet and stand in their market as seeded. An exchange that lends in
 * another settle coin is its operator's own: nothing is added to it.
 * @param warn is told of a coin that cannot be lent beside what there is
 */
export function firstLoans(views: Views, { loans }: LoanSeeds, warn: Warn): CommandInput[] {
  const settle = loans.find(({ market }) => market === null);
  const known = views.loans.settleAsset;
  if (settle === undefined || (known ?? views.assetByCode(settle.asset)?.id) === undefined) {
    return [];
  }
  if (known !== undefined && views.asset(known)?.code !== settle.asset) return [];
  return loans.flatMap((seed) => {
    const asset = views.assetByCode(seed.asset);
    if (asset === undefined || views.loans.coin(asset.id) !== undefined) return [];
    const market = marketOf(views, seed);
    if (market === null) return [];
    const { id, priceScale } = market;
    const terms = termsOf(seed, asset);
    if (asset.scale + priceScale < MARGIN_SCALE || loanFault(terms) !== null) {
      warn(`${seed.asset} is not lent: it is here with too few decimals for its terms`);
      return [];
    }
    return [{ kind: CommandKind.setLoanTerms, asset: asset.id, market: id, terms, ...FIRST }];
  });
}

/** The pair that a coin's price is of; null where it is not listed. */
function marketOf(
  views: Views,
  { market }: SeedLoan,
): Pick<Instrument, 'id' | 'priceScale'> | null {
  if (market === null) return { id: NO_PAIR, priceScale: 0 };
  return views.instrumentBySymbol(market) ?? null;
}

/** Terms of pairs that have none yet, once their coins have. */
export function firstPairLoans(
  views: Views,
  { loans, pairLoans }: LoanSeeds,
  warn: Warn,
): CommandInput[] {
  const prices = new Map(loans.map(({ asset, price }) => [asset, price]));
  return pairLoans.flatMap(({ symbol, tiers, liquidationPpm }) => {
    const pair = views.instrumentBySymbol(symbol);
    if (pair === undefined || views.loans.pair(pair.id) !== undefined) return [];
    const sides = [pair.base, pair.quote].map((id) => views.asset(id)!);
    if (sides.some(({ id, code }) => !prices.has(code) || !views.loans.coin(id))) return [];
    const [base, quote] = sides.map((asset) => tiersOf(tiers, prices.get(asset.code)!, asset));
    const terms: PairTerms = { base: base!, quote: quote!, liquidationPpm };
    if (pairFault(terms) !== null) {
      warn(`${symbol} has no isolated margin: its coins have too few decimals for its terms`);
      return [];
    }
    return [{ kind: CommandKind.setPairTerms, instrument: pair.id, terms, ...FIRST }];
  });
}

/** What pools that nothing was ever put into begin with; a repetition answers the first deposit. */
export function firstPools(views: Views, { loans }: LoanSeeds): CommandInput[] {
  return loans.flatMap((seed) => {
    const asset = views.assetByCode(seed.asset);
    const coin = asset && views.loans.coin(asset.id);
    if (asset === undefined || coin === undefined || coin.lent + coin.unlent > 0) return [];
    return [
      {
        kind: CommandKind.deposit,
        account: SystemAccount.loans,
        from: SystemAccount.external,
        asset: asset.id,
        amount: BigInt(poolOf(seed, asset)),
        actor: 'first start',
        reason: 'first balance of the pool of loans',
        reference: `first-balance-${seed.asset}`,
      },
    ];
  });
}

function poolOf({ poolWorth, price }: SeedLoan, asset: Asset): number {
  return unitsWorth(poolWorth, price, asset);
}

function termsOf(seed: SeedLoan, asset: Asset): LoanTerms {
  const { tiers, collateral, curve, levelWorth, loanMinWorth, liquidationPpm, price } = seed;
  return {
    tiers: tiersOf(tiers, price, asset),
    collateral: collateral.map(([worth, valuePpm]) => {
      return { upTo: stepped(unitsWorth(worth, price, asset)), valuePpm };
    }),
    curve,
    lentMax: Math.floor((poolOf(seed, asset) * LENT_MAX_PERCENT) / 100),
    levelMax: levelWorth.map((worth) => unitsWorth(worth, price, asset)),
    loanMin: unitsWorth(loanMinWorth, price, asset),
    liquidationPpm,
  };
}

function tiersOf(rows: readonly LoanTierRow[], price: number, asset: Asset): LoanTier[] {
  return rows.map(([worth, leverageMax, maintenancePpm]) => {
    return { upTo: stepped(unitsWorth(worth, price, asset)), leverageMax, maintenancePpm };
  });
}

/** Units of a coin by their worth, in coins that read well: of two digits. */
function unitsWorth(worth: number, price: number, { scale }: Asset): number {
  const coins = Number((worth / price).toPrecision(2));
  return Math.max(1, Math.min(UNITS_MAX, Math.round(coins * 10 ** scale)));
}

/** To whole steps of the tiers, the nearest one. */
function stepped(units: number): number {
  return Math.round(units / LOAN_STEP) * LOAN_STEP;
}
