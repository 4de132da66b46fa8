/** What traders and followers set by the trading API: stops, terms, leverage and margin mode. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fields } from '../estate.ts';
import {
  CONTRACT,
  done,
  estate,
  FOLLOWER,
  follow,
  followed,
  follower,
  got,
  keyOf,
  MIX,
  ORDER,
  openEstate,
  opened,
  said,
  settle,
  TRADER,
  trader,
  type WireRow,
} from './copy-wire-fixture.ts';

beforeAll(openEstate);
afterAll(() => estate.close());
beforeEach(() => estate.prices());

describe('what traders and followers set by the trading API', () => {
  it('sets and takes away stops of a position', async () => {
    const traderId = await opened();
    const key = await keyOf(traderId);
    // Above what is left of the bids of the tests before.
    estate.offerContract(64_000);
    await done(key, '/api/v2/mix/order/place-order', { ...ORDER, side: 'buy', size: '0.01' });
    settle();
    const read = async () => (await got(key, `${TRADER}/order-current-track`, MIX)).trackingList[0];
    const { trackingNo } = await read();
    const set = (fields: Fields) =>
      done(key, `${TRADER}/order-modify-tpsl`, { ...MIX, trackingNo, ...fields });
    await set({ stopSurplusPrice: '66000', stopLossPrice: '54000' });
    expect(await read()).toMatchObject({
      ...{ presetStopSurplusPrice: '66000.0', presetStopLossPrice: '54000.0' },
    });
    await set({ stopSurplusPrice: '0', stopLossPrice: '55000' });
    expect(await read()).toMatchObject({
      presetStopSurplusPrice: '',
      presetStopLossPrice: '55000.0',
    });
    // One that would fire at once is refused: both stay as they were.
    const refused = { ...MIX, trackingNo, stopSurplusPrice: '70000', stopLossPrice: '99000' };
    const answer = await said(key, 'POST', `${TRADER}/order-modify-tpsl`, refused);
    expect([answer.reason, answer.msg]).toEqual([
      'triggerWouldFireNow',
      expect.stringMatching(/stopLossPrice.*99000/),
    ]);
    expect(await read()).toMatchObject({
      presetStopSurplusPrice: '',
      presetStopLossPrice: '55000.0',
    });
    const unknown = { ...MIX, trackingNo: '1', stopLossPrice: '55000' };
    const { code } = await said(key, 'POST', `${TRADER}/order-modify-tpsl`, unknown);
    expect(code).toBe('22002');
  });

  it('sets and takes away stops of one position of a follower', async () => {
    const traderId = await opened();
    const key = await keyOf(traderId);
    await follow(traderId);
    estate.prices(63_900);
    estate.offerContract(64_000);
    await done(key, '/api/v2/mix/order/place-order', { ...ORDER, side: 'buy', size: '0.02' });
    settle();
    const mine = { ...MIX, traderId };
    const [{ trackingNo }] = await got(follower.key, `${FOLLOWER}/query-current-orders`, mine);
    const path = `${FOLLOWER}/setting-tpsl`;
    const asked = (fields: Fields, of = follower.key) =>
      said(of, 'POST', path, { ...MIX, trackingNo, ...fields });
    expect((await asked({})).code).toBe('40913');
    expect((await asked({ stopLossPrice: '54000', trackingNo: '1' })).code).toBe('22002');
    const stranger = await estate.keyFor(trader.uid, ['copy']);
    expect((await asked({ stopLossPrice: '54000' }, stranger)).code).toBe('22002');
    const soon = await asked({ stopSurplusPrice: '70000', stopLossPrice: '99000' });
    expect([soon.reason, soon.msg]).toEqual([
      'triggerWouldFireNow',
      expect.stringMatching(/stopLossPrice.*99000/),
    ]);
    const plans = () => estate.server.engine.views.plans(followed(traderId), {});
    expect(plans()).toEqual([]);
    expect((await asked({ stopSurplusPrice: '70000', stopLossPrice: '54000' })).code).toBe('00000');
    expect(plans()).toHaveLength(2);
    expect((await asked({ stopSurplusPrice: '0' })).code).toBe('00000');
    expect(plans()).toHaveLength(1);
    const open = await got(key, `${TRADER}/order-current-track`, MIX);
    expect(open.trackingList[0]).toMatchObject({ presetStopLossPrice: '' });
    // What it closes is closed for this follower alone, and told as an exit.
    const end = estate.bid(53_000, 1_000);
    estate.prices(53_500);
    settle();
    end();
    expect(await got(follower.key, `${FOLLOWER}/query-current-orders`, mine)).toEqual([]);
    const after = await got(key, `${TRADER}/order-current-track`, MIX);
    expect(after.trackingList[0]).toMatchObject({ trackingNo, openSize: '0.0200' });
  });

  it('sets whether followers are taken, and in which contracts positions are opened', async () => {
    const traderId = await opened();
    const key = await keyOf(traderId);
    for (const path of ['config-settings-base', 'config-setting-base']) {
      await done(key, `${TRADER}/${path}`, {
        enable: 'NO',
        showTotalEquity: 'YES',
        showTpsl: 'NO',
      });
      const begin = { traderId, copyAmount: '500' };
      const late = await said(follower.key, 'POST', `${FOLLOWER}/copy-settings`, begin);
      expect([late.reason, late.msg]).toEqual(['copyFollowersMax', expect.stringMatching(/ 0$/)]);
      await done(trader.key, `${TRADER}/${path}`, { traderId, enable: 'YES' });
    }
    await follow(traderId);
    const shown = await said(key, 'POST', `${TRADER}/config-settings-base`, { showTpsl: 'YES' });
    expect([shown.code, shown.msg]).toEqual(['40020', expect.stringMatching(/showTpsl/)]);
    const set = (fields: Fields) =>
      said(key, 'POST', `${TRADER}/config-setting-symbols`, {
        settingList: [{ ...CONTRACT, settingType: 'UPDATE', ...fields }],
      });
    const ratio = await set({ stopLossRatio: '5' });
    expect([ratio.code, ratio.msg]).toEqual([
      '40020',
      expect.stringMatching(/settingList\[0\]\.stopLossRatio.*order-modify-tpsl/),
    ]);
    expect((await set({ stopLossRatio: '0' })).code).toBe('00000');
    expect((await set({ settingType: 'DELETE' })).code).toBe('00000');
    const symbols = async () =>
      (await got(key, `${TRADER}/config-query-symbols`, MIX)) as WireRow[];
    expect(await symbols()).toMatchObject([{ symbol: 'BTCUSDT', openTrader: 'NO' }]);
    // Whoever has several portfolios, or none, is told of contracts as they are.
    expect(await got(follower.key, `${TRADER}/config-query-symbols`, MIX)).toMatchObject([
      { symbol: 'BTCUSDT', openTrader: 'YES' },
    ]);
    const buy = { ...ORDER, side: 'buy', size: '0.01' };
    const refused = await said(key, 'POST', '/api/v2/mix/order/place-order', buy);
    expect([refused.reason, refused.msg]).toEqual([
      'copyContractLeftOut',
      expect.stringMatching(/symbol/),
    ]);
    expect((await set({ settingType: 'ADD' })).code).toBe('00000');
    expect(await symbols()).toMatchObject([{ openTrader: 'YES' }]);
  });

  it('sets leverage and margin mode of a portfolio by its key', async () => {
    const traderId = await opened();
    const key = await keyOf(traderId);
    const account = '/api/v2/mix/account';
    const of = { ...CONTRACT, marginCoin: 'USDT' };
    const set = await done(key, `${account}/set-leverage`, { ...of, leverage: '7' });
    expect(set).toMatchObject({ crossMarginLeverage: '7', marginMode: 'crossed' });
    // What is so already is no error.
    await done(key, `${account}/set-leverage`, { ...of, leverage: '7' });
    await done(key, `${account}/set-margin-mode`, { ...of, marginMode: 'isolated' });
    const read = await got(key, `${account}/account`, of);
    expect(read).toMatchObject({ isolatedLongLever: '7', marginMode: 'isolated' });
    const own = await got(trader.key, `${account}/account`, of);
    expect(own.marginMode).toBe('crossed');
    const high = await said(key, 'POST', `${account}/set-leverage`, { ...of, leverage: '9999' });
    expect(high.code).not.toBe('00000');
    // The position mode was chosen when it was opened.
    const mode = (posMode: string) =>
      said(key, 'POST', `${account}/set-position-mode`, { ...MIX, posMode });
    expect((await mode('one_way_mode')).code).toBe('00000');
    const hedge = await mode('hedge_mode');
    expect([hedge.code, hedge.msg]).toEqual(['40020', expect.stringMatching(/posMode.*opened/)]);
  });
});
