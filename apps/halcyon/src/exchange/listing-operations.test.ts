/** What the command line lists and what it refuses, on a core and views without a process around. */
import type { CommandInput } from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryPort } from '../../../../test/support/memory-port.ts';
import { addAsset, addInstrument, listAssets } from './listing-operations.ts';
import type { OperationArgs } from './operation-args.ts';
import {
  listInstruments,
  type OperationContext,
  setInstrumentLimits,
  setInstrumentState,
} from './operations.ts';

const GOLD = {
  symbol: 'GOLDUSDT',
  base: 'GOLD',
  quote: 'USDT',
  'price-scale': '3',
  'quantity-scale': '4',
};

let context: OperationContext;

beforeEach(async () => {
  context = new MemoryPort();
  await addAsset(context, { code: 'usdt', scale: '8', name: 'Tether' });
  await addAsset(context, { code: 'GOLD', scale: '6' });
  await addInstrument(context, { ...GOLD, 'last-price': '2400' });
});

describe('what is listed', () => {
  test('assets and instruments with their limits', async () => {
    expect(listAssets(context)).toEqual([
      { code: 'USDT', name: 'Tether', scale: 8 },
      { code: 'GOLD', name: 'GOLD', scale: 6 },
    ]);
    const limits = { tick: '0.1', lot: '1', 'quantity-max': '10', band: '0.2', 'open-orders': '7' };
    await addInstrument(context, { ...GOLD, symbol: 'au', ...limits, 'notional-min': '2.5' });
    const shared = { base: 'GOLD', quote: 'USDT', priceScale: 3, quantityScale: 4, state: 'open' };
    expect(listInstruments(context)).toEqual([
      {
        ...shared,
        symbol: 'GOLDUSDT',
        tick: '0.001',
        lot: '0.0001',
        quantityMin: '0.0001',
        quantityMax: '8333.3333',
        notionalMin: '0',
        band: '0.1',
        openOrdersMax: 500,
      },
      {
        ...shared,
        symbol: 'AU',
        tick: '0.1',
        lot: '1',
        quantityMin: '1',
        quantityMax: '10',
        notionalMin: '2.5',
        band: '0.2',
        openOrdersMax: 7,
      },
    ]);
  });

  test('tick and lot change, and back: the smallest size is what it was', async () => {
    const set = (args: OperationArgs) =>
      setInstrumentLimits(context, { symbol: 'GOLDUSDT', ...args });
    expect(await set({ tick: '0.01', lot: '0.01' })).toMatchObject({
      tick: '0.01',
      lot: '0.01',
      quantityMin: '0.01',
      quantityMax: '8333.33',
    });
    expect(await set({ band: '0.3' })).toMatchObject({ tick: '0.01', lot: '0.01' });
    expect(await set({ tick: '0.001', lot: '0.0001' })).toMatchObject({
      quantityMin: '0.0001',
      quantityMax: '8333.3333',
    });
  });
});

describe('what is refused', () => {
  test.each([
    [{ code: 'GOLD', scale: '2' }, 'there is an asset GOLD already'],
    [{ code: 'X' }, '--scale: "" is not a whole number from 0 to 12'],
    [{ code: 'X', scale: '13' }, '--scale: "13" is not a whole number from 0 to 12'],
    [{ code: 'X', scale: '1.5' }, '--scale: "1.5" is not'],
    [{ code: 'X-Y', scale: '1' }, '"X-Y" is not 1 to 16 letters and digits'],
    [{ code: 'X', scale: '1', name: '' }, '--name: 0 characters, allowed are 1 to 64'],
  ])('asset %j', async (args, message) => {
    await expect(addAsset(context, args)).rejects.toThrow(message);
  });

  test.each([
    [{}, 'there is an instrument GOLDUSDT already'],
    [{ symbol: 'x y' }, '"X Y" is not 2 to 32 letters and digits'],
    [{ symbol: 'AU', base: 'AU' }, '--base: there is no asset "AU"'],
    [{ symbol: 'AU', quote: undefined }, '--quote: it must be given'],
    [{ symbol: 'AU', quote: 'gold' }, '--quote: GOLD is the base as well'],
    [{ symbol: 'AU', 'price-scale': '5' }, 'together at most 8, the decimals of USDT'],
    [{ symbol: 'AU', 'price-scale': '9' }, '--price-scale: "9" is not a whole number from 0 to 8'],
    [{ symbol: 'AU', 'quantity-scale': '7' }, 'is not a whole number from 0 to 6'],
    [{ symbol: 'AU', 'last-price': '0' }, '--last-price: "0" is not above 0'],
    [{ symbol: 'AU', tick: '0.25' }, '--tick for AU: "0.25" is not a power of ten from 0.001'],
    [{ symbol: 'AU', 'quantity-max': '0' }, '--quantity-max for AU: allowed is up to'],
  ])('instrument %j', async (args, message) => {
    await expect(addInstrument(context, { ...GOLD, ...args })).rejects.toThrow(message);
  });

  test.each(['0.05', '0.0001', '10', '0', 'x', '-1'])('a tick of %s', async (tick) => {
    const range = 'is not a power of ten from 0.001, the finest possible, to 1';
    const set = setInstrumentLimits(context, { symbol: 'GOLDUSDT', tick });
    await expect(set).rejects.toThrow(`--tick for GOLDUSDT: "${tick}" ${range}`);
  });

  test('a lot that leaves no size', async () => {
    const set = setInstrumentLimits(context, { ...GOLD, lot: '1', 'quantity-max': '0.5' });
    await expect(set).rejects.toThrow('--lot for GOLDUSDT: allowed is one of which a multiple');
  });
});

test('a state takes names once each, no more of them than there can be, and nothing else', async () => {
  const { engine, views } = context;
  const submitted: CommandInput[] = [];
  const submitAll: typeof engine.submitAll = (commands) => {
    submitted.push(...commands);
    return engine.submitAll(commands);
  };
  const asked = (symbols: unknown) =>
    setInstrumentState(
      { views, engine: { ...engine, submitAll } },
      { state: 'post-only', symbols },
    );
  expect(await asked(Array.from({ length: 4_096 }, () => 'goldusdt'))).toHaveLength(1);
  expect(submitted).toHaveLength(1);
  const many = Array.from({ length: 4_097 }, () => 'goldusdt');
  await expect(asked(many)).rejects.toThrow('symbols: 4097 were given, at most 4096 are allowed');
  for (const wrong of ['GOLDUSDT', [['GOLDUSDT']], [1], { length: 1 }]) {
    await expect(asked(wrong)).rejects.toThrow('symbols: a list of names');
  }
  expect(submitted).toHaveLength(1);
});
