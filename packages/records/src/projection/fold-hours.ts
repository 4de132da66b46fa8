/** How events become what was so at each hour; see hour-tables.ts. */
import type { LoanEvent, PositionEvent, PostingEvent } from '@halcyon/domain';
import { pocketOf } from '@halcyon/domain';
import type { SqlValue } from '../sql/row-writer.ts';
import { hourOf, type PriceKind } from './hour-tables.ts';
import type { Known } from './known.ts';
import type { WriteSet } from './write-set.ts';

/** What an account has of a coin. */
export function noteBalance(event: PostingEvent, out: WriteSet): void {
  const { account, instrument, asset, available, held, time } = event;
  const key = [account, pocketOf(account, instrument), asset, 0, hourOf(time)];
  put(out.holdingHours, key, [available + held]);
}

/** What it owes. */
export function noteDebt(event: LoanEvent, out: WriteSet): void {
  const { account, instrument, asset, principal, interest, time } = event;
  const key = [account, pocketOf(account, instrument), asset, 1, hourOf(time)];
  put(out.holdingHours, key, [BigInt(principal) + BigInt(interest)]);
}

/** What is open of a contract. */
export function notePosition(event: PositionEvent, out: WriteSet): void {
  const { account, instrument, leg, lots, cost, time } = event;
  put(out.positionHours, [account, instrument, leg, hourOf(time)], [lots, cost]);
}

/** A price, where it is the first of its hour. */
export function notePrice(
  { instrument, time }: { readonly instrument: number; readonly time: number },
  source: PriceKind,
  price: number,
  known: Known,
  out: WriteSet,
): void {
  const key = priceKey(instrument, source);
  const hour = hourOf(time);
  if (hour <= (known.priceHours.get(key) ?? -1) || price === 0) return;
  known.priceHours.set(key, hour);
  out.priceHours.push([instrument, hour, source, price]);
}

/** A source of prices as a number. */
export function priceKey(instrument: number, source: number): number {
  return instrument * 2 + source;
}

/** Of several in an hour the last one counts. */
function put(
  rows: Map<string, readonly SqlValue[]>,
  key: readonly number[],
  values: readonly SqlValue[],
): void {
  rows.set(key.join(), [...key, ...values]);
}
