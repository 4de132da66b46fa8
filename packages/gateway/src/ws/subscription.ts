/** Reads the argument of a subscribe or unsubscribe message. */
import {
  AccountKind,
  accountOf,
  type Instrument,
  lowerAscii,
  Product,
  upperAscii,
} from '@halcyon/domain';
import { NOTICES_CHANNEL } from '@halcyon/domain/web';
import {
  type AccountChannel,
  CANDLE_CHANNELS,
  type ChannelScope,
  type ChannelSpec,
  channelSpec,
  type InstType,
  isObject,
  type JsonObject,
  type JsonValue,
} from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { WsCode } from './errors.ts';
import type { SubscriptionRequest } from './feed-router.ts';
import { isAccountChannel } from './feeds/account-feeds.ts';
import type { Principal } from './ports.ts';

/** A subscription that can be made, or why it cannot. */
export type Reading =
  | {
      readonly ok: true;
      /** The same for the same subscription, however it was spelt. */
      readonly key: string;
      readonly wanted: SubscriptionRequest;
      /** JSON of the `arg` of its pushes. */
      readonly arg: string;
    }
  | { readonly ok: false; readonly code: WsCode; readonly message: string };

function refuse(code: WsCode, message: string): Extract<Reading, { ok: false }> {
  return { ok: false, code, message };
}

/** A field under its usual or its snake-case name; null when absent. */
function field(arg: JsonObject, name: string, snake: string): JsonValue {
  return arg[name] ?? arg[snake] ?? null;
}

/** What an instType stands for. */
interface Area {
  /** What its symbols name; null = it has none. */
  readonly product: Product | null;
  /** Those that its private channels are of. */
  readonly accounts: readonly AccountKind[];
}

const AREAS: Readonly<Record<InstType, Area>> = {
  SPOT: { product: Product.spot, accounts: [AccountKind.spot] },
  'USDT-FUTURES': { product: Product.usdtFutures, accounts: [AccountKind.usdtFutures] },
  'COIN-FUTURES': { product: null, accounts: [AccountKind.coinFutures] },
  'USDC-FUTURES': { product: null, accounts: [AccountKind.usdcFutures] },
  MARGIN: {
    product: Product.spot,
    accounts: [AccountKind.crossMargin, AccountKind.isolatedMargin],
  },
};
/** Known to clients, and closed here. */
const CLOSED_AREAS = /^(S(USDT|USDC|COIN)-FUTURES|UTA)$/;
const TOP_LEVELS: Readonly<Record<string, 1 | 5 | 15>> = { books1: 1, books5: 5, books15: 15 };

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
  const name = upperAscii(instType);
  const area = Object.hasOwn(AREAS, name) ? AREAS[name as InstType] : undefined;
  if (area === undefined) {
    const reason = CLOSED_AREAS.test(name) ? 'is not open on this exchange yet' : 'does not exist';
    return refuse(WsCode.unknownChannel, `instType ${instType.slice(0, 40)} ${reason}`);
  }
  const asked = { value, instType, channel, name, area };
  // To a program with a key it does not exist.
  if (channel === NOTICES_CHANNEL && principal?.via === 'session') {
    return readNotices(asked, principal);
  }
  const spec = channelSpec(name, channel);
  if (spec === undefined) {
    const why = channel === 'auction' ? ': instruments open without a call auction' : '';
    return refuse(WsCode.unknownChannel, `channel ${channel.slice(0, 40)} does not exist${why}`);
  }
  return spec.needs === null
    ? readPublic(asked, spec, views)
    : readPrivate(asked, spec, views, principal);
}

/** A subscription whose instType and channel were read. */
interface Asked {
  readonly value: JsonObject;
  /** As it was spelt. */
  readonly instType: string;
  readonly channel: string;
  /** The instType in upper case, and what it stands for. */
  readonly name: string;
  readonly area: Area;
}

/** The channel of the web app alone, of all accounts: it is named with whichever instType. */
function readNotices({ value, instType, channel }: Asked, { user }: Principal): Reading {
  const instId = field(value, 'instId', 'inst_id');
  const arg = JSON.stringify({ instType, channel, ...(instId === null ? {} : { instId }) });
  return { ok: true, key: channel, wanted: { channel: NOTICES_CHANNEL, user }, arg };
}

function symbolOf({ value, area }: Asked, views: Views): Instrument | string {
  const instId = field(value, 'instId', 'inst_id');
  if (typeof instId !== 'string') return 'instId is required and must be a string';
  const symbol = upperAscii(instId);
  const instrument =
    area.product === null ? undefined : views.instrumentBySymbol(symbol, area.product);
  return instrument ?? `instId ${instId.slice(0, 40)} does not exist`;
}

