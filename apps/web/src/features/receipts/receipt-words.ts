/** What receipts say, in words: their inputs, their lines, and the rule that they follow. */

import type { LevelChangeReceipt, Receipt, ReceiptLineName, RefusalReceipt } from '@halcyon/domain';
import { dayText } from '../../data/duration.ts';
import { amount, dateTime } from '../../data/format.ts';
import type { MessageId, Translate } from '../../platform/locale/intl.tsx';
import { reasonText } from '../records/order-words.ts';
import { formMessage } from '../records/refusal-words.ts';

const DAY_MS = 86_400_000;

/** An input: what it is, and its figures. */
export type ReceiptInput = readonly [label: string, value: string];

/** What each line works out. */
export const LINE_NAMES: Readonly<Record<Exclude<ReceiptLineName, 'level'>, MessageId>> = {
  value: 'order.total',
  filled: 'orders.filled',
  average: 'orders.average',
  profit: 'positions.realised',
  fee: 'orders.fee',
  feeMost: 'receipt.most',
  net: 'records.change',
  profitNet: 'records.change',
  positionNet: 'positions.net',
  funding: 'positions.funding',
  interest: 'marginPage.interest',
  principal: 'marginPage.principal',
  owedInterest: 'marginPage.interest',
  short: 'positions.why.missing',
  beyond: 'receipt.beyond',
  balance: 'records.balance',
  spotVolume: 'fees.spotVolume',
  futuresVolume: 'fees.futuresVolume',
  assets: 'nav.assets',
};

/** The rules that an entry follows. */
export function rulesOf(t: Translate, receipt: Receipt): string[] {
  switch (receipt.kind) {
    case 'fill': {
      if (receipt.rate === null) return [t('receipt.noRate')];
      return [t(receipt.product === 'spot' ? 'receipt.fill' : 'receipt.contractFill')];
    }
    case 'liquidation': {
      const fee = receipt.rate === null ? 'receipt.noRate' : 'receipt.liquidationFee';
      return [t('receipt.liquidation'), t(fee)];
    }
    case 'marginLiquidation':
      return [t('receipt.liquidation')];
    case 'level':
      return [t('vip.receiptText', { day: dayText(receipt.basis.day * DAY_MS) })];
    default:
      return [t(`receipt.${receipt.kind}`)];
  }
}

/** What went in. */
export function inputsOf(t: Translate, receipt: Receipt): ReceiptInput[] {
  switch (receipt.kind) {
    case 'fill':
      return [
        [t('orders.pair'), receipt.symbol],
        [t('order.side'), t(`order.${receipt.side}`)],
        [t('orders.role'), t(receipt.role === 'maker' ? 'orders.maker' : 'orders.taker')],
        [t('order.price'), receipt.price],
        [t('order.size'), `${receipt.size} ${receipt.base}`],
        ...(receipt.rate === null ? [] : [[t('receipt.rate'), receipt.rate] as const]),
        ...profitOf(t, receipt),
      ];
    case 'order':
      return [
        [t('orders.pair'), receipt.symbol],
        [t('order.side'), t(`order.${receipt.side}`)],
        [t('orders.status'), t(`status.${receipt.ended === 'filled' ? 'filled' : 'cancelled'}`)],
        [t('records.orderId'), receipt.order],
      ];
    case 'position':
      return [
        [t('orders.pair'), receipt.symbol],
        [t('order.side'), t(`positions.side.${receipt.side}`)],
        [t('positions.closed'), dateTime(receipt.closedAt)],
        [t('positions.realised'), `${receipt.profit} ${receipt.coin}`],
        [t('orders.fee'), `${receipt.fees} ${receipt.coin}`],
        [t('positions.funding'), `${receipt.funding} ${receipt.coin}`],
      ];
    case 'funding':
      return [
        [t('orders.pair'), receipt.symbol],
        [t('order.side'), t(`positions.side.${receipt.side}`)],
        [t('order.size'), receipt.size],
        [t('futures.mark'), receipt.mark],
        [t('receipt.rate'), receipt.rate],
      ];
    case 'interest':
      return [
        ...pairOf(t, receipt),
        [t('marginPage.principal'), `${receipt.principal} ${receipt.coin}`],
        [t('marginPage.yearly'), receipt.rate],
      ];
    case 'liquidation':
      return [
        [t('orders.pair'), receipt.symbol],
        [t('futures.mark'), receipt.mark],
        [t('positions.why.closed'), receipt.closed],
        [t('positions.why.deleveraged'), receipt.deleveraged],
        [t('positions.why.limit'), receipt.limit],
        ...fundOf(t, receipt),
      ];
    case 'marginLiquidation':
      return [
        ...pairOf(t, receipt),
        [t('futures.equity'), receipt.equity],
        [t('futures.maintenance'), receipt.keeps],
        ...fundOf(t, receipt),
        [t('marginPage.lost'), receipt.lostByPools],
      ];
    case 'debt':
      return pairOf(t, receipt);
    case 'level':
      return partsOf(t, receipt);
    case 'entry':
      return [
        ...(receipt.account === 'fund'
          ? [[t('curve.account'), t('nav.protectionFund')] as const]
          : []),
        [t('assets.coin'), receipt.coin],
        ...pairOf(t, receipt),
      ];
    case 'rejection':
      return [
        [t('orders.pair'), receipt.symbol],
        [t('order.side'), t(`order.${receipt.side}`)],
        [t('order.trigger'), receipt.trigger],
        ...(receipt.price === '' ? [] : [[t('order.price'), receipt.price] as const]),
        ...(receipt.size === '' ? [] : [[t('order.size'), receipt.size] as const]),
        [t('orders.reason'), reasonText(t, receipt.refused)],
      ];
    case 'refusal':
      return refusedInputs(t, receipt);
  }
}

