/** What margin accounts have, owe and may do. */
import { type Asset, type Instrument, NO_PAIR } from '@halcyon/domain';
import { type MarginWord, specs } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { assetOf, knownAsset, type Route, signedRoute } from '../../http/context.ts';
import {
  coinsOf,
  type MarginAccountRef,
  marginAccount,
  marginCoin,
  marginPair,
  placeOf,
} from '../../translate/margin.ts';
import { marginAssetRow } from '../../translate/margin-rows.ts';
import { amountText, rateText } from '../../translate/text.ts';

/** A balance with what is owed of it, and what of it may leave. */
function assetRow(views: Views, place: MarginAccountRef, asset: Asset) {
  return {
    ...marginAssetRow(views, place, asset),
    transferable: transferable(views, place, asset),
  };
}

/** Coins that were ever in an account, with their pairs. */
function touched(views: Views, account: number): { place: MarginAccountRef; asset: Asset }[] {
  return views.balances(account).map(({ instrument, asset }) => ({
    place: { account, instrument },
    asset: knownAsset(views, asset),
  }));
}

/** Balances of a kind; of pairs that were used both coins, or those of one pair. */
function assetsRoute(kind: MarginWord): Route {
  return signedRoute(specs[kind].assets, ({ views }, { coin, symbol }, caller) => {
    const account = marginAccount(kind, caller);
    if (kind === 'crossed') {
      if (coin !== undefined) {
        const place = { account, instrument: NO_PAIR };
        return [assetRow(views, place, marginCoin(views, place, coin))];
      }
      return touched(views, account).map(({ place, asset }) => assetRow(views, place, asset));
    }
    const used = new Set(touched(views, account).map(({ place }) => place.instrument));
    const pairs =
      symbol === undefined
        ? [...used].map((id) => views.instrument(id)!)
        : [marginPair(views, symbol)];
    const rows = pairs.flatMap((pair) =>
      coinsOf(views, pair).map((asset) => assetRow(views, { account, instrument: pair.id }, asset)),
    );
    const wanted = coin === undefined ? undefined : assetOf(views, coin).code;
    return rows.filter((row) => wanted === undefined || row.coin === wanted);
  });
}

/** The part of what is there that must be kept. */
function riskText(views: Views, { account, instrument }: MarginAccountRef): string {
  return rateText(views.loans.figures(account, instrument).ratioPpm);
}

type Units = (views: Views, place: MarginAccountRef, asset: Asset) => string;

const borrowable: Units = (views, { account, instrument }, asset) =>
  amountText(asset, views.loans.borrowable(account, asset.id, instrument));
const transferable: Units = (views, { account, instrument }, asset) =>
  amountText(asset, views.loans.transferable(account, asset.id, instrument));

/** Pages of risk rates. */
const PAGE_SIZE = 100;

function pairPlace(account: number, { id }: Instrument): MarginAccountRef {
  return { account, instrument: id };
}

const crossRoutes: readonly Route[] = [
  assetsRoute('crossed'),
  signedRoute(specs.crossed.riskRate, ({ views }, request, caller) => {
    const ratio = riskText(views, placeOf(views, 'crossed', caller, request));
    return { riskRateRatio: ratio, riskRate: ratio };
  }),
  signedRoute(specs.crossed.maxBorrowable, ({ views }, { coin }, caller) => {
    const place = placeOf(views, 'crossed', caller, {});
    const asset = marginCoin(views, place, coin);
    return { coin: asset.code, maxBorrowableAmount: borrowable(views, place, asset) };
  }),
  signedRoute(specs.crossed.maxTransferOut, ({ views }, { coin }, caller) => {
    const place = placeOf(views, 'crossed', caller, {});
    const asset = marginCoin(views, place, coin);
    return { coin: asset.code, maxTransferOutAmount: transferable(views, place, asset) };
  }),
];

const isolatedRoutes: readonly Route[] = [
  assetsRoute('isolated'),
  signedRoute(specs.isolated.riskRate, ({ views }, request, caller) => {
    const account = marginAccount('isolated', caller);
    const { symbol, pageNum = '1', pageSize = String(PAGE_SIZE) } = request;
    const size = Number(pageSize);
    const ids = symbol === undefined ? views.loans.places(account) : [marginPair(views, symbol).id];
    return ids.slice((Number(pageNum) - 1) * size, Number(pageNum) * size).map((instrument) => ({
      symbol: views.instrument(instrument)!.symbol,
      riskRateRatio: riskText(views, { account, instrument }),
    }));
  }),
  signedRoute(specs.isolated.maxBorrowable, ({ views }, { symbol }, caller) => {
    const pair = marginPair(views, symbol);
    const place = pairPlace(marginAccount('isolated', caller), pair);
    const [base, quote] = coinsOf(views, pair);
    return {
      symbol: pair.symbol,
      baseCoin: base.code,
      baseCoinMaxBorrowAmount: borrowable(views, place, base),
      quoteCoin: quote.code,
      quoteCoinMaxBorrowAmount: borrowable(views, place, quote),
    };
  }),
  signedRoute(specs.isolated.maxTransferOut, ({ views }, { symbol }, caller) => {
    const pair = marginPair(views, symbol);
    const place = pairPlace(marginAccount('isolated', caller), pair);
    const [base, quote] = coinsOf(views, pair);
    return {
      symbol: pair.symbol,
      baseCoin: base.code,
      baseCoinMaxTransferOutAmount: transferable(views, place, base),
      quoteCoin: quote.code,
      quoteCoinMaxTransferOutAmount: transferable(views, place, quote),
    };
  }),
];

/** Routes of what margin accounts have, owe and may do. */
export const MARGIN_ACCOUNT_ROUTES: readonly Route[] = [...crossRoutes, ...isolatedRoutes];
