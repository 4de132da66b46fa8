/** Quotes and their execution, for the wire and for the web app. */
import {
  type AccountId,
  type Asset,
  type AssetId,
  type Outcome,
  ownerOf,
  Product,
  Reject,
} from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { knownAsset, orderRefusal, type RestContext } from '../http/context.ts';
import type { ConvertPair } from '../quotes/convert-terms.ts';
import { orderOf, type Quote, type QuoteBearer } from '../quotes/quotes.ts';
import { rejectError } from '../refusals/rejects.ts';
import { factsOfView } from '../translate/order-facts.ts';
import { usdtUnits } from '../translate/value.ts';
import {
  type ConvertAmount,
  convertedOf,
  convertLimits,
  convertPair,
  convertTerms,
} from './terms.ts';

/** Below this a balance is small, 10^-8 USDT: ten of them. */
const SMALL_BELOW = 10_00000000n;

type VenueReads = Pick<RestContext, 'views' | 'quotes'>;
type VenueTrading = VenueReads & Pick<RestContext, 'commands'>;

function takerPpm(views: Views, account: AccountId): number {
  return views.feeRates(ownerOf(account)).takerPpm;
}

/** Quotes a conversion to an account. @throws WireError saying what stands against it */
export function quote(
  { views, quotes }: VenueReads,
  bearer: QuoteBearer,
  coins: { readonly from: Asset; readonly to: Asset },
  wanted: ConvertAmount,
): Quote {
  const pair = convertPair(views, coins.from, coins.to);
  const { instrument } = pair;
  if (!views.follows(instrument)) {
    throw new WireError('notFollowed', { symbol: instrument.symbol });
  }
  const ppm = takerPpm(views, bearer.account);
  return quotes.make(bearer, convertTerms(views, pair, wanted, ppm), ppm);
}

/** A quote for every small balance of an account that can become `to`. */
export function quoteSmall(venueContext: VenueReads, bearer: QuoteBearer, to: Asset): Quote[] {
  const { views } = venueContext;
  return views.balances(bearer.account).flatMap(({ asset, available }) => {
    if (asset === to.id || available === 0n) return [];
    const from = knownAsset(views, asset);
    const value = usdtUnits(views, from, available);
    if (value === null || value >= SMALL_BELOW) return [];
    try {
      return [quote(venueContext, bearer, { from, to }, { give: available })];
    } catch (thrown) {
      // Too small for its market, or no market of the two: it stays where it is.
      if (thrown instanceof WireError) return [];
      throw thrown;
    }
  });
}

/** What a quote has become. */
export interface Converted {
  readonly quote: Quote;
  readonly given: bigint;
  readonly received: bigint;
  /** Unix ms. */
  readonly time: number;
}

/**
 * Carries a quote out: whole and never worse than quoted, or not at all.
 * @throws WireError convertExpired, convertMoved, or why the order was refused
 */
export async function carryOut(context: VenueTrading, found: Quote): Promise<Converted> {
  const { views, commands, quotes } = context;
  const command = orderOf(found);
  const ppm = takerPpm(views, found.account);
  const outcome: Outcome = await quotes.use(found, ppm, () => commands.submit(command));
  if (outcome.code === Reject.fokNotFillable) throw new WireError('convertMoved');
  if (outcome.code !== 0) {
    const refusal = orderRefusal(views, found.instrument, found.side);
    throw rejectError(outcome, refusal, command, views);
  }
  const order = views.order(outcome.id);
  // So many orders ended since that the read models have forgotten this one: it was filled as quoted.
  const { given, received } = order === undefined ? found : convertedOf(views, factsOfView(order));
  return { quote: found, given, received, time: outcome.time };
}

/** The largest part of a coin that its pairs take at once, and the smallest; null = nothing converts it now. */
export function coinLimits(views: Views, asset: AssetId): { min: bigint; max: bigint } | null {
  const from = knownAsset(views, asset);
  const limits = pairsOf(views, from).flatMap((pair) => convertLimits(views, pair) ?? []);
  if (limits.length === 0) return null;
  return limits.reduce(({ min, max }, one) => ({
    min: one.min < min ? one.min : min,
    max: one.max > max ? one.max : max,
  }));
}

/** Every pair that gives a coin. */
function pairsOf(views: Views, from: Asset): ConvertPair[] {
  return views.instruments(Product.spot).flatMap(({ base, quote: other }) => {
    if (base !== from.id && other !== from.id) return [];
    return [convertPair(views, from, knownAsset(views, base === from.id ? other : base))];
  });
}
