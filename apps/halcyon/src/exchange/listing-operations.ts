/** What the command line can ask of the listing: new assets and instruments. They stay for ever. */
import {
  ASSET_SCALE_MAX,
  type Asset,
  type CommandInput,
  CommandKind,
  hiddenCharacter,
  hiddenMessage,
  InstrumentState,
  parseSafeDecimal,
  Reject,
  upperAscii,
} from '@halcyon/domain';
import type { Views } from '@halcyon/views';
import { checkLimits, firstLimits, givenLimits } from './instrument-values.ts';
import { decimalUpTo, type OperationArgs, quoted } from './operation-args.ts';
import { describe, instrumentOf, type OperationContext } from './operations.ts';

const NAME_LENGTH_MAX = 64;
/** What the wire takes for coins and symbols. */
const CODE = /^[A-Z0-9]{1,16}$/;
const SYMBOL = /^[A-Z0-9]{2,32}$/;

/** `asset list`. */
export function listAssets({ views }: OperationContext): unknown {
  return views.assets().map(describeAsset);
}

/** `asset add CODE --scale N [--name NAME]`. */
export async function addAsset(context: OperationContext, args: OperationArgs): Promise<unknown> {
  const { views } = context;
  const code = upperAscii(String(args['code'] ?? ''));
  if (!CODE.test(code))
    throw new Error(`asset add: ${quoted(code)} is not 1 to 16 letters and digits`);
  if (views.assetByCode(code) !== undefined) throw new Error(`there is an asset ${code} already`);
  const scale = wholeOf(args, 'scale', ASSET_SCALE_MAX);
  const name = String(args['name'] ?? code);
  if (name === '' || name.length > NAME_LENGTH_MAX) {
    throw new Error(`--name: ${name.length} characters, allowed are 1 to ${NAME_LENGTH_MAX}`);
  }
  const hidden = hiddenCharacter(name);
  if (hidden !== null) throw new Error(hiddenMessage('--name', hidden));
  await submit(context, code, { kind: CommandKind.listAsset, code, name, scale });
  return describeAsset(assetOf(views, 'asset', code));
}

/** `instrument add SYMBOL --base B --quote Q --price-scale N --quantity-scale N [limits]`. */
export async function addInstrument(
  context: OperationContext,
  args: OperationArgs,
): Promise<unknown> {
  const { views } = context;
  const symbol = symbolOf('instrument add', args['symbol']);
  if (views.instrumentBySymbol(symbol) !== undefined) {
    throw new Error(`there is an instrument ${symbol} already`);
  }
  const base = assetOf(views, 'base', args['base']);
  const quote = assetOf(views, 'quote', args['quote']);
  const scales = scalesOf(args, base, quote);
  const units = {
    ...scales,
    symbol,
    quoteScale: quote.scale,
    lotUnits: 10 ** (base.scale - scales.quantityScale),
  };
  const price = lastPriceOf(args, scales.priceScale);
  const given = givenLimits(args, units);
  const limits = { notionalMin: 0, ...firstLimits(units, price), ...given };
  checkLimits(units, limits);
  await submit(context, symbol, {
    kind: CommandKind.listInstrument,
    symbol,
    base: base.id,
    quote: quote.id,
    ...scales,
    state: InstrumentState.open,
    ...limits,
  });
  const { id } = instrumentOf(views, symbol);
  if (price > 0) {
    await submit(context, symbol, { kind: CommandKind.seedLastPrice, instrument: id, price });
  }
  return describe(views, instrumentOf(views, symbol));
}

/** The symbol of what is to be listed. @throws Error for a text that is none */
export function symbolOf(operation: string, given: unknown): string {
  const symbol = upperAscii(String(given ?? ''));
  if (SYMBOL.test(symbol)) return symbol;
  throw new Error(`${operation}: ${quoted(symbol)} is not 2 to 32 letters and digits`);
}

/** A trade of one lot at one tick must be a whole number of the quote asset's units. */
export function scalesOf(
  args: OperationArgs,
  base: Asset,
  quote: Asset,
): { priceScale: number; quantityScale: number } {
  if (base.id === quote.id) throw new Error(`--quote: ${quote.code} is the base as well`);
  const priceScale = wholeOf(args, 'price-scale', quote.scale);
  const quantityScale = wholeOf(args, 'quantity-scale', base.scale);
  if (priceScale + quantityScale > quote.scale) {
    throw new Error(
      `--price-scale ${priceScale} and --quantity-scale ${quantityScale}: together at most ` +
        `${quote.scale}, the decimals of ${quote.code}, so that no trade is rounded`,
    );
  }
  return { priceScale, quantityScale };
}

/** Ticks of the option `last-price`; 0 = not given. @throws Error */
export function lastPriceOf(args: OperationArgs, scale: number): number {
  const text = args['last-price'];
  if (text === undefined) return 0;
  const price = parseSafeDecimal(String(text), scale);
  if (price !== null && price > 0) return price;
  throw new Error(`--last-price: ${quoted(text)} is not above 0, ${decimalUpTo(scale)}`);
}

function wholeOf(args: OperationArgs, option: string, most: number): number {
  const text = String(args[option] ?? '');
  const value = /^[0-9]{1,2}$/.test(text) ? Number(text) : -1;
  if (value >= 0 && value <= most) return value;
  throw new Error(`--${option}: ${quoted(text)} is not a whole number from 0 to ${most}`);
}

/** The asset that an option names. @throws Error when there is none */
export function assetOf(views: Views, option: string, code: unknown): Asset {
  const asset = views.assetByCode(upperAscii(String(code ?? '')));
  if (asset !== undefined) return asset;
  const text = code === undefined ? 'it must be given' : `there is no asset ${quoted(code)}`;
  throw new Error(`--${option}: ${text}; \`asset list\` shows all, \`asset add\` adds one`);
}

/** Submits a listing. @throws Error when it is refused */
export async function submit(
  { engine }: OperationContext,
  name: string,
  command: CommandInput,
): Promise<void> {
  const { code, limit } = await engine.submit(command);
  if (code === 0) return;
  if (code === Reject.assetExists || code === Reject.instrumentExists) {
    throw new Error(`${name} is there already`);
  }
  throw new Error(`${name}: refused with code ${code}, the limit is ${limit}`);
}

function describeAsset({ code, name, scale }: Asset): unknown {
  return { code, name, scale };
}