/** What a public channel gives of an instrument. */
function wantedOf(channel: string, instrument: Instrument): SubscriptionRequest {
  if (channel === 'ticker' || channel === 'trade' || channel === 'books') {
    return { channel, instrument };
  }
  const levels = Object.hasOwn(TOP_LEVELS, channel) ? TOP_LEVELS[channel] : undefined;
  if (levels !== undefined) return { channel: 'books-top', instrument, levels };
  const interval = CANDLE_CHANNELS[channel];
  if (interval === undefined) throw new Error(`the channel ${channel} has no feed`);
  return { channel: 'candle', instrument, interval };
}

function readPublic(asked: Asked, { scope }: ChannelSpec, views: Views): Reading {
  const { value, instType, channel } = asked;
  if (scope !== 'instrument') return readIndexPrice(asked, scope, views);
  const instrument = symbolOf(asked, views);
  if (typeof instrument === 'string') return refuse(WsCode.unknownChannel, instrument);
  const instId = field(value, 'instId', 'inst_id');
  const arg = JSON.stringify({ instType, channel, instId });
  const wanted = wantedOf(channel, instrument);
  return { ok: true, key: keyOf(asked, instrument.id), wanted, arg };
}

/** The one public channel of margin accounts: they trade in the books of spot. */
function readIndexPrice(asked: Asked, scope: ChannelScope, views: Views): Reading {
  const { instType, channel } = asked;
  const of = readWhatOf(asked, scope, views);
  if (!of.ok) return of;
  const { only, named } = of;
  const arg = JSON.stringify({ instType, channel, ...named });
  return { ok: true, key: keyOf(asked, only), wanted: { channel: 'index-price', only }, arg };
}

/** Two areas may have a channel of one name for everything: only the area distinguishes these. */
function keyOf({ name, channel }: Asked, only: number | null): string {
  return `${name} ${channel} ${only ?? ''}`;
}

function readPrivate(
  asked: Asked,
  { needs, scope }: ChannelSpec,
  views: Views,
  principal: Principal | null,
): Reading {
  const { instType, channel } = asked;
  if (principal === null) return refuse(WsCode.loginNeeded, `channel ${channel} needs a login`);
  if (needs === null || !principal.caller.permissions.has(needs)) {
    return refuse(WsCode.loginNeeded, `this API key lacks the permission ${needs}`);
  }
  const of = readWhatOf(asked, scope, views);
  if (!of.ok) return of;
  const { only, named } = of;
  const account = accountOf(principal.user, kindFor(asked));
  const arg = JSON.stringify({ instType, channel, ...named });
  const wanted = { channel: channel as AccountChannel, account, only };
  return { ok: true, key: keyOf(asked, only), wanted, arg };
}

/** The account that has a channel, of those of its instType. */
function kindFor({ channel, area }: Asked): AccountKind {
  const kind = area.accounts.find((one) => isAccountChannel(channel, one));
  if (kind === undefined) throw new Error(`no account has the channel ${channel}`);
  return kind;
}

/** Of what a channel tells: an instrument or coin, null = of all; and how it was named. */
function readWhatOf(
  asked: Asked,
  scope: ChannelScope,
  views: Views,
): { ok: true; only: number | null; named: JsonObject } | Extract<Reading, { ok: false }> {
  const { value } = asked;
  if (scope === 'account') return { ok: true, only: null, named: {} };
  if (scope === 'coins') {
    const coin = value['coin'] ?? 'default';
    if (typeof coin !== 'string') return refuse(WsCode.badParams, 'coin must be a string');
    if (lowerAscii(coin) === 'default') return { ok: true, only: null, named: { coin } };
    const asset = views.assetByCode(upperAscii(coin));
    if (asset === undefined) {
      return refuse(WsCode.unknownChannel, `coin ${coin.slice(0, 40)} does not exist`);
    }
    return { ok: true, only: asset.id, named: { coin } };
  }
  const instId = field(value, 'instId', 'inst_id') ?? 'default';
  if (typeof instId === 'string' && lowerAscii(instId) === 'default') {
    return { ok: true, only: null, named: { instId } };
  }
  const instrument = symbolOf(asked, views);
  if (typeof instrument === 'string') return refuse(WsCode.unknownChannel, instrument);
  return { ok: true, only: instrument.id, named: { instId } };
}
