/** The record of orders that were refused when they were placed: of any account. */

import type { RefusalReceipt } from '@halcyon/domain';
import type { RefusalAccount } from '@halcyon/domain/web';
import { dateTime, price } from '../../data/format.ts';
import { fetchRefusals } from '../../data/rest/refusals.ts';
import type { Translate } from '../../platform/locale/intl.tsx';
import { headsOf } from '../desk/lists/heads.ts';
import { marginAccountText } from './margin-words.ts';
import type { LineContext } from './order-lines.ts';
import { reasonText } from './order-words.ts';
import {
  column,
  type RecordColumn,
  type RecordKind,
  type RecordLine,
  WHOLE,
} from './record-kind.ts';
import { formMessage, measureText } from './refusal-words.ts';

/** Where there is no room for all, why it was refused stays, with what it would have been. */
const GO = { time: 2, kind: 4, price: 3, trigger: 5, reason: 0 };
const COLUMNS: readonly RecordColumn[] = [
  ...headsOf(['time', 'pair', 'kind', 'side', 'price', 'trigger', 'size', 'reason'], GO),
  column('limit', 'records.limit', true),
  column('value', 'records.value', true),
];

function isMarginAccount(account: RefusalReceipt['account']): account is 'crossed' | 'isolated' {
  return account === 'crossed' || account === 'isolated';
}

function accountText(t: Translate, { account, symbol }: RefusalReceipt): string {
  return isMarginAccount(account) ? marginAccountText(t, account, symbol) : '';
}

function cellsOf({ t, instruments }: LineContext, refusal: RefusalReceipt): RecordLine['cells'] {
  const { symbol, base, coin, size, unit } = refusal;
  const scale = instruments?.get(symbol)?.priceScale ?? 8;
  const priced = (text: string) => (text === '' ? '–' : price(text, scale));
  const sized = size === '' ? measureText(refusal.amount, coin) : measureText(size, base);
  return {
    time: dateTime(refusal.time),
    account: accountText(t, refusal),
    pair: refusal.account === 'futures' ? symbol : `${base}/${coin}`,
    kind: t(formMessage(refusal)),
    side: t(`order.${refusal.side}`),
    price: refusal.price === '' ? t('order.marketPrice') : priced(refusal.price),
    trigger: priced(refusal.trigger),
    size: sized,
    reason: reasonText(t, refusal.refused),
    limit: measureText(refusal.limit, unit),
    value: measureText(refusal.value, unit),
  };
}

/** @param of whose orders; of the margin accounts both, and each line says which */
export function refusalsKind(context: LineContext, of: RefusalAccount): RecordKind {
  const [time, ...rest] = COLUMNS;
  const ofMargin = of === 'margin';
  return {
    key: 'refusals',
    label: 'records.refused',
    filter: 'symbol',
    ...WHOLE,
    receipts: true,
    narrows: ofMargin ? ['account', 'side'] : ['side'],
    columns: ofMargin ? [time!, column('account', 'marginPage.account'), ...rest] : COLUMNS,
    fetch: async (query) =>
      (await fetchRefusals(of, query)).map(({ id, refusal }) => ({
        id,
        side: refusal.side,
        receipt: { of: 'refusal', account: refusal.account, id },
        cells: cellsOf(context, refusal),
      })),
  };
}
