/** What the command line can ask of loans: terms of coins and of pairs, and what is in the pools. */
import { randomUUID } from 'node:crypto';
import {
  type Asset,
  CommandKind,
  formatDecimal,
  type Instrument,
  type LoanTerms,
  MARGIN_SCALE,
  NO_PAIR,
  type PairTerms,
  parseSafeDecimal,
  SystemAccount,
  upperAscii,
} from '@halcyon/domain';
import type { CoinView, Views } from '@halcyon/views';
import { submit } from './listing-operations.ts';
import {
  COIN_OPTIONS,
  checkLoanTerms,
  checkPairTerms,
  describeLoanTerms,
  describePairTerms,
  givenLoanTerms,
  givenPairTerms,
  PAIR_OPTIONS,
  ppmText,
} from './loan-values.ts';
import { decimalUpTo, type OperationArgs, quoted } from './operation-args.ts';
import { instrumentOf, type OperationContext } from './operations.ts';
import { required } from './people.ts';

const ACTOR = 'command line';

/** `loan list`. */
export function listLoans({ views }: OperationContext): unknown {
  return {
    coins: views.loans.coins().map((coin) => describeCoin(views, coin)),
    pairs: views.loans.pairs().map(({ instrument }) => {
      const pair = views.instrument(instrument)!;
      return { symbol: pair.symbol, ...describePair(views, pair) };
    }),
  };
}

/** `loan set COIN [terms]`: debts that the new terms would not allow stay. A new coin needs all of them. */
export async function setLoan(context: OperationContext, args: OperationArgs): Promise<unknown> {
  const { views } = context;
  const asset = coinOf(views, args['coin']);
  const known = views.loans.coin(asset.id);
  const changes = givenLoanTerms(args, asset.scale);
  const market = marketOf(views, asset, known, args['market']);
  if (known === undefined) mustHave(args, COIN_OPTIONS, asset.code);
  else if (Object.keys(changes).length === 0) throw new Error('nothing to change was given');
  const terms = { ...known?.terms, ...changes } as LoanTerms;
  checkLoanTerms(terms, asset.scale);
  await submit(context, asset.code, {
    kind: CommandKind.setLoanTerms,
    asset: asset.id,
    market,
    terms,
    actor: ACTOR,
    reason: String(args['reason'] ?? ''),
  });
  return describeCoin(views, views.loans.coin(asset.id)!);
}

/** `loan pair SYMBOL [terms]`: how the coins of a pair are lent with isolated margin. */
export async function setPairLoan(
  context: OperationContext,
  args: OperationArgs,
): Promise<unknown> {
  const { views } = context;
  const pair = instrumentOf(views, String(args['symbol'] ?? ''));
  const { id, symbol, contract } = pair;
  if (contract !== null) throw new Error(`${symbol} is a contract: pairs alone have loans`);
  for (const asset of [pair.base, pair.quote]) {
    if (views.loans.coin(asset) !== undefined) continue;
    const { code } = views.asset(asset)!;
    throw new Error(`${symbol}: ${code} is not lent; \`loan set ${code}\` comes first`);
  }
  const known = views.loans.pair(id);
  const scales = scalesOf(views, pair);
  const changes = givenPairTerms(args, scales);
  if (known === undefined) mustHave(args, PAIR_OPTIONS, symbol);
  else if (Object.keys(changes).length === 0) throw new Error('nothing to change was given');
  const terms = { ...known?.terms, ...changes } as PairTerms;
  checkPairTerms(terms, scales);
  await submit(context, symbol, {
    kind: CommandKind.setPairTerms,
    instrument: id,
    terms,
    actor: ACTOR,
    reason: String(args['reason'] ?? ''),
  });
  return { symbol, ...describePair(views, pair) };
}

