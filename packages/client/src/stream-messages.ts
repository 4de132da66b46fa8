/** Messages of the WebSocket contract, parsed at the edge. Pages download it: it imports types alone. */
import type { InstType } from '@halcyon/protocol/web';

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

/** What the server says besides pushes: `login`, `subscribe`, `trade`, `error`. */
export interface EventFrame {
  readonly event: string;
  /** `0` = done, else the error's code of the wire. */
  readonly code: string;
  readonly msg: string;
  /** What it is about, as it was sent. */
  readonly arg: unknown;
}

/** The key under which a stream's listeners are kept. */
export function channelKey(arg: ChannelArg): string {
  return `${arg.instType}:${arg.channel}:${arg.instId ?? arg.coin ?? ''}`;
}

/** Whether a value is a plain object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a text message; null for what is not of the contract, never an exception. */
export function readFrame(text: string): Push | EventFrame | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const { event, code = 0, msg = '', arg, data, action, ts = 0 } = value;
  if (typeof event === 'string') return { event, code: String(code), msg: String(msg), arg };
  if (!isRecord(arg) || typeof arg['channel'] !== 'string' || !Array.isArray(data)) return null;
  return {
    action: action === 'update' ? action : 'snapshot',
    arg: arg as unknown as ChannelArg,
    data,
    ts: Number(ts),
  };
}

/** Splits streams so that no message is longer than `bytesMax`. */
export function batches(args: readonly ChannelArg[], bytesMax: number): ChannelArg[][] {
  const result: ChannelArg[][] = [];
  let size = bytesMax;
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
