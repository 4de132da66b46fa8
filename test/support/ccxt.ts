/** ccxt's bitget classes pointed at a started exchange; nothing of them is changed. */
import ccxt, { type bitget as Bitget } from 'ccxt';
import type { ExchangeProcess, KeyMaterial } from './exchange-process.ts';

const SECTIONS = [
  'spot',
  'mix',
  'user',
  'p2p',
  'broker',
  'margin',
  'common',
  'tax',
  'convert',
  'copy',
  'earn',
  'uta',
];

/**
 * A REST and WebSocket client of ccxt; for paper it is what ccxt calls sandbox mode.
 * @param key undefined = public only
 */
export async function ccxtClient(
  exchange: Pick<ExchangeProcess, 'baseUrl'>,
  key?: KeyMaterial,
  venue: 'live' | 'paper' = 'live',
): Promise<InstanceType<typeof ccxt.pro.bitget>> {
  const { baseUrl } = exchange;
  const wsUrl = baseUrl.replace('http', 'ws');
  const ws = {
    public: `${wsUrl}/v2/ws/public`,
    private: `${wsUrl}/v2/ws/private`,
    utaPublic: `${wsUrl}/v3/ws/public`,
    utaPrivate: `${wsUrl}/v3/ws/private`,
  };
  const demo = {
    ...ws,
    public: `${ws.public}?paptrading=1`,
    private: `${ws.private}?paptrading=1`,
  };
  const client = new ccxt.pro.bitget({
    timeout: 60_000,
    ...(key === undefined
      ? {}
      : { apiKey: key.apiKey, secret: key.secretKey, password: key.passphrase }),
    urls: {
      api: { ...Object.fromEntries(SECTIONS.map((name) => [name, baseUrl])), ws, demo },
    },
  });
  if (venue === 'paper') client.setSandboxMode(true);
  await client.loadHttpProxyAgent();
  return client;
}

export type { Bitget };