/** `loan fund COIN --amount A --reason TEXT`: puts coins from outside into the pool that loans come out of. */
export async function fundLoans(context: OperationContext, args: OperationArgs): Promise<unknown> {
  const { views } = context;
  const asset = coinOf(views, args['coin']);
  const { code, id, scale } = asset;
  if (views.loans.coin(id) === undefined) {
    throw new Error(`${code} is not lent; \`loan set ${code}\` comes first`);
  }
  const amount = parseSafeDecimal(String(args['amount'] ?? ''), scale);
  if (amount === null || amount === 0) {
    throw new Error(`--amount: ${quoted(args['amount'])} is not above 0, ${decimalUpTo(scale)}`);
  }
  // It makes money out of nothing here: why must be known.
  const reason = required(args, 'reason');
  await submit(context, code, {
    kind: CommandKind.deposit,
    account: SystemAccount.loans,
    from: SystemAccount.external,
    asset: id,
    amount: BigInt(amount),
    actor: ACTOR,
    reason,
    reference: `pool ${randomUUID()}`,
  });
  return describeCoin(views, views.loans.coin(id)!);
}

function coinOf(views: Views, given: unknown): Asset {
  const asset = views.assetByCode(upperAscii(String(given ?? '')));
  if (asset !== undefined) return asset;
  throw new Error(`there is no asset ${quoted(given ?? '')}; \`asset list\` shows all`);
}

/** The pair whose index is a coin's price: fixed with the first terms. @throws Error */
function marketOf(views: Views, asset: Asset, known: CoinView | undefined, given: unknown): number {
  if (known !== undefined) {
    const now = marketText(views, known);
    if (given === undefined || upperAscii(String(given)) === now) return known.market;
    throw new Error(`--market: ${asset.code} has ${now ?? 'none'}, which cannot change`);
  }
  const { settleAsset } = views.loans;
  if (settleAsset === undefined) {
    if (given !== undefined) throw new Error('--market: the first coin that is lent has none');
    checkDigits(asset.code, asset.scale);
    return NO_PAIR;
  }
  const settle = views.asset(settleAsset)!.code;
  const wanted = `must be a pair of ${asset.code} in ${settle}, whose index is its price`;
  if (given === undefined) throw new Error(`--market: it ${wanted}`);
  const { id, base, quote, contract, symbol, priceScale } = instrumentOf(views, String(given));
  if (contract !== null || base !== asset.id || quote !== settleAsset) {
    throw new Error(`--market: ${symbol} ${wanted}`);
  }
  checkDigits(asset.code, asset.scale + priceScale);
  return id;
}

/** Whether values are as fine as they are reckoned. @throws Error */
function checkDigits(code: string, digits: number): void {
  if (digits >= MARGIN_SCALE) return;
  const have = `${digits} decimals of amount and price together`;
  throw new Error(`${code} cannot be lent: ${have}, at least ${MARGIN_SCALE} are needed`);
}

function mustHave(args: OperationArgs, options: readonly string[], name: string): void {
  const missing = options.filter((option) => args[option] === undefined);
  if (missing.length === 0) return;
  const texts = missing.map((option) => `--${option}`).join(', ');
  throw new Error(`${name} is not lent yet, its first terms need ${texts} as well`);
}

function describeCoin(views: Views, coin: CoinView): object {
  const { code, scale } = views.asset(coin.asset)!;
  const amount = (units: number): string => formatDecimal(units, scale);
  return {
    coin: code,
    market: marketText(views, coin),
    lent: amount(coin.lent),
    unlent: amount(coin.unlent),
    used: ppmText(coin.usedPpm),
    rate: ppmText(coin.rate),
    ...(coin.stale ? { takes: 'repayments only: there is no index price of this minute' } : {}),
    terms: describeLoanTerms(coin.terms, scale),
  };
}

function marketText(views: Views, { market }: CoinView): string | null {
  return market === NO_PAIR ? null : views.instrument(market)!.symbol;
}

function describePair(views: Views, pair: Instrument): object {
  const { terms } = views.loans.pair(pair.id)!;
  return { terms: describePairTerms(terms, scalesOf(views, pair)) };
}

function scalesOf(views: Views, { base, quote }: Instrument): { base: number; quote: number } {
  return { base: views.asset(base)!.scale, quote: views.asset(quote)!.scale };
}
