/** Messages of the WebSocket contract as the client sees them. */
/** Names one stream: `instId` for those of an instrument, `coin` for those of an account. */
export interface ChannelArg {
  /** `SPOT`, or `USDT-FUTURES` for contracts: one symbol may name an instrument of each. */
  readonly instType: string;
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

/** A book level as it is sent. */
export type BookLevel = readonly [price: string, size: string];

/** Row of `books` and its kin; size `0` removes a level. */
export interface BookRow {
  readonly asks: readonly BookLevel[];
  readonly bids: readonly BookLevel[];
  readonly checksum: number;
  readonly seq: number;
  /** `seq` of the message before; 0 in a snapshot. */
  readonly pseq: number;
  readonly ts: string;
}

/** Row of `ticker`. */
export interface TickerRow {
  readonly instId: string;
  readonly lastPr: string;
  readonly open24h: string;
  readonly high24h: string;
  readonly low24h: string;
  readonly change24h: string;
  readonly bidPr: string;
  readonly askPr: string;
  readonly bidSz: string;
  readonly askSz: string;
  readonly baseVolume: string;
  readonly quoteVolume: string;
  readonly openUtc: string;
  readonly changeUtc24h: string;
  readonly ts: string;
}

/** Row of `trade`. */
export interface TradeRow {
  readonly ts: string;
  readonly price: string;
  readonly size: string;
  /** Of the taker. */
  readonly side: 'buy' | 'sell';
  readonly tradeId: string;
}

/** Row of `candle…`: start, open, high, low, close, base volume, quote volume twice. */
export type CandleRow = readonly string[];

/** Row of `account`. */
export interface AccountRow {
  readonly coin: string;
  readonly available: string;
  readonly frozen: string;
  readonly locked: string;
  readonly limitAvailable: string;
  readonly uTime: string;
}

/** Row of `orders`: one for every change of an order; the fill's fields only where there was one. */
export interface OrderRow {
  readonly instId: string;
  readonly orderId: string;
  readonly clientOid: string;
  /** As placed. */
  readonly size: string;
  /** As amended. */
  readonly newSize: string;
  readonly notional: string;
  readonly orderType: 'limit' | 'market';
  readonly force: string;
  readonly side: 'buy' | 'sell';
  readonly price?: string;
  readonly fillPrice?: string;
  readonly tradeId?: string;
  /** Base amount of this fill. */
  readonly baseVolume?: string;
  readonly fillTime?: string;
  readonly fillFee?: string;
  readonly fillFeeCoin?: string;
  readonly tradeScope?: string;
  /** Base amount filled in all. */
  readonly accBaseVolume: string;
  readonly priceAvg: string;
  readonly status: 'live' | 'partially_filled' | 'filled' | 'canceled';
  readonly cTime: string;
  readonly uTime: string;
  readonly stpMode: string;
  readonly feeDetail: readonly { readonly feeCoin: string; readonly fee: string }[];
}

/** Row of `fill`. */
export interface FillRow {
  readonly orderId: string;
  readonly clientOid: string;
  readonly tradeId: string;
  readonly symbol: string;
  readonly orderType: string;
  readonly side: 'buy' | 'sell';
  readonly priceAvg: string;
  readonly size: string;
  readonly amount: string;
  readonly tradeScope: string;
  readonly cTime: string;
}

/** Row of `orders-algo`. */
export interface PlanRow {
  readonly instId: string;
  readonly orderId: string;
  readonly clientOid: string;
  readonly triggerPrice: string;
  readonly triggerType: string;
  /** amount, total, profit_plan, loss_plan, oco_stop or track_plan. */
  readonly planType: string;
  readonly size: string;
  /** What `size` counts. */
  readonly sizeUnit: 'base' | 'quote';
  readonly orderType: string;
  readonly side: 'buy' | 'sell';
  readonly status: string;
  /** Of status fail_execute: name and code of the error that refused the order. */
  readonly reason?: string;
  readonly errorCode?: string;
  readonly executePrice: string;
  readonly cTime: string;
  readonly uTime: string;
}

/** Rows by channel; candles have an interval behind their name. */
export interface ChannelRows {
  books: BookRow;
  books1: BookRow;
  books5: BookRow;
  books15: BookRow;
  ticker: TickerRow;
  trade: TradeRow;
  account: AccountRow;
  orders: OrderRow;
  fill: FillRow;
  'orders-algo': PlanRow;
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
