/** Reads the argument of a subscribe or unsubscribe message. */
import { AccountKind, accountOf, type Instrument, lowerAscii, upperAscii } from '@halcyon/domain';
import { CANDLE_CHANNELS, isObject, type JsonObject, type JsonValue } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { WsCode } from './errors.ts';
import type { Wanted } from './hub.ts';
import type { Principal } from './ports.ts';

/** A subscription that can be made, or why it cannot. */
export type Reading =
  | {
      readonly ok: true;
      /** The same for the same subscription, however it was spelt. */
      readonly key: string;
      readonly wanted: Wanted;
      /** JSON of the `arg` of its pushes. */
      readonly arg: string;
    }
  | { readonly ok: false; readonly code: WsCode; readonly message: string };

function refuse(code: WsCode, message: string): Reading {
  return { ok: false, code, message };
}

/** A field under its usual or its snake-case name; null when absent. */
function field(arg: JsonObject, name: string, snake: string): JsonValue {
  return arg[name] ?? arg[snake] ?? null;
}

const TOP_LEVELS: Readonly<Record<string, 1 | 5 | 15>> = { books1: 1, books5: 5, books15: 15 };
const PRIVATE = new Set(['account', 'fill', 'orders', 'orders-algo']);
const OTHER_AREAS = /^(S?(USDT|USDC|COIN)-FUTURES|MARGIN|UTA)$/;

/**
 * @param principal who is logged in, null = nobody
 */
export function readSubscription(
  value: JsonValue,
  views: Views,
  principal: Principal | null,
): Reading {
  if (!isObject(value)) {
    return refuse(
      WsCode.badParams,
      'args must be objects with instType, channel and instId or coin',
    );
  }
  const instType = field(value, 'instType', 'inst_type');
  const channel = value['channel'] ?? null;
  if (typeof instType !== 'string') {
    return refuse(WsCode.badParams, 'instType is required and must be a string');
  }
  if (typeof channel !== 'string') {
    return refuse(WsCode.badParams, 'channel is required and must be a string');
  }
  if (upperAscii(instType) !== 'SPOT') {
    const known = OTHER_AREAS.test(upperAscii(instType));
    const reason = known ? 'is not open on this exchange yet' : 'does not exist';
    return refuse(WsCode.unknownChannel, `instType ${instType.slice(0, 40)} ${reason}`);
  }
  if (PRIVATE.has(channel)) return readPrivate(value, instType, channel, views, principal);
  return readPublic(value, instType, channel, views);
}

function symbolOf(value: JsonObject, views: Views): Instrument | string {
  const instId = field(value, 'instId', 'inst_id');
  if (typeof instId !== 'string') return 'instId is required and must be a string';
  const instrument = views.instrumentBySymbol(upperAscii(instId));
  return instrument ?? `instId ${instId.slice(0, 40)} does not exist`;
}

/** What a public channel gives of an instrument; null when there is no such channel. */
function publicChannel(channel: string): ((instrument: Instrument) => Wanted) | null {
  if (channel === 'ticker' || channel === 'trade' || channel === 'books') {
    return (instrument) => ({ channel, instrument });
  }
  const levels = Object.hasOwn(TOP_LEVELS, channel) ? TOP_LEVELS[channel] : undefined;
  if (levels !== undefined) return (instrument) => ({ channel: 'books-top', instrument, levels });
  const interval = Object.hasOwn(CANDLE_CHANNELS, channel) ? CANDLE_CHANNELS[channel] : undefined;
  return interval === undefined
    ? null
    : (instrument) => ({ channel: 'candle', instrument, interval });
}

function readPublic(value: JsonObject, instType: string, channel: string, views: Views): Reading {
  const wantedOf = publicChannel(channel);
  if (wantedOf === null) {
    const why = channel === 'auction' ? ': instruments open without a call auction' : '';
    return refuse(WsCode.unknownChannel, `channel ${channel.slice(0, 40)} does not exist${why}`);
  }
  const instrument = symbolOf(value, views);
  if (typeof instrument === 'string') return refuse(WsCode.unknownChannel, instrument);
  const instId = field(value, 'instId', 'inst_id');
  const arg = JSON.stringify({ instType, channel, instId });
  return { ok: true, key: `${channel} ${instrument.id}`, wanted: wantedOf(instrument), arg };
}

function readPrivate(
  value: JsonObject,
  instType: string,
  channel: string,
  views: Views,
  principal: Principal | null,
): Reading {
  if (principal === null) return refuse(WsCode.loginNeeded, `channel ${channel} needs a login`);
  if (!principal.canRead) {
    return refuse(WsCode.loginNeeded, 'this API key lacks the permission read');
  }
  const account = accountOf(principal.user, AccountKind.spot);
  if (channel === 'account') {
    const coin = value['coin'] ?? 'default';
    if (typeof coin !== 'string') return refuse(WsCode.badParams, 'coin must be a string');
    const all = lowerAscii(coin) === 'default';
    const asset = all ? null : views.assetByCode(upperAscii(coin));
    if (asset === undefined) {
      return refuse(WsCode.unknownChannel, `coin ${coin.slice(0, 40)} does not exist`);
    }
    const wanted: Wanted = { channel, account, asset: asset === null ? null : asset.id };
    const arg = JSON.stringify({ instType, channel, coin });
    return { ok: true, key: `${channel} ${asset?.id ?? ''}`, wanted, arg };
  }
  const instId = field(value, 'instId', 'inst_id') ?? 'default';
  const all = typeof instId === 'string' && lowerAscii(instId) === 'default';
  const instrument = all ? null : symbolOf(value, views);
  if (typeof instrument === 'string') return refuse(WsCode.unknownChannel, instrument);
  const wanted: Wanted = {
    channel: channel === 'fill' || channel === 'orders' ? channel : 'orders-algo',
    account,
    instrument: instrument === null ? null : instrument.id,
  };
  const arg = JSON.stringify({ instType, channel, instId });
  return { ok: true, key: `${channel} ${instrument?.id ?? ''}`, wanted, arg };
}
