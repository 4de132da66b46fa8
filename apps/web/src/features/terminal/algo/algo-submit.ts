/** The calls that place and change an algo order. */

import type { ParentField } from '@halcyon/domain';
import { trimZeros } from '../../../data/decimal.ts';
import { type Body, newClientOid, post } from '../../../data/rest/trading.ts';
import type { SpotMarket } from '../spot-form/spot-sums.ts';
import { type AlgoDraft, secondsOf, sizeOf } from './algo-draft.ts';
import { ALGO_FIELDS, ALGO_MAY_REST } from './algo-kinds.ts';

const TRADE = '/api/v2/spot/trade';

type Placed = Body<'/api/v2/spot/trade/place-parent-order'>;

/** Body of the call that places a checked draft. */
export function algoBody(draft: AlgoDraft, market: SpotMarket): Omit<Placed, 'clientOid'> {
  const { kind, side, rests } = draft;
  const texts: Record<ParentField, string> = { ...draft, duration: String(secondsOf(draft)) };
  const given = ALGO_FIELDS[kind].filter((field) => draft[field] !== '');
  return {
    ...{ symbol: market.instrument.symbol, side, parentType: kind },
    size: trimZeros(sizeOf(draft, market)),
    ...Object.fromEntries(given.map((field) => [field, trimZeros(texts[field])])),
    ...(rests && ALGO_MAY_REST.includes(kind) && { force: 'post_only' }),
  };
}

/** Places it. Rejects with an `ApiError` that says why not. */
export function placeAlgo(draft: AlgoDraft, market: SpotMarket) {
  return post(`${TRADE}/place-parent-order`, {
    ...algoBody(draft, market),
    clientOid: newClientOid(),
  });
}

/** Changes the terms that are named. */
export function amendAlgo(body: Body<'/api/v2/spot/trade/modify-parent-order'>) {
  return post(`${TRADE}/modify-parent-order`, body);
}

/** Takes its orders out of the book, or places what is left. */
export function pauseAlgo(orderId: string, paused: boolean) {
  return paused
    ? post(`${TRADE}/pause-parent-order`, { orderId })
    : post(`${TRADE}/resume-parent-order`, { orderId });
}

/** Ends it. */
export function cancelAlgo(orderId: string) {
  return post(`${TRADE}/cancel-parent-order`, { orderId });
}
