/** Currencies in which the web app shows totals. */

/** Rates for display; nothing is ever settled at them. */
export interface CurrencyRates {
  /** What one unit of is priced: always US dollars. One USDT is shown as one dollar. */
  readonly base: 'USD';
  /** Day of the rates, `YYYY-MM-DD`. */
  readonly date: string;
  /** Decimal text by ISO 4217 code: units of the currency for one dollar. `USD` is always there. */
  readonly rates: Readonly<Record<string, string>>;
}