function refusedInputs(t: Translate, receipt: RefusalReceipt): ReceiptInput[] {
  const { base, coin, trigger, price, size, unit } = receipt;
  const shown = (label: MessageId, text: string, of = ''): ReceiptInput[] =>
    text === '' ? [] : [[t(label), of === '' ? text : `${text} ${of}`]];
  return [
    [t('orders.pair'), receipt.symbol],
    [t('order.kind'), t(formMessage(receipt))],
    [t('order.side'), t(`order.${receipt.side}`)],
    ...shown('order.trigger', trigger),
    ...shown('order.price', price),
    ...shown('order.size', size, base),
    ...shown('order.total', receipt.amount, coin),
    ...shown('marginPage.clientId', receipt.clientOid),
    [t('orders.reason'), reasonText(t, receipt.refused)],
    ...shown('records.limit', receipt.limit, unit),
    ...shown('records.value', receipt.value, unit),
  ];
}

function profitOf(
  t: Translate,
  { profit, coin }: { readonly profit: string | null; readonly coin: string },
): ReceiptInput[] {
  return profit === null ? [] : [[t('positions.realised'), `${profit} ${coin}`]];
}

function pairOf(t: Translate, { symbol }: { readonly symbol: string }): ReceiptInput[] {
  return symbol === '' ? [] : [[t('orders.pair'), symbol]];
}

function fundOf(
  t: Translate,
  receipt: { readonly fee: string; readonly paidByFund: string; readonly coin: string },
): ReceiptInput[] {
  const { fee, paidByFund, coin } = receipt;
  return [
    [t('positions.why.fee'), `${fee} ${coin}`],
    [t('positions.why.fund'), `${paidByFund} ${coin}`],
  ];
}

/** Trades by day and what there is, each times its price. */
function partsOf(t: Translate, { basis }: LevelChangeReceipt): ReceiptInput[] {
  const { trades, assets, prices } = basis;
  const times = (coin: string, of: string) => `${amount(of)} ${coin} × ${prices[coin] ?? '0'}`;
  return [
    ...trades.map(([day, product, coin, traded]): ReceiptInput => {
      const where = t(product === 'spot' ? 'nav.spot' : 'nav.futures');
      return [`${dayText(day * DAY_MS)} · ${where}`, times(coin, traded)];
    }),
    ...assets.map(
      ([coin, held]): ReceiptInput => [`${t('nav.assets')} · ${coin}`, times(coin, held)],
    ),
  ];
}
