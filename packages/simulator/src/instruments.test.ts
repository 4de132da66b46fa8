import { describe, expect, it } from 'vitest';
import { SEED_ASSETS, SEED_INSTRUMENTS, seedInstrument } from './instruments.ts';

describe('seeded instruments', () => {
  const scales = new Map(SEED_ASSETS.map((asset) => [asset.asset, asset.scale]));

  it('have a quote scale that holds price times quantity exactly', () => {
    for (const instrument of SEED_INSTRUMENTS) {
      const scale = scales.get(instrument.quote);
      expect(scale, instrument.symbol).toBeDefined();
      expect(instrument.pricePrecision + instrument.quantityPrecision).toBeLessThanOrEqual(scale!);
      expect(instrument.quantityPrecision).toBeLessThanOrEqual(scales.get(instrument.base)!);
    }
  });

  it('have unique symbols of base and quote, and prices in whole ticks of a fine enough tick', () => {
    const symbols = new Set(SEED_INSTRUMENTS.map((instrument) => instrument.symbol));
    expect(symbols.size).toBe(SEED_INSTRUMENTS.length);
    for (const instrument of SEED_INSTRUMENTS) {
      expect(instrument.symbol).toBe(instrument.base + instrument.quote);
      const decimals = instrument.referencePrice.split('.')[1] ?? '';
      expect(decimals.length, instrument.symbol).toBe(instrument.pricePrecision);
      const ticks = Number(instrument.referencePrice.replace('.', ''));
      expect(10_000 / ticks, `${instrument.symbol} tick in bp`).toBeLessThan(1.2);
    }
  });

  it('have cross prices that agree with the ratio of their legs within one basis point', () => {
    for (const instrument of SEED_INSTRUMENTS) {
      if (instrument.kind !== 'cross' && instrument.kind !== 'usdc') continue;
      const base = Number(seedInstrument(`${instrument.base}USDT`).referencePrice);
      const quote = Number(seedInstrument(`${instrument.quote}USDT`).referencePrice);
      const ratio = Number(instrument.referencePrice) / (base / quote);
      expect(Math.abs(ratio - 1), instrument.symbol).toBeLessThan(1e-4);
    }
  });
});
