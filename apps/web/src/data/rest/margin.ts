/** Margin accounts: what they have and owe, loans, orders. Decimals and ids are text. */

import type { MarginAccountRead, MarginKind } from '@halcyon/domain/web';
import { type Body, post, read } from './trading.ts';
import type { FillRow, OrderAck } from './types.ts';
import { web } from './web.ts';

/** Names a margin account, or a pair of the isolated one. */
export interface MarginPlaceName {
  readonly kind: MarginKind;
  /** Of isolated margin alone; else ''. */
  readonly symbol: string;
}

/** Body of an order: wire names, decimals as text. */
export type MarginOrderBody = Body<'/api/v2/margin/crossed/place-order'>;

function margin<const K extends MarginKind, const P extends string>(kind: K, path: P) {
  return `/api/v2/margin/${kind}/${path}` as const;
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
  return post(margin(kind, 'place-order'), body);
}

/** Cancels an open order. */
export function cancelMarginOrder(
  kind: MarginKind,
  symbol: string,
  orderId: string,
): Promise<OrderAck> {
  return post(margin(kind, 'cancel-order'), { symbol, orderId });
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
  if (kind === 'crossed') {
    return (await post(margin(kind, 'account/flash-repay'), coin === '' ? {} : { coin })).repayId;
  }
  const [row] = await post(margin(kind, 'account/flash-repay'), { symbolList: [symbol] });
  return row?.repayId ?? '';
}

/** A page of fills of a pair, newest first. */
export async function fetchMarginFills(
  kind: MarginKind,
  symbol: string,
  limit: number,
): Promise<readonly FillRow[]> {
  return (await read(margin(kind, 'fills'), { symbol, limit })).fills;
}
