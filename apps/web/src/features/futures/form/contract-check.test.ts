import { PositionLeg } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import type { OrderDraft } from '../../desk/order-form/draft.ts';
import { checkDraft } from '../../desk/order-form/order-check.ts';
import { draftOf, marketOf } from '../testing/account.ts';
import { CONTRACT_RULES } from './contract-rules.ts';
import type { ContractFormMarket } from './order-sums.ts';

const market = marketOf({ wallet: 1_000, leverage: 20 });

function checkOrder(draft: OrderDraft, at: ContractFormMarket, side: 'buy' | 'sell') {
  return checkDraft(CONTRACT_RULES, { ...draft, side }, at, true);
}

describe('an order of a contract', () => {
  it('that fits has no errors', () => {
    expect(checkOrder(draftOf(), market, 'buy')).toEqual({});
    expect(checkOrder(draftOf({ kind: 'market' }), market, 'sell')).toEqual({});
  });

  const cases: readonly (readonly [string, Partial<OrderDraft>, 'buy' | 'sell', object])[] = [
    ['no size', { size: '' }, 'buy', { size: { id: 'form.required' } }],
    ['no number', { size: '?x' }, 'buy', { size: { id: 'check.number' } }],
    ['size off the lot', { size: '0.10001' }, 'buy', { size: { id: 'check.sizeStep' } }],
    ['size zero', { size: '0' }, 'buy', { size: { id: 'check.positive' } }],
    ['too little value', { unit: 'value', size: '4' }, 'buy', { size: { id: 'check.minSize' } }],
    ['too little', { size: '0.0001', price: '49000' }, 'buy', { size: { id: 'check.minValue' } }],
    ['too much', { size: '0.5' }, 'buy', { size: { id: 'futures.tooLarge' } }],
    ['more than one order may be', { size: '200.1' }, 'buy', { size: { id: 'check.maxSize' } }],
    ['price off the tick', { price: '50000.05' }, 'buy', { price: { id: 'check.priceStep' } }],
    ['price above the band', { price: '52500.1' }, 'buy', { price: { id: 'futures.bandHigh' } }],
    ['price below the band', { price: '47499.9' }, 'sell', { price: { id: 'futures.bandLow' } }],
    ['no trigger', { kind: 'trigger' }, 'buy', { trigger: { id: 'form.required' } }],
    ['trailing too far', { kind: 'trailing', callback: '51' }, 'buy', { callback: {} }],
    [
      'take profit on the wrong side',
      { attach: true, takeProfit: '49000' },
      'buy',
      { takeProfit: { id: 'check.aboveEntry' } },
    ],
    [
      'stop loss on the wrong side',
      { attach: true, stopLoss: '49000' },
      'sell',
      { stopLoss: { id: 'check.aboveEntry' } },
    ],
  ];
  it.each(cases)('with %s is refused by name', (_name, patch, side, expected) => {
    const found = checkOrder(draftOf(patch), market, side);
    expect(Object.keys(found)).toEqual(Object.keys(expected));
    expect(found).toMatchObject(expected);
  });

  it('is judged for its side: what is wrong for one is right for the other', () => {
    const draft = draftOf({ attach: true, takeProfit: '49000', stopLoss: '51000' });
    expect(checkOrder(draft, market, 'sell')).toEqual({});
    expect(Object.keys(checkOrder(draft, market, 'buy'))).toEqual(['takeProfit', 'stopLoss']);
  });

  it('that reduces may be as small as a lot, and no larger than its position', () => {
    const held = marketOf({ lots: { [PositionLeg.net]: 500 } });
    const reduce = (size: string) => draftOf({ reduceOnly: true, size });
    expect(checkOrder(reduce('0.0001'), held, 'sell')).toEqual({});
    const found = checkOrder(reduce('0.0501'), held, 'sell');
    expect(found).toEqual({
      size: { id: 'futures.tooLarge', values: { limit: '0.05', coin: 'BTC' } },
    });
  });

  it('that waits for its price is not asked for margin now', () => {
    const plan = draftOf({ kind: 'trigger', trigger: '51000', size: '5' });
    expect(checkOrder(plan, market, 'buy')).toEqual({});
  });

  it('is not judged for a side before that side is tried', () => {
    const wrong = draftOf({ size: '0.5', price: '52500.1', attach: true, takeProfit: '49000' });
    expect(checkDraft(CONTRACT_RULES, wrong, market, false)).toEqual({});
    expect(Object.keys(checkOrder(wrong, market, 'buy'))).toEqual(['price', 'size', 'takeProfit']);
  });

  it('has no errors for what is not typed yet', () => {
    expect(checkDraft(CONTRACT_RULES, draftOf({ size: '', price: '' }), market, false)).toEqual({});
  });
});
