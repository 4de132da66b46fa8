import { liquidationPrice, PositionLeg } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { accountOf } from '../testing/account.ts';
import { leverageEffect } from './leverage-effect.ts';

const { net } = PositionLeg;

describe('another leverage', () => {
  it('with nothing open sets only how large a position may be', () => {
    const account = accountOf();
    const effect = leverageEffect(account.margin, account.position(net), 125);
    expect(effect).toEqual({
      limit: 1_500_000_000,
      allowed: true,
      initial: null,
      added: 0,
      addable: 0,
      removable: 0,
      liquidationNow: null,
      liquidationThen: null,
    });
  });

  it('with cross margin leaves the liquidation price where it is', () => {
    const account = accountOf({ lots: { [net]: 2_000 } });
    const position = account.position(net);
    const now = liquidationPrice(account.margin, position);
    const effect = leverageEffect(account.margin, position, 5);
    expect(effect).toMatchObject({ initial: 20_000_000, added: 0, liquidationNow: now });
    expect(effect.liquidationThen).toBe(now);
    // 10,000 USDT at 5 times need 2,000, more than there is.
    expect(effect.removable).toBe(0);
    // At 50 times they need 200 of the 1,000.
    expect(leverageEffect(account.margin, position, 50).removable).toBe(80_000_000_000);
  });

  it('with isolated margin adds what a lower one needs, and moves the liquidation price away', () => {
    const account = accountOf({ isolated: true, lots: { [net]: 1_000 } });
    const effect = leverageEffect(account.margin, account.position(net), 10);
    // 5,000 USDT at 20x have 250 of margin, at 10x 500.
    expect(effect.added).toBe(25_000_000_000);
    expect(effect.liquidationThen ?? 0).toBeLessThan(effect.liquidationNow ?? 0);
    // Both are of afterwards: the 250 that were added are not in the wallet any more.
    expect(effect).toMatchObject({ addable: 75_000_000_000, removable: 0 });
    // At 50x the 5,000 need 100 of the 250, and the liquidation price stays.
    const higher = leverageEffect(account.margin, account.position(net), 50);
    expect(higher).toMatchObject({ added: 0, removable: 15_000_000_000 });
    expect(higher.liquidationThen).toBe(higher.liquidationNow);
  });

  it('is not allowed where the position is beyond the tier', () => {
    const account = accountOf({ wallet: 50_000, lots: { [net]: 40_000 } });
    const position = account.position(net);
    expect(leverageEffect(account.margin, position, 50).allowed).toBe(true);
    expect(leverageEffect(account.margin, position, 51).allowed).toBe(false);
  });
});
