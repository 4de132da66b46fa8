/** How worth and profit over time are written: in the chosen currency, at the rates there are. */

import { useTotals } from '../../../data/state/currency-rates.ts';

/** Texts of values in wide units of USDT. */
export interface CurveTexts {
  readonly worth: (value: bigint) => string;
  /** A change with its sign: "+1.50 USDT". */
  readonly change: (value: bigint) => string;
  /** Day of the rates, Unix ms; null while values are told in USDT, as they are where dollars are chosen. */
  readonly ratesOf: number | null;
}

/** The texts of the chosen currency. Of the past no rates are kept: those of now are used for all of it. */
export function useCurveTexts(): CurveTexts {
  const { worth, ratesOf } = useTotals();
  const change = (value: bigint) => `${value > 0n ? '+' : ''}${worth(value)}`;
  return { worth, change, ratesOf };
}

/** A profit or loss; the sign says what the colour does. */
export function Change({ value }: { readonly value: bigint }) {
  const { change } = useCurveTexts();
  const look = value > 0n ? 'up' : value < 0n ? 'down' : '';
  return (
    <bdi dir="ltr" className={`num ${look}`}>
      {change(value)}
    </bdi>
  );
}
