/** Margin accounts: what they have and owe, loans, orders. Decimals and ids are text. */

import type { MarginAccountRead, MarginKind } from '@halcyon/domain/web';
import { get, post } from './http.ts';
import type { FillRow, OrderAck } from './types.ts';
import { web } from './web.ts';

/** What an order borrows as it enters, and whether it pays back with what it gets. */
export type LoanType = 'normal' | 'autoLoan' | 'autoRepay' | 'autoLoanAndRepay';

/** Names a margin account, or a pair of the isolated one. */
export interface MarginPlaceName {
  readonly kind: MarginKind;
  /** Of isolated margin alone; else ''. */
  readonly symbol: string;
}

/** Body of an order: wire names, decimals as text. */
export interface MarginOrderBody {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly orderType: 'limit' | 'market';
  readonly force: 'gtc' | 'ioc' | 'fok' | 'post_only';
  readonly loanType: LoanType;
  readonly price?: string;
  /** Of all but a market buy. */
  readonly baseSize?: string;
  /** Of a market buy. */
  readonly quoteSize?: string;
  readonly clientOid: string;
}

function margin(kind: MarginKind, path: string): string {
  return `/api/v2/margin/${kind}/${path}`;
}

/** What requests about loans say of their place. */
function placed({ kind, symbol }: MarginPlaceName) {
  return kind === 'crossed' ? {} : { symbol };
}

/** The account with all that its figures need. @param symbol of this pair alone; '' = of all */
export function fetchMarginAccount(kind: MarginKind, symbol: string): Promise<MarginAccountRead> {
  return web('GET /margin/account', { kind, symbol });
}

/** Places an order. */
export function placeMarginOrder(kind: MarginKind, body: MarginOrderBody): Promise<OrderAck> {
  return post<OrderAck>(margin(kind, 'place-order'), body);
}

/** Cancels an open order. */
export function cancelMarginOrder(
  kind: MarginKind,
  symbol: string,
  orderId: string,
): Promise<OrderAck> {
  return post<OrderAck>(margin(kind, 'cancel-order'), { symbol, orderId });
}

/** Borrows a coin. */
export function borrowCoin(
  place: MarginPlaceName,
  body: { readonly coin: string; readonly borrowAmount: string; readonly clientOid: string },
): Promise<unknown> {
  return post(margin(place.kind, 'account/borrow'), { ...placed(place), ...body });
}

/** Pays back what is owed of a coin, interest first. */
export function repayCoin(
  place: MarginPlaceName,
  body: { readonly coin: string; readonly repayAmount: string; readonly clientOid: string },
): Promise<unknown> {
  return post(margin(place.kind, 'account/repay'), { ...placed(place), ...body });
}

/**
 * Pays debts back with all that there is, selling other coins at the market; what names the repayment, '' where
 * it was refused.
 * @param coin of cross margin; '' = all that are owed
 */
export async function flashRepay({ kind, symbol }: MarginPlaceName, coin: string): Promise<string> {
  const path = margin(kind, 'account/flash-repay');
  if (kind === 'crossed') {
    return (await post<{ readonly repayId: string }>(path, coin === '' ? {} : { coin })).repayId;
  }
  const [row] = await post<readonly { readonly repayId: string }[]>(path, { symbolList: [symbol] });
  return row?.repayId ?? '';
}

/** A page of fills of a pair, newest first. */
export async function fetchMarginFills(
  kind: MarginKind,
  symbol: string,
  limit: number,
): Promise<readonly FillRow[]> {
  const found = await get<{ readonly fills: readonly FillRow[] }>(margin(kind, 'fills'), {
    symbol,
    limit,
  });
  return found.fills;
}
