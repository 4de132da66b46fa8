/** Short programs to copy. They are run against an exchange by a test. */

/** A ccxt client of this exchange, in Python. @param origin such as `https://exchange.example` */
export function pythonClient(origin: string): string {
  return `import ccxt

exchange = ccxt.bitget({
    'apiKey': '…',
    'secret': '…',
    'password': '…',  # the key's passphrase
})
for kind in exchange.urls['api']:
    exchange.urls['api'][kind] = '${origin}'

print(exchange.fetch_ticker('BTC/USDT')['last'])`;
}

/** The same in JavaScript. */
export function javascriptClient(origin: string): string {
  return `import ccxt from 'ccxt';

const exchange = new ccxt.bitget({
  apiKey: '…',
  secret: '…',
  password: '…', // the key's passphrase
});
for (const kind of Object.keys(exchange.urls.api)) {
  exchange.urls.api[kind] = '${origin}';
}

console.log((await exchange.fetchTicker('BTC/USDT')).last);`;
}

/** What an operator types in the project's folder. */
export const COMMANDS = `npm start
npm run halcyon -- user create --email ada@example.com --password-stdin --fund USDT=100000
npm run halcyon -- key create --email ada@example.com --label bot --permissions read,trade
npm run halcyon -- backup
npm run halcyon -- verify`;
