import { describe, expect, it } from 'vitest';
import { draftOf, marketOf } from '../testing/account.ts';
import { contractOrderBody, contractPlanBody } from './contract-submit.ts';

const market = marketOf({ isolated: true });
const hedged = marketOf({ hedge: true });

describe('the request of a side', () => {
  it('of one-way mode says the side and whether it only reduces', () => {
    expect(contractOrderBody(draftOf({ side: 'sell', force: 'post_only' }), market, 'x')).toEqual({
      symbol: 'BTCUSDT',
      side: 'sell',
      reduceOnly: 'NO',
      orderType: 'limit',
      force: 'post_only',
      price: '50000',
      size: '0.1',
      marginMode: 'isolated',
      clientOid: 'x',
    });
    const reduce = contractOrderBody(draftOf({ reduceOnly: true }), market, 'x');
    expect(reduce.reduceOnly).toBe('YES');
  });

  it.each([
    ['open', 'buy', 'buy'],
    ['open', 'sell', 'sell'],
    ['close', 'buy', 'sell'],
    ['close', 'sell', 'buy'],
  ] as const)('of hedge mode names the position: to %s by %s is "%s"', (intent, side, named) => {
    const body = contractOrderBody(draftOf({ side, intent }), hedged, 'x');
    expect(body).toMatchObject({ side: named, tradeSide: intent, marginMode: 'crossed' });
    expect(body).not.toHaveProperty('reduceOnly');
  });

  it('counts value and margin in coins', () => {
    const value = draftOf({ kind: 'market', unit: 'value', size: '4999.9' });
    expect(contractOrderBody(value, market, 'x')).toMatchObject({
      size: '0.0999',
      orderType: 'market',
      force: 'gtc',
    });
  });

  it('brings take profit and stop loss with what opens only', () => {
    const draft = draftOf({ attach: true, takeProfit: '51000', stopLoss: '49000' });
    const presets = { presetStopSurplusPrice: '51000', presetStopLossPrice: '49000' };
    expect(contractOrderBody(draft, market, 'x')).toMatchObject(presets);
    const reduce = contractOrderBody({ ...draft, reduceOnly: true }, market, 'x');
    expect(reduce).not.toHaveProperty('presetStopLossPrice');
  });

  it('of plans says what is watched', () => {
    const trigger = draftOf({ kind: 'trigger', trigger: '51000', triggerBy: 'index_price' });
    expect(contractPlanBody(trigger, market, 'x')).toMatchObject({
      planType: 'normal_plan',
      triggerType: 'index_price',
      triggerPrice: '51000',
      orderType: 'market',
    });
    const limit = contractPlanBody({ ...trigger, execution: 'limit' }, market, 'x');
    expect(limit).toMatchObject({ orderType: 'limit', price: '50000' });
    const trailing = contractPlanBody(
      draftOf({ side: 'sell', kind: 'trailing', callback: '2' }),
      market,
      'x',
    );
    expect(trailing).toMatchObject({ planType: 'track_plan', callbackRatio: '2' });
    expect(trailing).not.toHaveProperty('triggerPrice');
  });
});
