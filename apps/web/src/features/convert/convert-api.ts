/** Quotes and conversions of the signed-in person. */

import type { SmallConverted, SmallQuote } from '@halcyon/domain/web';
import { trimZeros } from '../../data/decimal.ts';
import { get, post } from '../../data/rest/http.ts';

const WIRE = '/api/v2/convert';
const ROUTE = '/api/web/v1/convert';
const ROWS = 20;
/** The longest stretch that the wire lists at once. */
const LISTED_MS = 89 * 24 * 60 * 60 * 1000;

/** A quote of the wire. */
export interface Quote {
  readonly traceId: string;
  readonly fromCoin: string;
  readonly fromCoinSize: number;
  readonly toCoin: string;
  readonly toCoinSize: string;
  readonly cnvtPrice: string;
  readonly fee: string;
}

/** A conversion of the list. */
export interface ConvertRow extends Omit<Quote, 'traceId'> {
  readonly id: string;
  readonly ts: string;
}

/** A number of the wire as plain decimal text: the smallest ones are written with an exponent. */
export function plainNumber(value: number): string {
  const text = String(value);
  return text.includes('e') ? trimZeros(value.toFixed(12)) : text;
}

/** A quote for what is given. */
export function fetchQuote(from: string, to: string, size: string): Promise<Quote> {
  const query = { fromCoin: from, toCoin: to, fromCoinSize: size };
  return get<Quote>(`${WIRE}/quoted-price`, query);
}

/** Carries a quote out. */
export function convert(quote: Quote): Promise<{ readonly toCoinSize: string }> {
  const { fee: _fee, fromCoinSize, ...named } = quote;
  const body = { ...named, fromCoinSize: plainNumber(fromCoinSize) };
  return post<{ toCoinSize: string }>(`${WIRE}/trade`, body);
}

/** The latest conversions. */
export async function fetchLatest(): Promise<readonly ConvertRow[]> {
  const now = Date.now();
  const window = { startTime: String(now - LISTED_MS), endTime: String(now + 60_000) };
  const query = { ...window, limit: String(ROWS) };
  const { dataList } = await get<{ dataList: ConvertRow[] }>(`${WIRE}/convert-record`, query);
  return dataList;
}

/** Quotes for the small balances that can become a coin. */
export function fetchSmall(coin: string): Promise<readonly SmallQuote[]> {
  return post<readonly SmallQuote[]>(`${ROUTE}/small-quotes`, { coin });
}

/** Carries them out, each by itself. */
export function convertSmall(quotes: readonly SmallQuote[]): Promise<readonly SmallConverted[]> {
  const traceIds = quotes.map(({ traceId }) => traceId);
  return post<readonly SmallConverted[]>(`${ROUTE}/small`, { traceIds });
}
