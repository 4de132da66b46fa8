/** Orders over the WebSocket, and what became of them. */
import { type EventFrame, isRecord } from './stream-messages.ts';

/** One order, cancel or amend to be sent over a WebSocket. */
export interface TradeItem {
  readonly channel: 'place-order' | 'cancel-order' | 'modify-order';
  /** Left out: `SPOT`. */
  readonly instType?: 'SPOT' | 'USDT-FUTURES';
  /** Symbol. */
  readonly instId: string;
  readonly params: Readonly<Record<string, string>>;
}

/** What became of a TradeItem. */
export interface TradeResult {
  /** `0` = accepted, else the error's code of the wire. */
  readonly code: string;
  readonly msg: string;
  readonly orderId: string;
  readonly clientOid: string;
}

/** Results of a trade answer by the id of their item; null when it names none. */
export function tradeResults(frame: EventFrame): Map<string, TradeResult> | null {
  if (!Array.isArray(frame.arg)) return null;
  const results = new Map<string, TradeResult>();
  for (const item of frame.arg as readonly unknown[]) {
    if (!isRecord(item) || item['id'] === undefined) continue;
    const params = isRecord(item['params']) ? item['params'] : {};
    // An item may carry its own code; the frame's counts for those that do not.
    const own = item['code'] ?? params['code'];
    const accepted = frame.event === 'trade' ? frame.code : frame.code === '0' ? '500' : frame.code;
    results.set(String(item['id']), {
      code: own === undefined ? accepted : String(own),
      msg: String(item['msg'] ?? params['msg'] ?? frame.msg),
      orderId: String(params['orderId'] ?? ''),
      clientOid: String(params['clientOid'] ?? ''),
    });
  }
  return results;
}
