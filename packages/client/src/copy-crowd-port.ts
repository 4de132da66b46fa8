/** Copy trading over the public API, several traders and followers at once: what simulated ones use. */
import { ApiError } from './errors.ts';
import { RestClient } from './rest-client.ts';
import type { ApiCredentials } from './signing.ts';

/** A trader's portfolio: its key, and its number. */
export interface CopyTraderAccess {
  readonly credentials: ApiCredentials;
  readonly id: string;
}

interface MarketOrder {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly size: string;
  readonly reduceOnly: boolean;
}

const PRODUCT = { productType: 'USDT-FUTURES' } as const;

/** See the head of the file. Prices and sizes are floats for decisions; orders carry decimal text. */
export class ApiCopyCrowdPort<T extends string, F extends string> {
  readonly #public: RestClient;
  readonly #traders = new Map<T, RestClient>();
  readonly #followers = new Map<F, RestClient>();
  readonly #ids = new Map<T, string>();
  readonly #names = new Map<string, T>();

  constructor(
    baseUrl: string,
    traders: ReadonlyMap<T, CopyTraderAccess>,
    followers: ReadonlyMap<F, ApiCredentials>,
  ) {
    this.#public = new RestClient({ baseUrl });
    for (const [name, { credentials, id }] of traders) {
      this.#traders.set(name, new RestClient({ baseUrl, credentials }));
      this.#ids.set(name, id);
      this.#names.set(id, name);
    }
    for (const [name, credentials] of followers) {
      this.#followers.set(name, new RestClient({ baseUrl, credentials }));
    }
  }

  async quotes() {
    const rows = await this.#public.call('mix.tickers', PRODUCT);
    return new Map(
      rows.map(({ symbol, markPrice, fundingRate }) => {
        return [symbol, { price: Number(markPrice), fundingRate: Number(fundingRate) }] as const;
      }),
    );
  }

  async positions(trader: T): Promise<ReadonlyMap<string, number>> {
    const rows = await of(this.#traders, trader).call('mix.allPosition', PRODUCT);
    return new Map(
      rows.map(({ symbol, holdSide, total }) => [
        symbol,
        holdSide === 'short' ? -Number(total) : Number(total),
      ]),
    );
  }

  trade(trader: T, { reduceOnly, ...order }: MarketOrder): Promise<boolean> {
    const about = { ...PRODUCT, marginMode: 'crossed', marginCoin: 'USDT' } as const;
    const request = { ...about, ...order, orderType: 'market' } as const;
    const closing = reduceOnly ? ({ reduceOnly: 'true' } as const) : {};
    return taken(of(this.#traders, trader).call('mix.placeOrder', { ...request, ...closing }));
  }

  follow(follower: F, trader: T, amount: number): Promise<boolean> {
    const traderId = of(this.#ids, trader);
    const request = { traderId, copyAmount: String(amount) };
    return taken(of(this.#followers, follower).call('copy.followTrader', request));
  }

  async followed(follower: F): Promise<ReadonlySet<T>> {
    const rows = await of(this.#followers, follower).call('copy.followedTraders', {
      pageSize: '100',
    });
    return new Set(rows.flatMap(({ traderId }) => this.#names.get(traderId) ?? []));
  }
}

function of<K, V>(all: ReadonlyMap<K, V>, name: K): V {
  const found = all.get(name);
  if (found === undefined) throw new Error(`no account of ${String(name)}`);
  return found;
}

/** Whether a request was taken. Throws where that is not known. */
async function taken(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
