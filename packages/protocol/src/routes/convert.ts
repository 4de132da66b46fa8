/** Conversion of one coin into another at a quoted price. */
import { coin, decimal, id, list, object, optional, out, rows, time } from '../schema/fields.ts';
import { areaSpecs } from './spec.ts';

const convert = areaSpecs('Convert', '/api/v2/convert');

export const convertCurrencies = convert.get({
  name: 'convert.currencies',
  path: '/currencies',
  perSecond: 10,
  summary: 'Coins that can be converted, with what one conversion takes of each',
  request: object({}),
  data: list(
    object({
      coin: out.text(),
      available: out.amount(),
      maxAmount: out.amount(),
      minAmount: out.amount(),
    }),
  ),
});

export const quotedPrice = convert.get({
  name: 'convert.quotedPrice',
  path: '/quoted-price',
  perSecond: 10,
  summary: 'A quote from the order book, which holds for ten seconds: give one of the two sizes',
  request: object({
    fromCoin: coin('coin that is given'),
    fromCoinSize: optional(decimal('how much of it')),
    toCoin: coin('coin that is received'),
    toCoinSize: optional(decimal('how much of that')),
  }),
  data: object({
    fromCoin: out.text(),
    fromCoinSize: out.amount('at most, in whole lots of the market'),
    toCoin: out.text(),
    toCoinSize: out.amount('at least, after the fee'),
    cnvtPrice: out.amount('toCoinSize / fromCoinSize'),
    fee: out.amount('in toCoin'),
    traceId: out.text('names the quote'),
  }),
});

export const convertTrade = convert.post('trade', {
  name: 'convert.trade',
  path: '/trade',
  perSecond: 5,
  summary: 'Carries out a quote, whole and never worse than quoted, or not at all; once',
  request: object({
    traceId: id('the quote'),
    fromCoin: coin('as quoted'),
    fromCoinSize: decimal('as quoted'),
    toCoin: coin('as quoted'),
    toCoinSize: decimal('as quoted'),
    cnvtPrice: decimal('as quoted'),
  }),
  data: object({
    ts: out.millis(),
    cnvtPrice: out.amount(),
    toCoinSize: out.amount('what was received'),
    toCoin: out.text(),
  }),
  idempotent: () => true,
});

export const convertRecord = convert.get({
  name: 'convert.record',
  path: '/convert-record',
  perSecond: 10,
  summary: 'Own conversions, newest first',
  request: object({
    startTime: time('from, ms'),
    endTime: time('until, ms'),
    limit: optional(rows()),
    idLessThan: optional(id('only rows before this one')),
  }),
  data: object({
    dataList: list(
      object({
        id: out.text(),
        ts: out.millis(),
        cnvtPrice: out.amount(),
        fee: out.amount(),
        fromCoinSize: out.amount(),
        fromCoin: out.text(),
        toCoinSize: out.amount(),
        toCoin: out.text(),
      }),
    ),
    endId: out.text(),
  }),
});

const fees = list(object({ feeRate: out.amount(), fee: out.amount() }));

export const bgbCoins = convert.get({
  name: 'convert.bgbCoins',
  path: '/bgb-convert-coin-list',
  perSecond: 10,
  summary: 'Small balances that could become a platform coin: none, there is no such coin',
  request: object({}),
  data: object({
    coinList: list(
      object({
        coin: out.text(),
        available: out.amount(),
        bgbEstAmount: out.amount(),
        precision: out.text(),
        feeDetail: fees,
        cTime: out.millis(),
      }),
    ),
  }),
});

export const bgbRecords = convert.get({
  name: 'convert.bgbRecords',
  path: '/bgb-convert-records',
  perSecond: 10,
  summary: 'Small balances that became a platform coin: none, there is no such coin',
  request: object({
    orderId: optional(id('one conversion')),
    startTime: optional(time('from, ms')),
    endTime: optional(time('until, ms')),
    limit: optional(rows()),
    idLessThan: optional(id('only rows before this one')),
  }),
  data: list(object({ orderId: out.text() })),
});
