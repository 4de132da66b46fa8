/** Terms by which a test's exchange lends three coins, and the pools that they come from. */
import {
  type CommandInput,
  CommandKind,
  type LoanTerms,
  type LoanTier,
  NO_PAIR,
  SystemAccount,
} from '@halcyon/domain';

/** Where ids of coins and spot pairs are looked up. */
interface Listed {
  assetByCode(code: string): { readonly id: number } | undefined;
  instrumentBySymbol(symbol: string): { readonly id: number } | undefined;
}

const COIN = 100_000_000;
const BY = { actor: 'test', reason: 'test' };

const tiersOf = (coins: number): LoanTier[] => [
  { upTo: coins * COIN, leverageMax: 5, maintenancePpm: 50_000 },
  { upTo: 10 * coins * COIN, leverageMax: 3, maintenancePpm: 100_000 },
];

function termsOf(coins: number, valuePpm: number): LoanTerms {
  return {
    tiers: tiersOf(coins),
    collateral: [{ upTo: 100 * coins * COIN, valuePpm }],
    curve: { idlePpm: 36_500, kinkPpm: 365_000, fullPpm: 3_650_000, kinkAtPpm: 800_000 },
    lentMax: 100 * coins * COIN,
    levelMax: [5 * coins * COIN, 8 * coins * COIN],
    loanMin: COIN / 1_000,
    liquidationPpm: 20_000,
  };
}

function pool(asset: number, coins: number): CommandInput {
  return {
    kind: CommandKind.deposit,
    account: SystemAccount.loans,
    from: SystemAccount.external,
    asset,
    amount: BigInt(coins) * BigInt(COIN),
    ...BY,
    reference: '',
  };
}

/**
 * Under rules that know loans: USDT, BTC and ETH, coins of 8 decimals, are lent in cross margin, the
 * coins of BTCUSDT with isolated margin too. The pool of ETH stays as it is.
 */
export function lendingCommands(listed: Listed): CommandInput[] {
  const asset = (code: string): number => listed.assetByCode(code)!.id;
  const pair = (symbol: string): number => listed.instrumentBySymbol(symbol)!.id;
  const lent = [
    { asset: asset('USDT'), market: NO_PAIR, terms: termsOf(100_000, 1_000_000) },
    { asset: asset('BTC'), market: pair('BTCUSDT'), terms: termsOf(2, 950_000) },
    { asset: asset('ETH'), market: pair('ETHUSDT'), terms: termsOf(40, 900_000) },
  ];
  const terms = { base: tiersOf(2), quote: tiersOf(50_000), liquidationPpm: 20_000 };
  return [
    ...lent.map((coin) => ({ kind: CommandKind.setLoanTerms, ...coin, ...BY }) as const),
    { kind: CommandKind.setPairTerms, instrument: pair('BTCUSDT'), terms, ...BY },
    pool(asset('USDT'), 1_000_000),
    pool(asset('BTC'), 20),
  ];
}
