/** Words for orders that were refused when they were placed. */

import type { RefusalReceipt } from '@halcyon/domain';
import { amount } from '../../data/format.ts';
import type { MessageId } from '../../platform/locale/intl.tsx';

/** What was to be placed. */
export function formMessage({ form, type }: Pick<RefusalReceipt, 'form' | 'type'>): MessageId {
  if (form === 'order') return `order.kind.${type}`;
  return form === 'oco' ? 'order.kind.oco' : 'order.kind.trigger';
}

/** A limit or value with its coin; a dash where the reason measures nothing. */
export function measureText(text: string, unit: string): string {
  if (text === '') return '–';
  return unit === '' ? amount(text) : `${amount(text)} ${unit}`;
}
