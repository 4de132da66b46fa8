/** What the command line can ask of contracts beside what it asks of every instrument. */
import {
  type CommandInput,
  CommandKind,
  InstrumentState,
  Product,
  upperAscii,
} from '@halcyon/domain';
import { checkTerms, firstTerms, givenTerms } from './contract-values.ts';
import { checkLimits, firstLimits, givenLimits } from './instrument-values.ts';
import { assetOf, lastPriceOf, scalesOf, submit, symbolOf } from './listing-operations.ts';
import type { OperationArgs } from './operation-args.ts';
import { CONTRACT_SUFFIX, describe, instrumentOf, type OperationContext } from './operations.ts';

/** Value of all long positions that a new contract allows, whole settle coins. */
const OPEN_INTEREST_VALUE = 20_000_000;

/** `contract add SYMBOL --base B --quote Q --price-scale N --quantity-scale N --last-price P [terms]`. */
export async function addContract(
  context: OperationContext,
  args: OperationArgs,
): Promise<unknown> {
  const { views } = context;
  const symbol = symbolOf('contract add', plainSymbol(args['symbol']));
  const name = `${symbol}${CONTRACT_SUFFIX}`;
  if (views.instrumentBySymbol(symbol, Product.usdtFutures) !== undefined) {
    throw new Error(`there is a contract ${name} already`);
  }
  const base = assetOf(views, 'base', args['base']);
  const quote = assetOf(views, 'quote', args['quote']);
  const { settleAsset } = views.contracts;
  if (settleAsset !== undefined && quote.id !== settleAsset) {
    throw new Error(`--quote: contracts are settled in ${views.asset(settleAsset)?.code}`);
  }
  const scales = scalesOf(args, base, quote);
  const price = lastPriceOf(args, scales.priceScale);
  if (price === 0) throw new Error('--last-price: it must be given, limits are reckoned from it');
  const lotUnits = 10 ** (base.scale - scales.quantityScale);
  const units = { ...scales, symbol: name, quoteScale: quote.scale, lotUnits };
  const limits = { notionalMin: 0, ...firstLimits(units, price), ...givenLimits(args, units) };
  checkLimits(units, limits);
  const lots = (OPEN_INTEREST_VALUE * 10 ** (scales.priceScale + scales.quantityScale)) / price;
  const terms = {
    ...firstTerms(Math.max(1, Math.floor(lots))),
    ...givenTerms(args, scales.quantityScale),
  };
  checkTerms(terms, { ...scales, settleScale: quote.scale });
  const listing: CommandInput = {
    kind: CommandKind.listContract,
    symbol,
    base: base.id,
    quote: quote.id,
    ...scales,
    state: InstrumentState.open,
    ...limits,
    contract: terms,
  };
  await submit(context, name, listing);
  const { id } = instrumentOf(views, name);
  await submit(context, name, { kind: CommandKind.seedLastPrice, instrument: id, price });
  return describe(views, instrumentOf(views, name));
}

/** `contract set SYMBOL [terms]`: positions that the new terms would not allow stay. */
export async function setContract(
  context: OperationContext,
  args: OperationArgs,
): Promise<unknown> {
  const { views } = context;
  const name = `${plainSymbol(args['symbol'])}${CONTRACT_SUFFIX}`;
  const { id, contract, quote, quantityScale } = instrumentOf(views, name);
  const changes = givenTerms(args, quantityScale);
  if (contract === null || Object.keys(changes).length === 0) {
    throw new Error('nothing to change was given');
  }
  const terms = { ...contract, ...changes };
  checkTerms(terms, { quantityScale, settleScale: views.asset(quote)?.scale ?? 0 });
  await submit(context, name, {
    kind: CommandKind.setContract,
    instrument: id,
    contract: terms,
    actor: 'command line',
    reason: String(args['reason'] ?? ''),
  });
  return describe(views, instrumentOf(views, name));
}

/** The symbol with or without the ending that names a contract. */
function plainSymbol(given: unknown): string {
  const symbol = upperAscii(String(given ?? ''));
  return symbol.endsWith(CONTRACT_SUFFIX) ? symbol.slice(0, -CONTRACT_SUFFIX.length) : symbol;
}
