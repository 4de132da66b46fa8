/** Quotes and conversions of the signed-in person. */

import type { SmallConverted, SmallQuote } from '@halcyon/domain/web';
import { mulDivFloor, parseTruncated, pow10, toText } from '../../data/decimal.ts';
import { amount } from '../../data/format.ts';
import { get, post } from '../../data/rest/http.ts';
import type { RecordQuery } from '../../data/rest/trade.ts';
import { web } from '../../data/rest/web.ts';

const WIRE = '/api/v2/convert';
const ROWS = 20;
/** Decimals that a price is reckoned with: some coins are worth little of another. */
const RATE_SCALE = 18;
/** Digits of a price that tell something. */
const RATE_FIGURES = 8;
const DECIMALS_MIN = 2;
/** The longest stretch that the wire lists at once. */
const LISTED_MS = 89 * 24 * 60 * 60 * 1000;

/** A quote of the wire. */
export interface QuoteRow {
  readonly traceId: string;
  readonly fromCoin: string;
  readonly fromCoinSize: string;
  readonly toCoin: string;
  readonly toCoinSize: string;
  readonly cnvtPrice: string;
  readonly fee: string;
}

/** A conversion of the list. */
export interface ConvertRow extends Omit<QuoteRow, 'traceId'> {
  readonly id: string;
  readonly ts: string;
}

/** A quote for what is given. */
export function fetchQuote(from: string, to: string, size: string): Promise<QuoteRow> {
  const query = { fromCoin: from, toCoin: to, fromCoinSize: size };
  return get<QuoteRow>(`${WIRE}/quoted-price`, query);
}

/** Carries a quote out. */
export function convert(quote: QuoteRow): Promise<{ readonly toCoinSize: string }> {
  const { fee: _fee, ...named } = quote;
  return post<{ toCoinSize: string }>(`${WIRE}/trade`, named);
}

/** The latest conversions. */
export async function fetchLatest(): Promise<readonly ConvertRow[]> {
  const now = Date.now();
  const window = { startTime: String(now - LISTED_MS), endTime: String(now + 60_000) };
  const query = { ...window, limit: String(ROWS) };
  const { dataList } = await get<{ dataList: ConvertRow[] }>(`${WIRE}/convert-record`, query);
  return dataList;
}

/** A page of conversions of any time, newest first. */
export async function fetchConverts(query: RecordQuery): Promise<readonly ConvertRow[]> {
  const { symbol, startTime, endTime, limit, idLessThan: before } = query;
  const asked = { list: 'converts' as const, symbol, startTime, endTime, limit, before };
  return (await web('GET /records/movements', asked)).rows as readonly ConvertRow[];
}

/** What is given, with its coin. */
export function givenText({ fromCoin, fromCoinSize }: ConvertRow): string {
  return `${amount(fromCoinSize)} ${fromCoin}`;
}

function rateFigures(units: bigint): string {
  const whole = String(units / pow10(RATE_SCALE)).length;
  return amount(toText(units, RATE_SCALE), Math.max(DECIMALS_MIN, RATE_FIGURES - whole));
}

/**
 * The price of one of the dearer coin in the other, as people know it; cut, never rounded up. It leaves out
 * the fee, which stands beside it and is taken from what is received: the wire's price has it in.
 */
export function rateText(
  row: Pick<ConvertRow, 'fromCoin' | 'toCoin' | 'fromCoinSize' | 'toCoinSize' | 'fee'>,
): string {
  const { fromCoin, toCoin } = row;
  const units = (text: string) => parseTruncated(text, RATE_SCALE) ?? 0n;
  const given = units(row.fromCoinSize);
  const traded = units(row.toCoinSize) + units(row.fee);
  const price = given === 0n ? 0n : mulDivFloor(traded, pow10(RATE_SCALE), given);
  if (price === 0n) return '–';
  const one = pow10(RATE_SCALE);
  if (price >= one) return `1 ${fromCoin} = ${rateFigures(price)} ${toCoin}`;
  return `1 ${toCoin} = ${rateFigures(mulDivFloor(one, one, price))} ${fromCoin}`;
}

/** Quotes for the small balances that can become a coin. */
export function fetchSmall(coin: string): Promise<readonly SmallQuote[]> {
  return web('POST /convert/small-quotes', { coin });
}

/** Carries them out, each by itself. */
export function convertSmall(quotes: readonly SmallQuote[]): Promise<readonly SmallConverted[]> {
  const traceIds = quotes.map(({ traceId }) => traceId);
  return web('POST /convert/small', { traceIds });
}
