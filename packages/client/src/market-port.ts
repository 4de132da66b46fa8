/**
 * The public API as a trading port in integer ticks and lots, for several accounts at once: what the
 * simulated participants trade through. Public books come over one connection, each account has one
 * of its own for its orders. After a broken connection the account's open orders are asked for, and
 * what was missed is reported then.
 */
import { BATCH_ORDERS_MAX, formatFixed, parseSafeDecimal } from '@halcyon/domain';
import type { ChannelRow } from '@halcyon/protocol';
import { NotConnected } from './errors.ts';
import { type MarketProduct, SPOT_MARKET } from './market-product.ts';
import { type MarketScales, onSteps, type WantedOrder } from './market-steps.ts';
import { RestClient } from './rest-client.ts';
import type { ApiCredentials } from './signing.ts';
import type { TradeItem, TradeResult } from './trade-messages.ts';
import { WsClient } from './ws-client.ts';

type Product = MarketProduct['instType'];
type BookRow = ChannelRow<Product, 'books1'>;
type OrderRow = ChannelRow<Product, 'orders'>;
type PositionRow = ChannelRow<'USDT-FUTURES', 'positions'>;

/** Names an account and an instrument. */
interface Addressed<P extends string> {
  readonly participant: P;
  readonly symbol: string;
}

/** A new limit order. `clientId` '' = none: then nothing is reported of it. */
export interface PortPlace<P extends string> extends Addressed<P> {
  readonly op: 'limit';
  readonly clientId: string;
  readonly side: 'buy' | 'sell';
  readonly force: 'post_only' | 'ioc';
  readonly price: number;
  readonly quantity: number;
  /** Of contracts: it may only make the position smaller. */
  readonly reduceOnly?: boolean;
}

/** New price and quantity, filled part included. */
export interface PortAmend<P extends string> extends Addressed<P> {
  readonly op: 'amend';
  readonly clientId: string;
  readonly price: number;
  readonly quantity: number;
}

export interface PortCancel<P extends string> extends Addressed<P> {
  readonly op: 'cancel';
  readonly clientId: string;
}

/** What the port carries out. */
export type PortOrder<P extends string> = PortPlace<P> | PortAmend<P> | PortCancel<P>;

/** What became of an order. */
export interface PortReport<P extends string> extends Addressed<P> {
  readonly clientId: string;
  readonly kind: 'filled' | 'ended' | 'refused';
  /** Lots traded since the report before. */
  readonly filled: number;
  /** Of `refused`: the exchange does not know the order. */
  readonly unknownOrder: boolean;
}

/** An order that rests. */
export interface PortResting<P extends string> extends Addressed<P> {
  readonly clientId: string;
  readonly side: 'buy' | 'sell';
  readonly price: number;
  readonly quantity: number;
  readonly filled: number;
}

/** Best prices and lots there, 0 = side is empty. */
export interface PortTop {
  readonly bidPrice: number;
  readonly bidQuantity: number;
  readonly askPrice: number;
  readonly askQuantity: number;
}

/** How to reach an exchange, and as whom. */
export interface ApiMarketPortOptions<P extends string> {
  /** Origin, `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  readonly accounts: ReadonlyMap<P, ApiCredentials>;
  /** Instruments whose best prices are followed. */
  readonly symbols: readonly string[];
  /** What they are; spot pairs unless given. */
  readonly product?: MarketProduct;
  /** Failures that belong to no order. */
  readonly onError?: ((error: Error) => void) | undefined;
}

interface Account<P extends string> {
  readonly participant: P;
  readonly rest: RestClient;
  readonly ws: WsClient;
  /** Orders that may be open, by client id. */
  readonly known: Map<string, KnownOrder>;
  /** Lots of open positions by symbol, below zero = short. */
  positions: ReadonlyMap<string, number>;
}

interface KnownOrder {
  readonly symbol: string;
  /** Lots known to have traded. */
  filled: number;
  readonly side: 'buy' | 'sell';
  /** What was asked for last. */
  asked: WantedOrder;
}

interface Listener<P extends string> {
  onOrder(report: PortReport<P>): void;
}

const NO_TOP: PortTop = { bidPrice: 0, bidQuantity: 0, askPrice: 0, askQuantity: 0 };
const PAGE = 100;
const START_MS = 15_000;
/** How often the instruments are asked for again, and how soon after a refusal at the most. */
const REFRESH_MS = 60_000;
const REFUSED_REFRESH_MS = 1_000;
/** Code of a price or a size that is off the instrument's step. */
const OFF_STEP_CODE = '40808';
/** Codes of orders that do not exist (any more). */
const UNKNOWN_ORDER_CODES = new Set(['43001', '43025']);

