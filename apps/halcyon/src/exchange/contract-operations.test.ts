/** What the command line lists and sets of contracts, on a core and views without a process around. */
import { CommandKind } from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryPort } from '../../../../test/support/memory-port.ts';
import { addContract, setContract } from './contract-operations.ts';
import { addAsset, addInstrument } from './listing-operations.ts';
import type { OperationArgs } from './operation-args.ts';
import { listInstruments, setInstrumentLimits, setInstrumentState } from './operations.ts';

const SCALES = { 'price-scale': '1', 'quantity-scale': '3', 'last-price': '2400' };
const GOLD: OperationArgs = { symbol: 'GOLDUSDT', base: 'GOLD', quote: 'USDT', ...SCALES };

let context: MemoryPort;

beforeEach(async () => {
  context = new MemoryPort();
  await addAsset(context, { code: 'USDT', scale: '8' });
  await addAsset(context, { code: 'GOLD', scale: '6' });
  await addInstrument(context, GOLD);
  await addContract(context, GOLD);
});

function states(): Record<string, string> {
  const listed = listInstruments(context) as { symbol: string; state: string }[];
  return Object.fromEntries(listed.map(({ symbol, state }) => [symbol, state]));
}

describe('a contract', () => {
  test('is listed beside the pair of its symbol, with limits and terms', () => {
    expect(listInstruments(context)).toMatchObject([
      { symbol: 'GOLDUSDT' },
      {
        symbol: 'GOLDUSDT-PERP',
        state: 'open',
        lot: '0.001',
        index: '0',
        takes: 'reductions only: there is no index price',
        terms: {
          tiers: expect.stringMatching(/^20000:50:0.01,/),
          'maker-fee': '0.0002',
          'open-interest': '8333.333',
          'funding-hours': '4',
          'impact-size': '2000',
        },
      },
    ]);
  });

  test('no longer says that it takes reductions only when its index comes', async () => {
    const { id } = context.views.instrumentBySymbol('GOLDUSDT', 1)!;
    const price = { kind: CommandKind.prices, entries: [id, 24_001] } as const;
    await context.engine.submit(price);
    // The clock of this exchange is long ago.
    const why = 'reductions only: the index price is over a minute old';
    expect(listInstruments(context)).toMatchObject([{}, { index: '2400.1', takes: why }]);
  });

  test('has limits and a state of its own, and the kill switch is for both', async () => {
    await setInstrumentLimits(context, { symbol: 'goldusdt-perp', tick: '1' });
    expect(listInstruments(context)).toMatchObject([{ tick: '0.1' }, { tick: '1' }]);
    await setInstrumentState(context, { state: 'reduce-only' });
    expect(states()).toEqual({ GOLDUSDT: 'open', 'GOLDUSDT-PERP': 'reduce-only' });
    await setInstrumentState(context, { state: 'halt' });
    expect(states()).toEqual({ GOLDUSDT: 'halted', 'GOLDUSDT-PERP': 'halted' });
    await setInstrumentState(context, { state: 'open', symbols: ['GOLDUSDT-PERP'] });
    expect(states()).toEqual({ GOLDUSDT: 'halted', 'GOLDUSDT-PERP': 'open' });
  });

  test('takes new terms, the others stay, and the journal has who and why', async () => {
    const tiers = '1000:100:0.004,5000:10:0.05';
    const changes = { symbol: 'GOLDUSDT', tiers, interest: '-0.0001', 'funding-hours': '8' };
    const terms = { tiers: '1000:100:0.004,5000:10:0.05', interest: '-0.0001' };
    expect(await setContract(context, { ...changes, reason: 'calmer' })).toMatchObject({
      // A tenth of the lowest tier while nothing else is given.
      terms: { ...terms, 'funding-hours': '8', 'maker-fee': '0.0002', 'impact-size': '100' },
    });
    const given = await setContract(context, { symbol: changes.symbol, 'impact-size': '750' });
    expect(given).toMatchObject({ terms: { ...terms, 'impact-size': '750' } });
    expect(context.submitted.at(-2)).toMatchObject({ actor: 'command line', reason: 'calmer' });
  });
});

describe('what is wrong is named, and nothing changes', () => {
  test.each<[OperationArgs, string]>([
    [{}, 'nothing to change was given'],
    [{ 'maker-fee': '0.02' }, '--maker-fee: 0.02, the limit is 0.01'],
    [
      { 'maker-fee': '-1' },
      '--maker-fee: "-1" is not a decimal with up to 6 places, at most 9007199254.740991',
    ],
    [{ interest: '-0.5' }, '--interest: -0.5, the limit is -0.01'],
    [{ 'impact-size': '0' }, '--impact-size: 0, the limit is 1'],
    [
      { 'impact-size': '0.5' },
      `--impact-size: "0.5" is not a whole number up to ${Number.MAX_SAFE_INTEGER}`,
    ],
    [{ 'funding-hours': '9' }, '--funding-hours: 9, the limit is 8'],
    [
      { 'funding-hours': '1.5' },
      '--funding-hours: "1.5" is not a whole number up to 9007199254740991',
    ],
    [{ 'open-interest': '0' }, '--open-interest: 0, the limit is 0.001'],
    [{ tiers: '1000:100' }, '--tiers: "1000:100" is not VALUE:LEVERAGE:RATE, as 150000:125:0.004'],
    [{ tiers: '1000:201:0.001' }, '--tiers: a highest leverage is 201, the limit is 200'],
    [{ tiers: '1000:50:0.02' }, '--tiers: a maintenance rate (ppm) is 20000, the limit is 18999'],
    [{ tiers: '1050:50:0.01' }, '--tiers: a largest value is 1050, the limit is 100'],
  ])('%j', async (args, message) => {
    const before = listInstruments(context);
    const { length } = context.submitted;
    const set = setContract(context, { symbol: 'GOLDUSDT-PERP', ...args });
    await expect(set).rejects.toThrow(new Error(message));
    expect(context.submitted).toHaveLength(length);
    expect(listInstruments(context)).toEqual(before);
  });

  test.each<[OperationArgs, string]>([
    [{}, 'there is a contract GOLDUSDT-PERP already'],
    [{ symbol: 'X!' }, 'contract add: "X!" is not 2 to 32 letters and digits'],
    [
      { symbol: 'AU', 'last-price': undefined },
      '--last-price: it must be given, limits are reckoned from it',
    ],
    [{ symbol: 'AU', base: 'USDT', quote: 'GOLD' }, '--quote: contracts are settled in USDT'],
    [{ symbol: 'AU', 'taker-fee': '1' }, '--taker-fee: 1, the limit is 0.01'],
    [
      { symbol: 'AU', band: '0' },
      '--band for AU-PERP: allowed is above 0, up to 1 (a share of the price)',
    ],
  ])('of a new one: %j', async (args, message) => {
    const { length } = context.submitted;
    await expect(addContract(context, { ...GOLD, ...args })).rejects.toThrow(new Error(message));
    expect(context.submitted).toHaveLength(length);
  });

  test('a pair is never for reductions only', async () => {
    const reduce = { state: 'reduce-only', symbols: ['GOLDUSDT-PERP', 'GOLDUSDT'] };
    const refused = setInstrumentState(context, reduce);
    await expect(refused).rejects.toThrow('GOLDUSDT: reduce-only is for contracts');
    expect(states()).toEqual({ GOLDUSDT: 'open', 'GOLDUSDT-PERP': 'open' });
  });
});
