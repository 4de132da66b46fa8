import { estimateOrder, freeOf, orderNeeds, PositionLeg } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { fc } from '../../../../../../packages/testkit/src/core/properties.ts';
import { draftOf, marketOf } from '../testing/account.ts';
import { legOfOrder, lotsOf, maxLots, priceOf, sideSums } from './order-sums.ts';

const { net, long, short } = PositionLeg;

describe('the size', () => {
  const market = marketOf({ leverage: 20 });
  it.each([
    ['coin', '0.1', 1_000],
    ['coin', '0.10009', 1_000],
    ['value', '5000', 1_000],
    ['value', '5004.99', 1_000],
    ['cost', '250', 1_000],
    ['cost', '', 0],
    ['value', '?x', 0],
  ] as const)('in %s of %s is %i lots', (unit, size, lots) => {
    expect(lotsOf(draftOf({ unit, size }), market, 500_000)).toBe(lots);
  });

  it('in value or margin is none while no price is known', () => {
    expect(lotsOf(draftOf({ unit: 'value', size: '5' }), market, 0)).toBe(0);
  });
});

describe('the price', () => {
  const market = marketOf();
  it('is the own one, the trigger, or what the other side of the book asks', () => {
    expect(priceOf(draftOf({ price: '49000.5' }), market)).toBe(490_005);
    const trigger = draftOf({ kind: 'trigger', trigger: '51000' });
    expect(priceOf(trigger, market)).toBe(510_000);
    expect(priceOf(draftOf({ kind: 'market' }), market)).toBe(500_001);
    expect(priceOf(draftOf({ kind: 'market', side: 'sell' }), market)).toBe(499_999);
    const empty = { ...market, best: { bid: '', ask: '' } };
    expect(priceOf(draftOf({ kind: 'market', side: 'sell' }), empty)).toBe(500_000);
  });
});

describe('the position that an order is for', () => {
  it('is the one position, or the leg that is opened or closed', () => {
    const sell = draftOf({ side: 'sell' });
    const close = draftOf({ intent: 'close' });
    const closeBySale = { ...close, side: 'sell' } as const;
    expect(legOfOrder(draftOf(), false)).toBe(net);
    expect(legOfOrder(closeBySale, false)).toBe(net);
    expect(legOfOrder(draftOf(), true)).toBe(long);
    expect(legOfOrder(sell, true)).toBe(short);
    expect(legOfOrder(close, true)).toBe(short);
    expect(legOfOrder(closeBySale, true)).toBe(long);
  });
});

describe('the largest order', () => {
  it('is what is free at its leverage, with the fee: one lot more is refused', () => {
    const wallets = fc.integer({ min: 1, max: 40_000 });
    const leverages = fc.integer({ min: 1, max: 125 });
    const opens = fc.integer({ min: -3_000, max: 3_000 });
    fc.assert(
      fc.property(wallets, leverages, opens, fc.boolean(), (wallet, leverage, open, isolated) => {
        const lots = open === 0 ? {} : { [net]: open };
        const market = marketOf({ wallet, leverage, isolated, lots });
        const { account } = market;
        if (account === null || freeOf(account.margin) < 0) return;
        const position = account.position(net);
        for (const side of ['buy', 'sell'] as const) {
          const max = maxLots(draftOf({ side }), market) ?? 0;
          const needs = (size: number) =>
            orderNeeds(position, {
              lots: side === 'buy' ? size : -size,
              price: 500_000,
              reduceOnly: false,
              termsTakerPpm: 600,
              takerPpm: 600,
            });
          const closing = Math.max(0, (side === 'buy' ? -2 : 2) * open);
          if (max > closing) expect(needs(max)).toBeLessThanOrEqual(freeOf(account.margin));
          const limit = (leverage > 50 ? 150_000 : 900_000) / 5;
          const reached = max + (side === 'buy' ? open : -open) >= limit;
          if (!reached) expect(needs(max + 1)).toBeGreaterThan(freeOf(account.margin));
        }
      }),
    );
  });

  it('is never beyond the tier of its leverage, nor the largest order', () => {
    expect(maxLots(draftOf(), marketOf({ wallet: 100_000, leverage: 125 }))).toBe(30_000);
    const cheap = { ...marketOf({ wallet: 100_000, leverage: 50 }) };
    const small = { ...cheap, instrument: { ...cheap.instrument, maxSize: '2' } };
    expect(maxLots(draftOf(), small)).toBe(20_000);
  });

  it('of a reducing order is what there is to close', () => {
    const market = marketOf({ lots: { [net]: 700 } });
    const draft = draftOf({ reduceOnly: true });
    expect([maxLots({ ...draft, side: 'sell' }, market), maxLots(draft, market)]).toEqual([700, 0]);
    const hedged = marketOf({ hedge: true, lots: { [long]: 300, [short]: -200 } });
    const close = draftOf({ intent: 'close' });
    expect([maxLots({ ...close, side: 'sell' }, hedged), maxLots(close, hedged)]).toEqual([
      300, 200,
    ]);
  });

  it('at market leaves room for prices beyond the best one', () => {
    const market = marketOf({ wallet: 1_000, leverage: 10 });
    const limit = maxLots(draftOf({ price: '50000.1' }), market) ?? 0;
    const atMarket = maxLots(draftOf({ kind: 'market' }), market) ?? 0;
    expect(atMarket).toBeLessThan(limit);
    expect(atMarket).toBeGreaterThan(limit * 0.9);
  });

  it('is not known without an account', () => {
    expect(maxLots(draftOf(), { ...marketOf(), account: null })).toBeNull();
  });
});

describe('what a side would be', () => {
  it("is the engine's own estimate", () => {
    const market = marketOf({ leverage: 20 });
    const sums = sideSums(draftOf(), market);
    const { account } = market;
    if (account === null) throw new Error('no account');
    const order = { lots: 1_000, price: 500_000, reduceOnly: false };
    const rates = { termsTakerPpm: 600, takerPpm: 600 };
    const { margin } = account;
    const estimate = estimateOrder(margin, account.position(net), { ...order, ...rates });
    expect(sums).toMatchObject({
      lots: 1_000,
      needed: estimate.needed,
      fee: estimate.fee,
      liquidation: estimate.liquidationPrice,
    });
    // 5,000 USDT at 20x: 250 of margin and 3 of fee.
    expect([sums.needed, sums.fee]).toEqual([2_530_000, 300_000_000]);
    const away = (500_000 - (sums.liquidation ?? 0)) / 500_000;
    expect(sums.distancePpm).toBe(Math.floor(away * 1_000_000));
  });

  it('is nothing without a size or an account', () => {
    const nothing = { needed: null, fee: null, liquidation: null, distancePpm: null };
    expect(sideSums(draftOf({ size: '' }), marketOf())).toMatchObject(nothing);
    expect(sideSums(draftOf({ side: 'sell' }), { ...marketOf(), account: null })).toMatchObject(
      nothing,
    );
    expect(sideSums(draftOf({ side: 'sell', size: '9'.repeat(30) }), marketOf())).toMatchObject(
      nothing,
    );
  });
});
