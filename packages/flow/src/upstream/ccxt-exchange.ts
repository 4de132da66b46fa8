/** Exchanges as the package ccxt has them. It is large: it is loaded with the first that is wanted. */
import type { Exchange } from 'ccxt';

export type CcxtMarkets = NonNullable<Exchange['markets']>;
export type ExchangeMaker = () => Promise<Exchange>;

/** Sections of the API that ccxt keeps an address for. */
const SECTIONS = ['spot', 'mix', 'user', 'p2p', 'broker', 'margin', 'common', 'tax', 'convert'];
const MORE_SECTIONS = ['copy', 'earn', 'uta'];

/**
 * What makes instances of an exchange.
 * @param name ccxt's id of an exchange, or the address of another Halcyon
 * @param pingMs time between two pings
 * @param more options of ccxt for each instance
 * @throws Error when ccxt is not installed or does not know the exchange
 */
export async function makerOf(
  name: string,
  pingMs: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<ExchangeMaker> {
  const { default: ccxt } = await import('ccxt').catch((cause: unknown) => {
    throw new Error('an upstream needs the package ccxt: npm install ccxt', { cause });
  });
  const options = { ...more, streaming: { keepAlive: pingMs } };
  if (/^https?:\/\//.test(name)) {
    return async () => {
      const exchange = new ccxt.pro.bitget({ ...options, urls: { api: addressesOf(name) } });
      await exchange.loadHttpProxyAgent();
      return exchange;
    };
  }
  const classes = ccxt.pro as unknown as Record<string, new (options: object) => Exchange>;
  const known = Object.hasOwn(classes, name) ? classes[name] : undefined;
  if (known === undefined) throw new Error(`ccxt has no streams of an exchange "${name}"`);
  return async () => new known(options);
}

/** The markets of an exchange. @throws Error when they cannot be had, naming the exchange */
export async function listed(exchange: Exchange, name: string): Promise<CcxtMarkets> {
  try {
    await exchange.loadMarkets();
    return exchange.markets ?? {};
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the markets of ${name} cannot be had: ${problem}`, { cause });
  } finally {
    await exchange.close();
  }
}

/** Whether an exchange answered that it will not, other than that it could not be reached. */
export async function isRefusal(error: unknown): Promise<boolean> {
  const { ExchangeError } = await import('ccxt');
  return error instanceof ExchangeError;
}

/** Unified symbols of spot markets, `BTC/USDT`. */
export function spotSymbols(markets: CcxtMarkets): ReadonlySet<string> {
  const spot = Object.values(markets).filter((market) => market?.spot === true);
  return new Set(spot.map((market) => String(market?.symbol)));
}

/** Another Halcyon speaks as the exchange does whose wire shape it has. */
function addressesOf(origin: string): Record<string, unknown> {
  const base = origin.replace(/\/+$/, '');
  const socket = base.replace(/^http/, 'ws');
  const ws = {
    public: `${socket}/v2/ws/public`,
    private: `${socket}/v2/ws/private`,
    utaPublic: `${socket}/v3/ws/public`,
    utaPrivate: `${socket}/v3/ws/private`,
  };
  const rest = [...SECTIONS, ...MORE_SECTIONS].map((section) => [section, base]);
  return { ...Object.fromEntries(rest), ws, demo: ws };
}
