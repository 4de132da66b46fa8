/** Figures of the fidelity page as texts. */

import type { PaperFidelity } from '@halcyon/domain/web';
import { toText } from '../../data/decimal.ts';
import { grouped } from '../../data/format.ts';
import type { Translate } from '../../platform/locale/intl.tsx';

/** Share of the orders that were filled at least in part: "0.8333". */
export function fillShare({ orders, filled, partly }: PaperFidelity): string {
  return orders === 0 ? '0' : toText((BigInt(filled + partly) * 10_000n) / BigInt(orders), 4);
}

/** Basis points with their sign: "+1.2 bp". */
export function basisPoints(t: Translate, value: string): string {
  const plus = /^[^-]*[1-9]/.test(value) ? '+' : '';
  return t('fidelity.basisPoints', { value: plus + grouped(value) });
}
