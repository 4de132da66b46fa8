/** How alerts are called on screen. */

import type { AlertCondition, AlertPrice } from '@halcyon/domain';
import type { AlertRow } from '@halcyon/domain/web';
import { amount, price as priceText } from '../../data/format.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import type { MessageId } from '../../platform/locale/intl.tsx';

/** When one fires. */
export const CONDITION_WORDS: Readonly<Record<AlertCondition, MessageId>> = {
  crosses: 'alerts.crosses',
  above: 'alerts.above',
  below: 'alerts.below',
};

/** Which price it goes by. */
export const PRICE_WORDS: Readonly<Record<AlertPrice, MessageId>> = {
  last: 'order.pick.last',
  mark: 'futures.mark',
  index: 'futures.index',
};

/** Beside a line, where there is room for a sign only. */
export const CONDITION_SIGNS: Readonly<Record<AlertCondition, string>> = {
  crosses: '',
  above: '≥',
  below: '≤',
};

/** A price of an alert as its instrument writes it. */
export function alertPrice(price: string, instrument: InstrumentInfo | undefined): string {
  return instrument === undefined ? amount(price) : priceText(price, instrument.priceScale);
}

/** The level of an alert, to be put into a sentence of any direction. */
export function levelText(row: AlertRow, instrument: InstrumentInfo | undefined): string {
  return `\u2066${alertPrice(row.level, instrument)}\u2069`;
}
