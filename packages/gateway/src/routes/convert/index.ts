/** Conversions on the wire. */
import { readPage, specs, WireError } from '@halcyon/protocol';
import { carryOut, coinLimits, quote } from '../../convert/convert.ts';
import { convertRow } from '../../convert/convert-rows.ts';
import { type ConvertAmount, convertPrice } from '../../convert/terms.ts';
import { assetOf, type Route, signedRoute } from '../../http/context.ts';
import { bigUnitsOf } from '../../translate/scaled.ts';
import { amountText } from '../../translate/text.ts';

const LIMIT = 20;

const currencies = signedRoute(
  specs.convert.convertCurrencies,
  ({ views }, _request, { account }) =>
    views.assets().flatMap((asset) => {
      const limits = coinLimits(views, asset.id);
      if (limits === null) return [];
      return {
        coin: asset.code,
        available: amountText(asset, views.balance(account, asset.id).available),
        minAmount: amountText(asset, limits.min),
        maxAmount: amountText(asset, limits.max),
      };
    }),
);

const quoted = signedRoute(specs.convert.quotedPrice, (context, request, caller) => {
  const { views } = context;
  const from = assetOf(views, request.fromCoin);
  const to = assetOf(views, request.toCoin);
  const { fromCoinSize, toCoinSize } = request;
  if ((fromCoinSize === undefined) === (toCoinSize === undefined)) {
    throw new WireError('needOneOf', { fields: 'fromCoinSize, toCoinSize' });
  }
  const wanted: ConvertAmount =
    fromCoinSize === undefined
      ? { receive: bigUnitsOf('toCoinSize', toCoinSize ?? '', to) }
      : { give: bigUnitsOf('fromCoinSize', fromCoinSize, from) };
  const made = quote(context, caller, { from, to }, wanted);
  return {
    fromCoin: from.code,
    fromCoinSize: amountText(from, made.given),
    toCoin: to.code,
    toCoinSize: amountText(to, made.received),
    cnvtPrice: convertPrice(from, to, made.given, made.received),
    fee: amountText(to, made.fee),
    traceId: made.traceId,
  };
});

/** What a conversion repeats of its quote. */
type Quoted = 'fromCoin' | 'toCoin' | 'fromCoinSize' | 'toCoinSize' | 'cnvtPrice';

const trade = signedRoute(specs.convert.convertTrade, async (context, request, { account }) => {
  const found = context.quotes.find(account, request.traceId);
  const { from, to, given, received } = found;
  const asQuoted = (field: Quoted, text: string) => {
    const value = request[field];
    // Clients may read a size as a number, which has not all of its last digits.
    const same = field.endsWith('Coin') ? value === text : Number(value) === Number(text);
    if (!same) throw new WireError('fieldValue', { field, expected: `${text}, as quoted`, value });
  };
  asQuoted('fromCoin', from.code);
  asQuoted('toCoin', to.code);
  asQuoted('fromCoinSize', amountText(from, given));
  asQuoted('toCoinSize', amountText(to, received));
  asQuoted('cnvtPrice', convertPrice(from, to, given, received));
  const done = await carryOut(context, found);
  return {
    ts: String(done.time),
    cnvtPrice: convertPrice(from, to, done.given, done.received),
    toCoinSize: amountText(to, done.received),
    toCoin: to.code,
  };
});

const record = signedRoute(
  specs.convert.convertRecord,
  async ({ views, history }, request, { account }) => {
    const { before, ...page } = readPage(request, LIMIT);
    const wait = { minSeq: views.lastAckSeq(account) };
    const query = { account, ...page, idLessThan: before, converts: true } as const;
    const orders = await history.orderHistory(query, wait);
    const dataList = orders.map((order) => convertRow(views, order));
    return { dataList, endId: dataList.at(-1)?.id ?? '' };
  },
);

/** There is no platform coin, so nothing can become it. */
const bgbCoins = signedRoute(specs.convert.bgbCoins, () => ({ coinList: [] }));
const bgbRecords = signedRoute(specs.convert.bgbRecords, () => []);

/** The routes of this file. */
export const CONVERT_ROUTES: readonly Route[] = [
  currencies,
  quoted,
  trade,
  record,
  bgbCoins,
  bgbRecords,
];