/** An exchange behind its public API. */
export class ApiMarketPort<P extends string> {
  readonly #options: ApiMarketPortOptions<P>;
  readonly #product: MarketProduct;
  readonly #public: RestClient;
  readonly #stream: WsClient;
  readonly #accounts = new Map<P, Account<P>>();
  #scales: ReadonlyMap<string, MarketScales> = new Map();
  readonly #tops = new Map<string, PortTop>();
  #listener: Listener<P> | null = null;
  #refresh: ReturnType<typeof setInterval> | undefined;
  #refreshedMs = 0;

  constructor(options: ApiMarketPortOptions<P>) {
    this.#options = options;
    this.#product = options.product ?? SPOT_MARKET;
    const { baseUrl, onError } = options;
    const wsUrl = baseUrl.replace(/^http/, 'ws');
    this.#public = new RestClient({ baseUrl });
    this.#stream = new WsClient({ url: `${wsUrl}/v2/ws/public`, onError });
    for (const [participant, credentials] of options.accounts) {
      this.#accounts.set(participant, {
        participant,
        rest: new RestClient({ baseUrl, credentials }),
        ws: new WsClient({ url: `${wsUrl}/v2/ws/private`, credentials, onError }),
        known: new Map(),
        positions: new Map(),
      });
    }
  }

  /** Connects; resolves when every account is logged in and every book was seen once. */
  async start(listener: Listener<P>): Promise<void> {
    this.#listener = listener;
    await this.#readScales();
    this.#refresh = setInterval(() => this.#refreshScales(), REFRESH_MS);
    const opened = [...this.#accounts.values()].map((account) => this.#follow(account));
    await Promise.all([this.#followBooks(), ...opened]);
  }

  async #readScales(): Promise<void> {
    this.#scales = await this.#product.scales(this.#public);
  }

  #refreshScales(): void {
    this.#refreshedMs = performance.now();
    this.#readScales().catch((error: unknown) => this.#failed(error));
  }

  async #follow(account: Account<P>): Promise<void> {
    await account.ws.open();
    const { instType } = this.#product;
    const all = { instType, instId: 'default' } as const;
    if (instType === 'USDT-FUTURES') {
      const positions = { ...all, instType, channel: 'positions' } as const;
      account.ws.subscribe(positions, {
        onPush: ({ data }) => {
          account.positions = this.#positionsOf(data);
        },
      });
    }
    account.ws.subscribe(
      { ...all, channel: 'orders' },
      {
        onPush: (push) => {
          for (const row of push.data) this.#orderChanged(account, row);
        },
        onGap: () => {
          this.#reconcile(account).catch((error: unknown) => this.#failed(error));
        },
      },
    );
  }

  #followBooks(): Promise<void> {
    const missing = new Set(this.#options.symbols);
    if (missing.size === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`no book of ${[...missing].join(', ')} within ${START_MS} ms`));
      }, START_MS);
      for (const symbol of this.#options.symbols) {
        const { instType } = this.#product;
        const arg = { instType, channel: 'books1', instId: symbol } as const;
        this.#stream.subscribe(arg, {
          onPush: (push) => {
            const row = push.data.at(-1);
            if (row !== undefined) this.#tops.set(symbol, this.#topOf(symbol, row));
            missing.delete(symbol);
            if (missing.size > 0) return;
            clearTimeout(timer);
            resolve();
          },
        });
      }
    });
  }

  #positionsOf(rows: readonly PositionRow[]): ReadonlyMap<string, number> {
    return new Map(
      rows.map(({ instId, total, holdSide }) => {
        const lots = this.#scales.has(instId) ? this.#lots(instId, total) : 0;
        return [instId, holdSide === 'long' ? lots : -lots];
      }),
    );
  }

  #topOf(symbol: string, row: BookRow): PortTop {
    const level = (side: BookRow['bids']): readonly [number, number] => {
      const best = side[0];
      return best === undefined
        ? [0, 0]
        : [this.#ticks(symbol, best[0]), this.#lots(symbol, best[1])];
    };
    const [bidPrice, bidQuantity] = level(row.bids);
    const [askPrice, askQuantity] = level(row.asks);
    return { bidPrice, bidQuantity, askPrice, askQuantity };
  }

  #scale(symbol: string): MarketScales {
    const scales = this.#scales.get(symbol);
    if (scales === undefined) throw new RangeError(`the exchange has no instrument ${symbol}`);
    return scales;
  }

  #ticks(symbol: string, text: string): number {
    return parseSafeDecimal(text, this.#scale(symbol).price) ?? 0;
  }

  #lots(symbol: string, text: string): number {
    return parseSafeDecimal(text, this.#scale(symbol).quantity) ?? 0;
  }

  #failed(error: unknown): void {
    this.#options.onError?.(error instanceof Error ? error : new Error(String(error)));
  }

  #account(participant: P): Account<P> {
    const account = this.#accounts.get(participant);
    if (account === undefined) throw new RangeError(`no credentials of ${participant}`);
    return account;
  }

  #orderChanged(account: Account<P>, row: OrderRow): void {
    const clientId = row.clientOid;
    // Orders without a client id show their own id there.
    if (clientId === '' || clientId === row.orderId) return;
    const symbol = row.instId;
    const total = this.#lots(symbol, row.accBaseVolume);
    const before = account.known.get(clientId)?.filled ?? 0;
    const filled = Math.max(0, total - before);
    const ended = row.status === 'filled' || row.status === 'canceled';
    if (ended) account.known.delete(clientId);
    else {
      const asked = {
        price: this.#ticks(symbol, row.price ?? '0'),
        quantity: this.#lots(symbol, 'newSize' in row ? row.newSize : row.size),
      };
      this.#know(account, clientId, { symbol, side: row.side, asked, filled: total });
    }
    if (ended || filled > 0) {
      this.#report(account, symbol, clientId, ended ? 'ended' : 'filled', filled);
    }
  }

  #know(account: Account<P>, clientId: string, order: KnownOrder): void {
    const known = account.known.get(clientId);
    if (known === undefined) account.known.set(clientId, order);
    else known.filled = order.filled;
  }

  #report(
    account: Account<P>,
    symbol: string,
    clientId: string,
    kind: PortReport<P>['kind'],
    filled: number,
    unknownOrder = false,
  ): void {
    const { participant } = account;
    this.#listener?.onOrder({ participant, symbol, clientId, kind, filled, unknownOrder });
  }

  /** Finds out what happened while nobody listened. */
  async #reconcile(account: Account<P>): Promise<void> {
    const before = [...account.known.keys()];
    const open = new Map((await this.#restingOf(account)).map((order) => [order.clientId, order]));
    for (const clientId of before) {
      const known = account.known.get(clientId);
      if (known === undefined) continue;
      const order = open.get(clientId);
      if (order === undefined) {
        account.known.delete(clientId);
        const text = await this.#product.filled(account.rest, known.symbol, clientId);
        const total = this.#lots(known.symbol, text);
        const filled = Math.max(0, total - known.filled);
        this.#report(account, known.symbol, clientId, 'ended', filled);
      } else if (order.filled > known.filled) {
        const filled = order.filled - known.filled;
        known.filled = order.filled;
        this.#report(account, known.symbol, clientId, 'filled', filled);
      }
    }
  }

  /** Every order of the accounts that rests now. */
  async openOrders(): Promise<readonly PortResting<P>[]> {
    const lists = [...this.#accounts.values()].map(async (account) => {
      const orders = await this.#restingOf(account);
      for (const { clientId, symbol, side, filled, price, quantity } of orders) {
        const asked = { price, quantity };
        if (clientId !== '') this.#know(account, clientId, { symbol, side, filled, asked });
      }
      return orders;
    });
    return (await Promise.all(lists)).flat();
  }

  async #restingOf(account: Account<P>): Promise<PortResting<P>[]> {
    const result: PortResting<P>[] = [];
    let idLessThan: string | undefined;
    for (;;) {
      const rows = await this.#product.resting(account.rest, PAGE, idLessThan);
      for (const row of rows) {
        result.push({
          participant: account.participant,
          symbol: row.symbol,
          clientId: row.clientOid === row.orderId ? '' : row.clientOid,
          side: row.side === 'buy' ? 'buy' : 'sell',
          price: this.#ticks(row.symbol, row.price),
          quantity: this.#lots(row.symbol, row.size),
          filled: this.#lots(row.symbol, row.filled),
        });
      }
      if (rows.length < PAGE) return result;
      idLessThan = rows.at(-1)?.orderId;
    }
  }

  /** Last trade price in ticks by symbol. */
  async lastPrices(): Promise<ReadonlyMap<string, number>> {
    const prices = new Map<string, number>();
    for (const row of await this.#product.tickers(this.#public)) {
      const ticks = this.#scales.has(row.symbol) ? this.#ticks(row.symbol, row.lastPr) : 0;
      if (ticks > 0) prices.set(row.symbol, ticks);
    }
    return prices;
  }

  /** The best prices known at this moment. */
  top(symbol: string): PortTop {
    return this.#tops.get(symbol) ?? NO_TOP;
  }

  /** Lots of an account's position in a contract; below zero = short. Spot has none. */
  position(participant: P, symbol: string): number {
    return this.#account(participant).positions.get(symbol) ?? 0;
  }

  /** Sends orders in their sequence, those of one account in as few messages as possible. */
  submit(commands: readonly PortOrder<P>[]): void {
    let run: PortOrder<P>[] = [];
    for (const command of commands) {
      const full = run.length === BATCH_ORDERS_MAX;
      if (run.length > 0 && (full || run[0]?.participant !== command.participant)) {
        void this.#send(run);
        run = [];
      }
      run.push(command);
    }
    if (run.length > 0) void this.#send(run);
  }

  async #send(sent: readonly PortOrder<P>[]): Promise<void> {
    const first = sent[0];
    if (first === undefined) return;
    const account = this.#account(first.participant);
    const commands: PortOrder<P>[] = [];
    const items: TradeItem[] = [];
    for (const command of sent) {
      const item = this.#item(account, command);
      if (item === null) continue;
      commands.push(command);
      items.push(item);
    }
    if (items.length === 0) return;
    let results: readonly TradeResult[];
    try {
      results = await account.ws.trade(items);
    } catch (error) {
      this.#failed(error);
      if (error instanceof NotConnected) {
        for (const command of commands) this.#refused(account, command, '');
        return;
      }
      // Whether or not it was carried out is found out once the connection is back.
      if (account.ws.state === 'live') await this.#reconcile(account).catch((e) => this.#failed(e));
      return;
    }
    commands.forEach((command, i) => {
      const result = results[i];
      if (result !== undefined && result.code !== '0') this.#refused(account, command, result.code);
    });
  }

  #refused(account: Account<P>, command: PortOrder<P>, code: string): void {
    const sinceMs = performance.now() - this.#refreshedMs;
    if (code === OFF_STEP_CODE && sinceMs > REFUSED_REFRESH_MS) this.#refreshScales();
    if (command.clientId === '') return;
    if (command.op === 'limit') account.known.delete(command.clientId);
    const unknown = UNKNOWN_ORDER_CODES.has(code);
    this.#report(account, command.symbol, command.clientId, 'refused', 0, unknown);
  }

  /** What is sent; null of an amend that changes nothing on the instrument's steps. */
  #item(account: Account<P>, command: PortOrder<P>): TradeItem | null {
    const { symbol } = command;
    const clientOid = command.clientId;
    const named = { instType: this.#product.instType, instId: symbol } as const;
    if (command.op === 'cancel')
      return { channel: 'cancel-order', ...named, params: { clientOid } };
    const scales = this.#scale(symbol);
    const known = account.known.get(clientOid);
    const side = command.op === 'limit' ? command.side : (known?.side ?? 'buy');
    const takes = command.op === 'limit' && command.force === 'ioc';
    const asked = onSteps(scales, side, takes, command);
    const price = formatFixed(asked.price, scales.price);
    const size = formatFixed(asked.quantity, scales.quantity);
    if (command.op === 'amend') {
      if (known !== undefined) {
        if (known.asked.price === asked.price && known.asked.quantity === asked.quantity)
          return null;
        known.asked = asked;
      }
      const params = { clientOid, newPrice: price, newSize: size };
      return { channel: 'modify-order', ...named, params };
    }
    if (clientOid !== '') account.known.set(clientOid, { symbol, side, filled: 0, asked });
    const { force } = command;
    const params = {
      ...{ side, orderType: 'limit', force, price, size },
      ...(clientOid === '' ? {} : { clientOid }),
      ...(command.reduceOnly === true ? { reduceOnly: 'YES' } : {}),
    };
    return { channel: 'place-order', ...named, params };
  }

  /** Disconnects; orders stay. */
  async stop(): Promise<void> {
    this.#listener = null;
    clearInterval(this.#refresh);
    this.#stream.close();
    for (const account of this.#accounts.values()) account.ws.close();
  }
}
