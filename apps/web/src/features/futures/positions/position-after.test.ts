import { liquidationPrice, MarginMode, PositionLeg } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { accountOf } from '../testing/account.ts';
import { afterMargin, afterTrades, backing, shareOf, takenOf } from './position-after.ts';

const { net } = PositionLeg;
const OFFERS = [
  { tick: 500_100, lots: 300 },
  { tick: 500_200, lots: 500 },
  { tick: 501_000, lots: 9_000 },
];

describe('what an order trades with', () => {
  it('at the market is level by level, and no more than is offered', () => {
    expect(takenOf(700, OFFERS, null)).toEqual([
      { tick: 500_100, lots: 300 },
      { tick: 500_200, lots: 400 },
    ]);
    expect(takenOf(300, OFFERS, null)).toEqual([{ tick: 500_100, lots: 300 }]);
    expect(takenOf(10_000, OFFERS, null).reduce((sum, { lots }) => sum + lots, 0)).toBe(9_800);
    expect(takenOf(5, [], null)).toEqual([]);
  });

  it('at a limit is what is as good, and the rest at its own price', () => {
    const buys = { tick: 500_150, buying: true };
    expect(takenOf(700, OFFERS, buys)).toEqual([
      { tick: 500_100, lots: 300 },
      { tick: 500_150, lots: 400 },
    ]);
    const bids = [{ tick: 499_900, lots: 50 }];
    const waits = { tick: 500_000, buying: false };
    expect(takenOf(60, bids, waits)).toEqual([{ tick: 500_000, lots: 60 }]);
  });
});

describe('after its trades', () => {
  const sells = { sign: -1, takerPpm: 600 } as const;

  it('a part of a position has brought its profit, cost its fee, and given its margin back', () => {
    const account = accountOf({ isolated: true, lots: { [net]: 1_000 } });
    const own = account.position(net);
    const after = afterTrades(account.margin, own, [{ tick: 505_000, lots: 400 }], sells);
    // 0.04 BTC, bought at 50,000 and sold at 50,500: 20 USDT; 0.06 % of 2,020 USDT.
    expect([after.traded, after.profit, after.fee]).toEqual([400, 20_00000000, 1_21200000]);
    expect(after.position).toMatchObject({ lots: 600, cost: 300_000_000, margin: 150_00000000 });
    // The wallet of 1,000: margin of 100 back, profit, fee.
    expect(after.account.wallet).toBe(111_878_800_000n);
    expect(after.liquidation).toBe(liquidationPrice(after.account, after.position));
    expect(backing(after.position)).toBe(150_00000000);
  });

  it('two levels are two fills, of which each fee is rounded by itself', () => {
    const account = accountOf({ lots: { [net]: 10 } });
    const taken = [
      { tick: 500_001, lots: 3 },
      { tick: 500_000, lots: 7 },
    ];
    const after = afterTrades(account.margin, account.position(net), taken, sells);
    expect(after.fee).toBe(Math.floor(900_001.8) + 2_100_000);
    expect([after.position.lots, after.liquidation]).toEqual([0, null]);
  });

  it('twice its size turns it around', () => {
    const account = accountOf({ isolated: true, lots: { [net]: 1_000 } });
    const taken = [{ tick: 499_000, lots: 2_000 }];
    const after = afterTrades(account.margin, account.position(net), taken, sells);
    // 49,900 × 0.1 at 20 times.
    expect(after.position).toMatchObject({ lots: -1_000, margin: 249_50000000 });
    expect(after.profit).toBe(-10_00000000);
    expect(after.liquidation ?? 0).toBeGreaterThan(500_000);
  });
});

it('margin that is added leaves the wallet and moves the liquidation price away; taken out, back', () => {
  const account = accountOf({ isolated: true, lots: { [net]: 1_000 } });
  const own = account.position(net);
  const added = afterMargin(account.margin, own, 100_00000000);
  expect(added.account.wallet).toBe(900_00000000n);
  expect(added.position.margin).toBe(own.margin + 100_00000000);
  expect(added.liquidation ?? 0).toBeLessThan(liquidationPrice(account.margin, own) ?? 0);
  const back = afterMargin(added.account, added.position, -100_00000000);
  expect(back.liquidation).toBe(liquidationPrice(account.margin, own));
});

it('what backs a cross position is its initial margin, in settle units', () => {
  const own = accountOf({ lots: { [net]: -1_000 } }).position(net);
  expect(own.marginMode).toBe(MarginMode.cross);
  expect(backing(own)).toBe(250_00000000);
});

it('a share is whole lots, and all of them is all', () => {
  expect([25, 50, 75, 100].map((percent) => shareOf(7, percent))).toEqual([1, 3, 5, 7]);
});
