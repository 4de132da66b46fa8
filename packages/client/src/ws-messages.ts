/** Messages of the WebSocket contract as the client sees them. */
import type { InstType } from '@halcyon/protocol';

/** Names one stream: `instId` for those of an instrument, `coin` for those of an account. */
export interface ChannelArg {
  /** `SPOT`, or `USDT-FUTURES` for contracts: one symbol may name an instrument of each. */
  readonly instType: InstType;
  readonly channel: string;
  readonly instId?: string;
  readonly coin?: string;
}

/** A push on a stream. */
export interface Push<Row = unknown> {
  readonly action: 'snapshot' | 'update';
  readonly arg: ChannelArg;
  readonly data: readonly Row[];
  /** Unix ms. */
  readonly ts: number;
}

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

/** A message from the server. */
export type Frame =
  | { readonly kind: 'push'; readonly push: Push }
  | {
      readonly kind: 'event';
      readonly event: string;
      readonly code: string;
      readonly msg: string;
      readonly arg: unknown;
    }
  | { readonly kind: 'other' };

const OTHER: Frame = { kind: 'other' };

/** Reads a text message; what is not of the contract is `other`, never an exception. */
export function readFrame(text: string): Frame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return OTHER;
  }
  if (!isRecord(value)) return OTHER;
  const { event, arg, data, action } = value;
  if (typeof event === 'string') {
    return {
      kind: 'event',
      event,
      code: String(value['code'] ?? 0),
      msg: String(value['msg'] ?? ''),
      arg,
    };
  }
  if (!isRecord(arg) || typeof arg['channel'] !== 'string' || !Array.isArray(data)) return OTHER;
  const push: Push = {
    action: action === 'update' ? 'update' : 'snapshot',
    arg: arg as unknown as ChannelArg,
    data,
    ts: Number(value['ts'] ?? 0),
  };
  return { kind: 'push', push };
}

/** Whether a value is a plain object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The key of a stream. */
export function channelKey(arg: ChannelArg): string {
  return `${arg.instType}:${arg.channel}:${arg.instId ?? arg.coin ?? ''}`;
}

/** Results of a trade answer by the id of their item; null when it names none. */
export function tradeResults(frame: Frame): Map<string, TradeResult> | null {
  if (frame.kind !== 'event' || !Array.isArray(frame.arg)) return null;
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

/** Splits streams so that no message is longer than `bytesMax`. */
export function batches(args: readonly ChannelArg[], bytesMax: number): ChannelArg[][] {
  const result: ChannelArg[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const arg of args) {
    const length = JSON.stringify(arg).length + 1;
    if (size + length > bytesMax - 64) {
      result.push([]);
      size = 0;
    }
    result.at(-1)?.push(arg);
    size += length;
  }
  return result;
}
