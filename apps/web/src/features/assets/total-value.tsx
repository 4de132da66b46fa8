/** A total in the chosen currency, with its coins and the day of the rate. */

import { dayText } from '../../data/duration.ts';
import { money } from '../../data/format.ts';
import { useTotals } from '../../data/state/currency-rates.ts';
import { VALUE_COIN } from '../../data/state/portfolio.ts';
import { useT } from '../../platform/locale/intl.tsx';

/** The figure. @param props.value wide units of USDT; null while it is not known */
export function TotalValue({ value }: { readonly value: bigint | null }) {
  const t = useT();
  const totals = useTotals();
  return (
    <div className="asset-worth">
      <p className="asset-sum num">
        <bdi dir="ltr">{totals.text(value)}</bdi>
      </p>
      <p className="muted num">
        <bdi dir="ltr">
          {value === null ? '–' : money(value)} {VALUE_COIN}
        </bdi>
      </p>
      {totals.ratesOf !== null && (
        <p className="asset-rates">{t('assets.ratesOf', { day: dayText(totals.ratesOf) })}</p>
      )}
    </div>
  );
}
