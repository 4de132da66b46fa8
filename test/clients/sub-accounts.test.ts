/** Sub-accounts through the unmodified bitget-api and ccxt packages, against a started exchange. */
import { RestClientV2 } from 'bitget-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ccxtClient } from '../support/ccxt.ts';
import { ExchangeProcess, type KeyMaterial } from '../support/exchange-process.ts';

const PASSPHRASE = 'passphrase9';

let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await ExchangeProcess.start();
  await exchange.paperReady();
});

afterAll(async () => {
  await exchange?.remove();
});

/** Data of an answer whose types the package leaves open. */
function data<T>(answer: unknown): T {
  return (answer as { data: T }).data;
}

/** The code of a refusal. */
function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'not refused',
    (thrown: { body?: { code?: string } }) => thrown.body?.code ?? String(thrown),
  );
}

interface NewKey {
  readonly subAccountUid: string;
  readonly subAccountApiKey: string;
  readonly secretKey: string;
}

describe.each(['live', 'paper'] as const)('%s', (venue) => {
  let key: KeyMaterial;
  let client: RestClientV2;

  beforeAll(async () => {
    key = await exchange.trader(`root-${venue}`, 'USDT=100000', undefined, venue);
    client = clientOf(key.apiKey, key.secretKey, key.passphrase);
  });

  function clientOf(apiKey: string, apiSecret: string, apiPass: string): RestClientV2 {
    const { baseUrl } = exchange;
    return new RestClientV2({
      apiKey,
      apiSecret,
      apiPass,
      baseUrl,
      demoTrading: venue === 'paper',
    });
  }

  test('a sub-account is made, given money and a key, trades and is frozen', async () => {
    const subAccountName = venue === 'live' ? 'momentum' : 'reversal';
    const terms = { passphrase: PASSPHRASE, label: 'bot', permList: ['read', 'spot_trade'] };
    const [made] = data<NewKey[]>(
      await client.batchCreateVirtualSubaccountAndAPIKey({ subAccountName, ...terms }),
    );
    const { subAccountUid, subAccountApiKey, secretKey } = made as NewKey;
    const between = { fromUserId: key.uid, toUserId: subAccountUid };
    const money = { fromType: 'spot', toType: 'spot', coin: 'USDT', amount: '5000' } as const;
    await client.spotSubTransfer({ ...between, ...money, clientOid: 'first' });
    const records = data<object[]>(await client.getSpotMainSubTransferRecord({ coin: 'USDT' }));
    expect(records).toMatchObject([{ ...between, size: '5000', clientOid: 'first' }]);
    const assets = data<object[]>(await client.getSpotSubAccountAssets());
    expect(assets).toMatchObject([
      { userId: Number(subAccountUid), assetsList: [{ coin: 'USDT', available: '5000' }] },
    ]);
    const sub = clientOf(subAccountApiKey, secretKey, PASSPHRASE);
    const parentId = Number(key.uid);
    expect((await sub.getSpotAccount()).data).toMatchObject({ userId: subAccountUid, parentId });
    expect((await client.getSpotAccount()).data).toMatchObject({ userId: key.uid, parentId: 0 });
    const order = { side: 'buy', orderType: 'limit', force: 'gtc', size: '0.01' } as const;
    await sub.spotSubmitOrder({ symbol: 'BTCUSDT', price: '90000', ...order });
    expect(data<unknown[]>(await sub.getSpotOpenOrders())).toHaveLength(1);
    expect(data<unknown[]>(await client.getSpotOpenOrders())).toEqual([]);
    expect(await codeOf(sub.getVirtualSubaccounts())).toBe('40068');
    const standing = { subAccountUid, permList: ['read', 'spot_trade'] };
    await client.modifyVirtualSubaccount({ ...standing, status: 'freeze' });
    expect(await codeOf(sub.getSpotAccountAssets())).toBe('40037');
    await client.modifyVirtualSubaccount({ ...standing, status: 'normal' });
    expect((await sub.getSpotAccountAssets()).code).toBe('00000');
  });

  test('lists, a second key and its change', async () => {
    const list = data<{ subAccountList: { subAccountUid: string }[] }>(
      await client.getVirtualSubaccounts({ limit: '10' }),
    );
    const subAccountUid = list.subAccountList[0]?.subAccountUid ?? '';
    const made = data<NewKey>(
      await client.createVirtualSubaccountAPIKey({
        ...{ subAccountUid, passphrase: PASSPHRASE, label: 'second', permList: ['read'] },
      }),
    );
    const change = { subAccountUid, passphrase: PASSPHRASE, label: 'renamed' };
    const { subAccountApiKey } = made;
    await client.modifyVirtualSubaccountAPIKey({ ...change, subAccountApiKey });
    const keys = data<object[]>(await client.getVirtualSubaccountAPIKeys({ subAccountUid }));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatchObject({ subAccountApiKey, label: 'renamed', permList: ['read'] });
    const name = { subAccountList: ['momentum'] };
    const again = venue === 'live' ? name : { subAccountList: ['reversal'] };
    expect(await codeOf(client.createVirtualSubaccount(again))).toBe('40071');
    expect(await codeOf(client.createVirtualSubaccount({ subAccountList: ['9'] }))).toBe('40055');
  });

  test('ccxt asks the same', async () => {
    const ccxt = await ccxtClient(exchange, key);
    const asked = ccxt as unknown as Record<string, (params?: object) => Promise<unknown>>;
    const list = data<{ subAccountList: object[] }>(
      await asked['privateUserGetV2UserVirtualSubaccountList']?.({ status: 'normal' }),
    );
    expect(list.subAccountList).toHaveLength(1);
    const path = 'privateUserPostV2UserCreateVirtualSubaccount';
    await expect(asked[path]?.({ subAccountList: ['eight888'] })).rejects.toThrow('40055');
    await ccxt.close();
  });
});
