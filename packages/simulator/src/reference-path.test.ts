import { describe, expect, it } from 'vitest';
import { seedInstrument } from './instruments.ts';
import { ReferenceMarket } from './reference-path.ts';

const START_MS = Date.UTC(2026, 10, 1);

describe('reference market', () => {
  it('starts at the listed price and continues exactly from its saved state', () => {
    const market = new ReferenceMarket('seed', START_MS);
    const path = market.pathOf('BTCUSDT');
    expect(path.priceAt(START_MS)).toBe(94250);
    for (let second = 1; second <= 50; second += 1) path.priceAt(START_MS + second * 1000);
    const copy = new ReferenceMarket('another', START_MS);
    copy.restore(JSON.parse(JSON.stringify(market.state())));
    for (let second = 51; second < 80; second += 1) {
      const time = START_MS + second * 1000;
      expect(copy.pathOf('ETHUSDT').priceAt(time)).toBe(market.pathOf('ETHUSDT').priceAt(time));
    }
  });

  it('keeps cross pairs equal to the ratio of their legs', () => {
    const market = new ReferenceMarket('seed', START_MS);
    const later = START_MS + 30_000;
    const price = (symbol: string): number => market.pathOf(symbol).priceAt(later);
    expect(price('ETHBTC')).toBeCloseTo(price('ETHUSDT') / price('BTCUSDT'), 12);
    expect(price('BTCUSDC')).toBeCloseTo(price('BTCUSDT') / price('USDCUSDT'), 6);
  });

  it('does not move another coin when fewer instruments are watched', () => {
    const all = new ReferenceMarket('seed', START_MS);
    const one = new ReferenceMarket('seed', START_MS, [seedInstrument('ETHUSDT')]);
    const later = START_MS + 20_000;
    expect(one.pathOf('ETHUSDT').priceAt(later)).toBe(all.pathOf('ETHUSDT').priceAt(later));
    expect(() => one.pathOf('BTCUSDT')).toThrow('BTCUSDT');
  });

  it('stands still over downtime and can be aligned to last prices', () => {
    const market = new ReferenceMarket('seed', START_MS);
    const path = market.pathOf('SOLUSDT');
    const before = path.priceAt(START_MS);
    const after = path.priceAt(START_MS + 10 * 86_400_000);
    expect(Math.abs(Math.log(after / before))).toBeLessThan(0.01);
    market.alignTo(new Map([['SOL', 200]]));
    expect(path.priceAt(START_MS)).toBeCloseTo(200, 9);
  });
});
