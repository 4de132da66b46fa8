/** What the command line lists and sets of loans, on a core and views without a process around. */
import { CommandKind, SystemAccount } from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryPort } from '../../../../test/support/memory-port.ts';
import { addContract } from './contract-operations.ts';
import { addAsset, addInstrument } from './listing-operations.ts';
import { fundLoans, listLoans, setLoan, setPairLoan } from './loan-operations.ts';
import type { OperationArgs } from './operation-args.ts';

const PAIR = { symbol: 'GOLDUSDT', base: 'GOLD', quote: 'USDT' };
const SCALES = { 'price-scale': '1', 'quantity-scale': '3', 'last-price': '2400' };
const USDT: OperationArgs = {
  coin: 'usdt',
  tiers: '100000:5:0.05,1000000:3:0.1',
  collateral: '50000000:1',
  curve: '0.03:0.08:0.6:0.8',
  'lent-max': '900000',
  'level-max': '500000,1000000',
  'loan-min': '10',
  'liquidation-fee': '0.02',
};
const GOLD: OperationArgs = {
  ...USDT,
  ...{ coin: 'GOLD', market: 'GOLDUSDT', tiers: '40:5:0.06,400:3:0.12', 'loan-min': '0.01' },
  ...{ collateral: '100:0.95,1000:0.9', 'lent-max': '500', 'level-max': '400' },
};
const LENT_PAIR: OperationArgs = {
  symbol: 'GOLDUSDT',
  'base-tiers': '20:10:0.04',
  'quote-tiers': '50000:10:0.04',
  'liquidation-fee': '0.01',
};

let context: MemoryPort;

beforeEach(async () => {
  context = new MemoryPort();
  await addAsset(context, { code: 'USDT', scale: '8' });
  await addAsset(context, { code: 'GOLD', scale: '6' });
  await addAsset(context, { code: 'DUST', scale: '1' });
  await addInstrument(context, { ...PAIR, ...SCALES });
  const dust = { symbol: 'DUSTUSDT', base: 'DUST', quote: 'USDT' };
  await addInstrument(context, { ...dust, 'price-scale': '1', 'quantity-scale': '1' });
  await setLoan(context, USDT);
});

describe('coins are lent', () => {
  test('by terms that are listed as they were given', async () => {
    await setLoan(context, GOLD);
    await setPairLoan(context, LENT_PAIR);
    const { coin: _, ...usdt } = USDT;
    const { coin: _coin, market, ...gold } = GOLD;
    const { symbol, ...pair } = LENT_PAIR;
    const none = { lent: '0', unlent: '0', used: '0', rate: '0.03' };
    const stale = 'repayments only: there is no index price of this minute';
    expect(listLoans(context)).toEqual({
      coins: [
        { coin: 'USDT', market: null, ...none, terms: usdt },
        { coin: 'GOLD', market, ...none, takes: stale, terms: gold },
      ],
      pairs: [{ symbol, terms: pair }],
    });
  });

  test('new terms change what they name, and the journal has who and why', async () => {
    const set = { coin: 'USDT', 'lent-max': '5', 'liquidation-fee': '0.01', reason: 'calmer' };
    const { coin: _, ...terms } = USDT;
    expect(await setLoan(context, set)).toMatchObject({
      terms: { ...terms, 'lent-max': '5', 'liquidation-fee': '0.01' },
    });
    expect(context.submitted.at(-1)).toMatchObject({ actor: 'command line', reason: 'calmer' });
    await setLoan(context, GOLD);
    await setPairLoan(context, LENT_PAIR);
    const pair = { symbol: 'goldusdt', 'quote-tiers': '1000:2:0.1', reason: 'less' };
    expect(await setPairLoan(context, pair)).toEqual({
      symbol: 'GOLDUSDT',
      terms: { 'base-tiers': '20:10:0.04', 'quote-tiers': '1000:2:0.1', 'liquidation-fee': '0.01' },
    });
    expect(context.submitted.at(-1)).toMatchObject({ actor: 'command line', reason: 'less' });
  });

  test('out of pools, into which more is put every time', async () => {
    const fund = { coin: 'USDT', amount: '1000.5', reason: 'more is asked for' };
    expect(await fundLoans(context, fund)).toMatchObject({ unlent: '1000.5' });
    expect(await fundLoans(context, fund)).toMatchObject({ coin: 'USDT', unlent: '2001' });
    expect(context.submitted.at(-1)).toMatchObject({
      kind: CommandKind.deposit,
      account: SystemAccount.loans,
      from: SystemAccount.external,
      actor: 'command line',
      reason: 'more is asked for',
    });
  });

  test('S18 into which nothing is put without a reason', async () => {
    const before = context.submitted.length;
    for (const reason of [undefined, '']) {
      const fund = fundLoans(context, { coin: 'USDT', amount: '1', reason });
      await expect(fund).rejects.toThrow('--reason is missing');
    }
    expect(context.submitted).toHaveLength(before);
  });
});

