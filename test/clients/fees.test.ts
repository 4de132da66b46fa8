/** Fee rates through the unmodified bitget-api and ccxt packages: level, discount, and a root's for all of it. */
import { RestClientV2 } from 'bitget-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ccxtClient } from '../support/ccxt.ts';
import { ExchangeProcess, type KeyMaterial } from '../support/exchange-process.ts';

const PASSPHRASE = 'passphrase9';
const KINDS = ['spot', 'margin', 'mix'] as const;
type Kind = (typeof KINDS)[number];
/** Maker's and taker's rate. */
type Pair = readonly [maker: string, taker: string];
type Rates = Readonly<Record<Kind, Pair>>;

const EVERYBODYS: Rates = {
  spot: ['0.001', '0.001'],
  margin: ['0.001', '0.001'],
  mix: ['0.0002', '0.0006'],
};
const SECOND_LEVEL: Rates = {
  spot: ['0.00025', '0.0005'],
  margin: ['0.00025', '0.0005'],
  mix: ['0.00016', '0.00045'],
};
/** Twenty per cent less. */
const WITH_COUPON: Rates = {
  spot: ['0.0002', '0.0004'],
  margin: ['0.0002', '0.0004'],
  mix: ['0.000128', '0.00036'],
};

let exchange: ExchangeProcess;
let root: KeyMaterial;
let sub: KeyMaterial;

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
  root = await exchange.trader('payer', 'USDT=1000');
  const [made] = data<{ subAccountUid: string; subAccountApiKey: string; secretKey: string }[]>(
    await clientOf(root).batchCreateVirtualSubaccountAndAPIKey({
      ...{ subAccountName: 'momentum', passphrase: PASSPHRASE, label: 'bot', permList: ['read'] },
    }),
  );
  const { subAccountUid: uid = '', subAccountApiKey: apiKey = '', secretKey = '' } = made ?? {};
  sub = { apiKey, secretKey, passphrase: PASSPHRASE, uid };
});

afterAll(async () => {
  await exchange?.remove();
});

/** Data of an answer whose types the package leaves open. */
function data<T>(answer: unknown): T {
  return (answer as { data: T }).data;
}

function clientOf({ apiKey, secretKey: apiSecret, passphrase: apiPass }: KeyMaterial) {
  return new RestClientV2({ apiKey, apiSecret, apiPass, baseUrl: exchange.baseUrl });
}

async function byBitgetApi(key: KeyMaterial): Promise<object> {
  const client = clientOf(key);
  const rate = async (businessType: Kind) => {
    const answer = await client.getTradeRate({ symbol: 'BTCUSDT', businessType });
    const { makerFeeRate, takerFeeRate } = data<Record<string, string>>(answer);
    return [makerFeeRate, takerFeeRate];
  };
  return { spot: await rate('spot'), margin: await rate('margin'), mix: await rate('mix') };
}

async function byCcxt(key: KeyMaterial): Promise<object> {
  const client = await ccxtClient(exchange, key);
  const rate = async (symbol: string, params = {}) => {
    const { maker, taker } = await client.fetchTradingFee(symbol, params);
    return [maker, taker].map((fee) => client.numberToString(fee));
  };
  const rates = {
    spot: await rate('BTC/USDT'),
    margin: await rate('BTC/USDT', { marginMode: 'cross' }),
    mix: await rate('BTC/USDT:USDT'),
  };
  await client.close();
  return rates;
}

/** Both clients tell these rates, to the owner and to the sub-account. */
async function everybodySees(rates: Rates): Promise<void> {
  for (const key of [root, sub]) {
    expect(await byBitgetApi(key)).toEqual(rates);
    expect(await byCcxt(key)).toEqual(rates);
  }
}

test('both clients, and a sub-account’s key, see a level and then a discount', async () => {
  const person = ['--email', 'payer@example.com'];
  await everybodySees(EVERYBODYS);
  exchange.command('user', 'level', ...person, '--level', '2', '--reason', 'much volume');
  await everybodySees(SECOND_LEVEL);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  exchange.command('user', 'coupon', ...person, '--percent', '20', '--until', until);
  await everybodySees(WITH_COUPON);
  exchange.command('user', 'level', ...person, '--release');
  const rates = { ...EVERYBODYS, spot: ['0.0008', '0.0008'] as const };
  await everybodySees({
    ...rates,
    margin: ['0.0008', '0.0008'],
    mix: ['0.00016', '0.00048'],
  });
});
