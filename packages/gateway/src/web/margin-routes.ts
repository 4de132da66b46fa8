/** Margin accounts as the web app reckons with them; shapes: domain/web/margin.ts. */
import {
  type AccountId,
  type InstrumentId,
  levelOf,
  MARGIN_SCALE,
  NO_PAIR,
  ownerOf,
} from '@halcyon/domain';
import type {
  LentCoin,
  MarginBalance,
  MarginKind,
  MarginPair,
  MarginPocket,
} from '@halcyon/domain/web';
import type { CoinView, PairView, Views } from '@halcyon/views';
import { knownAsset } from '../http/context.ts';
import { marginAccount, marginPair } from '../translate/margin.ts';
import { type WebRoute, webRoute } from './route.ts';

function coinRow(views: Views, coin: CoinView): LentCoin {
  const { asset, market, index, stale, terms, rate, lent, unlent } = coin;
  const { code, scale } = knownAsset(views, asset);
  const pair = views.instrument(market);
  return {
    coin: code,
    scale,
    market: pair?.symbol ?? '',
    priceScale: pair?.priceScale ?? 0,
    index,
    stale,
    terms,
    ratePpm: rate,
    lent,
    unlent,
  };
}

function pairRow(views: Views, { instrument, base, quote, terms }: PairView): MarginPair {
  return {
    symbol: views.instrument(instrument)!.symbol,
    base: knownAsset(views, base).code,
    quote: knownAsset(views, quote).code,
    terms,
  };
}

function pocketRow(views: Views, account: AccountId, instrument: InstrumentId): MarginPocket {
  const pair = views.loans.pair(instrument);
  const also = pair === undefined ? [] : [pair.base, pair.quote];
  const { coins, moves } = views.loans.holdings(account, instrument, also);
  const balances = coins.map(({ asset, available, held }): MarginBalance => {
    const { principal, interest } = views.loans.debt(account, asset, instrument);
    const coin = knownAsset(views, asset).code;
    return { coin, available, inOrders: held - available, principal, interest };
  });
  return { symbol: views.instrument(instrument)?.symbol ?? '', balances, moves };
}

/** What is liquidated as one of an account, or a pair of it. */
function pocketsOf(views: Views, kind: MarginKind, account: AccountId, symbol: string | undefined) {
  if (kind === 'crossed') return [NO_PAIR];
  return symbol === undefined ? views.loans.places(account) : [marginPair(views, symbol).id];
}

const account = webRoute('GET /margin/account', async (context, request) => {
  const { venueContext, account: spot } = await context.trader(request);
  const { views } = venueContext;
  const query = request.fields;
  const { kind, symbol } = query;
  const user = ownerOf(spot);
  const own = marginAccount(kind, { user });
  const settle = views.loans.settleAsset;
  const { makerPpm, takerPpm } = views.feeRates(user, true);
  return {
    kind,
    coin: settle === undefined ? '' : knownAsset(views, settle).code,
    scale: MARGIN_SCALE,
    coins: views.loans.coins().map((coin) => coinRow(views, coin)),
    pairs: views.loans.pairs().map((pair) => pairRow(views, pair)),
    level: levelOf(views.feeTier(user)),
    feePpm: Math.max(makerPpm, takerPpm),
    pockets: pocketsOf(views, kind, own, symbol).map((id) => pocketRow(views, own, id)),
  };
});

/** The routes. */
export const MARGIN_ROUTES: readonly WebRoute[] = [account];