describe('what is wrong is named, and nothing changes', () => {
  async function expectRefused(run: () => Promise<unknown>, message: string): Promise<void> {
    const before = listLoans(context);
    const { length } = context.submitted;
    await expect(run()).rejects.toThrow(new Error(message));
    expect(context.submitted).toHaveLength(length);
    expect(listLoans(context)).toEqual(before);
  }

  test.each<[OperationArgs, string]>([
    [{}, 'nothing to change was given'],
    [{ coin: 'NOPE' }, 'there is no asset "NOPE"; `asset list` shows all'],
    [{ market: 'GOLDUSDT' }, '--market: USDT has none, which cannot change'],
    [{ tiers: '5:3' }, '--tiers: "5:3" is not AMOUNT:LEVERAGE:RATE, as 8:5:0.05'],
    [{ tiers: '1:21:0.01' }, '--tiers: a highest leverage is 21, the limit is 20'],
    [{ tiers: '1:5:0.3' }, '--tiers: a maintenance rate is 0.3, the limit is 0.229999'],
    [{ tiers: '0.001:5:0.1' }, '--tiers: an amount is 0.001, the limit is 0.01'],
    [{ collateral: '5' }, '--collateral: "5" is not AMOUNT:PART, as 16:0.97'],
    [{ collateral: '5:1.1' }, '--collateral: a part that counts is 1.1, the limit is 1'],
    [{ curve: '0.1:0.2' }, '--curve: "0.1:0.2" is not IDLE:KINK:FULL:AT, as 0.03:0.08:0.6:0.8'],
    [{ curve: '0.1:0.05:1:0.8' }, '--curve: the rate at the kink is 0.05, the limit is 0.1'],
    [{ curve: '0.1:0.2:11:0.8' }, '--curve: the rate with all lent is 11, the limit is 10'],
    [
      { 'lent-max': '-1' },
      '--lent-max: "-1" is not a decimal with up to 8 places, at most 90071992.54740991',
    ],
    [{ 'level-max': '5,4' }, '--level-max: an amount is 4, the limit is 5'],
    [{ 'loan-min': '0' }, '--loan-min: an amount is 0, the limit is 0.00000001'],
    [{ 'liquidation-fee': '0.06' }, '--liquidation-fee: the fee is 0.06, the limit is 0.05'],
  ])('of a coin that is lent: %j', async (args, message) => {
    await expectRefused(() => setLoan(context, { coin: 'USDT', ...args }), message);
  });

  test.each<[OperationArgs, string]>([
    [
      { tiers: undefined, curve: undefined },
      'GOLD is not lent yet, its first terms need --tiers, --curve as well',
    ],
    [
      { market: undefined },
      '--market: it must be a pair of GOLD in USDT, whose index is its price',
    ],
    [
      { market: 'DUSTUSDT' },
      '--market: DUSTUSDT must be a pair of GOLD in USDT, whose index is its price',
    ],
    [{ market: 'NOPE' }, 'there is no instrument "NOPE"'],
    [
      { coin: 'DUST', market: 'DUSTUSDT', 'loan-min': '1' },
      'DUST cannot be lent: 2 decimals of amount and price together, at least 4 are needed',
    ],
  ])('of a new coin: %j', async (args, message) => {
    await expectRefused(() => setLoan(context, { ...GOLD, ...args }), message);
  });

  test('of a pair', async () => {
    const set = (args: OperationArgs) => () => setPairLoan(context, { ...LENT_PAIR, ...args });
    await expectRefused(set({}), 'GOLDUSDT: GOLD is not lent; `loan set GOLD` comes first');
    await setLoan(context, GOLD);
    await addContract(context, { ...PAIR, ...SCALES });
    const contract = 'GOLDUSDT is a contract: pairs alone have loans';
    await expectRefused(set({ symbol: 'GOLDUSDT-PERP' }), contract);
    const need = 'GOLDUSDT is not lent yet, its first terms need --quote-tiers as well';
    await expectRefused(set({ 'quote-tiers': undefined }), need);
    const tiers = '--base-tiers: a maintenance rate is 0.2, the limit is 0.10111';
    await expectRefused(set({ 'base-tiers': '20:10:0.2' }), tiers);
    const fee = '--liquidation-fee: the fee is 0.051, the limit is 0.05';
    await expectRefused(set({ 'base-tiers': '20:2:0.2', 'liquidation-fee': '0.051' }), fee);
    await setPairLoan(context, LENT_PAIR);
    const nothing = () => setPairLoan(context, { symbol: 'GOLDUSDT' });
    await expectRefused(nothing, 'nothing to change was given');
  });

  test.each<[OperationArgs, string]>([
    [{ coin: 'GOLD' }, 'GOLD is not lent; `loan set GOLD` comes first'],
    [{}, '--amount: "" is not above 0, a decimal with up to 8 places, at most 90071992.54740991'],
    [
      { amount: '0' },
      '--amount: "0" is not above 0, a decimal with up to 8 places, at most 90071992.54740991',
    ],
    [
      { amount: '0.000000001' },
      '--amount: "0.000000001" is not above 0, a decimal with up to 8 places, at most 90071992.54740991',
    ],
  ])('of a pool: %j', async (args, message) => {
    await expectRefused(() => fundLoans(context, { coin: 'USDT', ...args }), message);
  });
});
