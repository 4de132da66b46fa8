/** Frames of the WebSocket contract, parsed at the edge. */

import type { ChannelRow, InstType } from '@halcyon/protocol/web';

/** Names one stream: `instId` for market streams, `coin` for account streams. */
export interface ChannelArg {
  readonly instType: InstType;
  readonly channel: string;
  readonly instId?: string;
  readonly coin?: string;
}

/** The rows of a channel: its declaration says them, the server is held to it. */
export type Rows<I extends InstType, C extends string> = readonly ChannelRow<I, C>[];

/** A push on a stream. */
export interface Push<Row = unknown> {
  readonly kind: 'push';
  readonly action: 'snapshot' | 'update';
  readonly arg: ChannelArg;
  readonly data: readonly Row[];
  readonly ts: number;
}

/** A frame from the server. */
export type Frame =
  | Push
  | { readonly kind: 'pong' }
  | {
      readonly kind: 'event';
      readonly event: string;
      readonly code: number;
      readonly msg: string;
      /** The stream it is about, where it names one. */
      readonly arg?: ChannelArg;
    }
  | { readonly kind: 'unknown' };

/** The key under which a stream's handlers are kept. */
export function channelKey(arg: ChannelArg): string {
  return `${arg.instType}:${arg.channel}:${arg.instId ?? arg.coin ?? ''}`;
}

/** Reads one text frame; anything unexpected is `unknown`, never an exception. */
export function parseFrame(text: string): Frame {
  if (text === 'pong') return { kind: 'pong' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'unknown' };
  }
  if (typeof value !== 'object' || value === null) return { kind: 'unknown' };
  const frame = value as Record<string, unknown>;
  const arg = frame['arg'];
  if (typeof frame['event'] === 'string') {
    const code = Number(frame['code'] ?? 0);
    const msg = typeof frame['msg'] === 'string' ? frame['msg'] : '';
    const about = typeof arg === 'object' && arg !== null ? { arg: arg as ChannelArg } : {};
    return { kind: 'event', event: frame['event'], code, msg, ...about };
  }
  const data = frame['data'];
  if (typeof arg !== 'object' || arg === null || !Array.isArray(data)) return { kind: 'unknown' };
  return {
    kind: 'push',
    action: frame['action'] === 'update' ? 'update' : 'snapshot',
    arg: arg as ChannelArg,
    data,
    ts: Number(frame['ts'] ?? 0),
  };
}

/** Splits subscription arguments so that no message is longer than the server accepts (bytes). */
export function batchArgs(args: readonly ChannelArg[], maxBytes: number): ChannelArg[][] {
  const batches: ChannelArg[][] = [];
  let batch: ChannelArg[] = [];
  let size = 0;
  for (const arg of args) {
    const length = JSON.stringify(arg).length + 1;
    if (batch.length > 0 && size + length > maxBytes - 64) {
      batches.push(batch);
      batch = [];
      size = 0;
    }
    batch.push(arg);
    size += length;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
