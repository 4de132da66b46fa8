/** The price that liquidates an account of one pair, by the formulas that OKX publishes. */
import { describe, expect, test } from 'vitest';
import { fc } from '../../testkit/src/core/properties.ts';
import { type PricedCoin, pairRisk } from './loan-math.ts';
import { coinLiquidationPrice } from './margin-figures.ts';

const COIN = 100_000_000;
/** A tick is 0.01, coins have 8 decimals: a margin unit is 10^6 units × ticks. */
const DIVISOR = 1_000_000;
const MAINTENANCE = 0.05;
const tiers = [{ upTo: 1_000_000 * COIN, leverageMax: 10, maintenancePpm: 50_000 }];
const [BASE, QUOTE] = pairRisk({ base: tiers, quote: tiers, liquidationPpm: 0 });

/** The price that is shown, in coins, of an account that has and owes coins of a pair. */
function shown(base: readonly [number, number], quote: readonly [number, number]): number {
  const coin = ([held, debt]: readonly [number, number]) => ({
    held: held * COIN,
    debt: debt * COIN,
  });
  const coins: PricedCoin[] = [
    { ...coin(base), risk: BASE, scale: { price: 1, divisor: DIVISOR } },
    { ...coin(quote), risk: QUOTE, scale: { price: 1, divisor: 10_000 } },
  ];
  return coinLiquidationPrice(coins, 0)! / 100;
}

/** OKX, "Isolated margin mode", Est. liq. price, with a taker fee of nothing: coins, and 0.05 to be kept. */
describe('the price of liquidation is that of OKX', () => {
  const keeps = 1 + MAINTENANCE;
  const coins = fc.integer({ min: 1, max: 1_000 });
  const money = fc.integer({ min: 1, max: 100_000 });
  const near = (price: number, formula: number): void =>
    expect(Math.abs(price - formula)).toBeLessThanOrEqual(0.0101);

  test('long, with money or with coins as its margin', () => {
    fc.assert(
      fc.property(coins, coins, money, money, (assets, margin, liability, more) => {
        const own = Math.min(more, liability - 1);
        near(shown([assets, 0], [own, liability]), (liability * keeps - own) / assets);
        near(shown([assets + margin, 0], [0, liability]), (liability * keeps) / (assets + margin));
      }),
    );
  });

  test('short, with money or with coins as its margin', () => {
    fc.assert(
      fc.property(money, money, coins, coins, (assets, margin, liability, more) => {
        near(shown([0, liability], [assets + margin, 0]), (assets + margin) / (liability * keeps));
        const own = Math.min(more, liability - 1);
        near(shown([own, liability], [assets, 0]), assets / (liability * keeps - own));
      }),
    );
  });
});
