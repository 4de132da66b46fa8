/** The optional freshness of a request: `requestTime` may lie back at most `receiveWindow`. */
import { RECEIVE_WINDOW_MS, WireError } from '@halcyon/protocol';

const WINDOW_MAX_MS = 60_000;

/** @throws WireError when the request is older than it may be */
export function checkTiming(
  request: { readonly requestTime?: string; readonly receiveWindow?: string },
  now: number,
): void {
  const { requestTime, receiveWindow } = request;
  if (receiveWindow !== undefined && Number(receiveWindow) >= WINDOW_MAX_MS) {
    throw new WireError('receiveWindow', { limit: WINDOW_MAX_MS });
  }
  if (requestTime === undefined) return;
  const window = receiveWindow === undefined ? RECEIVE_WINDOW_MS : Number(receiveWindow);
  if (now - Number(requestTime) > window) throw new WireError('requestExpired', { limit: window });
}
