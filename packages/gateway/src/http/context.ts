/** What handlers work with. */
import {
  type Asset,
  type AssetId,
  type ChainPort,
  type ChainTerms,
  type CommandInput,
  type CommandPort,
  type ContractTerms,
  type Instrument,
  type Outcome,
  Product,
  type SealPort,
  Side,
  type UserId,
} from '@halcyon/domain';
import {
  type DataOf,
  type ProductType,
  type RequestOf,
  type RouteSpec,
  USDT_FUTURES,
  WireError,
} from '@halcyon/protocol';
import type { VenueName } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import type { Caller } from '../auth/authenticate.ts';
import type { WalletRules } from '../config/wallet.ts';
import type { Family } from '../family/family.ts';
import type { ConvertQuotes } from '../quotes/quotes.ts';
import { type RefusedContext, rejectError } from '../refusals/rejects.ts';
import type { CodeGuesses } from './code-guesses.ts';
import type { HistoryReads, UserReads } from './ports.ts';

/** Which user of a venue belongs to whom; people are known by their number in the live venue. */
export interface VenuePeople {
  /** The user of a person; undefined for those who never came to the venue. */
  userOf(person: UserId): UserId | undefined;
  /** The user of a person, opened if there is none. @throws WireError while the venue is closed */
  open(person: UserId): Promise<UserId>;
}

/** In the live venue a person is the user. */
export const LIVE_PEOPLE: VenuePeople = {
  userOf: (person) => person,
  open: async (person) => person,
};

/** One venue, as handlers see it. */
export interface RestContext {
  readonly venue: VenueName;
  readonly views: Views;
  readonly people: VenuePeople;
  readonly history: HistoryReads;
  readonly users: UserReads;
  readonly family: Family;
  readonly commands: CommandPort;
  readonly wallet: WalletRules;
  readonly quotes: ConvertQuotes;
  readonly codeGuesses: CodeGuesses;
  /** The chain that addresses are of. */
  readonly chainTerms: ChainTerms;
  /** What comes and goes over it; null = nothing does. */
  readonly chain: ChainPort | null;
  /** Where receipts are proved; null = nothing is sealed. */
  readonly seals: SealPort | null;
  /** See `levels/request-limits.ts`. */
  readonly requestFactors?: readonly number[];
  /** Why no order is taken at present, to be asked before orders are read; null = they are. */
  readonly overload?: () => WireError | null;
  /** Unix ms. */
  readonly clock: () => number;
}

/** An instrument that is a contract. */
export type ContractInstrument = Instrument & { readonly contract: ContractTerms };

/** Everything that explains the refusal of an order. */
export type OrderRefusal = {
  readonly [K in 'instrument' | 'base' | 'quote' | 'asset']: NonNullable<RefusedContext[K]>;
} & Pick<RefusedContext, 'fields'>;

/** JSON text of an answer's data. */
export type DataText = string;

/** A route with what carries it out. */
export interface Route {
  readonly spec: RouteSpec;
  /** `caller` is null on public routes. */
  readonly handle: (
    context: RestContext,
    request: never,
    caller: Caller | null,
  ) => DataText | Promise<DataText>;
}

/** A public route. */
export function publicRoute<S extends RouteSpec>(
  spec: S,
  handle: (context: RestContext, request: RequestOf<S>) => DataOf<S> | Promise<DataOf<S>>,
): Route {
  return {
    spec,
    handle: async (context, request) => JSON.stringify(await handle(context, request)),
  };
}

/** A signed route. */
export function signedRoute<S extends RouteSpec>(
  spec: S,
  handle: (
    context: RestContext,
    request: RequestOf<S>,
    caller: Caller,
  ) => DataOf<S> | Promise<DataOf<S>>,
): Route {
  return {
    spec,
    handle: async (context, request, caller) =>
      JSON.stringify(await handle(context, request, present(caller))),
  };
}

/** A signed route whose handler writes the JSON of its data itself. */
export function signedTextRoute<S extends RouteSpec>(
  spec: S,
  handle: (context: RestContext, request: RequestOf<S>, caller: Caller) => Promise<DataText>,
): Route {
  return { spec, handle: (context, request, caller) => handle(context, request, present(caller)) };
}

function present(caller: Caller | null): Caller {
  if (caller === null) throw new WireError('notLoggedIn');
  return caller;
}

/** The instrument of a symbol in upper case. Throws WireError symbolUnknown. */
export function instrumentOf(views: Views, symbol: string): Instrument {
  const instrument = views.instrumentBySymbol(symbol);
  if (instrument === undefined) throw new WireError('symbolUnknown', { value: symbol });
  return instrument;
}

/**
 * The contract of a symbol in upper case. Product types other than USDT-FUTURES have none.
 * Throws WireError symbolUnknown.
 */
export function contractOf(
  views: Views,
  productType: ProductType,
  symbol: string,
): ContractInstrument {
  const product = productType === USDT_FUTURES ? Product.usdtFutures : null;
  const found = product === null ? undefined : views.instrumentBySymbol(symbol, product);
  if (found === undefined || found.contract === null) {
    throw new WireError('symbolUnknown', { value: symbol });
  }
  return found as ContractInstrument;
}

/** The contracts that a list is about: one, or all of a product type; others than USDT-FUTURES have none. */
export function contractsOf(
  views: Views,
  productType: ProductType,
  symbol: string | undefined,
): readonly ContractInstrument[] {
  if (symbol !== undefined) return [contractOf(views, productType, symbol)];
  if (productType !== USDT_FUTURES) return [];
  return views.instruments(Product.usdtFutures) as readonly ContractInstrument[];
}

/** The asset of a code in upper case. Throws WireError coinUnknown. */
export function assetOf(views: Views, code: string): Asset {
  const asset = views.assetByCode(code);
  if (asset === undefined) throw new WireError('coinUnknown', { value: code });
  return asset;
}

/** An asset that is known to exist because an instrument or a balance names it. */
export function knownAsset(views: Views, id: AssetId): Asset {
  const asset = views.asset(id);
  if (asset === undefined) throw new Error(`asset ${id} is unknown to the views`);
  return asset;
}

/** How refusals of an order in `instrument` are explained. */
export function orderRefusal(views: Views, instrument: Instrument, side: Side): OrderRefusal {
  const base = knownAsset(views, instrument.base);
  const quote = knownAsset(views, instrument.quote);
  const paid = side === Side.buy || instrument.contract !== null;
  return { instrument, base, quote, asset: paid ? quote : base };
}

/**
 * Submits a command and waits until it is durable.
 * @throws WireError when the core refuses it
 */
export async function submit(
  context: RestContext,
  command: CommandInput,
  refused: RefusedContext,
): Promise<Outcome> {
  const outcome = await context.commands.submit(command);
  if (outcome.code !== 0) throw rejectError(outcome, refused, command, context.views);
  return outcome;
}
