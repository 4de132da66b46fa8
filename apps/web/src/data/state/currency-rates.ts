/** Totals in the currency that a person chose, by the served rate table. */

import type { CurrencyRates } from '@halcyon/domain/web';
import { useCurrency } from '../../platform/locale/currency.ts';
import { venueKey } from '../../platform/simulation/venue.ts';
import { wide, wideProduct } from '../decimal.ts';
import { currencyText } from '../format.ts';
import { useQuery } from '../query/use-query.ts';
import { web } from '../rest/web.ts';
import { valueText } from './portfolio.ts';

/** Currency of the table's base; one USDT is shown as one of it. */
const BASE = 'USD';

/** The rate table; undefined until it is there. */
export function useCurrencyRates(): CurrencyRates | undefined {
  return useQuery({
    queryKey: venueKey('currency-rates'),
    queryFn: ({ signal }) => web('GET /currency-rates', {}, { signal }),
    staleTime: 60 * 60_000,
  }).data;
}

/** How totals are shown. */
export interface Totals {
  /** Text of a value in wide units of USDT; a dash when it is unknown. */
  readonly text: (value: bigint | null) => string;
  /** The same of a part; in USDT where no rate is used: what it is is exact then. */
  readonly worth: (value: bigint | null) => string;
  readonly currency: string;
  /** Unix ms of the rates' day; null where no rate is used. */
  readonly ratesOf: number | null;
}

/** A value in another currency, wide units. @param rate decimal text, units for one dollar */
export function converted(value: bigint, rate: string): bigint {
  return wideProduct(value, wide(rate));
}

/** The chosen currency; dollars while the table has no rate for it. */
export function useTotals(): Totals {
  const chosen = useCurrency();
  const table = useCurrencyRates();
  const rate = chosen === BASE ? '1' : table?.rates[chosen];
  const currency = rate === undefined ? BASE : chosen;
  const used = rate ?? '1';
  const text = (value: bigint | null) =>
    value === null ? '–' : currencyText(converted(value, used), currency);
  const ratesOf = currency === BASE || table === undefined ? null : Date.parse(table.date);
  return { text, worth: ratesOf === null ? valueText : text, currency, ratesOf };
}
