/** History over the real records worker: what was just done is in the next answer. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rowsOf } from '@halcyon/domain';
import { RecordsClient } from '@halcyon/records';
import { onThisThread } from '@halcyon/records/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOf, START, TestRest, textOf } from './harness.ts';

let rest: TestRest;
let records: RecordsClient;
const folder = mkdtempSync(join(tmpdir(), 'halcyon-rest-'));

beforeAll(async () => {
  records = await RecordsClient.open({ dataFolder: folder }, onThisThread);
  rest = await TestRest.open((before) => {
    before.engine.onCommit((batch) => records.push(rowsOf(batch)));
    before.history = records.history;
    const userByUid = (input: { readonly uid: number }) => records.identity.userByUid(input);
    before.users = { ...before.users, userByUid };
  });
  rest.takeNewestRules();
});

afterAll(async () => {
  await records.close();
  rmSync(folder, { recursive: true, force: true });
});

const ORDER = { symbol: 'BTCUSDT', orderType: 'limit', side: 'buy', size: '0.01', price: '59000' };

async function trade(clientOid: string): Promise<string> {
  const placed = await rest.alice('POST', '/spot/trade/place-order', { ...ORDER, clientOid });
  await rest.bob('POST', '/spot/trade/place-order', { ...ORDER, side: 'sell', size: '0.01' });
  return textOf(placed.body.data['orderId']);
}

describe('read your writes', () => {
  it('every fill and ended order is in the answer right after its acknowledgement', async () => {
    for (let i = 0; i < 20; i++) {
      const orderId = await trade(`ryw-${i}`);
      const fills = await rest.alice('GET', '/spot/trade/fills', { orderId });
      const clientOid = `ryw-${i}`;
      const named = await rest.alice('GET', '/spot/trade/fills', { clientOid });
      expect(named.body.data).toEqual(fills.body.data);
      const one = await rest.alice('GET', '/spot/trade/history-orders', { clientOid });
      expect(one.body.data).toMatchObject([{ orderId, clientOid }]);
      expect(fills.body.data).toMatchObject([
        {
          orderId,
          symbol: 'BTCUSDT',
          tradeScope: 'maker',
          priceAvg: '59000.00',
          size: '0.010000',
          amount: '590',
          feeDetail: { deduction: 'no', feeCoin: 'BTC', totalFee: '-0.00001' },
        },
      ]);
      const ended = await rest.alice('GET', '/spot/trade/history-orders', { symbol: 'BTCUSDT' });
      expect(listOf(ended.body.data)[0]).toMatchObject({ orderId, status: 'filled' });
    }
  });

  it('pages with idLessThan give every row once, newest first', async () => {
    const seen: string[] = [];
    let idLessThan: Record<string, string> = {};
    for (;;) {
      const page = await rest.alice('GET', '/spot/trade/history-orders', {
        limit: '7',
        ...idLessThan,
      });
      const rows = listOf(page.body.data);
      if (rows.length === 0) break;
      seen.push(...rows.map((row) => textOf(row['orderId'])));
      idLessThan = { idLessThan: seen.at(-1) ?? '' };
    }
    expect(seen).toHaveLength(20);
    expect([...seen].sort().reverse()).toEqual(seen);
  });

  it('bills add up, and filters narrow them', async () => {
    const all = await rest.alice('GET', '/spot/account/bills', { coin: 'BTC' });
    expect(listOf(all.body.data)[0]).toMatchObject({ coin: 'BTC', businessType: 'buy' });
    const deposits = await rest.alice('GET', '/spot/account/bills', { groupType: 'deposit' });
    expect(deposits.body.data).toMatchObject([
      { businessType: 'deposit', coin: 'BTC', size: '100' },
      { businessType: 'deposit', coin: 'USDT', size: '1000000' },
    ]);
    for (const businessType of ['DEPOSIT', 'deposit', 'Deposit']) {
      const named = await rest.alice('GET', '/spot/account/bills', { businessType });
      expect(named.body.data).toEqual(deposits.body.data);
    }
    for (const businessType of ['TRANSFER_IN', 'transfer_in', 'transfer-in']) {
      const named = await rest.alice('GET', '/spot/account/bills', { businessType });
      expect(named.body).toMatchObject({ code: '00000', data: [] });
    }
    const loans = await rest.alice('GET', '/spot/account/bills', { groupType: 'loan' });
    expect(loans.body.data).toEqual([]);
    const rebates = { businessType: 'REBATE_REWARDS' };
    expect((await rest.alice('GET', '/spot/account/bills', rebates)).body.data).toEqual([]);
    const unheard = { businessType: 'HEIST' };
    expect((await rest.alice('GET', '/spot/account/bills', unheard)).body.code).toBe('40020');
  });

  it('deposits, withdrawals and transfers are listed on both sides', async () => {
    const address = await rest.bob('GET', '/spot/wallet/deposit-address', { coin: 'USDT' });
    const sent = await rest.alice('POST', '/spot/wallet/withdrawal', {
      coin: 'USDT',
      transferType: 'on_chain',
      address: address.body.data['address'],
      size: '25',
      clientOid: 'w1',
    });
    const window = { startTime: String(START - 1000), endTime: String(rest.now + 60_000) };
    const mine = await rest.alice('GET', '/spot/wallet/withdrawal-records', window);
    expect(mine.body.data).toMatchObject([
      { orderId: sent.body.data['orderId'], size: '26', fee: '-1', status: 'success' },
    ]);
    const path = '/spot/account/bills';
    const bills = listOf((await rest.alice('GET', path, { coin: 'USDT', limit: '2' })).body.data);
    const [, { balance: before } = {}] = bills;
    expect(bills[0]).toMatchObject({
      ...{ groupType: 'withdraw', businessType: 'withdraw', size: '-26', fees: '-1' },
      balance: String(Number(before) - 26),
    });
    const withdrawn = await rest.alice('GET', path, { businessType: 'WITHDRAW' });
    expect(withdrawn.body.data).toEqual([bills[0]]);
    const theirs = await rest.bob('GET', '/spot/wallet/deposit-records', {
      ...window,
      coin: 'USDT',
    });
    expect(listOf(theirs.body.data)[0]).toMatchObject({
      orderId: sent.body.data['orderId'],
      toAddress: address.body.data['address'],
      dest: 'internal_transfer',
    });
    const moved = await rest.alice('POST', '/spot/wallet/transfer', {
      fromType: 'spot',
      toType: 'p2p',
      amount: 5,
      coin: 'USDT',
    });
    const transfers = await rest.alice('GET', '/spot/account/transferRecords', {
      coin: 'USDT',
      fromType: 'spot',
    });
    expect(transfers.body.data).toMatchObject([
      {
        transferId: moved.body.data['transferId'],
        fromType: 'spot',
        toType: 'p2p',
        status: 'Successful',
      },
    ]);
    const cancel = await rest.alice('POST', '/spot/wallet/cancel-withdrawal', {
      orderId: sent.body.data['orderId'],
    });
    expect(cancel.body.code).toBe('45055');
  });

  it('ended plans are listed with the order they became', async () => {
    const plan = await rest.alice('POST', '/spot/trade/place-plan-order', {
      symbol: 'ETHUSDT',
      side: 'buy',
      orderType: 'limit',
      executePrice: '2900',
      size: '0.1',
      triggerPrice: 3000,
      triggerType: 'fill_price',
    });
    const planOrderId = textOf(plan.body.data['orderId']);
    const ended = await rest.alice('GET', '/spot/trade/history-plan-order', { symbol: 'ETHUSDT' });
    expect(ended.body.data).toMatchObject({ nextFlag: false });
    const rows = listOf(ended.body.data['orderList']);
    const nothing = { priceAvg: '0', baseVolume: '0.0000' };
    expect(rows).toMatchObject([{ orderId: planOrderId, status: 'executed', ...nothing }]);
    const path = '/spot/trade/orderInfo';
    const [child] = listOf((await rest.alice('GET', path, { clientOid: planOrderId })).body.data);
    expect(child).toMatchObject({ orderId: rows[0]?.['executeOrderId'], clientOid: planOrderId });
    const sub = await rest.alice('GET', '/spot/trade/plan-sub-order', { planOrderId });
    expect(sub.body.data).toMatchObject([{ price: '2900.00', type: 'limit', status: 'live' }]);
  });

  it('a client id that is the id of an own open plan is refused', async () => {
    const sell = { symbol: 'ETHUSDT', side: 'sell', orderType: 'market', size: '0.2' };
    const plan = { ...sell, triggerPrice: '2500', triggerType: 'fill_price' };
    const placed = await rest.alice('POST', '/spot/trade/place-plan-order', plan);
    const own = { ...sell, orderType: 'limit', price: '3500', force: 'gtc' };
    const clientOid = textOf(placed.body.data['orderId']);
    const named = await rest.alice('POST', '/spot/trade/place-order', { ...own, clientOid });
    expect(named.body).toMatchObject({ code: '43118' });
    await rest.alice('POST', '/spot/trade/cancel-plan-order', { orderId: clientOid });
  });

  it('prevented matches are listed by page, and only to their owner', async () => {
    const maker = { ...ORDER, price: '58000' };
    const placed: string[] = [];
    for (let i = 0; i < 3; i++) {
      const order = await rest.alice('POST', '/spot/trade/place-order', maker);
      const own = { ...maker, side: 'sell', size: '0.004', stpMode: 'cancel_maker' };
      await rest.alice('POST', '/spot/trade/place-order', { ...own, force: 'ioc' });
      placed.push(textOf(order.body.data['orderId']));
    }
    const path = '/spot/trade/prevented-matches';
    const all = listOf((await rest.alice('GET', path)).body.data);
    expect(all.map((row) => row['makerOrderId'])).toEqual(placed.reverse());
    expect(all[0]).toMatchObject({
      symbol: 'BTCUSDT',
      price: '58000.00',
      size: '0.004000',
      stpMode: 'cancel_maker',
    });
    const [first, second, third] = all.map((row) => textOf(row['preventedMatchId']));
    const page = await rest.alice('GET', path, { limit: '1', idLessThan: first });
    expect(page.body.data).toMatchObject([{ preventedMatchId: second }]);
    const rest3 = await rest.alice('GET', path, { idLessThan: second, symbol: 'BTCUSDT' });
    expect(rest3.body.data).toMatchObject([{ preventedMatchId: third }]);
    expect((await rest.alice('GET', path, { symbol: 'ETHUSDT' })).body.data).toEqual([]);
    expect((await rest.alice('GET', path, { endTime: '1000' })).body.data).toEqual([]);
    expect((await rest.bob('GET', path)).body.data).toEqual([]);
  });

  it('a plan whose order was refused says why', async () => {
    const plan = await rest.alice('POST', '/spot/trade/place-plan-order', {
      symbol: 'ETHUSDT',
      side: 'sell',
      orderType: 'limit',
      executePrice: '3000',
      size: '50',
      triggerPrice: '3000',
    });
    const ended = await rest.alice('GET', '/spot/trade/history-plan-order', { limit: '1' });
    expect(ended.body.data['orderList']).toMatchObject([
      {
        orderId: plan.body.data['orderId'],
        status: 'fail_execute',
        planType: 'amount',
        reason: 'insufficientBalance',
        errorCode: '43012',
      },
    ]);
  });
});
